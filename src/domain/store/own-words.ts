/** What only this shop can say of itself: a part of `content/store.yaml`. A page leaves out what is empty. */
import * as z from 'zod';
import { text } from '#lib/content-fields.ts';

export const ownWords = z
  .strictObject({
    authentic: text(80)
      .optional()
      .meta({
        title: 'After “100% authentic”',
        description: 'On every product’s page, such as: sent by the people who make it.',
        widget: 'line',
      }),
    footer: text(60)
      .optional()
      .meta({ title: 'At the end of the footer', description: 'After the name of the shop: Made in India.' }),
    collection: text(200).meta({
      title: 'Description of the collection',
      description: 'What a search engine shows about the page of all products.',
      widget: 'line',
    }),
    sharePicture: text(160)
      .optional()
      .meta({
        title: 'Picture for link previews',
        description:
          'What can be seen in content/home/share.jpg. Without that file, the shop draws its name.',
        widget: 'line',
      }),
  })
  .meta({ title: 'What is true of this shop alone' });
