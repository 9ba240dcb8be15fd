/** Which lane of database calls a request uses (db/client.ts). */
import type { Lane } from '#db/client.ts';

/** Paths that need no session and cause a hash or an email. */
const signInPaths: ReadonlySet<string> = new Set(
  ['login', 'register', 'forgot', 'reset', 'email/confirm', 'claim'].map((name) => `/api/user/${name}`),
);

/** The special lane of a request; `undefined` for the common one. */
export const laneOf = (path: string): Lane | undefined => (signInPaths.has(path) ? 'signIn' : undefined);
