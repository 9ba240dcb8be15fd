/** How high the rows of the desk's tables are, remembered on the device. */
import { persistentAtom } from '@nanostores/persistent';

export type Density = 'compact' | 'comfortable';

export const $density = persistentAtom<Density>('deskRows', 'compact', {
  encode: (density) => density,
  decode: (stored) => (stored === 'comfortable' ? stored : 'compact'),
});
