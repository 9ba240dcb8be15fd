/** The session in the browser: a token under `token` in local storage (docs/behaviour.md 9.3). */
import { persistentAtom } from '@nanostores/persistent';

/** The token, or an empty string when signed out. Other tabs follow by the `storage` event. */
export const $token = persistentAtom<string>('token', '', {
  // Signing out removes the key instead of leaving an empty one behind.
  encode: (token) => (token || undefined) as string,
  decode: (stored) => stored,
});
