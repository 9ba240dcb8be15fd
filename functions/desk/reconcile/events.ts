/** Payment events that the shop received and has not handled. */
import { sql } from 'drizzle-orm';
import { orders, paymentEvents, payments, refunds } from '#db/schema/index.ts';
import type { Difference } from '#domain/reconciliation/rules.ts';
import type { DeskCall } from '../../lib/call.ts';
import { methodOfEvent } from '../../payments/events.ts';
import { type Paged, pageOf, pageSize } from '../paging.ts';
import { awaitRetry, providerName } from './messages.ts';
import { gracePeriod } from './order-rules.ts';

type Row = {
  id: string;
  number: number;
  type: string;
  receivedAt: number;
  attempts: number;
  orderId: string | null;
  reference: string | null;
};

const serialize = ({ id, type, receivedAt, attempts, orderId, reference }: Row): Difference => ({
  rule: 'event',
  about: id,
  name: reference ?? type,
  place: orderId ? { screen: 'orders', id: orderId } : null,
  expected: 'handled',
  found: `“${type}” from ${providerName(methodOfEvent(id))}; tried ${attempts === 1 ? 'once' : `${attempts} times`}`,
  since: receivedAt,
  fix: awaitRetry,
});

/** Lists the next page of unhandled events, oldest first. Writes nothing. */
export async function checkEvents({ db, now }: DeskCall, { after }: Paged) {
  const { at, id } = after ?? { at: 0, id: '0' };
  const rows = await db.read.all<Row>(sql`
    SELECT page.*, (SELECT reference FROM ${orders} WHERE id = page.orderId) AS reference FROM (
      SELECT e.id, e.rowid AS number, e.type, e.received_at AS receivedAt, e.attempts, coalesce(
        (SELECT order_id FROM ${payments} WHERE provider_id = e.about ->> 'providerId'
         AND method = CASE WHEN e.id GLOB 'stripe:*' THEN 'stripe' ELSE 'razorpay' END),
        (SELECT order_id FROM ${refunds} WHERE payment_id = e.about ->> 'paymentId')) AS orderId
      FROM ${paymentEvents} e
      WHERE e.handled_at IS NULL AND e.received_at < ${now - gracePeriod}
        AND (e.received_at, e.rowid) > (${at}, ${Number(id) || 0})
      ORDER BY e.received_at, e.rowid LIMIT ${pageSize + 1}
    ) AS page`);
  const page = pageOf(rows, ({ receivedAt, number }) => ({ at: receivedAt, id: String(number) }));
  return { differences: page.rows.map(serialize), looked: page.rows.length, total: null, next: page.next };
}
