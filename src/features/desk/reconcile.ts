/** Reconciliation: what must hold between orders, payments and stock, and how a difference is told. */
import { keysOf } from '#lib/keys.ts';
import { signed } from './stock.ts';

/** What is looked at, one after the other, with what is counted while looking. */
export const parts = {
  stock: 'products',
  events: 'unhandled messages',
  orders: 'orders',
  providers: 'online payments',
} as const;
export type Part = keyof typeof parts;
export const partNames = keysOf(parts);

/** Whose online payments providers are asked about, with the words to choose it by. */
export const periods = {
  week: 'Orders of the last 7 days',
  day: 'Orders of the last 24 hours',
  month: 'Orders of the last 30 days',
  none: 'Not now',
} as const;
export type Period = keyof typeof periods;

/** How long ago a period began, in days. */
export const daysOf: Record<Exclude<Period, 'none'>, number> = { day: 1, week: 7, month: 30 };

type Said = { part: Part; name: string; says: string };

/** Every rule once, in the order in which differences are shown: name, and the sentence that must be true. */
export const rules = {
  stock: {
    part: 'stock',
    name: 'Stock',
    says: 'A product’s stock is what it began with, and what came and went since, less what was ordered and not cancelled.',
  },
  event: {
    part: 'events',
    name: 'Unhandled message',
    says: 'What a payment service tells the shop is acted on within minutes.',
  },
  status: {
    part: 'orders',
    name: 'Status without its step',
    says: 'An order stands where the last step of its history has brought it.',
  },
  total: {
    part: 'orders',
    name: 'Total',
    says: 'An order’s total is its subtotal, less the discount, and delivery.',
  },
  lines: {
    part: 'orders',
    name: 'Lines',
    says: 'What an order’s lines cost is its subtotal, and what they save is its discount.',
  },
  asked: {
    part: 'orders',
    name: 'Amount to pay',
    says: 'What the payment service is to collect is the order’s total.',
  },
  overdue: {
    part: 'orders',
    name: 'Waiting too long',
    says: 'An order waits for its payment no longer than its stock is held.',
  },
  waits_paid: {
    part: 'orders',
    name: 'Paid, and still waiting',
    says: 'An order that is paid does not wait for its payment.',
  },
  unpaid: {
    part: 'orders',
    name: 'On its way unpaid',
    says: 'An online order goes on only when it is paid, and is paid when its payment is known.',
  },
  unproven: {
    part: 'orders',
    name: 'Paid by nothing',
    says: 'An online order that says paid names the payment that paid it.',
  },
  cash_unproven: {
    part: 'orders',
    name: 'Cash that nobody collected',
    says: 'Cash on delivery counts as paid when somebody has said that it was collected.',
  },
  cash_uncounted: {
    part: 'orders',
    name: 'Cash that does not count',
    says: 'When cash was collected, the order is paid.',
  },
  refund_missing: {
    part: 'orders',
    name: 'Refund missing',
    says: 'What was paid for an order that was cancelled or returned goes back.',
  },
  refund_too_much: {
    part: 'orders',
    name: 'Too much goes back',
    says: 'No more goes back than was paid, and only for what was cancelled or returned.',
  },
  refund_slow: {
    part: 'orders',
    name: 'Refund on its way too long',
    says: 'A refund arrives within ten days of being sent.',
  },
  paid_there: {
    part: 'providers',
    name: 'Paid there, not here',
    says: 'Whatever a payment service has taken is a paid order, or owed back.',
  },
  unpaid_there: {
    part: 'providers',
    name: 'Paid here, not there',
    says: 'What is paid here, the payment service has, all of it.',
  },
  refunded_there: {
    part: 'providers',
    name: 'Sent back there, open here',
    says: 'A refund that was made there is done here.',
  },
  unrefunded_there: {
    part: 'providers',
    name: 'Sent back here, not there',
    says: 'A refund that is done here was made there.',
  },
} as const satisfies Record<string, Said>;

export type Rule = keyof typeof rules;
export const ruleNames = keysOf(rules);

/** Rules of one part. */
export type RuleOf<P extends Part> = {
  [Name in Rule]: (typeof rules)[Name] extends { part: P } ? Name : never;
}[Rule];

/** What can be sold, by the books and as it is stored. @property toSend pieces that lie there, and are sold */
export type Pieces = { books: number; stock: number; toSend: number };

/** Something that does not agree. Times are ISO 8601 UTC. */
export type Difference = {
  rule: Rule;
  /** A product's, an order's or a message's id. */
  about: string;
  /** What people call it by. */
  name: string;
  /** Where the desk shows it. */
  place: { screen: 'stock' | 'orders'; id: string } | null;
  expected: string;
  found: string;
  /** null where nobody can know. */
  since: string | null;
  /** What mends it, in words: by itself, or, where no machine may decide, by people, and where. */
  fix: string;
  /** Exactly what applying it writes; nothing where people have to. */
  writes: string[];
  /** How it stood when it was found; a fix is applied to just that. */
  seen: string;
  /** Stock is mended by counting. */
  pieces?: Pieces;
};

/** Whether it can be applied, and without asking for a number. */
export const canApply = ({ writes, pieces }: Difference): boolean =>
  pieces !== undefined || writes.length > 0;
export const needsCount = ({ pieces }: Difference): boolean => pieces !== undefined;

/** A payment that the provider has said nothing about, and why. That is no difference. */
export type NotAsked = { orderId: string; name: string; why: string };

/** What mending the stock writes, when so many pieces that can be sold were counted. */
export function writesOfCount({ books, stock }: Pieces, counted: number): string[] {
  return [
    `Stock: ${stock} → ${counted}`,
    `A change of ${signed(counted - books)}, so that the books say ${counted} too`,
    'A line in the audit',
  ];
}
