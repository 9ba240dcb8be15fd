/** The repairs of an order. Each writes one batch, on the condition that the order has not changed. */
import { eq, type SQL, sql } from 'drizzle-orm';
import { type Db, lastResults } from '#db/client.ts';
import { orderEvents, orders, payments } from '#db/schema/index.ts';
import type { Payment } from '#db/schema/payments.ts';
import type { Operator } from '../../http/operator.ts';
import { createDueRefund } from '../../orders/change.ts';
import type { RequestContext } from '../../payments/context.ts';
import { type PaymentState, ProviderRefused, ProviderUnreachable } from '../../payments/provider.ts';
import { recordRefundDone } from '../../payments/refunds.ts';
import { applyState, type SettleOutcome } from '../../payments/settle.ts';
import { settleDue } from '../../payments/settle-due.ts';
import { writeAudit } from '../audit.ts';
import { addHistoryNote } from './history-note.ts';
import { providerName } from './messages.ts';
import type { RepairKind } from './order-rules.ts';
import { findOpenRefund, type ProviderState, providerRefundOf } from './provider-rules.ts';
import { isUnchanged, type OrderSnapshot } from './snapshot.ts';

/** @property provider the provider's current state, where it was already read */
export type RepairContext = { shop: RequestContext; operator: Operator; provider?: ProviderState };

/** `changed` and `unreachable`: nothing was repaired. */
type RepairOutcome = { code: 'done'; message: string } | { code: 'changed' } | { code: 'unreachable' };
type Repair = (context: RepairContext, order: OrderSnapshot) => Promise<RepairOutcome>;

type Statement = ReturnType<Db['write']['run']>;

/**
 * Writes a note to the order's history and an audit entry if the order has not changed, and the other statements on
 * the condition that both were written. The history note has the shop as its actor, so that the audit list, which
 * joins both tables, shows the repair once.
 * @returns whether it was written
 */
async function writeNotes(
  { shop: { db, now }, operator }: RepairContext,
  order: OrderSnapshot,
  text: string,
  statements: (done: SQL) => readonly Statement[] = () => [],
): Promise<boolean> {
  const mark = crypto.randomUUID();
  const done = sql`EXISTS (SELECT 1 FROM ${orderEvents} WHERE id = ${mark})`;
  const queries = [db.write.select({ done: sql<number>`${done}` }).from(sql`(SELECT 1)`)] as const;
  const results = await db.write.batch([
    addHistoryNote(db, { id: mark, orderId: order.id, operator, text, now }, isUnchanged(order)),
    writeAudit(db, operator, { action: 'reconciled', about: order.reference, detail: text }, now, done),
    ...statements(done),
    ...queries,
  ]);
  const [[row]] = lastResults(results, queries);
  return row?.done === 1;
}

/** A repair that consists of one batch. */
const inOneBatch =
  (
    text: (order: OrderSnapshot) => string,
    statements: (context: RepairContext, order: OrderSnapshot, done: SQL) => readonly Statement[],
  ) =>
  async (context: RepairContext, order: OrderSnapshot): Promise<RepairOutcome> => {
    const message = text(order);
    const written = await writeNotes(context, order, message, (done) => statements(context, order, done));
    return written ? { code: 'done', message } : { code: 'changed' };
  };

const setPaid = ({ shop: { db } }: RepairContext, { id }: OrderSnapshot, paid: 0 | 1, done: SQL) =>
  db.write.run(sql`UPDATE ${orders} SET paid = ${paid} WHERE id = ${id} AND ${done}`);

/** The outcome of applying a provider's answer, for operators. */
const settleMessages: Record<Exclude<SettleOutcome, 'unreachable'>, string> = {
  paid: 'the payment is confirmed, and the order is paid.',
  open: 'the order can still be paid. Nothing else was written.',
  ended: 'the order does not wait for this payment; any money taken for it will be refunded.',
  flagged: 'the payment does not match the order: it was flagged, and not applied.',
};

/** Writes the note first: the functions that apply a provider's answer have batches and conditions of their own. */
async function noteThenAct(
  context: RepairContext,
  order: OrderSnapshot,
  act: (payment: Payment) => Promise<SettleOutcome>,
): Promise<RepairOutcome> {
  const { db } = context.shop;
  const providerLabel = providerName(order.method);
  const [payment] = await db.read.select().from(payments).where(eq(payments.orderId, order.id));
  if (!payment || !(await writeNotes(context, order, `${providerLabel} was asked.`)))
    return { code: 'changed' };
  const settled = await act(payment);
  return settled === 'unreachable'
    ? { code: 'unreachable' }
    : { code: 'done', message: `${providerLabel}: ${settleMessages[settled]}` };
}

