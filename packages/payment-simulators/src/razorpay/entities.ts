/** Razorpay's orders, payments and refunds, field by field: https://razorpay.com/docs/api */
import { randomInt } from 'node:crypto';
import { newId } from '../ids.ts';
import type { PaymentFailure } from './errors.ts';

/** Razorpay writes an empty list where there are no notes. */
export type Notes = Record<string, string> | [];

/** Amounts in paise, times in seconds. */
export type RazorpayOrder = {
  id: string;
  entity: 'order';
  amount: number;
  amount_paid: number;
  amount_due: number;
  currency: string;
  receipt: string | null;
  offer_id: string | null;
  status: 'created' | 'attempted' | 'paid';
  attempts: number;
  notes: Notes;
  created_at: number;
};

type Method = 'upi' | 'card' | 'netbanking';

type Errors = { [Field in keyof PaymentFailure]: string | null };

export type RazorpayPayment = Errors & {
  id: string;
  entity: 'payment';
  amount: number;
  currency: string;
  status: 'created' | 'authorized' | 'captured' | 'refunded' | 'failed';
  order_id: string;
  invoice_id: string | null;
  international: boolean;
  method: Method;
  amount_refunded: number;
  refund_status: 'partial' | 'full' | null;
  captured: boolean;
  description: string | null;
  card_id: string | null;
  card?: Record<string, unknown>;
  bank: string | null;
  wallet: string | null;
  vpa: string | null;
  email: string | null;
  contact: string | null;
  notes: Notes;
  /** With GST; null until captured. */
  fee: number | null;
  tax: number | null;
  acquirer_data: Record<string, string | null>;
  created_at: number;
  upi?: { payer_account_type: string; vpa: string; flow: 'collect' | 'intent' };
};

export type RazorpayRefund = {
  id: string;
  entity: 'refund';
  amount: number;
  currency: string;
  payment_id: string;
  notes: Notes;
  receipt: string | null;
  acquirer_data: { arn: string | null };
  created_at: number;
  batch_id: string | null;
  status: 'pending' | 'processed' | 'failed';
  speed_processed: 'normal';
  speed_requested: 'normal' | 'optimum';
};

/** `order_RB58MiP5SPFYyM`. */
const idOf = (kind: 'order' | 'pay' | 'rfnd' | 'card') => newId(`${kind}_`, 14);

export const notesOf = (notes: Record<string, string> | undefined): Notes =>
  notes && Object.keys(notes).length ? notes : [];

type OrderFields = { amount: number; currency: string; receipt?: string; notes?: Record<string, string> };

/** @param now seconds */
export const newOrder = ({ amount, currency, receipt, notes }: OrderFields, now: number): RazorpayOrder => ({
  id: idOf('order'),
  entity: 'order',
  amount,
  amount_paid: 0,
  amount_due: amount,
  currency,
  receipt: receipt ?? null,
  offer_id: null,
  status: 'created',
  attempts: 0,
  notes: notesOf(notes),
  created_at: now,
});

/** The method of a payment, and values that differ from the order's (to test whether the shop checks them). */
export type Attempt = {
  method?: Method;
  /** UPI address; left out, the shopper's app is asked. */
  vpa?: string;
  bank?: string;
  email?: string;
  contact?: string;
  notes?: Record<string, string>;
  description?: string;
  /** Paise. */
  amount?: number;
  currency?: string;
  /** An offer takes so many per cent off (https://razorpay.com/docs/payments/offers). */
  offerPercent?: number;
  /** The customer pays Razorpay's fee on top (https://razorpay.com/docs/payments/payments/customer-fee-bearer). */
  feeOnTop?: boolean;
};

export const noFailure: Errors = {
  error_code: null,
  error_description: null,
  error_source: null,
  error_step: null,
  error_reason: null,
};

const cardOf = (id: string) => ({
  id,
  entity: 'card',
  name: '',
  last4: '1111',
  network: 'Visa',
  type: 'credit',
  issuer: 'HDFC',
  international: false,
  emi: false,
  sub_type: 'consumer',
  token_iin: null,
});

/** Fields of this payment method only. */
function ofMethod(method: Method, attempt: Attempt): Partial<RazorpayPayment> {
  if (method === 'card') {
    const id = idOf('card');
    return { card_id: id, card: cardOf(id), acquirer_data: { auth_code: null } };
  }
  if (method === 'netbanking')
    return { bank: attempt.bank ?? 'HDFC', acquirer_data: { bank_transaction_id: null } };
  const vpa = attempt.vpa ?? 'success@razorpay';
  const flow = attempt.vpa === undefined ? 'intent' : 'collect';
  return { vpa, upi: { payer_account_type: 'bank_account', vpa, flow }, acquirer_data: { rrn: null } };
}

/** What is paid for an order: less by an offer, more where the customer pays the fee. Paise. */
function amountOf(order: RazorpayOrder, { offerPercent = 0, feeOnTop }: Attempt): number {
  const amount = order.amount - Math.round((order.amount * offerPercent) / 100);
  return feeOnTop ? amount + feesOf({ amount, method: 'card' }).fee : amount;
}

/** A new payment. @param now seconds */
export function newPayment(order: RazorpayOrder, attempt: Attempt, now: number): RazorpayPayment {
  const { method = 'upi', amount = amountOf(order, attempt), currency = order.currency } = attempt;
  return {
    id: idOf('pay'),
    entity: 'payment',
    amount,
    currency,
    status: 'created',
    order_id: order.id,
    invoice_id: null,
    international: false,
    method,
    amount_refunded: 0,
    refund_status: null,
    captured: false,
    description: attempt.description ?? null,
    card_id: null,
    bank: null,
    wallet: null,
    vpa: null,
    email: attempt.email ?? 'shopper@example.com',
    contact: attempt.contact ?? '+919000000000',
    notes: notesOf(attempt.notes),
    fee: null,
    tax: null,
    ...noFailure,
    acquirer_data: {},
    created_at: now,
    ...ofMethod(method, attempt),
  };
}

/** Razorpay's fee on a captured payment: 2 % and GST of 18 % on it, nothing for UPI. Paise. */
export function feesOf({ amount, method }: Pick<RazorpayPayment, 'amount' | 'method'>): {
  fee: number;
  tax: number;
} {
  const bare = method === 'upi' ? 0 : Math.round(amount / 50);
  const tax = Math.round((bare * 18) / 100);
  return { fee: bare + tax, tax };
}

/** The reference that the other bank has given. */
export function acquired({ method }: RazorpayPayment): Record<string, string | null> {
  const digits = String(randomInt(10 ** 11, 10 ** 12));
  if (method === 'card') return { auth_code: digits.slice(-6) };
  return method === 'netbanking' ? { bank_transaction_id: digits.slice(-7) } : { rrn: digits };
}

/** @param now seconds */
export const newRefund = (
  payment: RazorpayPayment,
  fields: Pick<RazorpayRefund, 'amount' | 'notes' | 'receipt' | 'status' | 'speed_requested'>,
  now: number,
): RazorpayRefund => ({
  id: idOf('rfnd'),
  entity: 'refund',
  currency: payment.currency,
  payment_id: payment.id,
  acquirer_data: { arn: null },
  created_at: now,
  batch_id: null,
  speed_processed: 'normal',
  ...fields,
});
