/** What mends a difference of an order: each in one batch, on the condition that nothing has changed. */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderEvents, orders, payments } from '#db/schema/index.ts';
import type { Payment } from '#db/schema/payments.ts';
import type { Operator } from '../../http/operator.ts';
import { oweRefund } from '../../orders/change.ts';
import type { Shop } from '../../payments/context.ts';
import { type PaymentState, ProviderRefused, ProviderSilent } from '../../payments/provider.ts';
import { refundDone } from '../../payments/refunds.ts';
import { actOn, type Settled } from '../../payments/settle.ts';
import { settleDue } from '../../payments/settle-due.ts';
import { noteDown } from '../audit.ts';
import { type Heard, madeThere, openRefund } from './compare.ts';
import { providerName } from './messages.ts';
import { noteInHistory } from './note.ts';
import type { How } from './rules.ts';
import { type Facts, still } from './snapshot.ts';

/** Who mends, with what. @property heard what the provider has just said, where it was asked already */
export type Desk = { shop: Shop; operator: Operator; heard?: Heard };

/** `changed`: nothing was written. */
type Outcome = { code: 'done'; says: string } | { code: 'changed' } | { code: 'silent' };
type Fix = (desk: Desk, facts: Facts) => Promise<Outcome>;

type Statement = ReturnType<Db['write']['run']>;

/**
 * A line in the order's history and one in the audit, if the order is still as it was found, and everything
 * else on the condition that they were written. Of the two only the audit names the operator: the history
 * calls it the shop's doing, so that the list of what operators did has it once.
 * @returns whether it was done
 */
async function write(
  { shop: { db, now }, operator }: Desk,
  facts: Facts,
  what: string,
  statements: (done: SQL) => readonly Statement[] = () => [],
): Promise<boolean> {
  const mark = crypto.randomUUID();
  const done = sql`EXISTS (SELECT 1 FROM ${orderEvents} WHERE id = ${mark})`;
  const results = await db.write.batch([
    noteInHistory(db, { id: mark, orderId: facts.id, operator, says: what, now }, still(facts)),
    noteDown(db, operator, { action: 'reconciled', about: facts.reference, detail: what }, now, done),
    ...statements(done),
    db.write.select({ done: sql<number>`${done}` }).from(sql`(SELECT 1)`),
  ]);
  const [row] = results.at(-1) as unknown as { done: number }[];
  return row?.done === 1;
}

/** One that is written whole, at once. */
const atOnce =
  (
    what: (facts: Facts) => string,
    statements: (desk: Desk, facts: Facts, done: SQL) => readonly Statement[],
  ) =>
  async (desk: Desk, facts: Facts): Promise<Outcome> => {
    const says = what(facts);
    const written = await write(desk, facts, says, (done) => statements(desk, facts, done));
    return written ? { code: 'done', says } : { code: 'changed' };
  };

const setPaid = ({ shop: { db } }: Desk, { id }: Facts, paid: 0 | 1, done: SQL) =>
  db.write.run(sql`UPDATE ${orders} SET paid = ${paid} WHERE id = ${id} AND ${done}`);

/** What acting on a provider's word has come to. */
const outcomes: Record<Exclude<Settled, 'silent'>, string> = {
  paid: 'the money is there, and the order is paid.',
  open: 'it can still be paid. Nothing else was written.',
  ended: 'the order does not wait for this payment; what was taken for it is owed back.',
  flagged: 'the money does not fit the order: it is flagged, and was not applied.',
};

/** Written down first, since the rooms that act on a provider's word have batches, and conditions, of their own. */
async function acting(
  desk: Desk,
  facts: Facts,
  act: (payment: Payment) => Promise<Settled>,
): Promise<Outcome> {
  const { db } = desk.shop;
  const who = providerName(facts.method);
  const [payment] = await db.read.select().from(payments).where(eq(payments.orderId, facts.id));
  if (!payment || !(await write(desk, facts, `${who} was asked.`))) return { code: 'changed' };
  const settled = await act(payment);
  return settled === 'silent' ? { code: 'silent' } : { code: 'done', says: `${who}: ${outcomes[settled]}` };
}

