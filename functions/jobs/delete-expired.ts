/**
 * Part of the scheduled job: deletes expired rows. A run deletes at most {@link rowsPerRun} rows of a table, found by
 * an index, so that it never holds the database for long. Runs may overlap.
 */
import { and, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from '#db/client.ts';
import type { FlagKind } from '#db/schema/flag-kinds.ts';
import {
  attempts,
  audit,
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
  productHolds,
  reviewOptOuts,
  reviewReports,
  reviews,
  searchClicks,
  searches,
  sessions,
  subscribers,
  tickets,
  users,
  vitals,
} from '#db/schema/index.ts';
import type { Store } from '#domain/store/store.ts';
import { dayOf, oneDay } from '#lib/dates.ts';
import { askAgainAfter } from '../contact/subscribe.ts';
import { deleteGuests } from '../guests/retention.ts';
import { isInBlock } from '../lib/block.ts';
import type { KeyRing } from '../lib/email-hash.ts';
import { deleteOldTotals } from '../lib/totals.ts';
import { deletedAccountCause } from '../outbox/enqueue.ts';

/** Retention of page speed, ms: three times the period that the desk shows. */
const vitalsRetention = 84 * oneDay;

/** Retention of the hashed network of an online order after its hold, ms. */
const networkRetention = oneDay / 24;

/** Rows of a table per run. */
const rowsPerRun = 500;

/** Condition: a welcome email. It stays, since it records that an address got its code (functions/contact). */
const isWelcome = sql`substr(${outbox.cause}, 1, 8) = 'welcome:'`;

/** Days after which an address may get another welcome code, and after which somebody may be asked for reviews again. */
const welcomeRetention = 3 * 365;
const optOutRetention = 5 * 365;

/** Flags about what is over after a month. */
const passing: readonly FlagKind[] = [
  'page_script_blocked',
  'mail_failing',
  'operator_new_device',
  'operator_sign_in_failures',
];

/** @param now UTC ms @param store days of `retention` @param key EMAIL_HASH_KEY */
export async function deleteExpired(
  db: Db,
  now: number,
  { retention }: Pick<Store, 'retention'>,
  key: KeyRing | undefined,
): Promise<void> {
  const before = (days: number): number => now - days * oneDay;
  const some = (table: SQLiteTable, where: SQL | undefined): SQL =>
    sql`rowid IN (SELECT rowid FROM ${table} WHERE ${where} LIMIT ${rowsPerRun})`;
  const remove = (table: SQLiteTable, where: SQL | undefined) =>
    db.write.delete(table).where(some(table, where));
  const lastTicket = before(retention.tickets);
  const lastEmail = before(retention.sentEmails);
  /** The emails that were sent first. Those before `lastEmail` are all read, so that the rest need not be. */
  const oldest = sql`rowid IN (SELECT rowid FROM ${outbox} INDEXED BY outbox_sent WHERE ${lt(outbox.sentAt, lastEmail)}
    ORDER BY sent_at LIMIT ${rowsPerRun})`;
  await db.write.batch([
    remove(sessions, lte(sessions.expiresAt, now)),
    // For a day, an expired link for a new password can be renewed (functions/accounts/request-password-reset.ts).
    remove(links, lte(links.expiresAt, now - oneDay)),
    // No counter lasts for more than a day: a later end was written while a clock was ahead.
    remove(attempts, lte(attempts.expiresAt, now)),
    remove(holds, lte(holds.until, now)),
    // Slot 0 counts the orders of all times.
    remove(productHolds, sql`slot > 0 AND slot < ${now - oneDay / 12}`),
    remove(attempts, gt(attempts.expiresAt, now + oneDay + oneDay / 24)),
    // Nobody has confirmed them. The plus keeps SQLite from reading all active subscribers by another index.
    remove(
      subscribers,
      sql`${lte(subscribers.askedAt, now - askAgainAfter)} AND +${subscribers.unsubscribedAt} IS NULL`,
    ),
    remove(devices, lt(devices.usedAt, before(retention.devices))),
    remove(vitals, lt(vitals.day, dayOf(now - vitalsRetention))),
    remove(policyReports, lt(policyReports.day, dayOf(before(retention.policyReports)))),
    remove(searches, lt(searches.day, dayOf(before(retention.searches)))),
    remove(searchClicks, lt(searchClicks.day, dayOf(before(retention.searches)))),
    remove(audit, lt(audit.at, before(retention.auditLog))),
    deleteOldTotals(db, now),
    // Deletes its answers too.
    remove(
      tickets,
      sql`${tickets.createdAt} < ${lastTicket} AND NOT EXISTS (
        SELECT 1 FROM ticket_answers a WHERE a.ticket_id = ${tickets.id} AND a.at >= ${lastTicket})`,
    ),
    remove(reviewReports, lt(reviewReports.createdAt, lastTicket)),
    // By the database's clock too, since its trigger refuses to delete younger ones (db/migrations).
    remove(documents, sql`${lte(documents.keepUntil, now)} AND keep_until <= unixepoch() * 1000`),
    // Unhandled events stay as long again, for an operator to look at.
    remove(
      paymentEvents,
      and(lt(paymentEvents.receivedAt, before(retention.paymentEvents)), isNotNull(paymentEvents.handledAt)),
    ),
    remove(paymentEvents, lt(paymentEvents.receivedAt, before(2 * retention.paymentEvents))),
    // What anybody can cause, and what is over by then, is resolved after a month; what is resolved is deleted later.
    db.write
      .update(flags)
      .set({ resolvedAt: now })
      .where(
        some(
          flags,
          and(isNull(flags.resolvedAt), lt(flags.createdAt, before(30)), inArray(flags.kind, [...passing])),
        ),
      ),
    remove(flags, lt(flags.resolvedAt, before(retention.auditLog))),
    remove(subscribers, lt(subscribers.unsubscribedAt, before(retention.auditLog))),
    db.write
      .delete(coupons)
      .where(
        sql`${isInBlock(coupons, now)} AND ${coupons.email} IS NOT NULL AND ${lt(coupons.validUntil, before(retention.unconfirmed))}`,
      ),
    db.write
      .delete(reviewOptOuts)
      .where(
        sql`${isInBlock(reviewOptOuts, now)} AND ${lt(reviewOptOuts.createdAt, before(optOutRetention))}`,
      ),
    deleteDormantAccounts(db, now, retention),
    // Of the release before what is held unpaid had a table of its own.
    db.write
      .update(payments)
      .set({ network: null })
      .where(
        some(payments, and(isNotNull(payments.network), lt(payments.holdUntil, now - networkRetention))),
      ),
    // Without `sentAt` later runs skip the row.
    db.write.update(outbox).set({ recipient: '', sentAt: null }).where(sql`${oldest} AND ${isWelcome}`),
    db.write.delete(outbox).where(sql`${oldest} AND NOT ${isWelcome}`),
    // What records that an address got its code.
    db.write.delete(outbox).where(
      sql`${isInBlock(outbox, now)} AND ${outbox.recipient} = '' AND ${outbox.sentAt} IS NULL AND ${isWelcome}
          AND ${lt(outbox.createdAt, before(welcomeRetention))}`,
    ),
    remove(outbox, and(inArray(outbox.status, ['given_up', 'held']), lt(outbox.nextTryAt, lastEmail))),
    // The email about a deleted account is the last row with its address. An email that counts towards a recipient's
    // limit stays for the day that it counts. A range, since LIKE would read every row.
    remove(
      outbox,
      and(
        gte(outbox.cause, deletedAccountCause),
        lt(outbox.cause, deletedAccountCause.replace(':', ';')),
        ne(outbox.status, 'waiting'),
        or(eq(outbox.limited, false), lte(outbox.createdAt, now - oneDay)),
      ),
    ),
  ]);
  await deleteGuests(db, now, retention.guests, key);
}

/** Accounts that nobody uses: without orders, reviews, a session and, once confirmed, a known device. */
function deleteDormantAccounts(db: Db, now: number, retention: Store['retention']) {
  const none = (table: SQLiteTable) => sql`NOT EXISTS (SELECT 1 FROM ${table} WHERE user_id = ${users.id})`;
  return db.write.delete(users).where(
    sql`${isInBlock(users, now)} AND ${users.guest} = 0 AND ${users.role} = 'shopper'
      AND ${none(orders)} AND ${none(reviews)} AND ${none(sessions)}
      AND (${users.createdAt} < ${now - retention.accounts * oneDay} AND ${none(devices)}
        OR ${users.createdAt} < ${now - retention.unconfirmed * oneDay} AND ${users.verifiedAt} IS NULL)`,
  );
}
