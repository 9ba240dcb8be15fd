/** Moves the orders of a guest to the account that has the guest's address. */
import { and, eq, sql } from 'drizzle-orm';
import { lastResults } from '#db/client.ts';
import { customerNotes, orders, sessions, users } from '#db/schema/index.ts';
import type { Call } from '../lib/call.ts';
import { notConfigured } from '../lib/hash-key.ts';
import { type Refusal, refusal, refuses, signedOut } from '../lib/refusal.ts';
import { isStillGuest, readLinkedOrder } from './linked-order.ts';
import { deadOrderLink, type Linked, requireLinkedOrder } from './order-link.ts';

/** Why an order does not move into the account. */
export const joinRefusals = {
  otherAccount: refusal(
    409,
    'other_account',
    'This order belongs to another account. Please sign in with the email address of the order.',
  ),
  unverified: refusal(
    409,
    'unverified',
    'Please confirm the email of your account first, in My Account. Then the order can join it.',
  ),
};

/**
 * The account's address must be verified: emails about an order are passed on, so their link does not prove it. The
 * guest's row, sessions, cart and address book are deleted: a stranger may have filled them. Joining again succeeds.
 */
export async function joinGuest(call: Call, { link }: { link: string }): Promise<Joined | Refusal> {
  const { order } = await requireLinkedOrder(call, link);
  const done = await join(call, order);
  return done.ok ? { ok: true, orderId: order.id } : done;
}
refuses(joinGuest, deadOrderLink, joinRefusals, notConfigured);

type Joined = { ok: true; orderId: string };

/** @param linked of a link with a right signature */
async function join(call: Call, linked: Linked): Promise<{ ok: true } | Refusal> {
  const { db, owner } = call;
  const { order, caller } = await readLinkedOrder(db, linked, owner);
  if (!caller) return signedOut();
  if (!order) return deadOrderLink();
  const guest = order.owner;
  if (guest.id === caller.id) return { ok: true };
  if (!guest.guest || caller.guest || caller.email !== guest.email) return joinRefusals.otherAccount();
  if (caller.verifiedAt === null) return joinRefusals.unverified();

  const { tokenHash, now } = owner;
  const may = sql`${isStillGuest(guest.id)} AND EXISTS (SELECT 1 FROM ${sessions} AS s JOIN ${users} AS account ON account.id = s.user_id
    WHERE s.token_hash = ${tokenHash} AND s.expires_at > ${now} AND account.id = ${caller.id}
    AND account.email = ${guest.email} AND account.verified_at IS NOT NULL)`;
  const queries = [
    // Last: the condition is about this row.
    db.write
      .delete(users)
      .where(and(eq(users.id, guest.id), may))
      .returning({ id: users.id }),
  ] as const;
  const results = await db.write.batch([
    // The keys belong to requests of the guest, which nobody can repeat any more, and may equal one of the account.
    db.write
      .update(orders)
      .set({ userId: caller.id, idempotencyKey: null })
      .where(and(eq(orders.userId, guest.id), may)),
    db.write
      .update(customerNotes)
      .set({ userId: caller.id })
      .where(and(eq(customerNotes.userId, guest.id), may)),
    ...queries,
  ]);
  const [[joined]] = lastResults(results, queries);
  // Something has changed since it was read: read again.
  return joined ? { ok: true } : join(call, linked);
}
