/** The token by which accounts recognise this device; it stays after a sign-out. */
import { persistentAtom } from '@nanostores/persistent';

/**
 * Random, from the first sign-in; empty before. It does not sign in: it gives known devices their own limit of tries.
 */
export const $device = persistentAtom<string>('device', '');
