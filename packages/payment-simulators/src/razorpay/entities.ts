/** Razorpay's entities, with the fields that clients read: https://razorpay.com/docs/api. Amounts in paise, times in s. */
import { randomInt } from 'node:crypto';
import { newId } from '../core/ids.ts';
import type { LinkBody, OrderBody, RefundBody } from './params.ts';

export type RazorpayOrder = ReturnType<typeof newOrder>;
export type RazorpayPayment = ReturnType<typeof newPayment>;
export type RazorpayRefund = ReturnType<typeof newRefund>;
export type RazorpayDispute = ReturnType<typeof newDispute>;
export type PaymentLink = ReturnType<typeof newPaymentLink>;
/** In the order of the event's `contains`. */
export type Entities = {
  payment_link?: PaymentLink;
  payment?: RazorpayPayment;
  order?: RazorpayOrder;
  refund?: RazorpayRefund;
  dispute?: RazorpayDispute;
};

/** Razorpay writes an empty list where there are no notes. */
type Pairs = Record<string, string | number>;
export const notesOf = (notes: Pairs = {}): Pairs | [] => (Object.keys(notes).length ? notes : []);

export const newOrder = ({ amount, currency, receipt, notes }: OrderBody, now: number) => ({
  id: newId('order_', 14),
  entity: 'order',
  amount,
  amount_paid: 0,
  amount_due: amount,
  currency,
  receipt: receipt ?? null,
  status: 'created' as 'created' | 'attempted' | 'paid',
  attempts: 0,
  notes: notesOf(notes),
  created_at: now,
});

/** What a link keeps of the payment that was made. */
type LinkPayment = {
  amount: number;
  created_at: number;
  method: string;
  payment_id: string;
  plink_id: string;
  status: 'captured';
  updated_at: number;
};

/** @param linksUrl of the pages of all links */
export function newPaymentLink(body: LinkBody, orderId: string, linksUrl: string, now: number) {
  const id = newId('plink_', 14);
  return {
    id,
    accept_partial: false,
    amount: body.amount,
    amount_paid: 0,
    callback_method: body.callback_method ?? '',
    callback_url: body.callback_url ?? '',
    cancelled_at: 0,
    created_at: now,
    currency: body.currency ?? 'INR',
    customer: body.customer ?? {},
    description: body.description ?? '',
    expire_by: body.expire_by ?? 0,
    expired_at: 0,
    first_min_partial_amount: 0,
    notes: body.notes ?? (null as Pairs | null),
    notify: { email: false, sms: false, whatsapp: false, ...body.notify },
    order_id: orderId,
    payments: null as LinkPayment[] | null,
    reference_id: body.reference_id ?? '',
    reminder_enable: body.reminder_enable ?? false,
    reminders: [],
    short_url: `${linksUrl}/${id}`,
    status: 'created' as 'created' | 'paid' | 'cancelled' | 'expired',
    updated_at: now,
    upi_link: body.upi_link ?? false,
    user_id: '',
  };
}

type Method = 'upi' | 'card' | 'netbanking';

/** The method of a payment, and values that differ from the order's (to test whether the shop checks them). */
export type Attempt = {
  method?: Method;
  /** UPI address; left out, the shopper's app is asked. */
  vpa?: string | undefined;
  email?: string | undefined;
  contact?: string | undefined;
  notes?: Pairs | undefined;
  description?: string | undefined;
  /** Paise. */
  amount?: number;
  currency?: string;
};

/** Fields of one payment method only. */
const methodFields = {
  card: () => ({
    card: { id: newId('card_', 14), entity: 'card', last4: '1111', network: 'Visa', type: 'credit' },
  }),
  netbanking: () => ({ bank: 'HDFC' }),
  upi: ({ vpa }: Attempt) => ({
    vpa: vpa ?? 'success@razorpay',
    upi: { vpa: vpa ?? 'success@razorpay', flow: vpa === undefined ? 'intent' : 'collect' },
  }),
} satisfies Record<Method, (attempt: Attempt) => object>;

type PaymentStatus = 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';

