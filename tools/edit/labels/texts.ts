/** Labels of articles, policies and testimonials. */
import type { z } from 'zod';
import type { testimonialsContent } from '#features/home/testimonials.ts';
import type { articleContent } from '#features/journal/article.ts';
import type { policyContent } from '#features/policies/policies.ts';
import type { Labels } from '../label-types.ts';
import { product } from '../widgets.ts';
import { picture } from './shared.ts';

export const articleLabels: Labels<z.input<typeof articleContent>> = {
  title: { label: 'Title', hint: 'The address of the page is made from the first title and then stays.' },
  description: { label: 'Description', hint: 'Under the title, on cards, and at search engines.' },
  tag: { label: 'Tag', hint: 'One word, such as Basics.' },
  tagColor: 'Colour of the tag',
  published: { label: 'Date', hint: 'The newest stands first.' },
  picture: {
    label: 'Picture',
    fields: {
      ...picture.fields,
      file: { ...picture.fields.file, hint: 'JPEG, PNG or WebP, 1200 px wide or more; 3:2 fits best.' },
    },
  },
  products: {
    label: 'Products',
    hint: 'Up to three that the text speaks of; they stand at its end.',
    as: { ...product, multiple: true },
  },
};

export const policyLabels: Labels<z.input<typeof policyContent>> = {
  title: 'Title',
  short: { label: 'Short title', hint: 'As lists of policies call it.' },
  summary: { label: 'Summary', hint: 'One or two sentences: under the title, and at search engines.' },
  updated: { label: 'Date', hint: 'The day of this change: the page says it.' },
  sample: { label: 'Sample', hint: 'On until a lawyer has read it; the page says so.' },
};

export const testimonialsLabels: Labels<z.input<typeof testimonialsContent>> = {
  sample: {
    label: 'Samples',
    hint: 'On while the texts are ours; the page says so. Off when all are customers’ words that you may print.',
  },
  testimonials: {
    label: 'Testimonials',
    one: 'testimonial',
    hint: 'Nine.',
    as: { summary: '{{fields.author}}: {{fields.quote}}' },
    fields: {
      id: { label: 'Id', hint: 'Any short word in small letters, different from the others.' },
      quote: { label: 'Words', hint: 'Short: two stand side by side on a phone.' },
      author: 'Name',
      role: { label: 'Who', hint: 'Such as: Dry skin, Bengaluru.' },
      image: { label: 'Product', hint: 'Its picture stands with the words.', as: product },
    },
  },
};
