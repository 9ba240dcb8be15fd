/** One order at the desk, with all that is known of it; and the notes that operators leave on it. */
import { asc, eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { disputes, orderEvents, orders, payments, refunds, users } from '#db/schema/index.ts';
import type { Payment } from '#db/schema/payments.ts';
import { deedsFor } from '#features/desk/orders.ts';
import { toRupees } from '#lib/money.ts';
import type { Operator } from '../http/operator.ts';
import { answerHistory, asSeen, type Changed, changed, historyOf, unseen } from '../orders/history.ts';
import { linesOf } from '../orders/queries.ts';
import { answerOrder } from '../orders/serialize.ts';

type Dispute = typeof disputes.$inferSelect;

const iso = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** @returns undefined when there is no such order. Amounts are rupees. */
export async function orderAtDesk(db: Db, id: string) {
  const [[row], lines, back, disputed, history] = await db.read.batch([
    db.read
      .select({
        order: orders,
        payment: payments,
        account: { _id: users.id, name: users.name, email: users.email },
        others: sql<number>`(SELECT count(*) FROM orders other WHERE other.user_id = ${orders.userId}) - 1`,
      })
      .from(orders)
      .leftJoin(payments, eq(payments.orderId, orders.id))
      .leftJoin(users, eq(users.id, orders.userId))
      .where(eq(orders.id, id)),
    linesOf(db, id),
    db.read.select().from(refunds).where(eq(refunds.orderId, id)).orderBy(asc(refunds.createdAt)),
    db.read.select().from(disputes).where(eq(disputes.orderId, id)).orderBy(asc(disputes.openedAt)),
    historyOf(db, id),
  ]);
  if (!row) return undefined;
  const { order, payment, account, others } = row;
  const answered = answerOrder(order, lines, back[0]?.status);
  return {
    order: answered,
    couponCode: order.couponCode,
    account: account && { ...account, others },
    payment: payment && answerPayment(payment),
    refunds: back.map(({ amount, createdAt, doneAt, ...refund }) => ({
      _id: refund.id,
      amount: toRupees(amount),
      reason: refund.reason,
      status: refund.status,
      failure: refund.failure,
      providerId: refund.providerId,
      date: new Date(createdAt).toISOString(),
      done: iso(doneAt),
    })),
    disputes: disputed.map(answerDispute),
    history: history.map(answerHistory),
    can: deedsFor(answered),
    /** To be sent along with a change: it is refused when more has happened by then. */
    seen: history.length,
  };
}

const answerPayment = (payment: Payment) => ({
  providerId: payment.providerId,
  paymentId: payment.paymentId,
  amount: toRupees(payment.amount),
  /** Until then the order keeps its stock unpaid. */
  holdUntil: iso(payment.holdUntil),
  /** When the provider is asked next, and how often it has been. */
  nextAskAt: iso(payment.nextAskAt),
  asked: payment.asked,
});

/** @property amount in the currency's own unit: rupees */
const answerDispute = ({ id, amount, currency, reason, status, respondBy, openedAt }: Dispute) => ({
  _id: id,
  amount: toRupees(amount),
  currency,
  reason,
  status,
  respondBy: iso(respondBy),
  date: new Date(openedAt).toISOString(),
});

type Noted = { ok: true; seen: number } | { ok: false; code: 'not_found' } | Changed;

/** Only operators see it. @param seen rows of the order's history that its writer had seen */
export async function writeNote(
  db: Db,
  { id: actorId }: Operator,
  { orderId, note, seen }: { orderId: string; note: string; seen: number },
  now: number,
): Promise<Noted> {
  const [rows, , [order]] = await db.write.batch([
    unseen(db, orderId, seen),
    db.write.run(sql`
      INSERT INTO ${orderEvents} (id, order_id, at, actor, actor_id, kind, reason, shown)
      SELECT ${crypto.randomUUID()}, id, ${now}, 'operator', ${actorId}, 'note', ${note}, 0
      FROM ${orders} WHERE id = ${orderId} AND ${asSeen(orderId, seen)}`),
    db.write.select({ status: orders.status }).from(orders).where(eq(orders.id, orderId)),
  ]);
  if (!order) return { ok: false, code: 'not_found' };
  return rows.length ? changed(order.status, seen, rows) : { ok: true, seen: seen + 1 };
}
