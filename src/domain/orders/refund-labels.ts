/** Labels of refunds at the desk. */
import type { OnlineMethod } from '#domain/payments/payment-methods.ts';
import { paymentRules } from '#domain/payments/payment-methods.ts';
import type { RefundTransfer } from './refund.ts';

/** The queues; the one that waits for an operator comes first. */
export const refundQueues = {
  due: 'To confirm',
  sent: 'With the provider',
  done: 'Sent back',
  too_small: 'Below the smallest refund',
} as const;
export type RefundQueue = keyof typeof refundQueues;

/** Where a refund goes: to the payment of a provider, or by hand. */
export const refundWay = (method: OnlineMethod | null): string =>
  method ? paymentRules[method].name : 'By hand';

/** How money goes back without a provider. */
export const transferTitles: Record<RefundTransfer, string> = {
  bank_transfer: 'Bank transfer',
  upi: 'UPI',
  exchange: 'Exchange',
};

/** Statuses of refunds. */
export const refundStatuses = {
  due: 'To confirm',
  sent: 'With the provider',
  done: 'Sent back',
  failed: 'Failed',
  too_small: 'Below the smallest refund',
} as const;

/** The states in which several refunds are confirmed together. */
export const confirmedTogether = ['due', 'failed'] as const;

/** Most refunds that one password confirms: each asks a payment provider. */
export const refundLimit = 50;
