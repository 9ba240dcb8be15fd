/** The pincode that was entered last on this device. Product page, cart and checkout share it. */
import { storedAtom } from '#lib/stored-atom.store.ts';
import { isPincode } from './pincode.ts';

/** Six digits, or an empty string. Other tabs follow by the `storage` event. */
export const $pincode = storedAtom('pincode', '', {
  decode: (stored) => (isPincode(stored) ? stored : ''),
});
