/** Labels of `content/routine.yaml`, and of the routines of products. */
import type { z } from 'zod';
import type { productRoutine } from '#domain/routine/product-routine.ts';
import type { routineContent } from '#domain/routine/routine-content.ts';
import type { Labels } from '../label-types.ts';
import { line } from '../widgets.ts';
import { sourceFields, sourceSummary } from './shared.ts';

const id = { label: 'Short name', hint: 'Other entries use it. Do not change it later.', as: line } as const;
const actives = {
  label: 'Active ingredients',
  one: 'ingredient',
  hint: 'Their short names.',
  each: line,
} as const;
const sources = { label: 'Sources', one: 'source', hint: 'Their short names.', each: line } as const;

/** What products and kinds of products have in common. */
export const usageLabels: Labels<Omit<z.input<typeof productRoutine>, 'amount'>> = {
  code: {
    label: 'Code in links',
    hint: 'Two to four letters, different from all others. Saved links contain it, so never change it.',
    as: line,
  },
  step: { label: 'Step', hint: 'The short name of a step of the routine: treat.', as: line },
  layer: {
    label: 'Thickness',
    hint: 'From 1, as thin as water, to 5, a rich cream or an oil. Thin comes first.',
  },
  times: { label: 'Time of day', hint: 'When it can be used, the better time first.' },
  once: { label: 'Once a day is enough' },
  actives,
  perWeek: { label: 'Times a week', hint: 'Leave empty for every day.' },
  how: { label: 'How to use it', hint: 'One line.', as: line },
};

const because = {
  reason: { label: 'Reason', hint: 'In plain words, without medical promises.' },
  evidence: { label: 'Strength of evidence', hint: '“practice” means that it is advised, but not tested.' },
  sources,
} as const;
const sides = {
  first: { ...actives, label: 'One side' },
  second: { ...actives, label: 'Other side' },
} as const;
const rule = { one: 'rule', as: { summary: '{{fields.id}}' } } as const;

export const routineLabels: Labels<z.input<typeof routineContent>> = {
  order: { label: 'The order in short', fields: { text: 'Text', sources } },
  steps: {
    label: 'Steps',
    one: 'step',
    hint: 'In the order of use.',
    as: { summary: '{{fields.label}}' },
    fields: {
      id,
      label: { label: 'Name', as: line },
      text: 'Text',
      several: {
        label: 'When there are several',
        hint: 'Why one at a time is enough. Leave empty if several are used together.',
      },
      needed: { label: 'Every routine needs it', hint: 'In the morning, in the evening, or at any time.' },
    },
  },
  actives: {
    label: 'Active ingredients',
    one: 'ingredient',
    as: { summary: '{{fields.label}}' },
    fields: {
      id,
      label: { label: 'Name', as: line },
      introduce: {
        label: 'Position in the plan',
        hint: '1 for the gentlest. Leave empty if it can be used from the first week.',
      },
      start: { label: 'How to begin' },
      askDoctor: { label: 'Ask a doctor in pregnancy' },
    },
  },
  kinds: {
    label: 'Products from elsewhere',
    one: 'kind',
    as: { summary: '{{fields.label}}' },
    fields: {
      id,
      label: { label: 'Name', hint: 'As in “I have …”, such as a retinol.', as: line },
      ...usageLabels,
      wants: { label: 'Helps with', one: 'concern', hint: 'Short names of concerns.', each: line },
    },
  },
  apart: {
    label: 'Kept apart',
    ...rule,
    fields: { id, ...sides, solutions: { label: 'Solutions', hint: 'The gentlest first.' }, ...because },
  },
  together: { label: 'Works well together', ...rule, fields: { id, ...sides, ...because } },
  care: { label: 'Good to know', ...rule, fields: { id, actives, ...because } },
  evidence: {
    label: 'Strength of evidence, explained',
    fields: { strong: 'Strong', moderate: 'Moderate', limited: 'Limited', practice: 'Practice' },
  },
  solutions: {
    label: 'Solutions, explained',
    fields: {
      'other-time': 'Another time of day',
      'other-evening': 'Another evening',
      'every-third-evening': 'Every third evening',
      'choose-one': 'Choose one',
    },
  },
  patchTest: { label: 'Patch test', fields: { steps: { label: 'Steps', one: 'step' }, sources } },
  plan: { label: 'Plan of four weeks', one: 'week' },
  pregnancy: { label: 'In pregnancy', fields: { text: 'Text', sources } },
  wants: {
    label: 'Wishes',
    one: 'concern',
    hint: 'Short names of concerns in the search words.',
    each: line,
  },
  sources: {
    label: 'Sources',
    one: 'source',
    as: sourceSummary,
    fields: { id, ...sourceFields, title: { ...sourceFields.title, as: line } },
  },
};
