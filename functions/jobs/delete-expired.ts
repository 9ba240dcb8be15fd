/**
 * Part of the scheduled job: deletes expired rows. A run deletes at most {@link rowsPerRun} rows of a table, found by
 * an index, so that it never holds the database for long. Runs may overlap.
 */
import { and, eq, gte, inArray, isNotNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from '#db/client.ts';
import {
  attempts,
  audit,
  devices,
  documents,
  holds,
  links,
  outbox,
  paymentEvents,
  payments,
  policyReports,
  productHolds,
  reviewReports,
  searchClicks,
  searches,
  sessions,
  tickets,
  vitals,
} from '#db/schema/index.ts';
import type { Store } from '#features/store/store.ts';
import { dayOf, oneDay } from '#lib/dates.ts';
import { deleteGuests } from '../guests/retention.ts';
import { deleteOldTotals } from '../lib/totals.ts';
import { deletedAccountCause } from '../outbox/enqueue.ts';

/** Retention of page speed, ms: three times the period that the desk shows. */
const vitalsRetention = 84 * oneDay;

/** Retention of the hashed network of an online order after its hold, ms. */
const networkRetention = oneDay / 24;

/** Rows of a table per run. */
const rowsPerRun = 500;

/** Condition: a welcome email. It stays, since it records that an address got its code (functions/newsletter). */
const isWelcome = sql`substr(${outbox.cause}, 1, 8) = 'welcome:'`;

/** @param now UTC ms @param retention in days @param key EMAIL_HASH_KEY */
export async function deleteExpired(
  db: Db,
  now: number,
  retention: Store['retention'],
  key: string | undefined,
): Promise<void> {
  const before = (days: number): number => now - days * oneDay;
  const some = (table: SQLiteTable, where: SQL | undefined): SQL =>
    sql`rowid IN (SELECT rowid FROM ${table} WHERE ${where} LIMIT ${rowsPerRun})`;
  const remove = (table: SQLiteTable, where: SQL | undefined) =>
    db.write.delete(table).where(some(table, where));
  const lastTicket = before(retention.tickets);
  const lastEmail = before(retention.sentEmails);
  await db.write.batch([
    remove(sessions, lte(sessions.expiresAt, now)),
    // For a day, an expired link for a new password can be renewed (functions/accounts/request-password-reset.ts).
    remove(links, lte(links.expiresAt, now - oneDay)),
    remove(attempts, lte(attempts.expiresAt, now)),
    remove(holds, lte(holds.until, now)),
    // Slot 0 counts the orders of all times.
    remove(productHolds, sql`slot > 0 AND slot < ${now - oneDay / 12}`),
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
    // Unhandled events stay, for an operator to look at.
    remove(
      paymentEvents,
      and(lt(paymentEvents.receivedAt, before(retention.paymentEvents)), isNotNull(paymentEvents.handledAt)),
    ),
    // Of the release before what is held unpaid had a table of its own.
    db.write
      .update(payments)
      .set({ network: null })
      .where(
        some(payments, and(isNotNull(payments.network), lt(payments.holdUntil, now - networkRetention))),
      ),
    // Without `sentAt` later runs skip the row.
    db.write
      .update(outbox)
      .set({ recipient: '', sentAt: null })
      .where(some(outbox, sql`${lt(outbox.sentAt, lastEmail)} AND ${isWelcome}`)),
    remove(outbox, sql`${lt(outbox.sentAt, lastEmail)} AND NOT ${isWelcome}`),
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