export const newPayment = (order: RazorpayOrder, attempt: Attempt, now: number) => ({
  id: newId('pay_', 14),
  entity: 'payment',
  amount: attempt.amount ?? order.amount,
  currency: attempt.currency ?? order.currency,
  status: 'created' as PaymentStatus,
  order_id: order.id,
  method: attempt.method ?? 'upi',
  amount_refunded: 0,
  refund_status: null as 'partial' | 'full' | null,
  captured: false,
  description: attempt.description ?? null,
  bank: null as string | null,
  vpa: null as string | null,
  email: attempt.email ?? 'shopper@example.com',
  contact: attempt.contact ?? '+919000000000',
  notes: notesOf(attempt.notes),
  /** With GST; null until captured. */
  fee: null as number | null,
  tax: null as number | null,
  ...noFailure,
  acquirer_data: {} as Record<string, string>,
  created_at: now,
  ...methodFields[attempt.method ?? 'upi'](attempt),
});

export const noFailure = {
  error_code: null as string | null,
  error_description: null as string | null,
  error_source: null as string | null,
  error_step: null as string | null,
  error_reason: null as string | null,
};
export type PaymentFailure = typeof noFailure;

const because = (reason: string, source: string, step: string, description: string): PaymentFailure => ({
  error_code: 'BAD_REQUEST_ERROR',
  error_description: description,
  error_source: source,
  error_step: step,
  error_reason: reason,
});

/** The usual reason of a failed payment, by payment method. */
export const usualFailure = {
  card: because(
    'card_declined',
    'issuer_bank',
    'payment_authorization',
    'Your card was declined by the bank.',
  ),
  netbanking: because(
    'payment_failed',
    'bank',
    'payment_authorization',
    'Your bank did not complete the payment.',
  ),
  upi: because(
    'payment_declined',
    'customer',
    'payment_authentication',
    'The payment was declined in the UPI app.',
  ),
};

/** Razorpay's fee on a captured payment: 2 % and GST of 18 % on it, nothing for UPI. Paise. */
export function feesOf({ amount, method }: RazorpayPayment): { fee: number; tax: number } {
  const bare = method === 'upi' ? 0 : Math.round(amount / 50);
  const tax = Math.round((bare * 18) / 100);
  return { fee: bare + tax, tax };
}

/** The reference that the bank has given. */
export function acquirerData({ method }: RazorpayPayment): Record<string, string> {
  const name = { card: 'auth_code', netbanking: 'bank_transaction_id', upi: 'rrn' }[method];
  return { [name]: String(randomInt(10 ** 11, 10 ** 12)) };
}

export const newRefund = (
  payment: RazorpayPayment,
  { amount = payment.amount - payment.amount_refunded, notes, receipt, speed = 'normal' }: RefundBody,
  status: 'pending' | 'processed' | 'failed',
  now: number,
) => ({
  id: newId('rfnd_', 14),
  entity: 'refund',
  amount,
  currency: payment.currency,
  payment_id: payment.id,
  notes: notesOf(notes),
  receipt: receipt ?? null,
  acquirer_data: { arn: null as string | null },
  created_at: now,
  status,
  speed_processed: 'normal',
  speed_requested: speed,
});

/** The time for an answer, s. */
const answerTime = 7 * 24 * 60 * 60;

export const newDispute = (payment: RazorpayPayment, reason: string, now: number) => ({
  id: newId('disp_', 14),
  entity: 'dispute',
  payment_id: payment.id,
  amount: payment.amount,
  currency: payment.currency,
  amount_deducted: 0,
  reason_code: reason,
  respond_by: now + answerTime,
  status: 'open' as 'open' | 'under_review' | 'won' | 'lost' | 'closed',
  phase: 'chargeback',
  created_at: now,
});

/** Snapshots of the moment: https://razorpay.com/docs/webhooks */
export const newEvent = (type: string, entities: Entities, now: number) => ({
  entity: 'event',
  account_id: 'acc_simulator',
  event: type,
  contains: Object.keys(entities),
  payload: Object.fromEntries(Object.entries(entities).map(([name, entity]) => [name, { entity }])),
  created_at: now,
});
/** With the id that comes in a header. */
export type RazorpayEvent = ReturnType<typeof newEvent> & { id: string };
