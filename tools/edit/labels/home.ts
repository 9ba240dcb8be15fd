/** Labels of `content/home.yaml`. */
import type { z } from 'zod';
import type { homeContent } from '#domain/home/home.ts';
import type { Labels } from '../label-types.ts';
import { product } from '../widgets.ts';
import { alt, eyebrow, opening, picture } from './shared.ts';

export const homeLabels: Labels<z.input<typeof homeContent>> = {
  slides: {
    label: 'Banners',
    one: 'banner',
    hint: 'Two, one after the other.',
    as: { summary: '{{fields.title}}' },
    fields: {
      eyebrow,
      title: 'Title',
      link: {
        label: 'Button',
        fields: { text: 'Text of the button', to: { label: 'Leads to', hint: 'Such as /collection.' } },
      },
      picture: {
        label: 'Picture',
        hint: '2000 × 700 px, with free space for text on one side.',
        fields: {
          file: picture.fields.file,
          description: alt,
          words: { label: 'Position of the text', hint: 'Choose the side with free space.' },
        },
      },
    },
  },
  hero: {
    label: 'Opening',
    fields: {
      eyebrow,
      ...opening,
      button: 'Text of the button',
      picture,
      detail: { ...picture, label: 'Small picture' },
    },
  },
  counters: {
    label: 'Counters',
    one: 'counter',
    hint: 'Four.',
    as: { summary: '{{fields.to}}{{fields.suffix}} {{fields.label}}' },
    fields: {
      to: 'Number',
      suffix: { label: 'Sign after the number', hint: '+ or %' },
      label: 'Text under the number',
    },
  },
  latest: { label: 'Latest collection', fields: { ...opening, link: 'Text of the link' } },
  showcase: {
    label: 'Trusted essentials',
    fields: {
      title: 'Title',
      products: {
        label: 'Products',
        one: 'product',
        hint: 'Four.',
        as: { summary: '{{fields.caption}}' },
        fields: { product: { label: 'Product', as: product }, caption: 'Text under it' },
      },
    },
  },
  glow: {
    label: 'Films',
    fields: {
      ...opening,
      videos: {
        label: 'Films',
        one: 'film',
        hint: 'Two.',
        as: { summary: '{{fields.caption}}' },
        fields: {
          name: {
            label: 'File',
            hint: 'The name of a video in content/home, without .mp4. A developer adds new videos.',
          },
          description: alt,
          caption: 'Text under it',
        },
      },
    },
  },
  journal: { label: 'Journal', fields: { ...opening, button: 'Text of the button' } },
  badges: {
    label: 'Badges',
    one: 'badge',
    hint: 'Three to six.',
    as: { summary: '{{fields.label}}' },
    fields: { icon: 'Drawing', label: 'Words' },
  },
  testimonials: { label: 'Happy clients', fields: opening },
  newsletter: {
    label: 'Newsletter',
    fields: { ...opening, button: 'Text of the button', note: 'Small print' },
  },
  results: {
    label: 'Real results',
    fields: {
      ...opening,
      before: { ...picture, label: 'Before' },
      after: { ...picture, label: 'After' },
      note: { label: 'Small print', hint: 'Must say that it is a drawing.' },
      share: {
        label: 'Share your results',
        fields: { button: 'Text of the button', text: 'Text', thanks: 'Thanks' },
      },
    },
  },
};
