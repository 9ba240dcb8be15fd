/** The courier that was chosen last on this device. */
import { persistentAtom } from '@nanostores/persistent';

export const $courier = persistentAtom<string>('deskCourier', '');
