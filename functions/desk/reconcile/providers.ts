/** Asks the providers about a few online payments at a time, and says what differs. */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders } from '#db/schema/index.ts';
import type { NotAsked } from '#features/desk/reconcile.ts';
import { type OnlineMethod, orderStatuses } from '#features/orders/order.ts';
import type { Shop } from '../../payments/context.ts';
import { ProviderRefused, ProviderSilent } from '../../payments/provider.ts';
import { type Cursor, pageOf } from '../paging.ts';
import { compare, type Heard } from './compare.ts';
import { providerName } from './messages.ts';
import { patience } from './rules.ts';
import { answerOrder } from './serialize.ts';
import { type Facts, readFacts } from './snapshot.ts';

/**
 * Payments of one request. Each is one call to its provider, two with a refund; a Worker may make 50 in a
 * request, and Stripe's client makes one twice when it was not answered.
 */
const atOnce = 10;

type Hearing = { ok: true; heard: Heard } | { ok: false; why: string };

/** Asks about one payment. Silence is no answer, and neither is a provider that knows nothing of it. */
export async function hear({ providers }: Shop, { method, providerId, refunds }: Facts): Promise<Hearing> {
  const provider = providers[method];
  if (provider.closed) return { ok: false, why: 'cannot be asked: there are no keys' };
  const paymentIds = refunds.flatMap(({ paymentId }) => (paymentId === null ? [] : [paymentId]));
  try {
    const [said, ...back] = await Promise.all([
      provider.ask(providerId ?? ''),
      ...paymentIds.map((paymentId) => provider.returned(paymentId)),
    ]);
    const pairs = paymentIds.map((paymentId, n) => [paymentId, back[n] ?? []]);
    return { ok: true, heard: { said, back: Object.fromEntries(pairs) } };
  } catch (error) {
    if (error instanceof ProviderSilent) return { ok: false, why: 'did not answer' };
    if (error instanceof ProviderRefused) return { ok: false, why: `gave no answer: ${error.message}` };
    throw error;
  }
}

/** Orders whose payment has begun; those of this very moment are still on their way. */
const whose = (since: number, now: number, { at, id }: Cursor, limit: number) => sql`
  WHERE (o.created_at, o.id) < (${at}, ${id}) AND o.created_at >= ${since} AND o.created_at < ${now - patience}
    AND o.payment_method <> 'cod' AND p.provider_id IS NOT NULL
  ORDER BY o.created_at DESC, o.id DESC LIMIT ${limit}`;

/** How many there are at most: some have not begun to pay. Every part of the index is named, so that no row is read. */
async function countOf(db: Db, since: number, now: number): Promise<number> {
  const [row] = await db.read.all<{ n: number }>(sql`
    SELECT count(*) AS n FROM ${orders} INDEXED BY orders_paying
    WHERE payment_method IN ${['stripe', 'razorpay'] satisfies OnlineMethod[]} AND paid IN (0, 1)
      AND status IN ${orderStatuses} AND created_at >= ${since} AND created_at < ${now - patience}`);
  return row?.n ?? 0;
}

/** Newest first; nothing is written. @param since UTC ms @param cursor from where to go on */
export async function askProviders(shop: Shop, since: number, cursor: Cursor | undefined) {
  const { db, now } = shop;
  const from = cursor ?? { at: now, id: '' };
  const rows = await readFacts(db, whose(since, now, from, atOnce + 1));
  const page = pageOf(rows, ({ createdAt, id }) => ({ at: createdAt, id }), atOnce);
  const hearings = await Promise.all(page.rows.map((facts) => hear(shop, facts)));
  const notAsked: NotAsked[] = page.rows.flatMap(({ id, reference, method }, n) => {
    const hearing = hearings[n];
    const why = hearing?.ok === false ? `${providerName(method)} ${hearing.why}` : undefined;
    return why ? [{ orderId: id, name: reference, why }] : [];
  });
  return {
    differences: page.rows.flatMap((facts, n) => {
      const hearing = hearings[n];
      return hearing?.ok ? answerOrder(facts, compare(facts, hearing.heard)) : [];
    }),
    notAsked,
    looked: page.rows.length,
    total: cursor ? null : await countOf(db, since, now),
    next: page.next,
  };
}
