/** The scheduled job: every minute, takes away what has run out of time. Safe to run twice at once. */
import { and, eq, gte, lt, lte, ne, or } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { attempts, links, outbox, policyReports, sessions, vitals } from '#db/schema.ts';
import { dayOf, oneDay } from '#lib/dates.ts';
import { accountDeleted } from '../mail/outbox.ts';

/** How long it is kept how quick the shop was, ms: three times what the desk looks back. */
const vitalsKept = 84 * oneDay;

/** How long it is kept what browsers refused on the payment page, ms: PCI DSS asks for a year of such records. */
const reportsKept = 400 * oneDay;

/** @param now UTC ms */
export async function tidy(db: Db, now: number): Promise<void> {
  await db.write.batch([
    db.write.delete(sessions).where(lte(sessions.expiresAt, now)),
    // A link for a new password may be made good anew for a day (functions/accounts/forgot.ts).
    db.write.delete(links).where(lte(links.expiresAt, now - oneDay)),
    db.write.delete(attempts).where(lte(attempts.expiresAt, now)),
    db.write.delete(vitals).where(lt(vitals.day, dayOf(now - vitalsKept))),
    db.write.delete(policyReports).where(lt(policyReports.day, dayOf(now - reportsKept))),
    // The last that knew the address of somebody who has left; what counts towards a recipient's limit, after the day
    // for which it counts. A range, since LIKE would read every letter.
    db.write
      .delete(outbox)
      .where(
        and(
          gte(outbox.cause, accountDeleted),
          lt(outbox.cause, accountDeleted.replace(':', ';')),
          ne(outbox.status, 'waiting'),
          or(eq(outbox.limited, false), lte(outbox.createdAt, now - oneDay)),
        ),
      ),
  ]);
}
