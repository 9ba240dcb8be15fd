/** The session in the browser: a token under `token` in local storage (docs/behaviour.md, "Sessions"). */
import { storedAtom } from './stored-atom.store.ts';

/** The token, or an empty string when signed out. Other tabs follow by the `storage` event. */
export const $token = storedAtom('token', '');
