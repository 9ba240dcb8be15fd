/** How high the rows of the desk's tables are, remembered on the device. */
import { storedAtom } from '#lib/stored-atom.store.ts';

export type Density = 'compact' | 'comfortable';

export const $density = storedAtom<Density>('deskRows', 'compact', {
  encode: (density) => density,
  decode: (stored) => (stored === 'comfortable' ? stored : 'compact'),
});
