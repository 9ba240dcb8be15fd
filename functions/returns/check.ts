/**
 * A return that has come is checked: what meets the condition is given back (docs/behaviour.md, "Returns"), with stock, credit
 * note and refund in the batch of a row of the order's history that is written only if the order has not changed since.
 */
import { eq, sql } from 'drizzle-orm';
import { brokenConstraint, lastResults } from '#db/client.ts';
import { orderEvents, returns } from '#db/schema/index.ts';
import { unitsText } from '#domain/orders/cancellation.ts';
import { moneyBack } from '#domain/orders/money-back.ts';
import { canBeRefunded } from '#domain/orders/moves.ts';
import {
  type CheckedLine,
  type ReturnStatus,
  returnReference,
  returnTargets,
} from '#domain/returns/return.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import { newReference, referenceDigits } from '../checkout/reference.ts';
import type { Owner } from '../lib/owner.ts';
import { type Refusal, refusal, wrongFields } from '../lib/refusal.ts';
import { findSessionUser, isOperator, sessionUserId } from '../lib/session.ts';
import { firstDelivery, giveBackFirstDelivery, prepareGivingBack } from '../orders/give-back.ts';
import { historyLength } from '../orders/history.ts';
import { type OrderContext, refusalOf } from '../orders/operator.ts';
import { orderOfPurchase, othersUnchanged, readPurchase, remainderOfOrder } from '../orders/purchase.ts';
import { refundRefusals, refuseGiving } from '../orders/refund-order.ts';
import { type StoredUnits, selectReturnableLines } from '../orders/returns.ts';
import { changeCause, enqueueOrderEmail } from '../outbox/enqueue.ts';
import { exchangeRefusals, placeExchange, planExchange } from './exchange.ts';
import { findReturn, returnMoveRefusals } from './move.ts';
import { type ApiReturnQuote, quoteReturn, type ReturnedUnits, wantedOf } from './plan.ts';

/** @property seen its status when it was read @property lines of the return */
type CheckedReturn = { id: string; seen: ReturnStatus; lines: readonly CheckedLine[] };

/** @property reason the shopper sees it */
export type ReturnCheck = CheckedReturn & { reason: string | null };

/** Why a return is not checked, besides those of its steps. */
export const checkRefusals = {
  ...returnMoveRefusals,
  notPaid: refusal(
    409,
    'not_paid',
    'Nothing was paid for this order yet. If the courier has its cash, record that first.',
  ),
  nothing: refusal(
    409,
    'nothing_accepted',
    'Nothing is accepted. Decline the return instead, with the reason.',
  ),
  ...exchangeRefusals,
  notOpen: refundRefusals.notOpen,
  tooMany: refundRefusals.tooMany,
};

/** @property amount to be sent @property exchange reference of the order with what was exchanged */
type Checked = {
  ok: true;
  status: ReturnStatus;
  reference: string;
  amount: Paise;
  exchange: string | undefined;
};

/** The units of a return that are accepted. */
const returnedUnits = (accepted: readonly CheckedLine[], units: readonly StoredUnits[]): ReturnedUnits[] =>
  accepted.map(({ position, accepted: quantity, exchange = false }) => ({
    position,
    quantity,
    reason: units.find((unit) => unit.position === position)?.reason ?? 'changed_mind',
    isExchanged: exchange,
  }));

/** `1 × Glow Serum and 2 × Rose Toner`. */
const acceptedText = (
  accepted: readonly CheckedLine[],
  units: readonly { position: number; name: string }[],
): string =>
  unitsText(
    accepted.map((line) => ({
      name: units.find(({ position }) => position === line.position)?.name ?? '',
      quantity: line.accepted,
    })),
  );

/** Reads a return that is to be checked, with what an operator accepts of it. */
async function readCheck(
  { db, now }: OrderContext,
  owner: Owner,
  { id, seen, lines: checked }: CheckedReturn,
) {
  const found = await findReturn(db, owner, id);
  if (!found.ok) return found;
  const { one, units } = found.row;
  if (one.status !== seen || !returnTargets(one.status, 'operator').includes('Checked'))
    return returnMoveRefusals.changed(one.status);
  const [returnable, ...rows] = await db.read.batch([
    selectReturnableLines(db, [one.orderId]),
    ...readPurchase(db, one.orderId),
  ]);
  const read = orderOfPurchase(one.orderId, rows);
  if (!read) return returnMoveRefusals.notFound('This return');
  const { order } = read;
  if (!canBeRefunded(order.status)) return checkRefusals.notOpen(order.status);
  if (!order.paid) return checkRefusals.notPaid();
  const strange = checked.find(({ position, accepted }) => {
    const asked = units.find((unit) => unit.position === position);
    return !asked || accepted > asked.quantity;
  });
  if (strange) return wrongFields({ lines: 'More is accepted than the return has.' });
  const accepted = checked.filter((line) => line.accepted > 0);
  if (!accepted.length) return checkRefusals.nothing();
  const exchange = planExchange(accepted, units, returnable, now);
  if ('ok' in exchange) return exchange;
  const returned = returnedUnits(accepted, units);
  return {
    ok: true as const,
    one,
    units,
    orderReference: found.reference,
    read,
    accepted,
    returned,
    exchange,
  };
}

/** What a return would give back, before it is checked. */
export async function quoteCheck(
  context: OrderContext,
  owner: Owner,
  checked: CheckedReturn,
): Promise<({ ok: true } & ApiReturnQuote) | Refusal> {
  const found = await readCheck(context, owner, checked);
  return found.ok ? quoteReturn(found.read, found.returned, found.exchange.lineOf) : found;
}

