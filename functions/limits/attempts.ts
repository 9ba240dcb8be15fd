/**
 * Counters that hold however many requests arrive at once: an attempt is taken, in one statement,
 * before the work that it pays for, and given back when it turns out to have been honest.
 */
import { eq, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { attempts } from '#db/schema.ts';
import { sha256 } from '../accounts/token.ts';

/** How often something may be tried. Times are ms. */
export type Limit = {
  /** Tries that cost no waiting. */
  free: number;
  /** Wait after the last free one; doubles with each further try. */
  firstWait: number;
  longestWait: number;
  /** Quiet time after which all is forgotten. */
  memory: number;
};

const day = 24 * 60 * 60 * 1000;

/** Failed logins of one account from one address (decisions: 15 minutes at most). */
export const loginLimit = (free: number): Limit => ({
  free,
  firstWait: 1_000,
  longestWait: 15 * 60 * 1000,
  memory: day,
});

/** What is counted, for whom. Hashed, so that the table holds no address and no e-mail. */
export const attemptKey = (what: string, ...who: string[]): Promise<string> =>
  sha256([what, ...who].join('\n'));

/** Takes one attempt; no row comes back when it has to wait. For use in a write batch. */
export function takeAttempt(
  db: Db,
  key: string,
  { free, firstWait, longestWait, memory }: Limit,
  now: number,
) {
  const count = sql`CASE WHEN ${attempts.expiresAt} <= ${now} THEN 1 ELSE ${attempts.count} + 1 END`;
  const wait = (n: typeof count) => sql`min(${longestWait}, ${firstWait} * (1 << min(20, ${n} - ${free})))`;
  return db.write
    .insert(attempts)
    .values({ key, count: 1, blockedUntil: free > 1 ? 0 : now + firstWait, expiresAt: now + memory })
    .onConflictDoUpdate({
      target: attempts.key,
      // A free try blocks nothing: "until now" would refuse an isolate whose clock is a little behind.
      set: {
        count,
        blockedUntil: sql`CASE WHEN ${count} < ${free} THEN 0 ELSE ${now} + ${wait(count)} END`,
        expiresAt: now + memory,
      },
      setWhere: sql`${attempts.blockedUntil} <= ${now}`,
    })
    .returning({ count: attempts.count });
}

/** Until when it has to wait, UTC ms. For the same batch, after {@link takeAttempt}. */
export const blockedUntil = (db: Db, key: string) =>
  db.write.select({ until: attempts.blockedUntil }).from(attempts).where(eq(attempts.key, key));

/** It was honest: the count starts anew. For use in a write batch. */
export const forgetAttempts = (db: Db, key: string) => db.write.delete(attempts).where(eq(attempts.key, key));

/**
 * Counts within a fixed window of an hour, for limits without a growing wait.
 * The row that comes back says how many it is now.
 */
export const countInHour = (db: Db, key: string, now: number) =>
  db.write
    .insert(attempts)
    .values({ key, count: 1, blockedUntil: now, expiresAt: now + day / 24 })
    .onConflictDoUpdate({
      target: attempts.key,
      set: {
        count: sql`CASE WHEN ${attempts.expiresAt} <= ${now} THEN 1 ELSE ${attempts.count} + 1 END`,
        expiresAt: sql`CASE WHEN ${attempts.expiresAt} <= ${now} THEN ${now + day / 24} ELSE ${attempts.expiresAt} END`,
      },
    })
    .returning({ count: attempts.count, expiresAt: attempts.expiresAt });
