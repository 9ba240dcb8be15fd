/**
 * Part of the scheduled job: writes to the people who wait for what is back in stock, in the order in which they asked
 * (docs/behaviour.md, "Back in stock"). An alert is open until the batch that enqueues its email, so it is sent once, even when a
 * run is stopped. What a limit of emails would hold stays open instead, since the stock may be gone when the limit ends.
 */
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { outbox, products, stockAlerts } from '#db/schema/index.ts';
import { oneDay } from '#lib/dates.ts';
import { enqueueEmail, isHeldNow } from '../outbox/enqueue.ts';

/** Emails of a run. */
const emailsPerRun = 20;

/** For how long somebody who was written to is expected to buy a piece, ms: nobody else is written to about it. */
const expectedFor = oneDay;

const kind = 'stock_alert';

/** Pieces that nobody was written to about, of a row of `products`; 0 while it is not sold. */
const freePieces = (now: number) =>
  sql<number>`iif(retired = 0 AND paused IS NULL, max(0, stock - (SELECT count(*) FROM ${stockAlerts} AS ended
    WHERE ended.product_id = products.id AND ended.ended_at > ${now - expectedFor})), 0)`;

/** Products with open alerts and free pieces. The recursion reads one row of the index for each product that has open alerts. */
const selectBack = (db: Db, now: number) =>
  db.read.all<{ id: string; name: string; free: number }>(sql`
    WITH RECURSIVE awaited(id) AS (
      SELECT min(product_id) FROM ${stockAlerts} WHERE ended_at IS NULL
      UNION ALL
      SELECT (SELECT min(product_id) FROM ${stockAlerts} WHERE ended_at IS NULL AND product_id > awaited.id)
      FROM awaited WHERE awaited.id IS NOT NULL)
    SELECT products.id, products.name, ${freePieces(now)} AS free FROM awaited JOIN products ON products.id = awaited.id
    WHERE free > 0 LIMIT ${emailsPerRun}`);

/** Those who have waited longest for a product. */
const selectWaiting = (db: Db, { id, free }: { id: string; free: number }, now: number) =>
  db.read
    .select()
    .from(stockAlerts)
    .where(
      and(
        eq(stockAlerts.productId, id),
        isNull(stockAlerts.endedAt),
        sql`NOT ${isHeldNow(kind, stockAlerts.email, stockAlerts.mailbox, now)}`,
      ),
    )
    .orderBy(asc(stockAlerts.createdAt), asc(stockAlerts.mailbox))
    .limit(Math.min(free, emailsPerRun));

/** @param now UTC ms */
export async function sendStockAlerts(db: Db, now: number): Promise<void> {
  const back = await selectBack(db, now);
  const [first, ...others] = back.map((product) => selectWaiting(db, product, now));
  if (!first) return;
  const waiting = (await db.read.batch([first, ...others])).flat();
  const [statement, ...statements] = waiting
    .toSorted((a, b) => a.createdAt - b.createdAt)
    .slice(0, emailsPerRun)
    .flatMap((alert) => write(db, alert, back.find(({ id }) => id === alert.productId)?.name ?? '', now));
  if (statement) await db.write.batch([statement, ...statements]);
}

/** The statements of one alert: its email, and its end. */
function write(
  db: Db,
  { productId, mailbox, email, token, createdAt }: typeof stockAlerts.$inferSelect,
  name: string,
  now: number,
) {
  const cause = `${kind}:${productId}:${createdAt}`;
  const isOpen = and(
    eq(stockAlerts.productId, productId),
    eq(stockAlerts.mailbox, mailbox),
    eq(stockAlerts.createdAt, createdAt),
    isNull(stockAlerts.endedAt),
  );
  return [
    enqueueEmail(db, {
      cause,
      to: email,
      content: { kind, productId, name, token },
      now,
      limited: true,
      when: sql`EXISTS (SELECT 1 FROM ${stockAlerts} WHERE ${isOpen}
          AND NOT ${isHeldNow(kind, stockAlerts.email, stockAlerts.mailbox, now)})
        AND EXISTS (SELECT 1 FROM ${products} WHERE id = ${productId} AND ${freePieces(now)} > 0)`,
    }),
    db.write
      .update(stockAlerts)
      .set({ endedAt: now })
      .where(
        and(isOpen, sql`EXISTS (SELECT 1 FROM ${outbox} WHERE cause = ${cause} AND recipient = ${email})`),
      ),
  ];
}
