/**
 * Following an order by its reference, without signing in: the form and the response (docs/behaviour.md,
 * "Order tracking").
 */
import { addressForm, emailField } from '#domain/addresses/address.ts';
import { cleanCode, cleanEmail } from '#lib/clean.ts';
import { maxTyped } from '#lib/clean-fields.ts';
import * as z from '#lib/schema.ts';
import type { OrderStatus, progressSteps } from './order.ts';

const invalidReference = 'Please enter the order number, such as ORD-123456';
const invalidContact = 'Please enter the mobile number or the email address of the order';

/**
 * POST /api/order/track. The reference is accepted in any case, with or without `ORD-`, and with spaces. The contact is a
 * mobile number or an email address.
 */
export const trackForm = z.object({
  reference: z
    .string({ error: invalidReference })
    .max(maxTyped, invalidReference)
    .transform((typed) => cleanCode(typed).replace(/^ORD/, ''))
    .pipe(z.string().regex(/^\d{6,8}$/, invalidReference))
    .transform((digits) => `ORD-${digits}`),
  contact: z
    .string({ error: invalidContact })
    .max(maxTyped, invalidContact)
    .transform((typed, context) => {
      const schema = cleanEmail(typed).includes('@') ? emailField : addressForm.shape.phone;
      const { success, data } = schema.safeParse(typed);
      if (!success) context.addIssue({ code: 'custom', message: invalidContact });
      return data ?? '';
    }),
});

/** A step of the progress bar. @property at ISO 8601 UTC; null if it is not reached, or its time is not known */
export type TrackStep = { status: (typeof progressSteps)[number]; done: boolean; at: string | null };

/**
 * What the form shows: nothing about the person or the address. Times are ISO 8601 UTC.
 * @property promisedFrom first promised day of arrival, such as `2026-11-27`; null for older orders
 */
export type ApiTrack = {
  reference: string;
  status: OrderStatus;
  /** Returned because the courier could not deliver it. */
  undelivered: boolean;
  placedAt: string;
  /** Until when a cash order waits to be confirmed by its buyer; null: it does not. */
  confirmUntil: string | null;
  promisedFrom: string | null;
  promisedTo: string | null;
  courier: string | null;
  trackingId: string | null;
  trackingUrl: string | null;
  steps: TrackStep[];
};
