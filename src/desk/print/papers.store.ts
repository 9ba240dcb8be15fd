/** The papers that were printed last on this device. */

import { type Paper, paperKinds, parsePapers } from '#domain/documents/papers.ts';
import { storedAtom } from '#lib/stored-atom.store.ts';

/** Everything, until something else was chosen. At least one. */
export const $papers = storedAtom<readonly Paper[]>('deskPapers', paperKinds, {
  encode: (papers) => papers.join(' '),
  decode: parsePapers,
});
