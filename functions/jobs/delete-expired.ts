/**
 * Part of the scheduled job: deletes expired rows. A run deletes at most {@link rowsPerRun} rows of a table, found by
 * an index, so that it never holds the database for long. Runs may overlap.
 */
import { and, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from '#db/client.ts';
import {
  attempts,
  audit,
  catalogueChanges,
  coupons,
  devices,
  documents,
  flags,
  holds,
  links,
  orders,
  outbox,
  paymentEvents,
  payments,
  policyReports,
  priceChanges,
  productHolds,
  reviewOptOuts,
  reviewReports,
  reviews,
  saleDays,
  searchClicks,
  searches,
  sessions,
  stockAlerts,
  subscribers,
  tickets,
  users,
  vitals,
} from '#db/schema/index.ts';
import { keptSinceOf, type RetentionName } from '#domain/retention/periods.ts';
import type { Store } from '#domain/store/store.ts';
import { dayOf, oneDay, oneHour } from '#lib/dates.ts';
import { deleteGuests } from '../guests/retention.ts';
import { isInBlock } from '../lib/block.ts';
import type { KeyRing } from '../lib/email-hash.ts';
import { deleteOldTotals } from '../lib/totals.ts';
import { deletedAccountCause } from '../outbox/enqueue.ts';
import { passingKinds } from '../outbox/flag-rules.ts';

/** Rows of a table per run. */
const rowsPerRun = 500;

/** Condition: a welcome email. It stays, since it records that an address got its code (functions/contact). */
const isWelcome = sql`substr(${outbox.cause}, 1, 8) = 'welcome:'`;

/** Days after which operators need not look at what is over by then. */
const passingFlags = 30;

/** @property before the end of what has been kept for its period, UTC ms (domain/retention/periods.ts) */
type Run = { db: Db; now: number; before: (name: RetentionName) => number };

/** Condition: some of the rows of the table that match. */
const some = (table: SQLiteTable, where: SQL | undefined): SQL =>
  sql`rowid IN (SELECT rowid FROM ${table} WHERE ${where} LIMIT ${rowsPerRun})`;

const remove = (db: Db, table: SQLiteTable, where: SQL | undefined) =>
  db.write.delete(table).where(some(table, where));

/** @param now UTC ms @param store with its periods @param key EMAIL_HASH_KEY */
export async function deleteExpired(
  db: Db,
  now: number,
  { retention }: Pick<Store, 'retention'>,
  key: KeyRing | undefined,
): Promise<void> {
  const run: Run = { db, now, before: keptSinceOf(retention, now) };
  await db.write.batch([
    ...endedSessions(run),
    ...oldStatistics(run),
    ...oldTickets(run),
    ...oldDocuments(run),
    ...oldFlags(run),
    ...oldContacts(run),
    deleteDormantAccounts(run),
    ...oldEmails(run),
  ]);
  await deleteGuests(db, now, run.before, key);
}

/** Sessions, links, devices, and what counts attempts and what is held. */
const endedSessions = ({ db, now, before }: Run) =>
  [
    remove(db, sessions, lte(sessions.expiresAt, before('sessions'))),
    // For a day, an expired link for a new password can be renewed (functions/accounts/request-password-reset.ts).
    remove(db, links, lte(links.expiresAt, before('links'))),
    remove(db, attempts, lte(attempts.expiresAt, before('attempts'))),
    // No counter lasts for more than a day: a later end was written while a clock was ahead.
    remove(db, attempts, gt(attempts.expiresAt, now + oneDay + oneHour)),
    db.write.delete(holds).where(sql`${isInBlock(holds, now)} AND ${lte(holds.until, before('holds'))}`),
    // Slot 0 counts the orders of all times.
    remove(db, productHolds, sql`slot > 0 AND slot < ${before('productHolds')}`),
    // Of the release before what is held unpaid had a table of its own.
    db.write
      .update(payments)
      .set({ network: null })
      .where(
        some(payments, and(isNotNull(payments.network), lt(payments.holdUntil, before('paymentNetworks')))),
      ),
    remove(db, devices, lt(devices.usedAt, before('devices'))),
  ] as const;

/** What was measured, searched and done. */
const oldStatistics = ({ db, before }: Run) =>
  [
    remove(db, vitals, lt(vitals.day, dayOf(before('vitals')))),
    remove(db, policyReports, lt(policyReports.day, dayOf(before('policyReports')))),
    remove(db, searches, lt(searches.day, dayOf(before('searches')))),
    remove(db, searchClicks, lt(searchClicks.day, dayOf(before('searches')))),
    remove(db, audit, lt(audit.at, before('auditLog'))),
    remove(db, catalogueChanges, lt(catalogueChanges.endedAt, before('auditLog'))),
    remove(db, saleDays, lt(saleDays.endsAt, before('auditLog'))),
    // The price that a product still has stays.
    remove(
      db,
      priceChanges,
      sql`at < ${before('priceChanges')} AND EXISTS (
        SELECT 1 FROM ${priceChanges} AS later
        WHERE later.product_id = price_changes.product_id AND later.at > price_changes.at)`,
    ),
    deleteOldTotals(db, before('totals')),
  ] as const;

const oldTickets = ({ db, before }: Run) => {
  const lastTicket = before('tickets');
  return [
    // Deletes its answers too.
    remove(
      db,
      tickets,
      sql`${tickets.createdAt} < ${lastTicket} AND NOT EXISTS (
        SELECT 1 FROM ticket_answers a WHERE a.ticket_id = ${tickets.id} AND a.at >= ${lastTicket})`,
    ),
    remove(db, reviewReports, lt(reviewReports.createdAt, lastTicket)),
  ] as const;
};

/** Documents and the events of payments. */
const oldDocuments = ({ db, now, before }: Run) =>
  [
    // By the database's clock too, since its trigger refuses to delete younger ones (db/triggers).
    remove(db, documents, sql`${lte(documents.keepUntil, now)} AND keep_until <= unixepoch() * 1000`),
    // Unhandled events stay as long again, for an operator to look at.
    remove(
      db,
      paymentEvents,
      and(lt(paymentEvents.receivedAt, before('paymentEvents')), isNotNull(paymentEvents.handledAt)),
    ),
    remove(db, paymentEvents, lt(paymentEvents.receivedAt, 2 * before('paymentEvents') - now)),
  ] as const;

/** What anybody can cause, and what is over by then, is resolved after a month; what is resolved is deleted later. */
const oldFlags = ({ db, now, before }: Run) =>
  [
    db.write
      .update(flags)
      .set({ resolvedAt: now })
      .where(
        some(
          flags,
          and(
            isNull(flags.resolvedAt),
            lt(flags.createdAt, now - passingFlags * oneDay),
            inArray(flags.kind, passingKinds),
          ),
        ),
      ),
    remove(db, flags, lt(flags.resolvedAt, before('auditLog'))),
  ] as const;

/** Subscribers, their codes, who waits for a product, and who does not want to be asked for reviews. */
const oldContacts = ({ db, now, before }: Run) =>
  [
    // Nobody has confirmed them. The plus keeps SQLite from reading all active subscribers by another index.
    remove(
      db,
      subscribers,
      sql`${lte(subscribers.askedAt, before('askedSubscribers'))} AND +${subscribers.unsubscribedAt} IS NULL`,
    ),
    remove(db, subscribers, lt(subscribers.unsubscribedAt, before('auditLog'))),
    remove(
      db,
      stockAlerts,
      and(
        lt(stockAlerts.createdAt, before('stockAlerts')),
        or(isNull(stockAlerts.endedAt), lt(stockAlerts.endedAt, before('stockAlerts'))),
      ),
    ),
    db.write
      .delete(coupons)
      .where(
        sql`${isInBlock(coupons, now)} AND ${coupons.email} IS NOT NULL AND ${lt(coupons.validUntil, before('unconfirmed'))}`,
      ),
    db.write
      .delete(reviewOptOuts)
      .where(
        sql`${isInBlock(reviewOptOuts, now)} AND ${lt(reviewOptOuts.createdAt, before('reviewOptOuts'))}`,
      ),
  ] as const;

const oldEmails = ({ db, now, before }: Run) => {
  const lastEmail = before('sentEmails');
  /** The emails that were sent first. Those before `lastEmail` are all read, so that the rest need not be. */
  const oldest = sql`rowid IN (SELECT rowid FROM ${outbox} INDEXED BY outbox_sent WHERE ${lt(outbox.sentAt, lastEmail)}
    ORDER BY sent_at LIMIT ${rowsPerRun})`;
  return [
    // Without `sentAt` later runs skip the row.
    db.write.update(outbox).set({ recipient: '', sentAt: null }).where(sql`${oldest} AND ${isWelcome}`),
    db.write.delete(outbox).where(sql`${oldest} AND NOT ${isWelcome}`),
    // What records that an address got its code.
    db.write.delete(outbox).where(
      sql`${isInBlock(outbox, now)} AND ${outbox.recipient} = '' AND ${outbox.sentAt} IS NULL AND ${isWelcome}
          AND ${lt(outbox.createdAt, before('welcomeEmails'))}`,
    ),
    remove(db, outbox, and(inArray(outbox.status, ['given_up', 'held']), lt(outbox.nextTryAt, lastEmail))),
    // The email about a deleted account is the last row with its address. An email that counts towards a recipient's
    // limit stays for the day that it counts. A range, since LIKE would read every row.
    remove(
      db,
      outbox,
      and(
        gte(outbox.cause, deletedAccountCause),
        lt(outbox.cause, deletedAccountCause.replace(':', ';')),
        ne(outbox.status, 'waiting'),
        or(eq(outbox.limited, false), lte(outbox.createdAt, before('erasedAddresses'))),
      ),
    ),
  ] as const;
};

/** Accounts that nobody uses: without orders, reviews, a session and, once confirmed, a known device. */
function deleteDormantAccounts({ db, now, before }: Run) {
  const none = (table: SQLiteTable) => sql`NOT EXISTS (SELECT 1 FROM ${table} WHERE user_id = ${users.id})`;
  return db.write.delete(users).where(
    sql`${isInBlock(users, now)} AND ${users.guest} = 0 AND ${users.role} = 'shopper'
      AND ${none(orders)} AND ${none(reviews)} AND ${none(sessions)}
      AND (${users.createdAt} < ${before('accounts')} AND ${none(devices)}
        OR ${users.createdAt} < ${before('unconfirmed')} AND ${users.verifiedAt} IS NULL)`,
  );
}