/** Applies only payments: an order that is marked as paid must not be cancelled because the provider has no payment. */
const settle: Repair = async (context, order) => {
  const state = await readPaymentState(context, order);
  if (!state) return { code: 'unreachable' };
  if (state.state !== 'paid' && state.state !== 'authorized') return nothingWritten(order, state);
  return noteThenAct(context, order, (payment) => applyState(context.shop, payment, state));
};

const nothingWritten = ({ method }: OrderSnapshot, { state }: PaymentState): RepairOutcome => ({
  code: 'done',
  message: `${providerName(method)} does not have exactly this payment (${state}). Nothing was written.`,
});

/** Whether the provider's payment has exactly this order's amount and belongs to no other order. */
const isExactPayment = (
  payment: PaymentState,
  { id, total, amount, paymentId, refunds }: OrderSnapshot,
): payment is PaymentState & { state: 'paid' } =>
  payment.state === 'paid' &&
  payment.amount === total &&
  payment.amount === amount &&
  payment.currency.toUpperCase() === 'INR' &&
  (payment.forOrder ?? id) === id &&
  (paymentId ?? payment.paymentId) === payment.paymentId &&
  !refunds.some((one) => one.paymentId === payment.paymentId);

/** The provider's state of the payment, or `undefined` when it gives no answer. */
async function readPaymentState(
  { shop, provider }: RepairContext,
  { method, providerId }: OrderSnapshot,
): Promise<PaymentState | undefined> {
  if (provider) return provider.payment;
  try {
    return await shop.providers[method].retrieve(providerId ?? '');
  } catch (error) {
    if (error instanceof ProviderUnreachable || error instanceof ProviderRefused) return undefined;
    throw error;
  }
}

/** Records the payment of an order that is no longer pending; `confirmPayment` would treat it as late. */
const adoptPayment: Repair = async (context, order) => {
  const providerLabel = providerName(order.method);
  const state = await readPaymentState(context, order);
  if (!state) return { code: 'unreachable' };
  if (!isExactPayment(state, order)) return nothingWritten(order, state);
  const { paymentId } = state;
  const message = `${providerLabel} has the payment: ${paymentId} was recorded.`;
  const written = await writeNotes(context, order, message, (done) => [
    context.shop.db.write.run(sql`
      UPDATE ${payments} SET payment_id = ${paymentId}, next_ask_at = NULL WHERE order_id = ${order.id} AND ${done}`),
    setPaid(context, order, 1, done),
  ]);
  return written ? { code: 'done', message } : { code: 'changed' };
};

/** Does what the provider's own event would have done. */
const markRefunded: Repair = async (context, order) => {
  const { provider } = context;
  const open = provider && findOpenRefund(order, provider);
  const made = open && providerRefundOf(open, provider);
  if (!made) return { code: 'changed' };
  const message = `${providerName(order.method)} has refunded the payment (${made.refundId}).`;
  if (!(await writeNotes(context, order, message))) return { code: 'changed' };
  await recordRefundDone(context.shop, { ...made, paymentId: open.paymentId ?? '' });
  return { code: 'done', message };
};

export const repairs: Record<RepairKind, Repair> = {
  status: inOneBatch(
    ({ status, lastStatus }) => `the status is ${lastStatus} again, not ${status}.`,
    ({ shop: { db } }, { id, lastStatus }, done) => [
      db.write.run(sql`UPDATE ${orders} SET status = ${lastStatus} WHERE id = ${id} AND ${done}`),
    ],
  ),
  uncollect: inOneBatch(
    () => 'the order no longer counts as paid.',
    (context, order, done) => [setPaid(context, order, 0, done)],
  ),
  collect: inOneBatch(
    () => 'the order counts as paid.',
    (context, order, done) => [setPaid(context, order, 1, done)],
  ),
  owe: inOneBatch(
    () => 'the refund waits to be confirmed.',
    ({ shop: { db, now } }, { id: orderId, status: to }, done) =>
      createDueRefund(db, { orderId, to, now }, done),
  ),
  end: (context, order) => noteThenAct(context, order, (payment) => settleDue(context.shop, payment)),
  settle,
  adopt: adoptPayment,
  refunded: markRefunded,
};
