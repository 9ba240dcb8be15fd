/**
 * Counts online orders that ended unpaid, by account and by network (content/store.yaml, `limits.unpaidHolds`). Each
 * kept its stock for half an hour, so after a few of them online payment is blocked for a while. Then the count starts
 * at zero.
 *
 * Phones in India share internet addresses. Therefore the block of a network does not apply to accounts with a paid or
 * delivered order: otherwise one person could block online payment for the customers of a whole mobile network. A new
 * account in the network has to wait, and can use cash on delivery.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { attempts, orderEvents, orders, payments } from '#db/schema/index.ts';
import { store } from '../lib/store.ts';
import { attemptKey } from '../limits/attempts.ts';
import { isTrusted } from './unpaid.ts';

const counterName = 'unpaid_holds';
const minute = 60 * 1000;

/** The counter of a network, as stored in `payments.network`. */
export const networkCounter = (address: string): string => attemptKey(counterName, address);

const accountCounter = (buyer: SQL) => sql`${`${counterName}:`} || ${buyer}`;

/**
 * The time before which the account cannot order online, UTC ms; in the past, or 0, if it is not blocked.
 * @param buyer the account's id
 * @param network from {@link networkCounter}
 */
export const blockedUntil = (buyer: SQL, network: string): SQL<number> => {
  const blocked = (key: SQL) => sql`coalesce((SELECT blocked_until FROM ${attempts} WHERE key = ${key}), 0)`;
  return sql<number>`max(${blocked(accountCounter(buyer))}, iif(${isTrusted(buyer)}, 0, ${blocked(sql`${network}`)}))`;
};

/**
 * Statement for the batch that ends an order: counts it, within a fixed time from the first one.
 * @param eventId row of the order's history for its end: counted only if the order was pending
 * @param now UTC ms
 */
export function countHold(db: Db, orderId: string, eventId: string, now: number) {
  const { count: most, withinMinutes, waitMinutes } = store.limits.unpaidHolds;
  const within = now + withinMinutes * minute;
  const until = now + waitMinutes * minute;
  const wasPending = sql`EXISTS (SELECT 1 FROM ${orderEvents}
    WHERE id = ${eventId} AND from_status = 'Payment Pending')`;
  const isOver = sql`(attempts.expires_at <= ${now} OR attempts.count >= ${most} AND attempts.blocked_until <= ${now})`;
  const count = sql`iif(${isOver}, 1, attempts.count + 1)`;
  const waits = sql`${count} >= ${most}`;
  return db.write.run(sql`
    INSERT INTO ${attempts} (key, count, blocked_until, expires_at)
    SELECT key, 1, ${most > 1 ? 0 : until}, ${Math.max(within, most > 1 ? 0 : until)} FROM (
      SELECT ${accountCounter(sql`user_id`)} AS key FROM ${orders} WHERE id = ${orderId} AND user_id IS NOT NULL
      UNION ALL SELECT network FROM ${payments} WHERE order_id = ${orderId} AND network IS NOT NULL)
    WHERE ${wasPending}
    ON CONFLICT (key) DO UPDATE SET
      count = ${count},
      blocked_until = iif(${waits}, ${until}, 0),
      -- Not deleted before the block ends.
      expires_at = max(iif(${isOver}, ${within}, attempts.expires_at), iif(${waits}, ${until}, 0))`);
}
