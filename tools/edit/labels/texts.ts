/** Labels of articles, policies and testimonials. */
import type { z } from 'zod';
import type { testimonialsContent } from '#domain/home/testimonials.ts';
import type { articleContent } from '#domain/journal/article.ts';
import type { policyContent } from '#domain/policies/policies.ts';
import type { Labels } from '../label-types.ts';
import { product } from '../widgets.ts';
import { picture } from './shared.ts';

export const articleLabels: Labels<z.input<typeof articleContent>> = {
  title: {
    label: 'Title',
    hint: 'The page’s address is made from the first title, and does not change later.',
  },
  description: { label: 'Description', hint: 'Shown under the title, on cards and by search engines.' },
  tag: { label: 'Tag', hint: 'One word, such as Basics.' },
  tagColor: 'Colour of the tag',
  published: { label: 'Date', hint: 'The newest article is listed first.' },
  picture: {
    label: 'Picture',
    fields: {
      ...picture.fields,
      file: { ...picture.fields.file, hint: 'JPEG, PNG or WebP, 1200 px wide or more; 3:2 fits best.' },
    },
  },
  products: {
    label: 'Products',
    hint: 'Up to three products from the text, shown at its end.',
    as: { ...product, multiple: true },
  },
};

export const policyLabels: Labels<z.input<typeof policyContent>> = {
  title: 'Title',
  short: { label: 'Short title', hint: 'The name in lists of policies.' },
  summary: { label: 'Summary', hint: 'One or two sentences, shown under the title and by search engines.' },
  updated: { label: 'Date', hint: 'The day of this change. The page shows it.' },
  sample: { label: 'Sample', hint: 'Keep it on until a lawyer has read the page. The page shows this.' },
};

export const testimonialsLabels: Labels<z.input<typeof testimonialsContent>> = {
  sample: {
    label: 'Samples',
    hint: 'Keep it on while we wrote the texts ourselves. The page shows this. Turn it off when all texts are customers’ own words, with permission.',
  },
  testimonials: {
    label: 'Testimonials',
    one: 'testimonial',
    hint: 'Nine.',
    as: { summary: '{{fields.author}}: {{fields.quote}}' },
    fields: {
      id: { label: 'Id', hint: 'Any short word in small letters, different from the others.' },
      quote: { label: 'Words', hint: 'Keep it short: a phone shows two side by side.' },
      author: 'Name',
      role: { label: 'Who', hint: 'Such as: Dry skin, Bengaluru.' },
      image: { label: 'Product', hint: 'Its picture is shown with the text.', as: product },
    },
  },
};
