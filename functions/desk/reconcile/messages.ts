/** What mends a difference, and what exactly that writes, in words for operators. */
import type { OnlineMethod, OrderStatus, PaymentMethod } from '#features/orders/order.ts';
import { formatPrice } from '#lib/money.ts';
import type { Facts } from './snapshot.ts';

type Fix = { fix: string; writes: string[] };

/** A provider as people call it. */
const providerNames: Record<OnlineMethod, string> = { stripe: 'Stripe', razorpay: 'Razorpay' };
export const providerName = (method: PaymentMethod): string =>
  method === 'cod' ? 'the courier' : providerNames[method];

/** Ends every list of what is written. */
const noted = 'A line in the order’s history, and one in the audit';

export const status = ({ status }: Facts, told: OrderStatus): Fix => ({
  fix: 'The status was changed past the shop, so nothing that belongs to a step was done. Put it back, then take the step on the order.',
  writes: [`Status: ${status} → ${told}`, noted],
});

export const settle = (facts: Facts): Fix => ({
  fix: `Ask ${providerName(facts.method)} now. If it has the money, act on that as the scheduled job does; otherwise nothing is written.`,
  writes: [
    'If the money is there: Order Placed, paid, with its letter; the cart without what was ordered',
    'If it does not fit the order: a flag, and a refund due of what was taken',
    noted,
  ],
});

export const end = (facts: Facts): Fix => ({
  fix: `Ask ${providerName(facts.method)} now, as the scheduled job does when the time is over.`,
  writes: [
    noted,
    'If the money is there: Order Placed, paid, with its letter; the cart without what was ordered',
    'If it does not fit the order: a flag, and a refund due of what was taken',
    'If it was not paid: Cancelled with its letter, the pieces back in stock, the code free again',
  ],
});

export const adopt = ({ method, total, paid, paymentId }: Facts): Fix => ({
  fix: `Ask ${providerName(method)} now. If it has just this money, it is noted as this order’s; otherwise nothing is written: do not send the parcel, and look the payment up in its dashboard.`,
  writes: [
    `If ${providerName(method)} has ${formatPrice(total)} for this order:`,
    ...(paid ? [] : ['Paid: no → yes']),
    ...(paymentId ? [] : ['Payment: none → the one that it names']),
    noted,
  ],
});

export const uncollect: Fix = {
  fix: 'Let it count as not paid again. If the courier has the cash, say “Cash collected” on the order afterwards.',
  writes: ['Paid: yes → no', noted],
};

export const collect: Fix = {
  fix: 'Let it count as paid, as was written down when the cash was collected.',
  writes: ['Paid: no → yes', noted],
};

export const owe = ({ total, reference }: Facts): Fix => ({
  fix: 'Put the refund in the queue. It goes back when an operator has confirmed it there.',
  writes: [`A refund of ${formatPrice(total)} for ${reference}, to confirm`, 'A flag: refund due', noted],
});

/** Applied to what a provider says: money that has come late, twice, or for an order that waits. */
export const late = (facts: Facts): Fix => ({
  fix: 'Put the money in the queue of refunds: this order does not wait for it.',
  writes: [
    'A refund of what was taken, to confirm',
    'A flag, late payment, and a line in the history that the shopper sees too',
    ...(facts.paid ? ['The order stays paid, by its own payment'] : []),
    noted,
  ],
});

export const refunded = (amount: number): Fix => ({
  fix: 'Note that the money has gone back, as the service’s own message would have.',
  writes: [`Refund of ${formatPrice(amount)}: → Sent back`, 'The letter that tells the shopper', noted],
});

/** By hand: what to do, and where. */
export const amounts =
  'No machine may decide what an order costs. Send nothing yet; compare it with the shopper’s letter and with what was taken, and keep what you find as a note on the order.';
export const lookUp = ({ reference, method }: Facts): string =>
  method === 'cod'
    ? 'Nobody can be asked about it. Speak to the shopper, then cancel the order on its page.'
    : `${providerName(method)} cannot be asked from here. Look ${reference} up in its dashboard: if it was paid, send the money back there; then cancel the order on its page.`;
export const cashGone =
  'Ask the courier whether the cash was ever collected before any money goes back: see Refunds, and keep the answer as a note on the order.';
export const rest =
  'Send the rest back from the service’s dashboard, or by bank transfer for cash, and keep that as a note on the order.';
export const tooMuch =
  'Confirm no refund of this order under Refunds before it is clear in the service’s dashboard what has gone back, and why.';
export const slow =
  'Open Refunds, “With the provider”, and ask again: it is asked with the same key, so nothing is sent twice.';
export const notThere =
  'Send nothing. Look the payment up in the service’s dashboard: if it was never taken or went back, speak to the shopper, then cancel the order on its page and do not confirm the refund.';
export const notSentBack =
  'Look the payment up in the service’s dashboard. If the money has not gone back, send it back there, and keep that as a note on the order.';
