/** The courier that was chosen last on this device. */
import { storedAtom } from '#lib/stored-atom.store.ts';

export const $courier = storedAtom('deskCourier', '');
