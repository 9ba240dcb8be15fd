/** Labels of `content/about` and `content/team.yaml`. */
import type { z } from 'zod';
import type { aboutContent } from '#domain/about/about.ts';
import type { ingredientsContent } from '#domain/about/ingredients.ts';
import type { sustainabilityContent } from '#domain/about/sustainability.ts';
import type { teamContent } from '#domain/about/team.ts';
import type { Labels } from '../label-types.ts';
import { product } from '../widgets.ts';
import { eyebrow, foundIn, lead, opening, picture } from './shared.ts';

const shot = {
  label: 'A product’s picture',
  fields: {
    product: { label: 'Product', as: product },
    number: { label: 'Which', hint: '1 is the main one.' },
  },
};
const points = { label: 'Points', one: 'point', as: { summary: '{{fields.title}}' }, fields: opening };

export const aboutLabels: Labels<z.input<typeof aboutContent>> = {
  eyebrow,
  title: 'Title',
  lead,
  picture,
  story: { label: 'Story', hint: 'The story itself is the text at the end.', fields: { title: 'Title' } },
  philosophy: { label: 'Philosophy', fields: { eyebrow, title: 'Title', points } },
  commitments: { label: 'Commitments', fields: { eyebrow, title: 'Title', picture, points } },
  more: {
    label: 'Next step',
    fields: {
      eyebrow,
      title: 'Title',
      pages: {
        label: 'Pages',
        one: 'page',
        hint: 'Choose each of the three once.',
        as: { summary: '{{fields.title}}' },
        fields: { to: 'Leads to', ...opening, picture: shot },
      },
    },
  },
  close: { label: 'Ending', fields: { ...opening, button: 'Text of the button' } },
};

export const ingredientsLabels: Labels<z.input<typeof ingredientsContent>> = {
  title: 'Title',
  lead,
  picture,
  included: {
    label: 'Included',
    fields: {
      eyebrow,
      ...opening,
      list: {
        label: 'Ingredients',
        one: 'ingredient',
        as: { summary: '{{fields.name}}' },
        fields: {
          name: 'Name',
          what: 'What it does',
          note: { label: 'Note', hint: 'A note in small print, such as a limit of what it does.' },
          product: foundIn,
        },
      },
    },
  },
  excluded: {
    label: 'Excluded',
    fields: {
      eyebrow,
      ...opening,
      list: {
        label: 'Groups',
        one: 'group',
        as: { summary: '{{fields.name}}' },
        fields: { name: 'Name', why: 'Why' },
      },
    },
  },
  sourcing: {
    label: 'Sourcing',
    fields: { eyebrow, title: 'Title', picture: shot, notes: { ...points, label: 'Notes', one: 'note' } },
  },
};

export const sustainabilityLabels: Labels<z.input<typeof sustainabilityContent>> = {
  title: 'Title',
  lead,
  picture,
  claims: {
    label: 'Figures',
    fields: {
      title: 'Title',
      sample: {
        label: 'Not audited',
        hint: 'Keep it on until an auditor has confirmed the figures. The page shows this.',
      },
      list: {
        label: 'Figures',
        one: 'figure',
        as: { summary: '{{fields.figure}} {{fields.what}}' },
        fields: { figure: 'Figure', what: 'What it says', how: 'How it is measured' },
      },
    },
  },
  packaging: {
    label: 'Packaging',
    fields: {
      eyebrow,
      title: 'Title',
      picture: shot,
      list: { ...points, label: 'Commitments', one: 'commitment' },
    },
  },
  goals: {
    label: 'Goals',
    fields: {
      eyebrow,
      title: 'Title',
      list: {
        label: 'Goals',
        one: 'goal',
        as: { summary: '{{fields.year}} {{fields.title}}' },
        fields: { year: 'Year', ...opening },
      },
    },
  },
};

export const teamLabels: Labels<z.input<typeof teamContent>> = {
  title: 'Title',
  lead,
  sample: { label: 'Samples', hint: 'Keep it on until these are real people. The page shows this.' },
  people: {
    label: 'People',
    one: 'person',
    hint: 'Three.',
    as: { summary: '{{fields.name}}' },
    fields: {
      name: 'Name',
      role: 'Role',
      text: 'Text',
      answer: { label: 'One more sentence', hint: 'Something personal.' },
      plant: { label: 'Drawing', hint: 'Shown with the initials, since there are no photographs.' },
    },
  },
  careers: {
    label: 'Careers',
    fields: {
      ...opening,
      button: 'Text of the button',
      subject: { label: 'Subject of the email', hint: 'You can use facts of the shop, such as {{name}}.' },
    },
  },
};
