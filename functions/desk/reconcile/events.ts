/** What providers told the shop and nobody has acted on. */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders, paymentEvents, payments, refunds } from '#db/schema/index.ts';
import type { ProviderNews } from '#db/schema/provider-event.ts';
import type { Difference } from '#features/desk/reconcile.ts';
import type { Operator } from '../../http/operator.ts';
import type { Shop } from '../../payments/context.ts';
import { handleAgain, methodOf } from '../../payments/events.ts';
import { ProviderRefused, ProviderSilent } from '../../payments/provider.ts';
import { noteDown } from '../audit.ts';
import { type Cursor, pageOf, pageSize } from '../paging.ts';
import { providerName } from './messages.ts';
import { noteInHistory } from './note.ts';
import { patience } from './rules.ts';

type Row = {
  id: string;
  number: number;
  type: string;
  about: string;
  receivedAt: number;
  attempts: number;
  orderId: string | null;
  reference: string | null;
};

/** Events with the order that they speak of, if it is one of ours. */
const eventsQuery = (which: SQL): SQL => sql`
  SELECT page.*, (SELECT reference FROM ${orders} WHERE id = page.orderId) AS reference FROM (
    SELECT e.id, e.rowid AS number, e.type, e.about, e.received_at AS receivedAt, e.attempts, coalesce(
      (SELECT order_id FROM ${payments} WHERE provider_id = e.about ->> 'providerId'
       AND method = CASE WHEN e.id GLOB 'stripe:*' THEN 'stripe' ELSE 'razorpay' END),
      (SELECT order_id FROM ${refunds} WHERE payment_id = e.about ->> 'paymentId')) AS orderId
    FROM ${paymentEvents} e WHERE e.handled_at IS NULL AND ${which}
  ) AS page`;

const answer = ({ id, type, receivedAt, attempts, orderId, reference }: Row): Difference => ({
  rule: 'event',
  about: id,
  name: reference ?? type,
  place: orderId ? { screen: 'orders', id: orderId } : null,
  expected: 'acted on',
  found: `${providerName(methodOf(id))} said “${type}”; tried ${attempts === 1 ? 'once' : `${attempts} times`}`,
  since: new Date(receivedAt).toISOString(),
  fix: 'Act on it now, as the scheduled job does.',
  writes: [
    'What the message tells: a payment, a refund, or the end of one, as if it came now',
    'That it was handled',
    reference ? 'A line in the order’s history, and one in the audit' : 'A line in the audit',
  ],
  // It is there while it is not handled, however often it was tried.
  seen: 'open',
});

/** Oldest first; nothing is written. @param now UTC ms @param cursor from where to go on */
export async function checkEvents(db: Db, now: number, cursor: Cursor | undefined) {
  const { at, id } = cursor ?? { at: 0, id: '0' };
  const rows = await db.read.all<Row>(
    eventsQuery(sql`e.received_at < ${now - patience} AND (e.received_at, e.rowid) > (${at}, ${Number(id) || 0})
      ORDER BY e.received_at, e.rowid LIMIT ${pageSize + 1}`),
  );
  const page = pageOf(rows, ({ receivedAt, number }) => ({ at: receivedAt, id: String(number) }));
  return {
    differences: page.rows.map(answer),
    looked: page.rows.length,
    total: null,
    next: page.next,
  };
}

type Handled =
  | { ok: true; says: string; differences: Difference[] }
  | { ok: false; code: 'changed' | 'silent' };

/** Acts on it once more. @returns undefined when there is no such message @throws what acting on it threw */
export async function mendEvent(shop: Shop, operator: Operator, id: string): Promise<Handled | undefined> {
  const { db, now } = shop;
  const [known] = await db.read.select().from(paymentEvents).where(sql`id = ${id}`);
  if (!known) return undefined;
  const [row] = await db.read.all<Row>(eventsQuery(sql`e.id = ${id}`));
  if (!row) return { ok: false, code: 'changed' };
  const open = sql`EXISTS (SELECT 1 FROM ${paymentEvents} WHERE id = ${id} AND handled_at IS NULL)`;
  const says = `“${row.type}” of ${providerName(methodOf(id))} was acted on.`;
  const [, , claimed] = await db.write.batch([
    noteDown(db, operator, { action: 'reconciled', about: row.reference ?? id, detail: says }, now, open),
    noteInHistory(db, { id: crypto.randomUUID(), orderId: row.orderId, operator, says, now }, open),
    db.write
      .update(paymentEvents)
      .set({ attempts: sql`${paymentEvents.attempts} + 1` })
      .where(sql`id = ${id} AND handled_at IS NULL`)
      .returning({ id: paymentEvents.id }),
  ]);
  if (!claimed.length) return { ok: false, code: 'changed' };
  try {
    await handleAgain(shop, { id, about: JSON.parse(row.about) as ProviderNews });
  } catch (error) {
    if (error instanceof ProviderSilent || error instanceof ProviderRefused)
      return { ok: false, code: 'silent' };
    throw error;
  }
  return { ok: true, says, differences: [] };
}
