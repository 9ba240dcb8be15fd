/** Cash on delivery that came home: as an operator says it, or as a courier's file of remittances does. */
import { eq, type SQL, sql } from 'drizzle-orm';
import { orders, remittances, remittanceTransfers } from '#db/schema/index.ts';
import type { OrderRow } from '#db/schema/orders.ts';
import { collectable } from '#domain/orders/moves.ts';
import { isPaidOnDelivery } from '#domain/payments/payment-methods.ts';
import { type Charges, sumOfCharges } from '#domain/shipping/remittance-file.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import type { Owner } from '../lib/owner.ts';
import { factorMissing, notFound, notOperator, type Refusal, refusal, signedOut } from '../lib/refusal.ts';
import { sessionUserId } from '../lib/session.ts';
import { type Changed, changeOrder } from './change-order.ts';
import { type Effect, insert, update } from './effects.ts';
import { orderChanged } from './history.ts';
import type { OrderCall } from './operator.ts';

/** The row of the history when the cash of an order was collected. */
export const cashEvent = { kind: 'payment', text: 'Cash was collected.' } as const;

/** Whether cash of an order can come in. */
const takesCash = ({ paymentMethod, status }: Pick<OrderRow, 'paymentMethod' | 'status'>): boolean =>
  isPaidOnDelivery(paymentMethod) && collectable.includes(status);

/** Whether cash of an order is still to come. */
export const owesCash = (order: Pick<OrderRow, 'paymentMethod' | 'status' | 'paid'>): boolean =>
  !order.paid && takesCash(order);

/**
 * @property amount that the buyer has paid @property charges what the courier has kept of it; the rest was transferred
 * @property accepted the amount may be another one than is due
 */
export type Remittance = {
  amount: Paise;
  charges: Charges;
  day: string | null;
  utr: string;
  accepted: boolean;
};

/**
 * @property seen number of rows of the order's history that the operator had read
 * @property proven the condition that the operator's password, which was checked, is still theirs
 */
export type CashRequest = { orderId: string; seen: number; remittance?: Remittance; proven: SQL };

/** Why no cash is recorded. */
export const cashRefusals = {
  signedOut,
  notOperator,
  factorMissing,
  notFound,
  changed: orderChanged,
  noCash: refusal(409, 'no_cash', () => ({
    message: 'No cash is expected of this order. Nothing was done.',
  })),
  recorded: refusal(409, 'recorded', () => ({ message: 'This is recorded already. Nothing was done.' })),
  /** The courier's amount is not what is due, and the operator has not ticked it. */
  differs: refusal(409, 'differs', (due: Paise) => ({
    message: `${formatPrice(due)} is due of this order. Nothing was done.`,
  })),
};

/**
 * Records that the cash of an order was collected, with the remittance that says so. A remittance of an order whose cash was
 * recorded before is added to it, with a note.
 */
export function recordCash(
  call: OrderCall,
  { orderId, seen, remittance, proven }: CashRequest,
): Promise<Changed | Refusal> {
  const { db, now } = call;
  const reads = [
    db.read.select({ amount: remittances.amount }).from(remittances).where(eq(remittances.orderId, orderId)),
  ] as const;
  const caller = { owner: call.owner, as: 'operator', proven } as const;
  return changeOrder<Changed, typeof reads>(
    call,
    caller,
    { orderId, seen, ...(remittance && { once: onceFor(orderId, remittance) }) },
    reads,
    ({ order }, remitted) => {
      const { status, paid } = order;
      const result = (rows: number) => ({ ok: true, status, seen: rows }) as const;
      if (!takesCash(order)) return cashRefusals.noCash();
      const collecting = { event: cashEvent, effects: [update(orders, orderId, { paid: true })], result };
      if (!remittance) return paid ? cashRefusals.recorded() : collecting;
      const due = order.total - remitted.reduce((sum, { amount }) => sum + amount, 0);
      if (due !== remittance.amount && !remittance.accepted) return cashRefusals.differs(due);
      const note = { kind: 'note', isHidden: true, text: noteOf(remittance, due) } as const;
      const rows = remittanceEffects(order, remittance, call.owner, now);
      if (paid) return { event: note, effects: rows, result };
      const differs = due !== remittance.amount ? [{ effect: 'event', event: note } as const] : [];
      return { ...collecting, effects: [...collecting.effects, ...rows, ...differs] };
    },
  );
}

/** A row of a file is recorded once. */
const onceFor = (orderId: string, { utr }: Remittance) => ({
  when: sql`EXISTS (SELECT 1 FROM ${remittances} WHERE order_id = ${orderId} AND utr = ${utr})`,
  refusal: cashRefusals.recorded,
});

/** What a remittance says that is not simply what is due. */
function noteOf({ amount, charges, utr }: Remittance, due: Paise): string {
  const kept = sumOfCharges(charges);
  const came = `The courier has transferred ${formatPrice(amount - kept)}${kept ? ` of ${formatPrice(amount)}, after charges of ${formatPrice(kept)}` : ''}${utr && `, UTR ${utr}`}.`;
  return due === amount ? came : `${came} ${formatPrice(Math.max(due, 0))} was due.`;
}

/** The rows of a remittance. Its transfer may have been stored with another parcel. */
function remittanceEffects(
  { id: orderId, trackingId, courier }: OrderRow,
  { amount, charges, day, utr }: Remittance,
  owner: Owner,
  now: number,
): Effect[] {
  const transfer: Effect = {
    effect: 'also',
    statements: (db) => [
      db.write.insert(remittanceTransfers).values({ utr, courier, at: now }).onConflictDoNothing(),
    ],
  };
  return [
    ...insert(remittances, {
      id: crypto.randomUUID(),
      orderId,
      trackingId,
      courier,
      amount,
      ...charges,
      day,
      utr,
      at: now,
      confirmedBy: sessionUserId(owner.tokenHash, owner.now),
    }),
    ...(utr ? [transfer] : []),
  ];
}
