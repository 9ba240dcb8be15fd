/** The session of a guest, who orders without an account on this device (docs/behaviour.md, "Guests"). */

import { computed } from 'nanostores';
import { storedAtom } from './stored-atom.store.ts';
import { $token } from './token.store.ts';

/** The token, or an empty string without a guest. It stays beside the token of an account, which comes first. */
export const $guestToken = storedAtom('guestToken', '');

/** The token of all calls: the account's, else the guest's. */
export const $shopperToken = computed([$token, $guestToken], (account, guest) => account || guest);

/** The token of the guest who has chosen a password on this device; the link in our email puts it to use. */
export const $chosenBy = storedAtom('passwordChosenBy', '');
