/** The pincode that was entered last on this device. Product page, cart and checkout share it. */
import { persistentAtom } from '@nanostores/persistent';
import { isPincode } from './pincode.ts';

/** Six digits, or an empty string. Other tabs follow by the `storage` event. */
export const $pincode = persistentAtom<string>('pincode', '', {
  encode: (pincode) => (pincode || undefined) as string,
  decode: (stored) => (isPincode(stored) ? stored : ''),
});
