/**
 * Online orders that ended unpaid, counted for their account and for the network that they came from
 * (content/store.yaml, `limits.unpaidHolds`): each kept its stock for half an hour, so after a few the next one has to
 * wait. Then the count starts anew.
 *
 * Phones in India share internet addresses, so an account with a paid or delivered order does not wait because of its
 * network: otherwise one person could close online payment to the customers of a whole mobile network. A new account
 * there waits, and can order by cash on delivery meanwhile.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { attempts, orderEvents, orders, payments } from '#db/schema/index.ts';
import { store } from '../lib/store.ts';
import { attemptKey } from '../limits/attempts.ts';
import { isTrusted } from './unpaid.ts';

const counted = 'unpaid_holds';
const minute = 60 * 1000;

/** The counter of a network, as `payments.network` keeps it. */
export const networkCounter = (address: string): string => attemptKey(counted, address);

const ofAccount = (buyer: SQL) => sql`${`${counted}:`} || ${buyer}`;

/**
 * Until when the account's next online order has to wait, UTC ms; a time in the past, or 0, when it need not.
 * @param buyer the account's id
 * @param network from {@link networkCounter}
 */
export const waitsUntil = (buyer: SQL, network: string): SQL<number> => {
  const blocked = (key: SQL) => sql`coalesce((SELECT blocked_until FROM ${attempts} WHERE key = ${key}), 0)`;
  return sql<number>`max(${blocked(ofAccount(buyer))}, iif(${isTrusted(buyer)}, 0, ${blocked(sql`${network}`)}))`;
};

/**
 * Counts one more of them, within a fixed time from the first. For the batch that ends the order.
 * @param ending id of the row of its history that tells of the end: nothing is counted unless it was pending
 * @param now UTC ms
 */
export function countHold(db: Db, orderId: string, ending: string, now: number) {
  const { count: most, withinMinutes, waitMinutes } = store.limits.unpaidHolds;
  const within = now + withinMinutes * minute;
  const until = now + waitMinutes * minute;
  const wasPending = sql`EXISTS (SELECT 1 FROM ${orderEvents}
    WHERE id = ${ending} AND from_status = 'Payment Pending')`;
  const isOver = sql`(attempts.expires_at <= ${now} OR attempts.count >= ${most} AND attempts.blocked_until <= ${now})`;
  const count = sql`iif(${isOver}, 1, attempts.count + 1)`;
  const waits = sql`${count} >= ${most}`;
  return db.write.run(sql`
    INSERT INTO ${attempts} (key, count, blocked_until, expires_at)
    SELECT key, 1, ${most > 1 ? 0 : until}, ${Math.max(within, most > 1 ? 0 : until)} FROM (
      SELECT ${ofAccount(sql`user_id`)} AS key FROM ${orders} WHERE id = ${orderId} AND user_id IS NOT NULL
      UNION ALL SELECT network FROM ${payments} WHERE order_id = ${orderId} AND network IS NOT NULL)
    WHERE ${wasPending}
    ON CONFLICT (key) DO UPDATE SET
      count = ${count},
      blocked_until = iif(${waits}, ${until}, 0),
      -- Kept as long as it is waited for.
      expires_at = max(iif(${isOver}, ${within}, attempts.expires_at), iif(${waits}, ${until}, 0))`);
}
