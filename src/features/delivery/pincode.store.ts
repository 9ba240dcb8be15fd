/** The pincode that was entered last on this device. Product page, cart and checkout share it. */

import { isPincode } from '#domain/delivery/pincode.ts';
import { storedAtom } from '#lib/stored-atom.store.ts';

/** Six digits, or an empty string. Other tabs follow by the `storage` event. */
export const $pincode = storedAtom('pincode', '', { decode: (stored) => (isPincode(stored) ? stored : '') });
