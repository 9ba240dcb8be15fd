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

const ids = z.array(routineId).min(1);
const because = {
  reason: line(300),
  evidence: z.enum(evidences),
  /** Ids of sources. */
  sources: ids.max(3),
};

export const routineContent = z.strictObject({
  /** For readers without scripts, and above the planner. */
  order: z.strictObject({ text: line(300), sources: ids }),
  /** In the order of use. */
  steps: z.array(
    z.strictObject({
      id: routineId,
      label: line(30),
      text: line(240),
      /** One product at a time is enough: why, and how several of them are divided. */
      several: line(240).optional(),
      /** When a routine without this step lacks something. */
      needed: z.enum([...times, 'any']).optional(),
    }),
  ),
  actives: z.array(
    z.strictObject({
      id: routineId,
      label: line(40),
      /** What is introduced one at a time, the gentlest (1) first; the rest belongs to the first week. */
      introduce: z.int().min(1).max(9).optional(),
      /** How to begin with it. */
      start: line(160).optional(),
      /** In pregnancy a doctor should be asked first. */
      askDoctor: z.boolean().default(false),
    }),
  ),
  /** Products from elsewhere, by kind. */
  kinds: z.array(
    z.strictObject({
      id: routineId,
      label: line(40),
      ...usage,
      /** Wishes that it helps with. */
      wants: z.array(routineId).default([]),
    }),
  ),
  /** Active ingredients that are kept apart: one of `first` and one of `second`. */
  apart: z.array(
    z.strictObject({
      id: routineId,
      first: ids,
      second: ids,
      /** The gentlest first. With `choose-one`, the product of `first` stays. */
      solutions: z.array(z.enum(solutions)).min(1),
      ...because,
    }),
  ),
  /** Active ingredients that go well together. */
  together: z.array(z.strictObject({ id: routineId, first: ids, second: ids, ...because })),
  /** What to know about active ingredients besides other products. */
  care: z.array(z.strictObject({ id: routineId, actives: ids, ...because })),
  evidence: z.strictObject(
    Object.fromEntries(evidences.map((name) => [name, line(120)])) as Record<
      (typeof evidences)[number],
      z.ZodString
    >,
  ),
  solutions: z.strictObject(
    Object.fromEntries(solutions.map((name) => [name, line(160)])) as Record<
      (typeof solutions)[number],
      z.ZodString
    >,
  ),
  patchTest: z.strictObject({ steps: z.array(line(200)).min(2).max(5), sources: ids }),
  /** Weeks of the introduction. */
  plan: z.array(line(240)).length(4),
  pregnancy: z.strictObject({ text: line(240), sources: ids }),
  /** Concerns of `content/search.yaml` that can be chosen as wishes. */
  wants: ids,
  sources: z.array(sourceContent.extend({ id: routineId })),
});
export type RoutineContent = z.output<typeof routineContent>;
