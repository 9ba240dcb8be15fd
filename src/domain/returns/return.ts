/** Returns of delivered orders: states, moves and reasons (docs/behaviour.md, "Returns"). */
import type { ApiPhoto } from '#domain/photos/photo.ts';
import { endOfDay, oneDay } from '#lib/dates.ts';
import { keysOf } from '#lib/keys.ts';
import type { Rupees } from '#lib/money.ts';

/** States as they are stored. A checked return whose money was sent is shown as `Refunded`. */
export const returnStatuses = [
  'Requested',
  'Approved',
  'In Transit',
  'Checked',
  'Declined',
  'Cancelled',
] as const;
export type ReturnStatus = (typeof returnStatuses)[number];

/** Who moves a return. */
export type ReturnMover = 'shopper' | 'operator';

const moves: Record<ReturnStatus, Partial<Record<ReturnStatus, readonly ReturnMover[]>>> = {
  Requested: { Approved: ['operator'], Declined: ['operator'], Cancelled: ['shopper', 'operator'] },
  Approved: {
    'In Transit': ['operator'],
    Checked: ['operator'],
    Declined: ['operator'],
    Cancelled: ['shopper', 'operator'],
  },
  // A product that does not meet the condition is declined when it is here, and sent back.
  'In Transit': { Checked: ['operator'], Declined: ['operator'], Cancelled: ['operator'] },
  Checked: {},
  Declined: {},
  Cancelled: {},
};

/** The states to which that mover may move a return. */
export const returnTargets = (from: ReturnStatus, by: ReturnMover): ReturnStatus[] =>
  keysOf(moves[from]).filter((to) => moves[from][to]?.includes(by));

/** Whether a return still waits for something, so that its pieces cannot be returned once more. */
export const isOpenReturn = (status: ReturnStatus): boolean => returnTargets(status, 'operator').length > 0;

export const openReturnStatuses = returnStatuses.filter(isOpenReturn);

/** Who has caused that something comes back. */
export type Fault = 'shop' | 'shopper';

/**
 * Why something comes back.
 * @property fault `shop`: it is free and unconditional; excluded categories and the condition do not apply, exactly what was
 *   invoiced goes back, with the delivery, and no code is taken back
 * @property photo has to show it: what is damaged or wrong can be seen
 */
export const returnReasons = {
  damaged: { label: 'It arrived damaged or leaking', fault: 'shop', photo: true },
  wrong_product: { label: 'It is not what I ordered', fault: 'shop', photo: true },
  not_as_described: { label: 'It is not as its page says', fault: 'shop', photo: false },
  reaction: { label: 'My skin reacts to it', fault: 'shop', photo: false },
  does_not_suit: { label: 'It does not suit me', fault: 'shopper', photo: false },
  changed_mind: { label: 'I no longer want it', fault: 'shopper', photo: false },
} as const satisfies Record<string, { label: string; fault: Fault; photo: boolean }>;
export type ReturnReason = keyof typeof returnReasons;

/** Whose fault a reason is: what goes back, and on which condition, depends on it. */
export const faultOf = (reason: ReturnReason): Fault => returnReasons[reason].fault;

/** The reasons that are the shop's fault. */
export const shopFaults = keysOf(returnReasons).filter((reason) => faultOf(reason) === 'shop');

/** Whether a photo has to show it. */
export const needsPhoto = (reason: ReturnReason): boolean => returnReasons[reason].photo;

export const photoMissingMessage =
  'Please add a photo of what is damaged or wrong, so that we can decide at once.';

/** How the parcel comes to the shop. */
export const returnMethods = { pickup: 'A courier picks it up', post: 'I send it by post' } as const;
export type ReturnMethod = keyof typeof returnMethods;

/** Whether what the shopper has paid to send a return can be refunded, once. */
export const takesPostage = (status: ReturnStatus): boolean =>
  status === 'In Transit' || status === 'Checked';

/** `ORD-123456-R1` */
export const returnReference = (orderReference: string, number: number): string =>
  `${orderReference}-R${number}`;

/** A return in responses of the API. Amounts are rupees, times ISO 8601 UTC. */
export type ApiReturn = {
  _id: string;
  reference: string;
  status: ReturnStatus | 'Refunded';
  items: {
    _id: string;
    name: string;
    quantity: number;
    reason: ReturnReason;
    /** The size or shade that is wanted instead; null for the money. */
    exchange: string | null;
  }[];
  method: ReturnMethod;
  note: string | null;
  photos: ApiPhoto[];
  answer: string | null;
  /** Reference of the order with what was exchanged; null until it is checked, and for none. */
  exchange: string | null;
  /** Of its refund; null until it is checked, and where all was exchanged. */
  amount: Rupees | null;
  /** What is refunded of the postage; null for nothing. */
  postage: Rupees | null;
  date: string;
  decidedAt: string | null;
  sentAt: string | null;
  endedAt: string | null;
  refundedAt: string | null;
};

