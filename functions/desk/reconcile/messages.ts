/** Texts for operators: how a difference is repaired, and what the repair writes. */
import type { OnlineMethod, OrderStatus, PaymentMethod } from '#features/orders/order.ts';
import { formatPrice } from '#lib/money.ts';
import type { OrderSnapshot } from './snapshot.ts';

type RepairText = { fix: string; writes: string[] };

/** The providers' names. */
const providerNames: Record<OnlineMethod, string> = { stripe: 'Stripe', razorpay: 'Razorpay' };
export const providerName = (method: PaymentMethod): string =>
  method === 'cod' ? 'the courier' : providerNames[method];

/** Part of every list of what a repair writes. */
const historyAndAudit = 'A line in the order’s history, and one in the audit';

export const restoreStatus = ({ status }: OrderSnapshot, lastStatus: OrderStatus): RepairText => ({
  fix: 'The status was changed outside the shop, so nothing else that belongs to the change was done. Restore the status, then change it on the order’s page.',
  writes: [`Status: ${status} → ${lastStatus}`, historyAndAudit],
});

export const settle = (order: OrderSnapshot): RepairText => ({
  fix: `Ask ${providerName(order.method)} now. If it has the payment, apply it as the scheduled job does; otherwise nothing is written.`,
  writes: [
    'If it was paid: Order Placed, paid, with its email; the ordered pieces leave the cart',
    'If the payment does not match the order: a flag, and a refund of what was taken',
    historyAndAudit,
  ],
});

export const settleOrCancel = (order: OrderSnapshot): RepairText => ({
  fix: `Ask ${providerName(order.method)} now, as the scheduled job does when the hold has ended.`,
  writes: [
    historyAndAudit,
    'If it was paid: Order Placed, paid, with its email; the ordered pieces leave the cart',
    'If the payment does not match the order: a flag, and a refund of what was taken',
    'If it was not paid: Cancelled, with its email; the pieces go back into stock, and the code can be used again',
  ],
});

export const adoptPayment = ({ method, total, paid, paymentId }: OrderSnapshot): RepairText => ({
  fix: `Ask ${providerName(method)} now. If it has exactly this payment, the payment is recorded for this order. Otherwise nothing is written: do not send the parcel, and look the payment up in its dashboard.`,
  writes: [
    `If ${providerName(method)} has ${formatPrice(total)} for this order:`,
    ...(paid ? [] : ['Paid: no → yes']),
    ...(paymentId ? [] : ['Payment: none → the provider’s payment']),
    historyAndAudit,
  ],
});

export const unmarkPaid: RepairText = {
  fix: 'Mark the order as not paid again. If the courier has the cash, use “Cash collected” on the order afterwards.',
  writes: ['Paid: yes → no', historyAndAudit],
};

export const markPaid: RepairText = {
  fix: 'Mark the order as paid, since its history says that the cash was collected.',
  writes: ['Paid: no → yes', historyAndAudit],
};

export const oweRefund = ({ total, reference }: OrderSnapshot): RepairText => ({
  fix: 'Add the refund to the queue. The money is sent back when an operator confirms it there.',
  writes: [
    `A refund of ${formatPrice(total)} for ${reference}, to confirm`,
    'A flag: refund due',
    historyAndAudit,
  ],
});

/** For a payment that came late or twice. */
export const latePayment = (order: OrderSnapshot): RepairText => ({
  fix: 'Add a refund to the queue: this order does not wait for this payment.',
  writes: [
    'A refund of what was taken, to confirm',
    'A flag, late payment, and a line in the history that the shopper sees too',
    ...(order.paid ? ['The order stays paid, by its own payment'] : []),
    historyAndAudit,
  ],
});

export const markRefunded = (amount: number): RepairText => ({
  fix: 'Record that the money was sent back, as the payment service’s own message would have done.',
  writes: [`Refund of ${formatPrice(amount)}: → Sent back`, 'The email to the shopper', historyAndAudit],
});

/** Instructions for repairs by hand. */
export const compareAmounts =
  'The amount of an order has to be checked by hand. Send nothing yet. Compare it with the shopper’s email and with what was paid, and write the result as a note on the order.';
export const lookUp = ({ reference, method }: OrderSnapshot): string =>
  method === 'cod'
    ? 'There is no payment service to ask. Speak to the shopper, then cancel the order on its page.'
    : `${providerName(method)} cannot be asked from here. Look ${reference} up in its dashboard. If it was paid, send the money back there. Then cancel the order on its page.`;
export const askCourier =
  'Before confirming the refund under Refunds, ask the courier whether the cash was collected. Write the answer as a note on the order.';
export const refundRest =
  'Send the rest back from the payment service’s dashboard, or by bank transfer for cash, and write a note on the order.';
export const confirmNoRefund =
  'Before confirming a refund of this order, check in the payment service’s dashboard what was sent back, and why.';
export const askAgain =
  'Open Refunds, “With the provider”, and ask again. The request has the same key, so nothing is sent back twice.';
export const lookUpPayment =
  'Send nothing. Look the payment up in the payment service’s dashboard. If it was never made or was sent back, speak to the shopper, then cancel the order on its page and do not confirm the refund.';
export const lookUpRefund =
  'Look the payment up in the payment service’s dashboard. If the money was not sent back, send it back there, and write a note on the order.';
