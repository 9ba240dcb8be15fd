/** Refunds of parts of an order that was handed over, by operators (docs/behaviour.md, "Refunds of a part"). */
import { sql } from 'drizzle-orm';
import { lastResults } from '#db/client.ts';
import { orderEvents } from '#db/schema/index.ts';
import { canBeRefunded } from '#domain/orders/moves.ts';
import type { OrderStatus } from '#domain/orders/order.ts';
import type { ReductionResult, Wanted } from '#domain/orders/reductions.ts';
import { smallestRefund } from '#domain/orders/refund.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import type { Owner } from '../lib/owner.ts';
import { findSessionUser, isOperator, sessionUserId } from '../lib/session.ts';
import { prepareGivingBack, readForGivingBack } from './give-back.ts';
import { type ChangedOrder, changedOrder, eventsSince } from './history.ts';
import { type OrderContext, type Refused, refusalOf } from './operator.ts';

/** @property quantity units of the line @property returned they have come back @property restock they can be sold again */
export type RefundedLine = { position: number; quantity: number; returned: boolean; restock: boolean };

/**
 * @property wanted what is given back: units of lines (with or without the delivery), or an amount
 * @property lines what happens with the units
 * @property reason the shopper sees it
 * @property seen number of rows of the order's history that the operator had read
 */
export type RefundRequest = {
  orderId: string;
  wanted: Exclude<Wanted, { everything: true }>;
  lines: readonly RefundedLine[];
  reason: string;
  seen: number;
};

export type RefundResult =
  /** @property tooSmall it waits for the next refund of the order @property seen rows of the order's history by now */
  | { ok: true; amount: Paise; tooSmall: boolean; seen: number }
  | Refused
  /** Not handed over yet, or ended. */
  | { ok: false; code: 'not_open'; status: OrderStatus }
  | { ok: false; code: 'not_paid' }
  | Exclude<ReductionResult & { ok: false }, { code: 'too_many' }>
  /** @property name of the line */
  | { ok: false; code: 'too_many'; name: string; left: number }
  | ChangedOrder;

/** Refunds units or an amount. Nothing is written if the order has changed since the operator read it. */
export async function refundOrder(
  { db, now }: OrderContext,
  owner: Owner,
  { orderId, wanted, lines: units, reason, seen }: RefundRequest,
): Promise<RefundResult> {
  const [changes, [row], lines, given, [invoice]] = await db.read.batch([
    eventsSince(db, orderId, seen),
    ...readForGivingBack(db, orderId),
  ]);
  if (!row) return { ok: false, code: 'not_found' };
  const { order, minimum, waiting, events } = row;
  const { status } = order;
  if (events !== seen) return { ...changedOrder(status, seen, changes), seen: events };
  if (!canBeRefunded(status)) return { ok: false, code: 'not_open', status };
  if (!order.paid) return { ok: false, code: 'not_paid' };
  const giving = prepareGivingBack(
    db,
    { order, minimum, events, lines, given, invoice },
    wanted,
    (position) => {
      const unit = units.find((one) => one.position === position);
      return { kind: unit?.returned ? 'returned' : 'refunded', restock: unit?.restock ?? false };
    },
    { refundReason: units.some(({ returned }) => returned) ? 'returned' : 'adjustment', reason, now },
  );
  if (!giving.ok) {
    if (giving.code !== 'too_many') return giving;
    const name = lines.find(({ position }) => position === giving.position)?.name ?? 'this product';
    return { ok: false, code: 'too_many', name, left: giving.left };
  }
  const eventId = crypto.randomUUID();
  const done = sql`EXISTS (SELECT 1 FROM ${orderEvents} WHERE id = ${eventId})`;
  const queries = [findSessionUser(db, owner.tokenHash, owner.now)] as const;
  const results = await db.write.batch([
    eventsSince(db, orderId, seen),
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, actor_id, kind, reason, shown)
      SELECT ${eventId}, ${orderId}, ${now}, 'operator', ${sessionUserId(owner.tokenHash, owner.now)}, 'refund',
             ${`${formatPrice(giving.amount)}: ${reason}`}, 1
      WHERE ${isOperator(owner)} AND (SELECT count(*) FROM ${orderEvents} WHERE order_id = ${orderId}) = ${events}`),
    ...giving.statements(done),
    ...queries,
  ]);
  const [[person]] = lastResults(results, queries);
  const refused = refusalOf(person);
  if (refused) return refused;
  if (results[0].length) return changedOrder(status, seen, results[0]);
  const tooSmall = giving.amount + waiting < smallestRefund[order.paymentMethod];
  return { ok: true, amount: giving.amount, tooSmall, seen: seen + 1 };
}
