/** The scheduled job: every minute, takes away what has run out of time. Safe to run twice at once. */
import { and, like, lte, ne } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { attempts, links, outbox, sessions } from '#db/schema.ts';

/** @param now UTC ms */
export async function tidy(db: Db, now: number): Promise<void> {
  await db.write.batch([
    db.write.delete(sessions).where(lte(sessions.expiresAt, now)),
    db.write.delete(links).where(lte(links.expiresAt, now)),
    db.write.delete(attempts).where(lte(attempts.expiresAt, now)),
    // The last that knew the address of somebody who has left.
    db.write.delete(outbox).where(and(like(outbox.cause, 'account_deleted:%'), ne(outbox.status, 'waiting'))),
  ]);
}
