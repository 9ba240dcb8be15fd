/**
 * The order of a signed link, and statements for when a guest's mailbox is proved by it (docs/behaviour.md,
 * "Order links").
 */
import { and, eq, ne, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { addresses, cartLines, orders, sessions, users } from '#db/schema/index.ts';
import { isVerified, verify } from '../accounts/verified.ts';
import type { Owner } from '../lib/owner.ts';
import { findSessionUser } from '../lib/session.ts';
import { hasLiveLinks, isLinked, type Linked } from './order-link.ts';

/**
 * Reads the order of a signed link with its owner, a guest or an account; the account that has the owner's email; and
 * the caller. @returns order: undefined for a link that has expired or was withdrawn, or whose order belongs to nobody any more
 */
export async function readLinkedOrder(db: Db, linked: Linked, { tokenHash, now }: Owner) {
  const [[order], [caller]] = await db.read.batch([
    db.read
      .select({
        id: orders.id,
        reference: orders.reference,
        owner: users,
        accountId: sql<string | null>`(SELECT account.id FROM ${users} AS account
          WHERE account.email = ${users.email} AND account.guest = 0)`,
      })
      .from(orders)
      .innerJoin(users, eq(users.id, orders.userId))
      .where(and(isLinked(linked), hasLiveLinks(now))),
    findSessionUser(db, tokenHash, now, { provenAt: sql<number | null>`${sessions.provenAt}` }),
  ]);
  return { order, caller };
}

/** Condition: the owner of the order is still this guest. */
export const isStillGuest = (guestId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${users} AS guest WHERE guest.id = ${guestId} AND guest.guest = 1)`;

/**
 * Statements that verify a guest's address. Before the first time a stranger may have typed it: then all other sessions
 * end, and unless the caller's is the guest's own, address book and cart are deleted. Otherwise the stranger would see
 * what the owner of the mailbox does as this guest, or offer them an address of their own.
 */
export function proveMailbox(
  db: Db,
  { id, email }: { id: string; email: string },
  { tokenHash, now }: Owner,
  when: SQL,
) {
  const isFirst = sql`NOT ${isVerified(id)} AND ${when}`;
  const isForeign = sql`${isFirst} AND NOT EXISTS (SELECT 1 FROM ${sessions} AS own
    WHERE own.token_hash = ${tokenHash} AND own.user_id = ${id} AND own.order_id IS NULL AND own.expires_at > ${now})`;
  return [
    db.write.delete(addresses).where(and(eq(addresses.userId, id), isForeign)),
    db.write.delete(cartLines).where(and(eq(cartLines.userId, id), isForeign)),
    db.write.delete(sessions).where(and(eq(sessions.userId, id), ne(sessions.tokenHash, tokenHash), isFirst)),
    ...verify(db, { id, email }, now, when),
  ] as const;
}
