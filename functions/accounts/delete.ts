/**
 * Deleting an account: what is about the person goes, what is about sales stays (docs/behaviour.md 9.14).
 * One batch, whose condition repeats what was read: the password that was checked, a living session,
 * that nothing is open, and that the shop keeps an operator. The person's row goes last and takes with it, by
 * its foreign keys, sessions, cart, addresses and links.
 */
import { and, eq, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { attempts, coupons, orders, outbox, refunds, reviews, subscribers, users } from '#db/schema/index.ts';
import { ended } from '#features/orders/order.ts';
import { emailHash } from '../lib/email-hash.ts';
import type { TooMany } from '../limits/attempts.ts';
import { accountDeleted, causesOfOrders, post } from '../outbox/enqueue.ts';
import { countAnew } from '../reviews/reviews.ts';
import type { Owner } from '../session/owner.ts';
import { personOf } from '../session/session.ts';
import { forgetGuesses, overtaken, type Person, type Proof, provePassword, stillProven } from './prove.ts';
import type { CodeRefused } from './second-factor.ts';
import { isVerified } from './verified.ts';

type Deleted =
  | { ok: true }
  | { ok: false; code: 'signed_out' | 'wrong_password' | 'open_orders' | 'last_operator' }
  | CodeRefused
  | TooMany;

/** Condition: an order of theirs is under way, or money has yet to go back. */
const isOpen = (userId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${orders} WHERE ${and(
    eq(orders.userId, userId),
    or(
      notInArray(orders.status, [...ended]),
      sql`EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.orderId} = ${orders.id} AND ${refunds.status} <> 'done')`,
    ),
  )})`;

/** Condition: it is an operator's, and nobody else is one: without them nobody could come behind the counter. */
const isLastOperator = (userId: string): SQL =>
  sql`(EXISTS (SELECT 1 FROM ${users} AS me WHERE me.id = ${userId} AND me.role = 'operator')
    AND NOT EXISTS (SELECT 1 FROM ${users} AS other WHERE other.role = 'operator' AND other.id <> ${userId}))`;

export async function deleteAccount(
  db: Db,
  owner: Owner,
  given: Proof,
  { freeTries, emailHashKey }: { freeTries: number; emailHashKey: string },
): Promise<Deleted> {
  const proven = await provePassword(db, owner, given, freeTries);
  if (!proven.ok) return proven;
  const { person } = proven;
  const may = sql`${stillProven(owner, person)} AND NOT ${isOpen(person.id)}
    AND NOT ${isLastOperator(person.id)}`;
  const results = await db.write.batch([
    forgetGuesses(db, owner),
    db.write
      .select({ open: sql<number>`${isOpen(person.id)}`, last: sql<number>`${isLastOperator(person.id)}` })
      .from(sql`(SELECT 1)`),
    ...eraseTraces(db, person, may),
    ...leaveReviews(db, person, emailHash(emailHashKey, person.email), may),
    post(db, {
      cause: accountDeleted + person.id,
      to: person.email,
      letter: { kind: 'account_deleted' },
      now: owner.now,
      when: may,
      limited: sql`NOT ${isVerified(person.id)}`,
    }),
    db.write
      .delete(users)
      .where(and(eq(users.id, person.id), may))
      .returning({ id: users.id }),
    personOf(db, owner.tokenHash, owner.now),
  ]);
  const [[kept], [gone], [still]] = [results[1], results.at(-2), results.at(-1)] as unknown as [
    { open: number; last: number }[],
    object[],
    object[],
  ];
  if (gone) return { ok: true };
  if (still && kept?.open) return { ok: false, code: 'open_orders' };
  return still && kept?.last ? { ok: false, code: 'last_operator' } : overtaken(still);
}

/**
 * Reviews stay without the person, with the fingerprint of their address. An earlier account with that address
 * may have left one of the same product: the newer one takes its place.
 */
function leaveReviews(db: Db, { id }: Person, hash: string, may: SQL) {
  const theirs = sql`(SELECT product_id FROM ${reviews} WHERE user_id = ${id})`;
  const earlier = and(eq(reviews.emailHash, hash), sql`${reviews.productId} IN ${theirs}`, may);
  return [
    db.write.delete(reviews).where(earlier),
    countAnew(db, theirs, may),
    db.write
      .update(reviews)
      .set({ userId: null, name: null, emailHash: hash })
      .where(and(eq(reviews.userId, id), may)),
  ] as const;
}

/**
 * Erases what is kept under the person's id elsewhere, and under their address if it is verified: somebody else's
 * subscription, codes and emails stay. Of an order stays what tax law asks for (what, when, for how much, to which
 * state). Tickets stay until their retention time is over.
 */
function eraseTraces(db: Db, { id, email }: Person, may: SQL) {
  const bare = ['firstName', 'lastName', 'address', 'city', 'phone', 'email'];
  const address = sql`json_set(${orders.address}, ${sql.join(
    bare.map((name) => sql`${`$.${name}`}, ''`),
    sql`, `,
  )})`;
  const mine = sql`${may} AND ${isVerified(id)}`;
  return [
    db.write.delete(outbox).where(and(eq(outbox.recipient, email), mine)),
    db.write
      .delete(outbox)
      .where(and(sql`${outbox.cause} IN (${causesOfOrders(id)})`, eq(outbox.status, 'held'), may)),
    // Emails about their orders may have gone to other addresses, and still count there: the job erases them a day
    // after they were written (functions/jobs/tidy.ts).
    db.write
      .update(outbox)
      .set({
        cause: sql`${accountDeleted} || ${outbox.id}`,
        letter: null,
        status: sql`iif(status = 'waiting', 'given_up', status)`,
      })
      .where(and(sql`${outbox.cause} IN (${causesOfOrders(id)})`, may)),
    db.write
      .update(orders)
      .set({ userId: null, address, idempotencyKey: null, requestHash: '' })
      .where(and(eq(orders.userId, id), may)),
    db.write.delete(subscribers).where(and(eq(subscribers.email, email), mine)),
    db.write.delete(coupons).where(and(eq(coupons.email, email), mine)),
    // What is counted for an address or a network stays: it runs out by itself.
    db.write.delete(attempts).where(and(sql`${attempts.key} GLOB ${`*:${id}`}`, may)),
  ] as const;
}
