/**
 * Whether an account's address is verified (docs/behaviour.md, "Verified address"). The data of the address
 * (subscription, personal codes, emails) belongs to the account only then, since anybody can open an account with
 * somebody else's address.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { users } from '#db/schema/index.ts';
import { releaseHeldEmails } from '../outbox/enqueue.ts';
import { releaseReviews } from '../reviews/hold.ts';

/** Condition: the account's address is verified. */
export const isVerified = (userId: string | SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${users} AS holder WHERE holder.id = ${userId} AND holder.verified_at IS NOT NULL)`;

/**
 * Statements that verify an account's address. The time of the first verification is kept.
 * @param when condition in the database @param now UTC ms
 */
export const verify = (db: Db, { id, email }: { id: string | SQL; email: string }, now: number, when: SQL) =>
  [
    db.write.run(sql`
      UPDATE ${users} SET verified_at = ${now} WHERE id = ${id} AND verified_at IS NULL AND ${when}`),
    releaseHeldEmails(db, { id, email }, now, sql`${isVerified(id)} AND ${when}`),
    ...releaseReviews(db, id, now, sql`${isVerified(id)} AND ${when}`),
  ] as const;