/** Only money is acted on: an order that says paid must not be cancelled for want of it. */
const settle: Fix = async (desk, facts) => {
  const state = await said(desk, facts);
  if (!state) return { code: 'silent' };
  if (state.state !== 'paid' && state.state !== 'authorized') return nothing(facts, state);
  return acting(desk, facts, (payment) => actOn(desk.shop, payment, state));
};

const nothing = ({ method }: Facts, { state }: PaymentState): Outcome => ({
  code: 'done',
  says: `${providerName(method)} does not have just this money (${state}). Nothing was written.`,
});

/** Just this order's money, and nobody else's. */
const fits = (
  said: PaymentState,
  { id, total, amount, paymentId, refunds }: Facts,
): said is PaymentState & { state: 'paid' } =>
  said.state === 'paid' &&
  said.amount === total &&
  said.amount === amount &&
  said.currency.toUpperCase() === 'INR' &&
  (said.forOrder ?? id) === id &&
  (paymentId ?? said.paymentId) === said.paymentId &&
  !refunds.some((one) => one.paymentId === said.paymentId);

/** What the provider says, or that it says nothing. */
async function said({ shop, heard }: Desk, { method, providerId }: Facts): Promise<PaymentState | undefined> {
  if (heard) return heard.said;
  try {
    return await shop.providers[method].ask(providerId ?? '');
  } catch (error) {
    if (error instanceof ProviderSilent || error instanceof ProviderRefused) return undefined;
    throw error;
  }
}

/** For orders that are past waiting, whose own money `confirmPayment` would take for late. */
const adopt: Fix = async (desk, facts) => {
  const who = providerName(facts.method);
  const state = await said(desk, facts);
  if (!state) return { code: 'silent' };
  if (!fits(state, facts)) return nothing(facts, state);
  const { paymentId } = state;
  const says = `${who} has the money: payment ${paymentId} was noted.`;
  const written = await write(desk, facts, says, (done) => [
    desk.shop.db.write.run(sql`
      UPDATE ${payments} SET payment_id = ${paymentId}, next_ask_at = NULL WHERE order_id = ${facts.id} AND ${done}`),
    setPaid(desk, facts, 1, done),
  ]);
  return written ? { code: 'done', says } : { code: 'changed' };
};

/** Acts as the service's own message would have. */
const refunded: Fix = async (desk, facts) => {
  const { heard } = desk;
  const open = heard && openRefund(facts, heard);
  const made = open && madeThere(open, heard);
  if (!made) return { code: 'changed' };
  const says = `${providerName(facts.method)} has sent the money back (${made.refundId}).`;
  if (!(await write(desk, facts, says))) return { code: 'changed' };
  await refundDone(desk.shop, { ...made, paymentId: open.paymentId ?? '' });
  return { code: 'done', says };
};

export const fixes: Record<How, Fix> = {
  status: atOnce(
    ({ status, told }) => `the status is ${told} again, not ${status}.`,
    ({ shop: { db } }, { id, told }, done) => [
      db.write.run(sql`UPDATE ${orders} SET status = ${told} WHERE id = ${id} AND ${done}`),
    ],
  ),
  uncollect: atOnce(
    () => 'the order does not count as paid any more.',
    (desk, facts, done) => [setPaid(desk, facts, 0, done)],
  ),
  collect: atOnce(
    () => 'the order counts as paid.',
    (desk, facts, done) => [setPaid(desk, facts, 1, done)],
  ),
  owe: atOnce(
    () => 'the refund waits to be confirmed.',
    ({ shop: { db, now } }, { id: orderId, status: to }, done) => oweRefund(db, { orderId, to, now }, done),
  ),
  end: (desk, facts) => acting(desk, facts, (payment) => settleDue(desk.shop, payment)),
  settle,
  adopt,
  refunded,
};
