/**
 * The scheduled job: every minute, deletes what has run out of time. A run takes at most {@link atOnce} rows of
 * a table, found by an index, so that it never holds the database for long. Safe to run twice at once.
 */
import { and, eq, gte, inArray, isNotNull, lt, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from '#db/client.ts';
import {
  attempts,
  audit,
  devices,
  links,
  outbox,
  paymentEvents,
  payments,
  policyReports,
  sessions,
  tickets,
  vitals,
} from '#db/schema/index.ts';
import type { Store } from '#features/store/store.ts';
import { dayOf, oneDay } from '#lib/dates.ts';
import { accountDeleted } from '../outbox/enqueue.ts';

/** How long it is kept how quick the shop was, ms: three times what the desk looks back. */
const vitalsKept = 84 * oneDay;

/** How long the fingerprint of the network of an online order is kept after its hold, ms. */
const networkKept = oneDay / 24;

/** Rows of a table in one run. */
const atOnce = 500;

/** For the welcome email its row says that an address has had its code (functions/newsletter): it stays. */
const isWelcome = sql`substr(${outbox.cause}, 1, 8) = 'welcome:'`;

/** @param now UTC ms @param kept days, by what is kept */
export async function tidy(db: Db, now: number, kept: Store['retention']): Promise<void> {
  const before = (days: number): number => now - days * oneDay;
  const some = (table: SQLiteTable, where: SQL | undefined): SQL =>
    sql`rowid IN (SELECT rowid FROM ${table} WHERE ${where} LIMIT ${atOnce})`;
  const remove = (table: SQLiteTable, where: SQL | undefined) =>
    db.write.delete(table).where(some(table, where));
  const lastTicket = before(kept.tickets);
  const lastEmail = before(kept.sentEmails);
  await db.write.batch([
    remove(sessions, lte(sessions.expiresAt, now)),
    // A link for a new password may be made good anew for a day (functions/accounts/forgot.ts).
    remove(links, lte(links.expiresAt, now - oneDay)),
    remove(attempts, lte(attempts.expiresAt, now)),
    remove(devices, lt(devices.usedAt, before(kept.devices))),
    remove(vitals, lt(vitals.day, dayOf(now - vitalsKept))),
    remove(policyReports, lt(policyReports.day, dayOf(before(kept.policyReports)))),
    remove(audit, lt(audit.at, before(kept.auditLog))),
    // Its answers go with it.
    remove(
      tickets,
      sql`${tickets.createdAt} < ${lastTicket} AND NOT EXISTS (
        SELECT 1 FROM ticket_answers a WHERE a.ticket_id = ${tickets.id} AND a.at >= ${lastTicket})`,
    ),
    // One that was never acted on is a difference that an operator has yet to look at.
    remove(
      paymentEvents,
      and(lt(paymentEvents.receivedAt, before(kept.paymentEvents)), isNotNull(paymentEvents.handledAt)),
    ),
    // It is needed when the hold ends unpaid (functions/orders/unpaid-holds.ts).
    db.write
      .update(payments)
      .set({ network: null })
      .where(some(payments, and(isNotNull(payments.network), lt(payments.holdUntil, now - networkKept)))),
    // Without `sentAt` it is not looked at again.
    db.write
      .update(outbox)
      .set({ recipient: '', sentAt: null })
      .where(some(outbox, sql`${lt(outbox.sentAt, lastEmail)} AND ${isWelcome}`)),
    remove(outbox, sql`${lt(outbox.sentAt, lastEmail)} AND NOT ${isWelcome}`),
    remove(outbox, and(inArray(outbox.status, ['given_up', 'held']), lt(outbox.nextTryAt, lastEmail))),
    // The last that knew the address of somebody who has left; what counts towards a recipient's limit, after the day
    // for which it counts. A range, since LIKE would read every letter.
    remove(
      outbox,
      and(
        gte(outbox.cause, accountDeleted),
        lt(outbox.cause, accountDeleted.replace(':', ';')),
        ne(outbox.status, 'waiting'),
        or(eq(outbox.limited, false), lte(outbox.createdAt, now - oneDay)),
      ),
    ),
  ]);
}
