/** The token by which accounts recognise this device; it stays after a sign-out. */
import { storedAtom } from '#lib/stored-atom.store.ts';

/**
 * Random, from the first sign-in; empty before. It does not sign in: it gives known devices their own limit of tries.
 */
export const $device = storedAtom('device', '');
