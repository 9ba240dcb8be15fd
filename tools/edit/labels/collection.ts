/** Labels of `content/collection.yaml`. */
import type { z } from 'zod';
import type { collectionContent } from '#domain/catalogue/collection.ts';
import type { Labels } from '../label-types.ts';
import { picture } from '../widgets.ts';
import { alt, eyebrow, foundIn, opening as plainOpening } from './shared.ts';

const opening = { eyebrow, ...plainOpening };

export const collectionLabels: Labels<z.input<typeof collectionContent>> = {
  hero: {
    label: 'Opening',
    fields: {
      ...opening,
      picture: {
        label: 'Picture',
        hint: '2000 × 700 px, products on the left, free space for text on the right.',
        as: picture,
      },
    },
  },
  guide: {
    label: 'Application guide',
    fields: {
      ...opening,
      steps: {
        label: 'Steps',
        one: 'step',
        hint: 'Three to six, in the order of use.',
        as: { summary: '{{fields.name}}' },
        fields: {
          name: 'Name',
          when: 'When',
          text: 'Text',
          picture: {
            label: 'Picture',
            hint: 'A picture of a product: the product’s address and the file, such as purifying-cleanser/2.jpg.',
          },
          link: 'Text of the link',
          search: { label: 'Search', hint: 'What the link searches for in the shop.' },
        },
      },
    },
  },
  science: {
    label: 'Ingredients and science',
    fields: {
      ...opening,
      picture: {
        label: 'Picture',
        hint: 'The file of a picture of the About pages, such as ingredients.jpg.',
      },
      alt,
      ingredients: {
        label: 'Ingredients',
        one: 'ingredient',
        hint: 'Three to eight.',
        as: { summary: '{{fields.name}}' },
        fields: { name: 'Name', what: 'What it does', product: foundIn },
      },
      link: 'Text of the link',
    },
  },
  faq: {
    label: 'Before you choose',
    fields: {
      title: 'Title',
      questions: {
        label: 'Questions',
        one: 'question',
        hint: 'Three or more.',
        as: { summary: '{{fields.question}}' },
        fields: { question: 'Question', answer: 'Answer' },
      },
    },
  },
};
