/** A business that orders: one schema for the form in the browser and for the API (docs/behaviour.md 5.2). */
import * as z from '#lib/schema.ts';
import { oneLine } from '#lib/text.ts';
import { gstinProblem, normalizeGstin } from './gstin.ts';

const nameMessage = 'Please enter the name of the business';

export const businessForm = z.object({
  /** As people type it; the result is normalised. */
  gstin: z
    .string('Please enter the GSTIN')
    .max(100, 'A GSTIN has 15 characters')
    .transform(normalizeGstin)
    .superRefine((gstin, context) => {
      const message = gstinProblem(gstin);
      if (message) context.addIssue({ code: 'custom', message });
    }),
  businessName: z
    .string(nameMessage)
    .trim()
    .min(1, nameMessage)
    .max(120, 'The name of the business can have at most 120 characters')
    .regex(oneLine, 'The name of the business contains a character that we cannot print'),
  /** Whether it is a unit or developer of a special economic zone. */
  sez: z.boolean().optional(),
});

export type Business = z.output<typeof businessForm>;
