/** Payment events that the shop received and has not handled. */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders, paymentEvents, payments, refunds } from '#db/schema/index.ts';
import type { ProviderUpdate } from '#db/schema/provider-event.ts';
import type { Difference } from '#features/desk/reconcile/rules.ts';
import type { Operator } from '../../http/operator.ts';
import type { RequestContext } from '../../payments/context.ts';
import { methodOfEvent, retryEvent } from '../../payments/events.ts';
import { ProviderRefused, ProviderUnreachable } from '../../payments/provider.ts';
import { writeAudit } from '../audit.ts';
import { type Cursor, pageOf, pageSize } from '../paging.ts';
import { addHistoryNote } from './history-note.ts';
import { providerName } from './messages.ts';
import { gracePeriod } from './order-rules.ts';

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

/** Events with the order that they are about, if the shop has it. */
const eventsQuery = (which: SQL): SQL => sql`
  SELECT page.*, (SELECT reference FROM ${orders} WHERE id = page.orderId) AS reference FROM (
    SELECT e.id, e.rowid AS number, e.type, e.about, e.received_at AS receivedAt, e.attempts, coalesce(
      (SELECT order_id FROM ${payments} WHERE provider_id = e.about ->> 'providerId'
       AND method = CASE WHEN e.id GLOB 'stripe:*' THEN 'stripe' ELSE 'razorpay' END),
      (SELECT order_id FROM ${refunds} WHERE payment_id = e.about ->> 'paymentId')) AS orderId
    FROM ${paymentEvents} e WHERE e.handled_at IS NULL AND ${which}
  ) AS page`;

const serialize = ({ id, type, receivedAt, attempts, orderId, reference }: Row): Difference => ({
  rule: 'event',
  about: id,
  name: reference ?? type,
  place: orderId ? { screen: 'orders', id: orderId } : null,
  expected: 'handled',
  found: `“${type}” from ${providerName(methodOfEvent(id))}; tried ${attempts === 1 ? 'once' : `${attempts} times`}`,
  since: new Date(receivedAt).toISOString(),
  fix: 'Handle it now, as the scheduled job does.',
  writes: [
    'What the message reports: a payment, a refund, or the end of one, as if it arrived now',
    'The message is marked as handled',
    reference ? 'A line in the order’s history, and one in the audit' : 'A line in the audit',
  ],
  // The difference stays the same until the event is handled, regardless of the number of attempts.
  seen: 'open',
});

/** Lists the next page of unhandled events, oldest first. Writes nothing. @param now UTC ms */
export async function checkEvents(db: Db, now: number, cursor: Cursor | undefined) {
  const { at, id } = cursor ?? { at: 0, id: '0' };
  const rows = await db.read.all<Row>(
    eventsQuery(sql`e.received_at < ${now - gracePeriod} AND (e.received_at, e.rowid) > (${at}, ${Number(id) || 0})
      ORDER BY e.received_at, e.rowid LIMIT ${pageSize + 1}`),
  );
  const page = pageOf(rows, ({ receivedAt, number }) => ({ at: receivedAt, id: String(number) }));
  return {
    differences: page.rows.map(serialize),
    looked: page.rows.length,
    total: null,
    next: page.next,
  };
}

type EventResult =
  | { ok: true; message: string; differences: Difference[] }
  | { ok: false; code: 'changed' | 'unreachable' };

/** Handles an event again. @returns `undefined` for an unknown event @throws what handling it throws */
export async function repairEvent(
  shop: RequestContext,
  operator: Operator,
  id: string,
): Promise<EventResult | undefined> {
  const { db, now } = shop;
  const [known] = await db.read.select().from(paymentEvents).where(sql`id = ${id}`);
  if (!known) return undefined;
  const [row] = await db.read.all<Row>(eventsQuery(sql`e.id = ${id}`));
  if (!row) return { ok: false, code: 'changed' };
  const open = sql`EXISTS (SELECT 1 FROM ${paymentEvents} WHERE id = ${id} AND handled_at IS NULL)`;
  const message = `“${row.type}” of ${providerName(methodOfEvent(id))} was handled.`;
  const [, , claimed] = await db.write.batch([
    writeAudit(
      db,
      operator,
      { action: 'reconciled', about: row.reference ?? id, detail: message },
      now,
      open,
    ),
    addHistoryNote(db, { id: crypto.randomUUID(), orderId: row.orderId, operator, text: message, now }, open),
    db.write
      .update(paymentEvents)
      .set({ attempts: sql`${paymentEvents.attempts} + 1` })
      .where(sql`id = ${id} AND handled_at IS NULL`)
      .returning({ id: paymentEvents.id }),
  ]);
  if (!claimed.length) return { ok: false, code: 'changed' };
  try {
    await retryEvent(shop, { id, about: JSON.parse(row.about) as ProviderUpdate });
  } catch (error) {
    if (error instanceof ProviderUnreachable || error instanceof ProviderRefused)
      return { ok: false, code: 'unreachable' };
    throw error;
  }
  return { ok: true, message, differences: [] };
}
