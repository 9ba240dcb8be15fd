/**
 * A business that orders: one schema for the form in the browser and for the API (docs/behaviour.md,
 * "Delivery address").
 */
import { cleanCode } from '#lib/clean.ts';
import { cleanText, maxTyped } from '#lib/clean-fields.ts';
import * as z from '#lib/schema.ts';
import { gstinProblem } from './gstin.ts';

export const businessForm = z.object({
  /** As people type it; the result is normalised. */
  gstin: z
    .string('Please enter the GSTIN')
    .max(maxTyped, 'A GSTIN has 15 characters')
    .transform(cleanCode)
    .superRefine((gstin, context) => {
      const message = gstinProblem(gstin);
      if (message) context.addIssue({ code: 'custom', message });
    }),
  businessName: cleanText(120, {
    missing: 'Please enter the name of the business',
    tooLong: 'The name of the business can have at most 120 characters',
    unprintable: 'The name of the business contains a character that we cannot print',
  }),
  /** Whether it is a unit or developer of a special economic zone. */
  sez: z.boolean().optional(),
});

export type Business = z.output<typeof businessForm>;
