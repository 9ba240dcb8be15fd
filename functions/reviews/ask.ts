/**
 * Part of the scheduled job: asks for reviews of delivered orders, one email for an order, three weeks after delivery
 * (docs/behaviour.md, "Asking for reviews"). An order is due until the batch that enqueues its email, so it is asked
 * about once, even when a run of the job is stopped.
 */
import { and, asc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderLines, orders, products, refunds, reviewOptOuts, reviews, users } from '#db/schema/index.ts';
import { oneDay } from '#lib/dates.ts';
import { emailHashes, type KeyRing } from '../lib/email-hash.ts';
import { enqueueOrderEmail } from '../outbox/enqueue.ts';

/** Orders of a run. */
const ordersPerRun = 20;

/** An order that has been due for longer is left out, ms: the job did not run, or there was no key. */
const longestDelay = 14 * oneDay;

const addressOf = sql<string>`${orders.address} ->> 'email'`;

/** @param now UTC ms @param key EMAIL_HASH_KEY; without it there are no links, and nobody is asked */
export async function askForReviews(db: Db, now: number, key: KeyRing | undefined): Promise<void> {
  if (!key) return;
  const rows = await db.read
    .select({ id: orders.id, askAt: orders.askAt, email: addressOf })
    .from(orders)
    .where(lte(orders.askAt, now))
    .orderBy(asc(orders.askAt))
    .limit(ordersPerRun);
  const due = rows.map(({ id, askAt, email }) => ({
    id,
    askAt: askAt ?? 0,
    hashes: emailHashes(key, email),
  }));
  const [first, ...others] = due.map((order) => findUnreviewed(db, order));
  if (!first) return;
  const unreviewed = await db.read.batch([first, ...others]);
  const [statement, ...statements] = due.flatMap((order, n) =>
    ask(db, order, [...new Set((unreviewed[n] ?? []).map(({ id }) => id))], now),
  );
  if (statement) await db.write.batch([statement, ...statements]);
}

/** @property hashes of its address, with the present key first */
type DueOrder = { id: string; askAt: number; hashes: readonly string[] };

/** The product of a line, whatever its size or shade. */
const product = sql<string>`coalesce(${products.group}, ${products.id})`;

/** Condition on a line: its product has a review of somebody, whom an index finds. */
const isReviewedBy = (who: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${reviews} r WHERE r.product_id = ${product} AND r.${who})`;

/** The products of an order that neither its buyer nor the owner of its address has reviewed. */
const findUnreviewed = (db: Db, { id, hashes }: DueOrder) =>
  db.read
    .select({ id: product })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .innerJoin(products, eq(products.id, orderLines.productId))
    .where(
      sql`${orderLines.orderId} = ${id}
        AND NOT ${isReviewedBy(sql`user_id = ${orders.userId}`)} AND NOT ${isReviewedBy(sql`email_hash IN ${hashes}`)}
        AND NOT ${isReviewedBy(sql`user_id = (SELECT u.id FROM ${users} u WHERE u.email = ${addressOf} AND u.guest = 0)`)}`,
    )
    .orderBy(orderLines.position);

/** The statements for one order: the email, unless something is against it, and the end of being due. */
function ask(db: Db, { id, askAt, hashes }: DueOrder, products: readonly string[], now: number) {
  const isDue = and(eq(orders.id, id), eq(orders.askAt, askAt));
  const wanted = sql`EXISTS (SELECT 1 FROM ${orders} WHERE ${isDue} AND status = 'Delivered' AND sample = 0)
    AND NOT EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.orderId} = ${id} AND ${refunds.reason} <> 'cancelled')
    AND NOT EXISTS (SELECT 1 FROM ${reviewOptOuts} WHERE ${inArray(reviewOptOuts.emailHash, [...hashes])})`;
  const [hash, ...previous] = hashes;
  const isLate = askAt <= now - longestDelay;
  return [
    // What was stored with the previous key is stored with the present one.
    ...previous.flatMap((old) => [
      db.write.run(sql`
        INSERT INTO ${reviewOptOuts} (email_hash, created_at)
        SELECT ${hash}, created_at FROM ${reviewOptOuts} WHERE email_hash = ${old} ON CONFLICT DO NOTHING`),
      db.write.run(sql`UPDATE OR IGNORE ${reviews} SET email_hash = ${hash} WHERE email_hash = ${old}`),
    ]),
    ...(products.length && !isLate
      ? [
          enqueueOrderEmail(
            db,
            { kind: 'review_request', orderId: id, products },
            `review_request:${id}`,
            now,
            wanted,
          ),
        ]
      : []),
    db.write.update(orders).set({ askAt: null }).where(isDue),
  ];
}
