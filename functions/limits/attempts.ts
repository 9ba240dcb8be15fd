/**
 * Counters that hold however many requests arrive at once: an attempt is taken, in one statement,
 * before the work that it pays for, and given back when it turns out to have been honest.
 */
import { eq, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { attempts } from '#db/schema.ts';
import { oneDay } from '#lib/dates.ts';
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

/** Wrong passwords for one account (decisions: 15 minutes at most). */
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

/** What all login counters of an account's e-mail address begin with. */
const loginPrefix = (email: string): string => attemptKey('login', email);

/** Logins are counted for an account and an internet address (decisions, "Accounts and roles"). */
export const loginCounter = (email: string, address: string): string =>
  `${loginPrefix(email)}.${attemptKey('login', email, address)}`;

/** One counter an account, found by a living session; with a dead token nothing is counted. */
export const accountCounter = (what: string, { tokenHash, now }: { tokenHash: string; now: number }): SQL =>
  sql`SELECT ${`${what}:`} || user_id AS key FROM sessions WHERE token_hash = ${tokenHash} AND expires_at > ${now}`;

const rowsOf = (counter: Counter): SQL =>
  typeof counter === 'string' ? sql`SELECT ${counter} AS key` : counter;

/** Condition: this is that counter's row. */
const isCounter = (counter: Counter): SQL => eq(attempts.key, sql`(${rowsOf(counter)})`);

/** Takes one attempt; no row comes back when it has to wait. For use in a write batch. */
export function takeAttempt(
  db: Db,
  counter: Counter,
  { free, firstWait, longestWait, memory }: Limit,
  now: number,
) {
  const count = sql`CASE WHEN ${attempts.expiresAt} <= ${now} THEN 1 ELSE ${attempts.count} + 1 END`;
  const wait = (n: typeof count) => sql`min(${longestWait}, ${firstWait} * (1 << min(20, ${n} - ${free})))`;
  const blocked = free > 1 ? 0 : now + firstWait;
  return db.write
    .insert(attempts)
    .select(sql`SELECT key, 1, ${blocked}, ${now + memory} FROM (${rowsOf(counter)}) WHERE true`)
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
export const blockedUntil = (db: Db, counter: Counter) =>
  db.write.select({ until: attempts.blockedUntil }).from(attempts).where(isCounter(counter));

/** The refusal, when {@link takeAttempt} gave no row. @param blocked what {@link blockedUntil} found */
export const mustWait = (blocked: { until: number } | undefined, now: number): TooMany => ({
  ok: false,
  code: 'too_many',
  seconds: Math.max(1, Math.ceil(((blocked?.until ?? now) - now) / 1000)),
});

/** It was honest: the count starts anew. For use in a write batch. */
export const forgetAttempts = (db: Db, counter: Counter) =>
  db.write.delete(attempts).where(isCounter(counter));

/** An attempt was not a guess: takes it back, and leaves the others counted. For use in a write batch. */
export const giveBack = (db: Db, counter: Counter) =>
  db.write
    .update(attempts)
    .set({ count: sql`max(0, ${attempts.count} - 1)`, blockedUntil: 0 })
    .where(isCounter(counter));

/** Condition: a counter of logins to this account, from wherever they came. */
export const isLoginOf = (email: string): SQL => sql`${attempts.key} GLOB ${`${loginPrefix(email)}.*`}`;

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
