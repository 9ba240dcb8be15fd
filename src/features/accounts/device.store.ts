/** What this device is known by to the accounts that have signed in on it; it stays when they sign out. */
import { persistentAtom } from '@nanostores/persistent';

/** Random, given by the server at the first sign-in; empty before. It signs nobody in: it counts wrong passwords apart. */
export const $device = persistentAtom<string>('device', '');
