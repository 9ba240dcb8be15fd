/**
 * Counters that hold however many requests arrive at once: an attempt is taken, in one statement,
 * before the work that it pays for, and given back when it turns out to have been honest.
 */
import { and, desc, eq, gt, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { attempts } from '#db/schema/index.ts';
import { oneDay } from '#lib/dates.ts';
import { sha256 } from '../session/token.ts';

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

/** Wrong passwords for one account, of one network or device (docs/behaviour.md 9.6). */
export const passwordLimit = (free: number): Limit => ({
  free,
  firstWait: 1_000,
  longestWait: 15 * 60 * 1000,
  memory: oneDay,
});

/** A counter: its key, or a query that gives its key, or no row where nothing is to be counted. */
export type Counter = string | SQL;

/** What is counted, for whom. Hashed, so that the table holds no address and no e-mail. */
export const attemptKey = (what: string, ...who: string[]): string => sha256([what, ...who].join('\n'));

/** One counter an account, found by a living session; with a dead token nothing is counted. */
export const accountCounter = (what: string, { tokenHash, now }: { tokenHash: string; now: number }): SQL =>
  sql`SELECT ${`${what}:`} || user_id AS key FROM sessions WHERE token_hash = ${tokenHash} AND expires_at > ${now}`;

const rowsOf = (counter: Counter): SQL =>
  typeof counter === 'string' ? sql`SELECT ${counter} AS key` : counter;

/** Condition: this is that counter's row. */
const isCounter = (counter: Counter): SQL => eq(attempts.key, sql`(${rowsOf(counter)})`);

/** A counter with its limit. */
export type Counted = { counter: Counter; limit: Limit };

/** The counters as rows of `c`, each with its key and its limit. */
const table = (counted: readonly Counted[]): SQL =>
  sql.join(
    counted.map(
      ({ counter, limit: { free, firstWait, longestWait, memory } }) =>
        sql`SELECT key, ${free} AS free, ${firstWait} AS first, ${longestWait} AS longest, ${memory} AS memory
          FROM (${rowsOf(counter)})`,
    ),
    sql` UNION ALL `,
  );

/**
 * Takes one attempt of each counter, or of none while one of them has to wait: then no row comes back.
 * For use in a write batch.
 */
export function takeAttempts(db: Db, counted: readonly Counted[], now: number) {
  const expired = sql`${attempts.expiresAt} <= ${now}`;
  const count = sql`CASE WHEN ${expired} THEN 1 ELSE ${attempts.count} + 1 END`;
  const limit = (what: string) => sql`(SELECT ${sql.raw(what)} FROM c WHERE c.key = attempts.key)`;
  const wait = sql`min(${limit('longest')}, ${limit('first')} * (1 << min(20, ${count} - ${limit('free')})))`;
  return db.write.all<Taken>(sql`
    WITH c AS (${table(counted)})
    INSERT INTO attempts (key, count, blocked_until, expires_at)
    SELECT key, 1, CASE WHEN free > 1 THEN 0 ELSE ${now} + first END, ${now} + memory FROM c
    WHERE NOT EXISTS (SELECT 1 FROM attempts AS a WHERE a.key IN (SELECT key FROM c) AND a.blocked_until > ${now})
    ON CONFLICT (key) DO UPDATE SET
      count = ${count},
      -- A free try blocks nothing: "until now" would refuse an isolate whose clock is a little behind.
      blocked_until = CASE WHEN ${count} < ${limit('free')} THEN 0 ELSE ${now} + ${wait} END,
      expires_at = excluded.expires_at
    RETURNING key, count`);
}

/** What {@link takeAttempts} answers: each counter with its new count. */
export type Taken = { key: string; count: number };

/**
 * An attempt was honest, or was not looked at: gives it back without forgetting the others of the same counters, which
 * strangers may have made. For use in a write batch.
 */
export const giveBack = (db: Db, taken: readonly Taken[]) =>
  db.write.run(sql`
    UPDATE attempts
    SET count = attempts.count - 1,
        blocked_until = CASE WHEN attempts.count = taken.count THEN 0 ELSE blocked_until END
    FROM (SELECT value ->> 'key' AS key, value ->> 'count' AS count FROM json_each(${JSON.stringify(taken)})) AS taken
    WHERE attempts.key = taken.key AND attempts.count > 0`);

/** Until when one of the counters has to wait, UTC ms; no row when none has to. For a batch, or by itself. */
export const blockedUntil = (db: Db, counters: readonly Counter[], now: number) =>
  db.read
    .select({ key: attempts.key, until: attempts.blockedUntil })
    .from(attempts)
    .where(and(or(...counters.map(isCounter)), gt(attempts.blockedUntil, now)))
    .orderBy(desc(attempts.blockedUntil));

/** The refusal, when {@link takeAttempts} gave no row. @param blocked what {@link blockedUntil} found */
export const mustWait = (blocked: { until: number } | undefined, now: number): TooMany => ({
  ok: false,
  code: 'too_many',
  seconds: Math.max(1, Math.ceil(((blocked?.until ?? now) - now) / 1000)),
});

/** It was honest: the count starts anew. For use in a write batch. */
export const forgetAttempts = (db: Db, counter: Counter) =>
  db.write.delete(attempts).where(isCounter(counter));

/** Who does something, how often they may in an hour, and when. @property now UTC ms */
export type Hourly = { address: string; perHour: number; now: number };

/** Refused for having come too often. @property seconds until it may be tried again */
export type TooMany = { ok: false; code: 'too_many'; seconds: number };

/** Counts one more within a fixed hour, and answers how many there were. For use in a write batch. */
export function takeHour(db: Db, counter: Counter, now: number) {
  const expired = sql`${attempts.expiresAt} <= ${now}`;
  const end = now + oneDay / 24;
  return db.write
    .insert(attempts)
    .select(sql`SELECT key, 1, ${now}, ${end} FROM (${rowsOf(counter)}) WHERE true`)
    .onConflictDoUpdate({
      target: attempts.key,
      set: {
        count: sql`CASE WHEN ${expired} THEN 1 ELSE ${attempts.count} + 1 END`,
        expiresAt: sql`CASE WHEN ${expired} THEN ${end} ELSE ${attempts.expiresAt} END`,
      },
    })
    .returning({ count: attempts.count, expiresAt: attempts.expiresAt });
}

/** Condition for what follows {@link takeHour} in its batch: it was not one too many. */
export const withinHour = (counter: Counter, perHour: number): SQL =>
  sql`coalesce((SELECT ${attempts.count} FROM ${attempts} WHERE ${isCounter(counter)}), 0) <= ${perHour}`;

/** The refusal, if what {@link takeHour} answered was one too many. */
export function overHour(
  used: { count: number; expiresAt: number } | undefined,
  perHour: number,
  now: number,
): TooMany | undefined {
  if (!used || used.count <= perHour) return undefined;
  // Another isolate may have begun the hour by a clock that is a little ahead: never more than the hour.
  return { ok: false, code: 'too_many', seconds: Math.min(3600, Math.ceil((used.expiresAt - now) / 1000)) };
}

/**
 * Takes one of the times that an address may do something within a fixed hour, for limits without a
 * growing wait. @returns the refusal, when there is none left
 */
export async function takeOfHour(
  db: Db,
  what: string,
  { address, perHour, now }: Hourly,
): Promise<TooMany | undefined> {
  const [used] = await takeHour(db, attemptKey(what, address), now);
  return overHour(used, perHour, now);
}
