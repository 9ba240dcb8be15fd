/** Bodies of Razorpay's API, checked and refused as Razorpay does. */
import * as z from 'zod';
import { RazorpayError, unsupported } from './errors.ts';

/** The smallest amount of an order, a link or a refund, in paise. */
const smallest = 100;

/** Whole numbers may come as text, as Razorpay's clients send them. */
const numeric = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value), schema);
const amount = numeric(
  z
    .int({
      error: ({ input }) =>
        `The amount ${input === undefined ? 'field is required.' : 'must be an integer.'}`,
    })
    .min(smallest, { error: 'The amount must be at least INR 1.00' }),
);
const currency = z
  .string({ error: 'The currency field is required.' })
  .refine((value) => value === 'INR', { error: 'Currency is not supported' });
const upTo = (most: number, name: string) =>
  z.string().max(most, { error: `The ${name} may not be greater than ${most} characters.` });
const receipt = upTo(40, 'receipt');
const notes = z
  .record(
    z.string(),
    z.string().max(256, { error: 'A note may not be longer than 256 characters.' }).or(z.number()),
  )
  .refine((pairs) => Object.keys(pairs).length <= 15, {
    error: 'Number of fields in notes should be less than or equal to 15',
  });
/** Razorpay takes `true` and `1`, also as text. */
const flag = z.preprocess(
  (value) => ({ true: true, false: false, 1: true, 0: false })[String(value)] ?? value,
  z.boolean(),
);
/** Razorpay knows what is off here. */
const off = flag.refine((value) => !value, { params: { isUnsupported: true } });

export const orderBody = z.strictObject({
  amount,
  currency,
  receipt: receipt.optional(),
  notes: notes.optional(),
  partial_payment: off.optional(),
  payment_capture: flag.optional(),
});
/** Of an order, a payment or a refund. */
export const notesBody = z.strictObject({ notes });
export const captureBody = z.strictObject({ amount, currency });
export const refundBody = z.strictObject({
  amount: amount.optional(),
  notes: notes.optional(),
  receipt: receipt.optional(),
  speed: z.enum(['normal', 'optimum']).optional(),
});
export const noBody = z.strictObject({});

const time = numeric(z.int({ error: 'The time must be an integer.' }));
const linkFields = {
  accept_partial: off.optional(),
  expire_by: time.optional(),
  notes: notes.optional(),
  reference_id: upTo(40, 'reference id').optional(),
  reminder_enable: flag.optional(),
};
export const linkBody = z.strictObject({
  ...linkFields,
  amount,
  currency: currency.optional(),
  callback_url: z.url({ protocol: /^https?$/, error: 'The callback url format is invalid.' }).optional(),
  callback_method: z.literal('get', { error: 'The selected callback method is invalid.' }).optional(),
  customer: z
    .strictObject({
      name: z.string().optional(),
      email: z.string().optional(),
      contact: z.string().optional(),
    })
    .optional(),
  description: upTo(2048, 'description').optional(),
  notify: z
    .strictObject({ sms: flag.optional(), email: flag.optional(), whatsapp: flag.optional() })
    .optional(),
  upi_link: flag.optional(),
});
export const linkUpdate = z.strictObject(linkFields);

/** Of a list, with filters of its own. */
export const listQuery = (filters: readonly string[]) =>
  z.strictObject({
    count: numeric(
      z
        .int({ error: 'The count must be an integer.' })
        .min(1, { error: 'The count must be at least 1.' })
        .max(100, { error: 'The count may not be greater than 100.' }),
    ).optional(),
    skip: numeric(z.int({ error: 'The skip must be an integer.' })).optional(),
    from: time.optional(),
    to: time.optional(),
    ...Object.fromEntries(filters.map((name) => [name, z.string().optional()])),
  });

export type OrderBody = z.output<typeof orderBody>;
export type RefundBody = z.output<typeof refundBody>;
export type NotesBody = z.output<typeof notesBody>;
export type LinkBody = z.output<typeof linkBody>;
export type LinkUpdate = z.output<typeof linkUpdate>;
export type ListQuery = z.output<ReturnType<typeof listQuery>>;

/** @throws RazorpayError for the first field that is not as it should be */
export function readFields<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value, { reportInput: true });
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join('.');
  // Not Razorpay's own words: Razorpay may well know it.
  if (issue?.code === 'unrecognized_keys') throw unsupported([...issue.path, issue.keys[0]].join('.'));
  if (issue?.code === 'custom' && issue.params?.isUnsupported)
    throw unsupported(`${JSON.stringify(issue.input)} as ${field}`);
  throw new RazorpayError(issue?.message ?? 'The request is not valid', { field });
}
