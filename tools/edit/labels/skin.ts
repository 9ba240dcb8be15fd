/** Labels of `content/skin.yaml`. */
import type { z } from 'zod';
import type { skinContent } from '#domain/skin/skin-page.ts';
import type { Labels } from '../label-types.ts';

const part = { title: 'Title', text: 'Text' };

export const skinLabels: Labels<z.input<typeof skinContent>> = {
  title: 'Title',
  lead: 'Lead',
  picture: { label: 'Picture', hint: 'Folder and file of a picture, such as journal/serum-texture.jpg.' },
  types: {
    label: 'Skin type',
    fields: {
      ...part,
      list: {
        label: 'Types',
        one: 'type',
        as: { summary: '{{fields.name}}' },
        fields: { type: 'Type', name: 'Name', tell: { label: 'How to tell' } },
      },
      other: {
        label: 'Another answer',
        hint: 'For shoppers who do not know their type.',
        fields: { name: 'Name', tell: 'Text' },
      },
      source: { label: 'Source', hint: 'Where the signs come from.' },
    },
  },
  concerns: { label: 'Concerns', hint: 'The list of concerns is under “Search words”.', fields: part },
  avoid: {
    label: 'What to avoid',
    fields: {
      ...part,
      list: {
        label: 'Groups',
        one: 'group',
        as: { summary: '{{fields.group}}' },
        fields: { group: 'Group', what: { label: 'What it is' } },
      },
    },
  },
  pregnancy: { label: 'Pregnancy', fields: { title: 'Title', label: 'Label', text: 'Text' } },
  privacy: {
    label: 'Where the answers are stored',
    fields: { title: 'Title', notes: { label: 'Notes', one: 'note' } },
  },
};
