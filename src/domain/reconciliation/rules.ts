/** Reconciliation: its parts, its rules and the shape of a difference. */
import { keysOf } from '#lib/keys.ts';

/** The parts in the order in which they are compared, with the units of their progress. */
export const parts = {
  stock: 'products',
  events: 'unhandled messages',
  orders: 'orders',
  providers: 'online payments',
} as const;
export type Part = keyof typeof parts;
export const partNames = keysOf(parts);

/** The periods whose online payments the providers are asked about, with their labels. */
export const periods = {
  week: 'Orders of the last 7 days',
  day: 'Orders of the last 24 hours',
  month: 'Orders of the last 30 days',
  none: 'Not now',
} as const;
export type Period = keyof typeof periods;

/** The periods that are compared with the providers. */
export type CheckedPeriod = Exclude<Period, 'none'>;

/** The length of a period in days. */
export const daysOf: Record<CheckedPeriod, number> = { day: 1, week: 7, month: 30 };

type RuleText = { part: Part; name: string; statement: string };

/** All rules in the order in which differences are shown, each with the statement that must be true. */
export const rules = {
  stock: {
    part: 'stock',
    name: 'Stock',
    statement:
      'A product’s stock is its opening stock plus its changes, less what was ordered and not cancelled.',
  },
  event: {
    part: 'events',
    name: 'Unhandled message',
    statement: 'The shop handles every message of a payment provider within minutes.',
  },
  status: {
    part: 'orders',
    name: 'Status without an event',
    statement: 'An order has the status of the last event in its history.',
  },
  total: {
    part: 'orders',
    name: 'Total',
    statement: 'An order’s total is its subtotal, less the discount, plus delivery.',
  },
  lines: {
    part: 'orders',
    name: 'Lines',
    statement: 'The amounts of an order’s lines add up to its subtotal, and their discounts to its discount.',
  },
  asked: {
    part: 'orders',
    name: 'Amount to pay',
    statement: 'The amount to pay is the order’s total, plus what was cancelled later.',
  },
  overdue: {
    part: 'orders',
    name: 'Waiting too long',
    statement: 'An order does not wait for its payment after the hold on its stock has ended.',
  },
  waits_paid: {
    part: 'orders',
    name: 'Paid but still waiting',
    statement: 'A paid order is no longer waiting for its payment.',
  },
  unpaid: {
    part: 'orders',
    name: 'Placed but unpaid',
    statement: 'An online order is placed only after its payment has been received.',
  },
  unproven: {
    part: 'orders',
    name: 'Paid without a payment',
    statement: 'A paid online order has the ID of its payment.',
  },
  cash_unproven: {
    part: 'orders',
    name: 'Paid, but cash not collected',
    statement:
      'A cash order is paid when its cash was recorded: by hand, or by a courier’s file of remittances.',
  },
  cash_uncounted: {
    part: 'orders',
    name: 'Cash collected, but not paid',
    statement: 'An order whose cash was collected or transferred is paid.',
  },
  transfer_differs: {
    part: 'orders',
    name: 'Bank transfer',
    statement:
      'What has come for an order by bank transfer, less what went back of it, is what it was paid with.',
  },
  remittance_differs: {
    part: 'orders',
    name: 'Remittance',
    statement: 'What the courier has transferred for a cash order is its total.',
  },
  refund_missing: {
    part: 'orders',
    name: 'Refund missing',
    statement:
      'The payment of a cancelled or returned order is refunded, and of every other order what was cancelled or given back.',
  },
  refund_too_much: {
    part: 'orders',
    name: 'Refund too large',
    statement: 'Refunds do not exceed what was cancelled, returned or given back of an order.',
  },
  refund_parts: {
    part: 'orders',
    name: 'Refund and its parts',
    statement: 'A refund is the sum of what was cancelled or given back with it.',
  },
  credit_missing: {
    part: 'orders',
    name: 'Credit notes',
    statement: 'The credit notes of an invoice are the sum of what was given back of it.',
  },
  debit_missing: {
    part: 'orders',
    name: 'Debit notes',
    statement: 'The debit notes of an invoice are the sum of what its kept goods cost more without a code.',
  },
  purchase_paid: {
    part: 'orders',
    name: 'Purchase paid',
    statement:
      'What was paid for a purchase, less its refunds, is what is left of its orders: over all its exchanges.',
  },
  purchase_code: {
    part: 'orders',
    name: 'Code of a purchase',
    statement:
      'Money goes back only for what is worth more than what is kept costs: without its code, where that is less than the code’s smallest subtotal.',
  },
  refund_slow: {
    part: 'orders',
    name: 'Refund overdue',
    statement: 'A refund arrives within ten days of being sent.',
  },
  paid_there: {
    part: 'providers',
    name: 'Paid at the provider, not here',
    statement: 'Every payment at a payment provider belongs to a paid order, or is refunded.',
  },
  unpaid_there: {
    part: 'providers',
    name: 'Paid here, not at the provider',
    statement: 'The payment provider has the full payment of every paid order.',
  },
  refunded_there: {
    part: 'providers',
    name: 'Refunded at the provider, open here',
    statement: 'A refund that the payment provider has made is done here.',
  },
  unrefunded_there: {
    part: 'providers',
    name: 'Refunded here, not at the provider',
    statement: 'The payment provider has made every refund that is done here.',
  },
  unknown_there: {
    part: 'providers',
    name: 'Refunded at the provider, unknown here',
    statement: 'Every refund that the payment provider has made is known here.',
  },
} as const satisfies Record<string, RuleText>;

export type Rule = keyof typeof rules;
export const ruleNames = keysOf(rules);

/** Rules of one part. */
export type RuleOf<P extends Part> = {
  [Name in Rule]: (typeof rules)[Name] extends { part: P } ? Name : never;
}[Rule];

/** A difference between two records. Times are ISO 8601 UTC. */
export type Difference = {
  rule: Rule;
  /** A product's, an order's or a message's id. */
  about: string;
  /** The displayed name. */
  name: string;
  /** The desk's route to it. */
  place: { screen: 'stock' | 'orders'; id: string } | null;
  expected: string;
  found: string;
  /** null where the time is unknown. */
  since: number | null;
  /** What to do about it, and where. */
  fix: string;
};

/** A payment about which the provider gave no answer, and why. It is not a difference. */
export type NotAsked = { orderId: string; name: string; why: string };
