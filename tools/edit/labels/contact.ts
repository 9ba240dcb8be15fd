/** Labels of `content/faqs`. */
import type { z } from 'zod';
import type { contactContent, topicContent } from '#domain/support/faqs.ts';
import type { Labels } from '../label-types.ts';
import { eyebrow, lead, opening } from './shared.ts';

export const topicLabels: Labels<z.input<typeof topicContent>> = {
  title: 'Topic',
  questions: {
    label: 'Questions',
    one: 'question',
    hint: 'Three or more.',
    as: { summary: '{{fields.question}}' },
    fields: {
      question: 'Question',
      answer: {
        label: 'Answer',
        hint: 'An empty line starts a new paragraph. You can use facts of the shop, such as {{returns.days}} or {{care.email}}.',
      },
      link: { label: 'Link under it', fields: { text: 'Text of the link', to: 'Leads to' } },
    },
  },
};

export const contactLabels: Labels<z.input<typeof contactContent>> = {
  eyebrow,
  title: 'Title',
  lead,
  call: { label: 'Call', hint: 'Phone, hours and address come from “Shop and banner”.', fields: opening },
  write: { label: 'Write', fields: { ...opening, form: 'Text of the link to the form' } },
  visit: { label: 'Office', fields: opening },
  answers: { label: 'Answers', fields: opening },
  support: {
    label: 'Form',
    fields: {
      eyebrow,
      ...opening,
      thanks: { label: 'Thanks', hint: 'Under “Ticket Submitted Successfully!”.' },
      withoutScripts: {
        label: 'Message without scripts',
        hint: 'Shown in browsers where the form cannot be sent.',
      },
    },
  },
  policies: {
    label: 'Policies in brief',
    fields: {
      ...opening,
      list: {
        label: 'Policies',
        one: 'policy',
        as: { summary: '{{fields.title}}' },
        fields: { ...opening, policy: 'Policy', link: 'Text of the link' },
      },
    },
  },
  grievance: { label: 'Grievance', fields: { ...opening, link: 'Text of the link' } },
};