/** Checks a return. Pieces are exchanged where the shopper has asked for it and the operator says so; else they are refunded. */
export async function checkReturn(
  context: OrderContext,
  owner: Owner,
  { reason, ...checked }: ReturnCheck,
): Promise<Checked | Refusal> {
  const found = await readCheck(context, owner, checked);
  if (!found.ok) return found;
  const { db, now } = context;
  const { id, seen } = checked;
  const { one, units, read, accepted, exchange } = found;
  const { order, lines, events } = read;
  const reference = returnReference(found.orderReference, one.number);
  const what = acceptedText(accepted, units);
  const wanted = wantedOf(remainderOfOrder(read), found.returned);
  const about = { refundReason: 'returned' as const, reason: reason ?? `Return ${reference}`, now };
  const giving = prepareGivingBack(
    db,
    read,
    wanted,
    (position) => ({
      kind: 'returned',
      restock: accepted.find((line) => line.position === position)?.restock ?? false,
    }),
    about,
    exchange.lineOf,
  );
  if (!giving.ok) return refuseGiving(giving, lines);
  const delivery = wanted.delivery ? (firstDelivery(read)?.amount ?? 0) : 0;
  const due = giving.due + delivery;
  const eventId = crypto.randomUUID();
  const done = sql`EXISTS (SELECT 1 FROM ${orderEvents} WHERE id = ${eventId})`;
  const newLines = giving.exchanged.flatMap(({ position, line }) => {
    const productId = exchange.productAt(position);
    return productId ? [{ ...line, productId }] : [];
  });
  const queries = [
    findSessionUser(db, owner.tokenHash, owner.now),
    db.write
      .select({ status: returns.status, done: sql<number>`${done}` })
      .from(returns)
      .where(eq(returns.id, id)),
  ] as const;
  const actor = sessionUserId(owner.tokenHash, owner.now);
  const exchangeText = `Exchange, return ${reference}`;
  const exchangeId = newLines.length ? crypto.randomUUID() : null;
  const textOf = (newOrder: string | undefined) =>
    [
      `Return ${reference} checked: ${what}.`,
      newOrder && `The exchange is order ${newOrder}.`,
      due && `${formatPrice(due)} will be refunded.`,
      reason,
    ]
      .filter(Boolean)
      .join(' ');
  const write = (newOrder: string | undefined) =>
    db.write.batch([
      db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, actor_id, kind, reason)
      SELECT ${eventId}, order_id, ${now}, 'operator', ${actor}, 'return', ${textOf(newOrder)}
      FROM ${returns} WHERE id = ${id} AND status = ${seen} AND ${isOperator(owner)}
      AND ${historyLength(one.orderId)} = ${events} AND ${othersUnchanged(read)}`),
      ...giving.statements(done, newOrder),
      ...(delivery ? giveBackFirstDelivery(db, read, about, done) : []),
      ...(exchangeId && newOrder
        ? placeExchange(
            db,
            {
              id: exchangeId,
              reference: newOrder,
              of: order,
              lines: newLines,
              actor,
              about: exchangeText,
              now,
            },
            done,
          )
        : []),
      db.write.run(sql`
      UPDATE ${returns} SET status = 'Checked', decided_at = coalesce(decided_at, ${now}), ended_at = ${now},
        answer = coalesce(${reason}, answer), exchange_order_id = ${exchangeId},
        refund_id = (SELECT part.refund_id FROM reductions AS part JOIN refunds AS r ON r.id = part.refund_id
          WHERE part.order_id = ${one.orderId} AND part.at = ${now} AND part.kind = 'returned' AND r.transfer IS NOT 'exchange' LIMIT 1),
        payout = iif(${moneyBack(read.paidWith, due).account}, payout, NULL)
      WHERE id = ${id} AND ${done}`),
      enqueueOrderEmail(
        db,
        { kind: 'return_checked', orderId: one.orderId, what, amount: due, reason, exchange: newOrder },
        changeCause(eventId),
        now,
        done,
      ),
      ...queries,
    ]);
  const written = await withNewReference(exchangeId !== null, write);
  if (!written) return exchangeRefusals.noExchange('sold_out', unitsText(units));
  const [[person], [after]] = lastResults(written.results, queries);
  const refused = refusalOf(person);
  if (refused) return refused;
  if (!after?.done) return returnMoveRefusals.changed(after?.status ?? seen);
  return { ok: true, status: 'Checked', reference, amount: due, exchange: written.newOrder };
}

/**
 * Writes with the reference of a new order, and with another one while it is taken.
 * @param isNeeded whether there is an order to name
 * @returns undefined if there is not enough left of what was exchanged: then nothing was written
 */
async function withNewReference<Results>(
  isNeeded: boolean,
  write: (reference: string | undefined) => Promise<Results>,
): Promise<{ results: Results; newOrder: string | undefined } | undefined> {
  if (!isNeeded) return { results: await write(undefined), newOrder: undefined };
  for (const digits of referenceDigits) {
    const newOrder = newReference(digits);
    try {
      return { results: await write(newOrder), newOrder };
    } catch (error) {
      const constraint = brokenConstraint(error);
      if (!constraint) throw error;
      if (!constraint.includes('orders.reference')) return undefined;
    }
  }
  return undefined;
}
