/** The schema of `content/routine.yaml`: steps, kinds of products, and which active ingredients go together. */
import * as z from 'zod';
import { sourceContent } from '#domain/ingredients/ingredient.ts';
import { line } from '#lib/content-fields.ts';
import { routineId, usage } from './product-routine.ts';
import { times } from './routine-constants.ts';

/** How sure the statement of a rule is. `practice`: dermatologists advise it, and nobody has tested it. */
export const evidences = ['strong', 'moderate', 'limited', 'practice'] as const;

/** Ways to keep two products apart. */
export const solutions = ['other-time', 'other-evening', 'every-third-evening', 'choose-one'] as const;

/** Ids of what is listed here, or of concerns in `content/search.yaml`. */
const ids = (refersTo: 'active' | 'concern' | 'source') => z.array(routineId.meta({ refersTo })).min(1);
const sources = ids('source').meta({ title: 'Sources', item: 'source', description: 'Their short names.' });
const actives = (title: string) =>
  ids('active').meta({ title, item: 'ingredient', description: 'Their short names.' });
const because = {
  reason: line(300).meta({ title: 'Reason', description: 'In plain words, without medical promises.' }),
  evidence: z
    .enum(evidences)
    .meta({
      title: 'Strength of evidence',
      description: '“practice” means that it is advised, but not tested.',
    }),
  sources: sources.max(3),
};

export const routineContent = z.strictObject({
  /** For readers without scripts, and above the planner. */
  order: z
    .strictObject({ text: line(300).meta({ title: 'Text' }), sources })
    .meta({ title: 'The order in short' }),
  /** In the order of use. */
  steps: z
    .array(
      z.strictObject({
        id: routineId.meta({
          title: 'Short name',
          description: 'Other entries use it. Do not change it later.',
        }),
        label: line(30).meta({ title: 'Name' }),
        text: line(240).meta({ title: 'Text' }),
        /** One product at a time is enough: why, and how several of them are divided. */
        several: line(240)
          .optional()
          .meta({
            title: 'When there are several',
            description: 'Why one at a time is enough. Leave empty if several are used together.',
          }),
        /** When a routine without this step lacks something. */
        needed: z
          .enum([...times, 'any'])
          .optional()
          .meta({
            title: 'Every routine needs it',
            description: 'In the morning, in the evening, or at any time.',
          }),
      }),
    )
    .meta({
      title: 'Steps',
      item: 'step',
      description: 'In the order of use.',
      options: { summary: '{{fields.label}}' },
    }),
  actives: z
    .array(
      z.strictObject({
        id: routineId.meta({
          title: 'Short name',
          description: 'Other entries use it. Do not change it later.',
        }),
        label: line(40).meta({ title: 'Name' }),
        /** What is introduced one at a time, the gentlest (1) first; the rest belongs to the first week. */
        introduce: z
          .int()
          .min(1)
          .max(9)
          .optional()
          .meta({
            title: 'Position in the plan',
            description: '1 for the gentlest. Leave empty if it can be used from the first week.',
          }),
        /** How to begin with it. */
        start: line(160).optional().meta({ title: 'How to begin' }),
        /** In pregnancy a doctor should be asked first. */
        askDoctor: z.boolean().default(false).meta({ title: 'Ask a doctor in pregnancy' }),
      }),
    )
    .meta({ title: 'Active ingredients', item: 'ingredient', options: { summary: '{{fields.label}}' } }),
  /** Products from elsewhere, by kind. */
  kinds: z
    .array(
      z.strictObject({
        id: routineId.meta({
          title: 'Short name',
          description: 'Other entries use it. Do not change it later.',
        }),
        label: line(40).meta({ title: 'Name', description: 'As in “I have …”, such as a retinol.' }),
        ...usage,
        /** Wishes that it helps with. */
        wants: z
          .array(routineId.meta({ refersTo: 'concern' }))
          .default([])
          .meta({ title: 'Helps with', item: 'concern', description: 'Short names of concerns.' }),
      }),
    )
    .meta({ title: 'Products from elsewhere', item: 'kind', options: { summary: '{{fields.label}}' } }),
  /** Active ingredients that are kept apart: one of `first` and one of `second`. */
  apart: z
    .array(
      z.strictObject({
        id: routineId.meta({
          title: 'Short name',
          description: 'Other entries use it. Do not change it later.',
        }),
        first: actives('One side'),
        second: actives('Other side'),
        /** The gentlest first. With `choose-one`, the product of `first` stays. */
        solutions: z
          .array(z.enum(solutions))
          .min(1)
          .meta({ title: 'Solutions', description: 'The gentlest first.' }),
        ...because,
      }),
    )
    .meta({ title: 'Kept apart', item: 'rule', options: { summary: '{{fields.id}}' } }),
  /** Active ingredients that go well together. */
  together: z
    .array(
      z.strictObject({
        id: routineId.meta({
          title: 'Short name',
          description: 'Other entries use it. Do not change it later.',
        }),
        first: actives('One side'),
        second: actives('Other side'),
        ...because,
      }),
    )
    .meta({ title: 'Works well together', item: 'rule', options: { summary: '{{fields.id}}' } }),
  /** What to know about active ingredients besides other products. */
  care: z
    .array(
      z.strictObject({
        id: routineId.meta({
          title: 'Short name',
          description: 'Other entries use it. Do not change it later.',
        }),
        actives: actives('Active ingredients'),
        ...because,
      }),
    )
    .meta({ title: 'Good to know', item: 'rule', options: { summary: '{{fields.id}}' } }),
  evidence: z
    .strictObject({
      strong: line(120).meta({ title: 'Strong' }),
      moderate: line(120).meta({ title: 'Moderate' }),
      limited: line(120).meta({ title: 'Limited' }),
      practice: line(120).meta({ title: 'Practice' }),
    } satisfies Record<(typeof evidences)[number], unknown>)
    .meta({ title: 'Strength of evidence, explained' }),
  solutions: z
    .strictObject({
      'other-time': line(160).meta({ title: 'Another time of day' }),
      'other-evening': line(160).meta({ title: 'Another evening' }),
      'every-third-evening': line(160).meta({ title: 'Every third evening' }),
      'choose-one': line(160).meta({ title: 'Choose one' }),
    } satisfies Record<(typeof solutions)[number], unknown>)
    .meta({ title: 'Solutions, explained' }),
  patchTest: z
    .strictObject({ steps: z.array(line(200)).min(2).max(5).meta({ title: 'Steps', item: 'step' }), sources })
    .meta({ title: 'Patch test' }),
  /** Weeks of the introduction. */
  plan: z.array(line(240)).length(4).meta({ title: 'Plan of four weeks', item: 'week' }),
  pregnancy: z
    .strictObject({ text: line(240).meta({ title: 'Text' }), sources })
    .meta({ title: 'In pregnancy' }),
  /** Concerns of `content/search.yaml` that can be chosen as wishes. */
  wants: ids('concern').meta({
    title: 'Wishes',
    item: 'concern',
    description: 'Short names of concerns in the search words.',
  }),
  sources: z
    .array(
      z.strictObject({
        id: routineId.meta({
          title: 'Short name',
          description: 'Other entries use it. Do not change it later.',
        }),
        ...sourceContent.shape,
      }),
    )
    .meta({ title: 'Sources', item: 'source', options: { summary: '{{fields.title}}, {{fields.year}}' } }),
});
export type RoutineContent = z.output<typeof routineContent>;
