/** 'Real Results' in `content/home.yaml`. The collection shows the same block. */
import * as z from 'zod';
import { pictureFile, text } from '#lib/content-fields.ts';

const picture = z.strictObject({ file: pictureFile('content/home'), alt: text(160) });

export const resultsContent = z.strictObject({
  title: text(60),
  text: text(240),
  before: picture,
  after: picture,
  /** The note below the pictures, which are illustrations. */
  note: text(240),
  share: z.strictObject({ button: text(40), text: text(240), thanks: text(120) }),
});

export type ResultsContent = z.output<typeof resultsContent>;
