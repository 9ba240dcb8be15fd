/** The papers that were printed last on this device. */
import { persistentAtom } from '@nanostores/persistent';
import { type Paper, paperKinds, parsePapers } from './papers.ts';

/** Everything, until something else was chosen. At least one. */
export const $papers = persistentAtom<readonly Paper[]>('deskPapers', paperKinds, {
  encode: (papers) => papers.join(' '),
  decode: parsePapers,
});
