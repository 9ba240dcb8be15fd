/** Compares online payments with their providers, a few per request. */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders, payments } from '#db/schema/index.ts';
import { isPaidOnline, onlineMethods } from '#domain/payments/payment-methods.ts';
import { type CheckedPeriod, daysOf, type NotAsked } from '#domain/reconciliation/rules.ts';
import { oneDay } from '#lib/dates.ts';
import type { RequestContext, ShopCall } from '../../providers/context.ts';
import { ProviderRefused, ProviderUnreachable } from '../../providers/provider.ts';
import { type Cursor, type Paged, pageOf } from '../paging.ts';
import { providerName } from './messages.ts';
import { gracePeriod } from './order-rules.ts';
import { compareWithProvider, type ProviderState } from './provider-rules.ts';
import { serializeDifferences } from './serialize.ts';
import { type OrderSnapshot, readSnapshots } from './snapshot.ts';

/**
 * Payments per request. Each costs one call to its provider, two when it is paid. A Worker may make 50 calls in a
 * request, and Stripe's client repeats a call that gets no answer.
 */
const batchSize = 10;

type ProviderAnswer = { ok: true; provider: ProviderState } | { ok: false; why: string };

/** Reads a payment and its refunds from the provider. @returns the reason when there is no usable answer */
async function readProviderState(
  { providers, now }: RequestContext,
  { method, providerId, paymentId: ownId, refunds }: OrderSnapshot,
): Promise<ProviderAnswer> {
  if (!isPaidOnline(method)) return { ok: false, why: 'has no provider' };
  const provider = providers[method];
  if (provider.unavailableReason) return { ok: false, why: 'cannot be checked: its keys are missing' };
  try {
    const payment = await provider.retrieve(providerId ?? '', now);
    const paymentIds = refunds.flatMap(({ paymentId }) => paymentId ?? []);
    // Refunds of the dashboard too, of a payment that both know.
    if (payment.state === 'paid' && payment.paymentId === ownId) paymentIds.push(ownId);
    const lists = await Promise.all([...new Set(paymentIds)].map((id) => provider.listRefunds(id)));
    return { ok: true, provider: { payment, refunds: lists.flat() } };
  } catch (error) {
    if (error instanceof ProviderUnreachable) return { ok: false, why: 'did not answer' };
    if (error instanceof ProviderRefused) return { ok: false, why: `gave no answer: ${error.message}` };
    throw error;
  }
}

/**
 * The condition for orders whose online payment was started, without those of the last minutes. The plus leaves the index of the
 * orders' times to be used: that of the payments' methods leads to all of them.
 */
const onlinePaymentsBefore = (since: number, now: number, { at, id }: Cursor, limit: number) => sql`
  WHERE (o.created_at, o.id) < (${at}, ${id}) AND o.created_at >= ${since} AND o.created_at < ${now - gracePeriod}
    AND +p.method IN ${onlineMethods} AND p.provider_id IS NOT NULL
  ORDER BY o.created_at DESC, o.id DESC LIMIT ${limit}`;

/** Payments among which the first of a period is looked for: parallel orders are not written in the order of their times. */
const amongFirst = 20;

/** The approximate number of online payments of the period: by the rowids of the first and the last, without a count. */
async function countOnlinePayments(db: Db, since: number): Promise<number> {
  const [row] = await db.read.all<{ n: number | null }>(sql`
    SELECT (SELECT max(rowid) FROM ${payments}) + 1 - (SELECT min(first) FROM (
      SELECT p.rowid AS first FROM ${orders} o INDEXED BY orders_created CROSS JOIN ${payments} p ON p.order_id = o.id
      WHERE o.created_at >= ${since} ORDER BY o.created_at, o.id LIMIT ${amongFirst})) AS n`);
  return row?.n ?? 0;
}

/** Checks the next page of online payments, newest first. Writes nothing. @param since UTC ms */
export async function checkProviders(
  shop: ShopCall,
  { after: cursor, period }: { period: CheckedPeriod } & Paged,
) {
  const { db, now } = shop;
  const since = now - daysOf[period] * oneDay;
  const from = cursor ?? { at: now, id: '' };
  const rows = await readSnapshots(db, onlinePaymentsBefore(since, now, from, batchSize + 1));
  const page = pageOf(rows, ({ createdAt, id }) => ({ at: createdAt, id }), batchSize);
  const answers = await Promise.all(page.rows.map((order) => readProviderState(shop, order)));
  const notAsked: NotAsked[] = page.rows.flatMap(({ id, reference, method }, n) => {
    const answer = answers[n];
    const why = answer?.ok === false ? `${providerName(method)} ${answer.why}` : undefined;
    return why ? [{ orderId: id, name: reference, why }] : [];
  });
  return {
    differences: page.rows.flatMap((order, n) => {
      const answer = answers[n];
      return answer?.ok ? serializeDifferences(order, compareWithProvider(order, answer.provider)) : [];
    }),
    notAsked,
    looked: page.rows.length,
    total: cursor ? null : await countOnlinePayments(db, since),
    next: page.next,
  };
}
