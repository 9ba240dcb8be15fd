/**
 * Deleting an account: personal data is erased, records of sales stay (docs/behaviour.md, "Deleting an account"). It is
 * one batch whose condition repeats all checks: the password, a valid session, no open order, and another operator. The
 * row of `users` is deleted last; its foreign keys cascade to sessions, cart, addresses and links.
 */
import { and, eq, inArray, isNotNull, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { type Db, lastResults } from '#db/client.ts';
import { flagKinds } from '#db/schema/flag-kinds.ts';
import {
  attempts,
  coupons,
  couponUses,
  flags,
  isOpenRefund,
  orderEvents,
  orders,
  outbox,
  pastOrders,
  refunds,
  returns,
  reviews,
  stockAlerts,
  subscribers,
  users,
} from '#db/schema/index.ts';
import { ended } from '#domain/orders/order.ts';
import { openReturnStatuses } from '#domain/returns/return.ts';
import type { Call } from '../lib/call.ts';
import { emailHashes } from '../lib/email-hash.ts';
import { hashKey, notConfigured } from '../lib/hash-key.ts';
import { type Refusal, refusal, refuses } from '../lib/refusal.ts';
import { findSessionUser } from '../lib/session.ts';
import { deletedAccountCause, enqueueEmail, kindOf, orderEmailCauses } from '../outbox/enqueue.ts';
import { releasePhotos } from '../photos/delete.ts';
import { anonymizeLinkedReviews, anonymizeReviews } from '../reviews/anonymize.ts';
import { recalculateRatings } from '../reviews/ratings.ts';
import {
  forgetPasswordAttempts,
  isStillProven,
  type Person,
  type Proof,
  proofExpired,
  provePassword,
} from './prove-password.ts';
import { sessionCode } from './second-factor.ts';
import { isVerified } from './verified.ts';

/** What keeps an account from being deleted. */
export const deleteRefusals = {
  openOrders: refusal(
    409,
    'open_orders',
    'You have an order that is not finished, or a return or a refund on its way. Your account can be deleted after that.',
  ),
  lastOperator: refusal(
    409,
    'last_operator',
    'You are the only operator of the shop. Please add another operator first.',
  ),
};

/**
 * Condition: an order of these people is not finished, or a refund or a return is open.
 * @param ids a list or a query in parentheses
 */
export const hasOpenOrders = (ids: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${orders} WHERE ${and(
    sql`${orders.userId} IN ${ids}`,
    or(
      notInArray(orders.status, [...ended]),
      sql`EXISTS (SELECT 1 FROM ${refunds} WHERE ${refunds.orderId} = ${orders.id} AND ${isOpenRefund})`,
      sql`EXISTS (SELECT 1 FROM ${returns} WHERE ${returns.orderId} = ${orders.id}
        AND ${inArray(returns.status, openReturnStatuses)})`,
    ),
  )})`;

/** Condition: the user is the only operator. Without an operator nobody could use the desk. */
const isLastOperator = (userId: string): SQL =>
  sql`(EXISTS (SELECT 1 FROM ${users} AS me WHERE me.id = ${userId} AND me.role = 'operator')
    AND NOT EXISTS (SELECT 1 FROM ${users} AS other WHERE other.role = 'operator' AND other.id <> ${userId}))`;

export async function deleteAccount(call: Call, given: Proof): Promise<{ ok: true } | Refusal> {
  const key = hashKey(call);
  const { db, owner } = call;
  const proven = await provePassword(call, given);
  if (!proven.ok) return proven;
  const { person } = proven;
  const ids = sql`(${person.id})`;
  const condition = sql`${isStillProven(owner, person)} AND NOT ${hasOpenOrders(ids)}
    AND NOT ${isLastOperator(person.id)}`;
  const queries = [
    db.write
      .delete(users)
      .where(and(eq(users.id, person.id), condition))
      .returning({ id: users.id }),
    findSessionUser(db, owner.tokenHash, owner.now),
  ] as const;
  const results = await db.write.batch([
    forgetPasswordAttempts(db, owner),
    db.write
      .select({ open: sql<number>`${hasOpenOrders(ids)}`, last: sql<number>`${isLastOperator(person.id)}` })
      .from(sql`(SELECT 1)`),
    ...eraseAccount(db, person, emailHashes(key, person.email), owner.now, condition),
    ...queries,
  ]);
  const [blockers] = results[1];
  const [[deleted], [stillUser]] = lastResults(results, queries);
  if (deleted) return { ok: true };
  if (stillUser && blockers?.open) return deleteRefusals.openOrders();
  return stillUser && blockers?.last ? deleteRefusals.lastOperator() : proofExpired(stillUser);
}
refuses(deleteAccount, deleteRefusals, sessionCode, notConfigured);

/**
 * Statements that erase all data of an account but its row, which goes last, and email its owner.
 * @param hashes of the address, with the present key first @param now UTC ms
 */
export const eraseAccount = (
  db: Db,
  { id, email }: AccountToErase,
  hashes: readonly string[],
  now: number,
  condition: SQL,
) =>
  [
    ...eraseData(db, { id, email }, condition),
    ...eraseOrders(db, sql`(${id})`, condition),
    db.write
      .delete(reviews)
      .where(and(eq(reviews.userId, id), isNotNull(reviews.waits), sql`NOT ${isVerified(id)}`, condition)),
    ...anonymizeOwnReviews(db, id, hashes, condition),
    enqueueEmail(db, {
      cause: deletedAccountCause + id,
      to: email,
      content: { kind: 'account_deleted' },
      now,
      when: condition,
      limited: sql`NOT ${isVerified(id)}`,
    }),
  ] as const;

type AccountToErase = Pick<Person, 'id' | 'email'>;

/**
 * Reviews stay, without the person and with the keyed hash of the address. A review of the same product that is stored
 * under that hash already is replaced; others are anonymized if the address is verified.
 */
function anonymizeOwnReviews(db: Db, id: string, hashes: readonly string[], condition: SQL) {
  const productIds = sql`(SELECT product_id FROM ${reviews} WHERE user_id = ${id})`;
  const earlier = and(
    inArray(reviews.emailHash, [...hashes]),
    sql`${reviews.productId} IN ${productIds}`,
    condition,
  );
  return [
    db.write.delete(reviews).where(earlier),
    recalculateRatings(db, productIds, condition),
    ...anonymizeReviews(db, sql`${eq(reviews.userId, id)} AND ${condition}`, {
      emailHash: hashes[0] ?? null,
    }),
    ...anonymizeLinkedReviews(db, hashes, sql`${isVerified(id)} AND ${condition}`),
  ] as const;
}

/**
 * Erases the account's counters, and the data under its address if that is verified; under an unverified address they
 * may be somebody else's. Tickets stay for their retention time.
 */
function eraseData(db: Db, { id, email }: AccountToErase, condition: SQL) {
  const ifVerified = sql`${condition} AND ${isVerified(id)}`;
  return [
    db.write.delete(outbox).where(and(eq(outbox.recipient, email), ifVerified)),
    db.write.delete(subscribers).where(and(eq(subscribers.email, email), ifVerified)),
    db.write.delete(stockAlerts).where(and(eq(stockAlerts.email, email), ifVerified)),
    db.write.delete(coupons).where(and(eq(coupons.email, email), ifVerified)),
    db.write.delete(pastOrders).where(and(eq(pastOrders.email, email), ifVerified)),
    // Counters of an address or a network stay, and expire.
    db.write.delete(attempts).where(and(sql`${attempts.key} GLOB ${`*:${id}`}`, condition)),
  ] as const;
}

/** Stands where words were erased. A trigger lets the history change in this way alone. */
const erased = '[erased]';

/** Statements that erase the words of shoppers and operators about orders, in rows that stay (personal-data.ts). */
function eraseWords(db: Db, ids: SQL, ofOrders: SQL, condition: SQL) {
  const theirs = sql`SELECT id FROM ${orders} WHERE user_id IN ${ids} UNION SELECT id FROM ${refunds} WHERE ${ofOrders}
    UNION SELECT id FROM ${users} WHERE id IN ${ids}`;
  return [
    db.write
      .update(orderEvents)
      .set({ reason: erased })
      .where(and(ofOrders, sql`reason <> ${erased}`, condition)),
    db.write.update(refunds).set({ note: null, failure: null }).where(and(ofOrders, condition)),
    db.write.update(returns).set({ payout: null, note: null, answer: null }).where(and(ofOrders, condition)),
    // What a flag is about is an id, sometimes with a colon and more.
    db.write
      .update(flags)
      .set({ detail: erased })
      .where(sql`rowid IN (SELECT flag.rowid FROM (${theirs}) AS of JOIN ${flags} AS flag
        ON flag.kind IN ${[...flagKinds]} AND flag.about BETWEEN of.id AND of.id || ';') AND ${condition}`),
  ] as const;
}

/**
 * Statements that take the person out of their orders, with the emails about them. Orders keep what tax law requires
 * (items, time, amounts, state).
 * @param ids of the person: a list or a query in parentheses
 */
export function eraseOrders(db: Db, ids: SQL, condition: SQL) {
  const ofOrders = sql`order_id IN (SELECT id FROM ${orders} WHERE user_id IN ${ids})`;
  const clearedFields = ['firstName', 'lastName', 'address', 'city', 'phone', 'email'];
  const address = sql`json_set(${orders.address}, ${sql.join(
    clearedFields.map((name) => sql`${`$.${name}`}, ''`),
    sql`, `,
  )})`;
  return [
    db.write
      .delete(outbox)
      .where(and(sql`${outbox.cause} IN (${orderEmailCauses(ids)})`, eq(outbox.status, 'held'), condition)),
    // Emails about the orders may have been sent to other addresses, where they still count towards the limit. The
    // scheduled job erases them a day after they were written (functions/jobs/delete-expired.ts).
    db.write
      .update(outbox)
      .set({
        // With its kind, since receipts have limits of their own.
        cause: sql`${deletedAccountCause} || ${kindOf(outbox.cause)} || ':' || ${outbox.id}`,
        content: null,
        status: sql`iif(status = 'waiting', 'given_up', status)`,
      })
      .where(and(sql`${outbox.cause} IN (${orderEmailCauses(ids)})`, condition)),
    releasePhotos(
      db,
      sql`(user_id IN ${ids} OR return_id IN (SELECT id FROM ${returns} WHERE ${ofOrders})) AND ${condition}`,
    ),
    // To the mailbox of a guest: the link of a claim, a code. What waits may be for somebody else with the same address.
    db.write
      .update(outbox)
      .set({
        cause: sql`${deletedAccountCause} || ${kindOf(outbox.cause)} || ':' || ${outbox.id}`,
        content: null,
      })
      .where(sql`recipient IN (SELECT email FROM ${users} WHERE id IN ${ids} AND guest = 1) AND recipient <> ''
        AND status <> 'waiting' AND cause NOT GLOB 'welcome:*' AND ${condition}`),
    db.write.delete(couponUses).where(and(ofOrders, condition)),
    // The code of one buyer, as of a discount by phone.
    db.write.delete(coupons).where(sql`email IS NOT NULL
      AND code IN (SELECT coupon_code FROM ${orders} WHERE user_id IN ${ids}) AND ${condition}`),
    ...eraseWords(db, ids, ofOrders, condition),
    db.write
      .update(orders)
      .set({
        userId: null,
        address,
        gstin: null,
        businessName: null,
        registeredAddress: null,
        tags: [],
        idempotencyKey: null,
        requestHash: '',
      })
      .where(and(sql`${orders.userId} IN ${ids}`, condition)),
  ] as const;
}
