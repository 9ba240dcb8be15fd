/**
 * Part of the scheduled job: deletes guests whom nobody needs any more. Each run looks at one block of the table, which
 * follows from the time, so that a run costs the same in a large shop and every guest has its turn: with a million
 * users once in a day and a half.
 */
import { and, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orderEvents, orders, users } from '#db/schema/index.ts';
import type { RetentionName } from '#domain/retention/periods.ts';
import { hasOpenOrders } from '../accounts/delete-account.ts';
import { isInBlock } from '../lib/block.ts';
import { emailHashes, type KeyRing } from '../lib/email-hash.ts';
import { eraseGuests } from './erase.ts';
import { isStillGuest } from './linked-order.ts';

/** Guests with orders that a run erases. */
const mostErased = 20;

/** Condition on `users`: a guest in the block of this minute. */
const isGuestInBlock = (now: number): SQL => sql`${isInBlock(users, now)} AND ${users.guest} = 1`;

const theirOrders = (guestId: string | SQL) => sql`SELECT 1 FROM ${orders} AS o WHERE o.user_id = ${guestId}`;

/** Condition: all orders of the guest have ended, and nothing has happened with them since. @param since UTC ms */
const isOver = (
  guestId: string | SQL,
  since: number,
): SQL => sql`(NOT ${hasOpenOrders(sql`(${guestId})`)} AND NOT EXISTS (
  SELECT 1 FROM ${orders} AS o JOIN ${orderEvents} AS e ON e.order_id = o.id
  WHERE o.user_id = ${guestId} AND e.at > ${since}))`;

/**
 * Deletes guests without an order, whom anybody can make, also with a session: their device makes another one. Erases guests
 * whose orders have all ended, as deleting an account does: the orders stay without the person.
 * @param now UTC ms @param before the end of what has been kept for its period, UTC ms
 * @param key EMAIL_HASH_KEY, under which reviews by a link are stored
 */
export async function deleteGuests(
  db: Db,
  now: number,
  before: (name: RetentionName) => number,
  key: KeyRing | undefined,
): Promise<void> {
  const since = before('guests');
  const id = sql`${users.id}`;
  const inBlock = isGuestInBlock(now);
  const [, old] = await db.write.batch([
    db.write
      .delete(users)
      .where(and(inBlock, lt(users.createdAt, before('emptyGuests')), sql`NOT EXISTS (${theirOrders(id)})`)),
    db.write
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(and(inBlock, sql`EXISTS (${theirOrders(id)}) AND ${isOver(id, since)}`))
      .limit(mostErased),
  ]);
  for (const guest of old) {
    const may = sql`${isStillGuest(guest.id)} AND ${isOver(guest.id, since)}`;
    await db.write.batch([
      ...eraseGuests(db, sql`(${guest.id})`, key ? emailHashes(key, guest.email) : [], may),
    ]);
  }
}
