/**
 * Whether an account's address is its owner's. Data that belongs to an address (a subscription, personal codes,
 * emails) follows an account only then: anybody can open one with somebody else's address.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { users } from '#db/schema/index.ts';
import { releaseHeld } from '../outbox/enqueue.ts';

/** Condition: the account's address is verified. */
export const isVerified = (userId: string | SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${users} AS holder WHERE holder.id = ${userId} AND holder.verified_at IS NOT NULL)`;

/**
 * Statements that verify an account's address, for the batch in which it was proven. The first time counts.
 * @param when what must hold in the database @param now UTC ms
 */
export const verify = (db: Db, { id, email }: { id: string | SQL; email: string }, now: number, when: SQL) =>
  [
    db.write.run(sql`
      UPDATE ${users} SET verified_at = ${now} WHERE id = ${id} AND verified_at IS NULL AND ${when}`),
    releaseHeld(db, { id, email }, now, sql`${isVerified(id)} AND ${when}`),
  ] as const;
