/** 'Real Results' in `content/home.yaml`. The collection shows the same block. */
import * as z from 'zod';
import { pictureFile, text } from '#lib/content-fields.ts';

const picture = z.strictObject({
  file: pictureFile('content/home').meta({ title: 'Picture' }),
  alt: text(160).meta({
    title: 'What can be seen',
    description: 'One sentence, for those who cannot see it.',
  }),
});

export const resultsContent = z.strictObject({
  title: text(60).meta({ title: 'Title' }),
  text: text(240).meta({ title: 'Text' }),
  before: picture.meta({ title: 'Before' }),
  after: picture.meta({ title: 'After' }),
  /** The note below the pictures, which are illustrations. */
  note: text(240).meta({ title: 'Small print', description: 'Must say that it is a drawing.' }),
  share: z
    .strictObject({
      button: text(40).meta({ title: 'Text of the button' }),
      text: text(240).meta({ title: 'Text' }),
      thanks: text(120).meta({ title: 'Thanks' }),
    })
    .meta({ title: 'Share your results' }),
});

export type ResultsContent = z.output<typeof resultsContent>;
