/** How a product is used in a routine: a part of its front matter (docs/behaviour.md, "Routine"). */
import * as z from 'zod';
import { hyphenated } from '#domain/catalogue/product-id.ts';
import { line } from '#lib/content-fields.ts';
import { times } from './routine-constants.ts';

/** Ids of steps, active ingredients, kinds, rules and sources in `content/routine.yaml`. */
export const routineId = hyphenated.max(40);
export const stepId = routineId.meta({ refersTo: 'step' });

/** Links name products and kinds by their code, so a code stays for ever and belongs to one of them only. */
export const routineCode = z.string().regex(/^[a-z]{2,4}$/, 'must be two to four lower-case letters');

/** What products of the shop and kinds of products have in common. */
export const usage = {
  code: routineCode.meta({
    title: 'Code in links',
    description:
      'Two to four letters, different from all others. Saved links contain it, so never change it.',
  }),
  /** Id of a step. */
  step: stepId.meta({ title: 'Step', description: 'The short name of a step of the routine: treat.' }),
  /** Order within the step: 1 is as thin as water, 5 is a rich cream or an oil. */
  layer: z
    .int()
    .min(1)
    .max(5)
    .meta({
      title: 'Thickness',
      description: 'From 1, as thin as water, to 5, a rich cream or an oil. Thin comes first.',
    }),
  /** When it may be used, the better time first. */
  times: z
    .array(z.enum(times))
    .min(1)
    .max(2)
    .meta({ title: 'Time of day', description: 'When it can be used, the better time first.' }),
  /** Once a day is enough, where both times are possible. */
  once: z.boolean().default(false).meta({ title: 'Once a day is enough' }),
  /** Ids of active ingredients. */
  actives: z
    .array(routineId.meta({ refersTo: 'active' }))
    .default([])
    .meta({ title: 'Active ingredients', item: 'ingredient', description: 'Their short names.' }),
  /** Evenings or mornings a week, for what is not used every day. */
  perWeek: z
    .int()
    .min(1)
    .max(6)
    .optional()
    .meta({ title: 'Times a week', description: 'Leave empty for every day.' }),
  /** How to use it, in one line. */
  how: line(120).meta({ title: 'How to use it', description: 'One line.', widget: 'line' }),
};

export const productRoutine = z.strictObject({
  ...usage,
  /** Left out, that of the category. */
  step: stepId
    .optional()
    .meta({
      title: 'Step',
      description: 'The short name of a step of the routine: treat. Left out, that of its category.',
    }),
  /** Millilitres or grams for one use. */
  amount: z
    .number()
    .positive()
    .max(50)
    .meta({
      title: 'Amount for one use',
      description: 'Millilitres or grams: a drop is 0.05 ml.',
      options: { step: 0.01 },
    }),
});
export type ProductRoutine = z.output<typeof productRoutine>;
