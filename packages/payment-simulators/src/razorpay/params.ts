/** Bodies of Razorpay's API, checked and refused as Razorpay does. */
import * as z from 'zod';
import { RazorpayError } from './errors.ts';

/** The smallest amount of an order or refund, in paise. */
const smallest = 100;

const amount = z
  .int({
    error: ({ input }) => `The amount ${input === undefined ? 'field is required.' : 'must be an integer.'}`,
  })
  .min(smallest, { error: 'The amount must be at least INR 1.00' });
const currency = z
  .string({ error: 'The currency field is required.' })
  .refine((value) => value === 'INR', { error: 'Currency is not supported' });
const receipt = z.string().max(40, { error: 'The receipt may not be greater than 40 characters.' });
const notes = z
  .record(z.string(), z.string().max(256, { error: 'A note may not be longer than 256 characters.' }))
  .refine((pairs) => Object.keys(pairs).length <= 15, {
    error: 'Number of fields in notes should be less than or equal to 15',
  });

export const orderBody = z.strictObject({
  amount,
  currency,
  receipt: receipt.optional(),
  notes: notes.optional(),
});
export const captureBody = z.strictObject({ amount, currency });
export const refundBody = z.strictObject({
  amount: amount.optional(),
  notes: notes.optional(),
  receipt: receipt.optional(),
  speed: z.enum(['normal', 'optimum']).optional(),
});

export type OrderBody = z.output<typeof orderBody>;
export type RefundBody = z.output<typeof refundBody>;

/** @throws RazorpayError for the first field that is not as it should be */
function readBody<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  if (issue?.code === 'unrecognized_keys')
    // Not Razorpay's own words: Razorpay may well know it.
    throw new RazorpayError(`The simulator does not support ${issue.keys.join(', ')}.`);
  throw new RazorpayError(issue?.message ?? 'The request is not valid', { field: issue?.path.join('.') });
}

/** The JSON of a request; an empty body is an empty object. @throws RazorpayError as {@link readBody} */
export function readJson<S extends z.ZodType>(schema: S, text: string): z.output<S> {
  let value: unknown = {};
  try {
    if (text) value = JSON.parse(text);
  } catch {
    throw new RazorpayError('The request body is not valid JSON.');
  }
  return readBody(schema, value);
}