/** A step of a return for the shopper. @property at when it was done, ISO 8601 UTC; null: it is still to come */
export type ReturnStep = { label: string; at: string | null };

/** Until the shop has checked it, an exchange may still become money. */
const moneyStep = (items: ApiReturn['items'], status: ApiReturn['status']): string =>
  status !== 'Checked' && status !== 'Refunded' && items.some(({ exchange }) => exchange)
    ? 'Exchanged or refunded'
    : 'Refunded';

/** The steps of a return, done and to come, in their order. One that ended early shows only what was done. */
export function returnSteps(one: ApiReturn): ReturnStep[] {
  const { status, items, date, decidedAt, sentAt, endedAt, refundedAt, method, exchange, amount } = one;
  const requested = { label: 'Requested', at: date };
  const isDeclined = status === 'Declined';
  const sent = { label: method === 'pickup' ? 'Picked up' : 'Sent by you', at: sentAt };
  if (status === 'Cancelled' || isDeclined)
    return [
      requested,
      ...(sentAt ? [{ label: 'Approved', at: decidedAt }, sent] : []),
      { label: status, at: endedAt },
    ];
  return [
    requested,
    { label: 'Approved', at: decidedAt },
    // It may have come without the shop being told.
    ...(sentAt || status !== 'Checked' ? [sent] : []),
    { label: 'Received and checked', at: endedAt },
    ...(exchange ? [{ label: `Exchanged: order ${exchange}`, at: endedAt }] : []),
    ...(exchange === null || amount !== null ? [{ label: moneyStep(items, status), at: refundedAt }] : []),
  ];
}

/** A line of a delivered order. @property left units that were not given back @property category of the product */
export type ReturnableLine = { position: number; left: number; category: string };

/** The shop's rules (`returns` of content/store.yaml). @property excluded categories that come back only for the shop's fault */
export type ReturnRules = { days: number; excluded: readonly string[] };

/** Units that are asked back. */
export type WantedUnits = { position: number; quantity: number; reason: ReturnReason };

/** Why units cannot be returned. @property left units that can */
export type ReturnProblem =
  | { code: 'too_late'; until: number }
  | { code: 'too_many'; position: number; left: number }
  | { code: 'excluded'; position: number; category: string };

/** The end of the last day on which a delivered order can be returned, in India; UTC ms. */
export const returnableUntil = (deliveredAt: number, { days }: Pick<ReturnRules, 'days'>): number =>
  endOfDay(deliveredAt + days * oneDay);

/**
 * How many units of each line can still be returned: those that are left, less those of open returns.
 * @param open units of open returns @returns units by position
 */
export function returnableUnits(
  lines: readonly Pick<ReturnableLine, 'position' | 'left'>[],
  open: readonly Pick<WantedUnits, 'position' | 'quantity'>[],
): Map<number, number> {
  const asked = (position: number) =>
    open.reduce((sum, one) => sum + (one.position === position ? one.quantity : 0), 0);
  return new Map(lines.map(({ position, left }) => [position, Math.max(0, left - asked(position))]));
}

/**
 * Checks a request.
 * @param deliveredAt UTC ms @param now UTC ms
 * @returns the first problem, or undefined
 */
export function returnProblem(
  lines: readonly ReturnableLine[],
  open: readonly Pick<WantedUnits, 'position' | 'quantity'>[],
  wanted: readonly WantedUnits[],
  rules: ReturnRules,
  { deliveredAt, now }: { deliveredAt: number; now: number },
): ReturnProblem | undefined {
  const until = returnableUntil(deliveredAt, rules);
  if (now >= until) return { code: 'too_late', until };
  const units = returnableUnits(lines, open);
  for (const { position, quantity, reason } of wanted) {
    const left = units.get(position) ?? 0;
    if (quantity > left) return { code: 'too_many', position, left };
    const category = lines.find((line) => line.position === position)?.category ?? '';
    if (faultOf(reason) === 'shopper' && rules.excluded.includes(category))
      return { code: 'excluded', position, category };
  }
  return undefined;
}

/** A line of a return at its check. @property accepted units that meet the condition @property restock they can be sold again
 * @property exchange they are exchanged as the shopper has asked; else refunded */
export type CheckedLine = { position: number; accepted: number; restock: boolean; exchange?: boolean };
