/**
 * Counters with growing waits, which stay exact under parallel requests. An attempt is counted in one statement before the
 * work that it limits, and returned if it was legitimate. Limits within an hour are in hourly.ts.
 */
import { and, desc, eq, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { attempts } from '#db/schema/index.ts';
import { oneDay } from '#lib/dates.ts';
import { sha256 } from '../lib/token.ts';
import { tooManyTries } from './too-many.ts';

/** Limit for attempts with growing waits. Times are ms. */
export type Limit = {
  /** Attempts without a wait. */
  free: number;
  /** Wait after the last free attempt; it doubles with each further one. */
  firstWait: number;
  longestWait: number;
  /** Time without attempts after which the counter is deleted. */
  expiry: number;
};

/** Limit of wrong passwords for one account from one network or device (docs/behaviour.md, "Failed sign-ins"). */
export const passwordLimit = (free: number): Limit => ({
  free,
  firstWait: 1_000,
  longestWait: 15 * 60 * 1000,
  expiry: oneDay,
});

/** By how much clocks of isolates may differ, ms. A later time was written while a clock was wrong, and does not count. */
export const clockError = 60_000;
/** The longest wait of all limits, ms. */
const longestWaitOfAll = 15 * 60 * 1000;

/** Condition: an attempt has to wait. @param until column */
const isBlocked = (until: SQL, now: number): SQL =>
  sql`(${until} > ${now} AND ${until} <= ${now + longestWaitOfAll + clockError})`;

/** A counter: its key, or a query for its key. A query without a row counts nothing. */
export type Counter = string | SQL;

/** Key of a counter, hashed so that the table holds no network or email address. */
export const attemptKey = (what: string, ...who: string[]): string => sha256([what, ...who].join('\n'));

/** A counter of the session's account; without a valid session nothing is counted. */
export const accountCounter = (what: string, { tokenHash, now }: { tokenHash: string; now: number }): SQL =>
  sql`SELECT ${`${what}:`} || user_id AS key FROM sessions WHERE token_hash = ${tokenHash} AND expires_at > ${now}`;

/** A query for the keys of a counter. */
export const rowsOf = (counter: Counter): SQL =>
  typeof counter === 'string' ? sql`SELECT ${counter} AS key` : counter;

/** Condition: the row of this counter. */
const isCounter = (counter: Counter): SQL => eq(attempts.key, sql`(${rowsOf(counter)})`);

/** A counter with its limit. */
export type Counted = { counter: Counter; limit: Limit };

/** The counters as rows of `c`, each with its key and its limit. */
const counterRows = (counted: readonly Counted[]): SQL =>
  sql.join(
    counted.map(
      ({ counter, limit: { free, firstWait, longestWait, expiry } }) =>
        sql`SELECT key, ${free} AS free, ${firstWait} AS first, ${longestWait} AS longest, ${expiry} AS memory
          FROM (${rowsOf(counter)})`,
    ),
    sql` UNION ALL `,
  );

/**
 * Counts one attempt in each counter. While one of them has to wait, it counts none and returns no row. For a write
 * batch.
 */
export function countAttempts(db: Db, counted: readonly Counted[], now: number) {
  const limit = (what: string) => sql`(SELECT ${sql.raw(what)} FROM c WHERE c.key = attempts.key)`;
  const expired = sql`(${attempts.expiresAt} <= ${now} OR ${attempts.expiresAt} > ${now + clockError} + ${limit('memory')})`;
  const count = sql`CASE WHEN ${expired} THEN 1 ELSE ${attempts.count} + 1 END`;
  const wait = sql`min(${limit('longest')}, ${limit('first')} * (1 << min(20, ${count} - ${limit('free')})))`;
  return db.write.all<CountedAttempt>(sql`
    WITH c AS (${counterRows(counted)})
    INSERT INTO attempts (key, count, blocked_until, expires_at)
    SELECT key, 1, CASE WHEN free > 1 THEN 0 ELSE ${now} + first END, ${now} + memory FROM c
    WHERE NOT EXISTS (SELECT 1 FROM attempts AS a WHERE a.key IN (SELECT key FROM c) AND ${isBlocked(sql`a.blocked_until`, now)})
    ON CONFLICT (key) DO UPDATE SET
      count = ${count},
      -- A free attempt stores 0, because "until now" would block an isolate whose clock is a little behind.
      blocked_until = CASE WHEN ${count} < ${limit('free')} THEN 0 ELSE ${now} + ${wait} END,
      expires_at = excluded.expires_at
    RETURNING key, count`);
}

/** Row of {@link countAttempts}: a counter with its new count. */
export type CountedAttempt = { key: string; count: number };

/**
 * Returns an attempt that was legitimate or was not checked. Other attempts of the same counters still count, since
 * strangers may have made them. For a write batch.
 */
export const returnAttempts = (db: Db, taken: readonly CountedAttempt[]) =>
  db.write.run(sql`
    UPDATE attempts
    SET count = attempts.count - 1,
        blocked_until = CASE WHEN attempts.count = taken.count THEN 0 ELSE blocked_until END
    FROM (SELECT value ->> 'key' AS key, value ->> 'count' AS count FROM json_each(${JSON.stringify(taken)})) AS taken
    WHERE attempts.key = taken.key AND attempts.count > 0`);

/**
 * Makes a check that was counted before. When it cannot be made, since hashing or the database is busy, nothing was wrong, so
 * its count is given back. @param giveBack a statement @throws the error of `check`
 */
export async function orGiveBack<T>(check: () => Promise<T>, giveBack: PromiseLike<unknown>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    // Of two errors the first says what is wrong.
    await Promise.resolve(giveBack).catch(() => {});
    throw error;
  }
}

/** A query for the counters that have to wait, with the end of the wait in UTC ms, the longest first. */
export const blockedUntil = (db: Db, counters: readonly Counter[], now: number) =>
  db.read
    .select({ key: attempts.key, until: attempts.blockedUntil })
    .from(attempts)
    .where(and(or(...counters.map(isCounter)), isBlocked(sql`${attempts.blockedUntil}`, now)))
    .orderBy(desc(attempts.blockedUntil));

/** The refusal when {@link countAttempts} returned no row. @param blocked row of {@link blockedUntil} */
export const tooManyAttempts = (blocked: { until: number } | undefined, now: number) =>
  tooManyTries(Math.max(1, Math.ceil(((blocked?.until ?? now) - now) / 1000)));

/** Deletes a counter after a legitimate attempt. For a write batch. */
export const forgetAttempts = (db: Db, counter: Counter) =>
  db.write.delete(attempts).where(isCounter(counter));
