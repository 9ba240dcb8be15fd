/**
 * Limits of requests within fixed hours. A request is counted in the batch of what it does. The bound is compared in one place,
 * in SQL: the statements that follow in the batch have it as their condition, and the refusal reads it with the count.
 */
import { and, gt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { attempts } from '#db/schema/index.ts';
import { oneHour } from '#lib/dates.ts';
import type { Call } from '../lib/call.ts';
import type { Network } from '../lib/network.ts';
import { attemptKey, type Counter, clockError, rowsOf } from './attempts.ts';

/** A counter as it is read. @property isOver its bound is exceeded */
type Count = { expiresAt: number; isOver: number };

/**
 * Counts one request within a fixed hour. For a write batch.
 * @param isOver condition on the counter: its bound is exceeded
 */
export function countInHour(db: Db, counter: Counter, now: number, isOver: SQL = sql`0`) {
  const end = now + oneHour;
  const expired = sql`(${attempts.expiresAt} <= ${now} OR ${attempts.expiresAt} > ${end + clockError})`;
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
    .returning({ expiresAt: attempts.expiresAt, isOver: sql<number>`${isOver}` });
}

/** @param most requests in an hour, in SQL */
function limitOf(counters: SQL, most: SQL, now: number) {
  const isOver = sql<number>`${attempts.count} > ${most}`;
  const mine = sql`${attempts.key} IN (${counters})`;
  return {
    /** Statement that counts one request. @param when condition */
    count: (db: Db, when: SQL = sql`true`) =>
      countInHour(db, sql`SELECT key FROM (${counters}) WHERE ${when}`, now, isOver),
    /** Statement that reads the counts. */
    read: (db: Db) =>
      db.read
        .select({ expiresAt: attempts.expiresAt, isOver })
        .from(attempts)
        .where(and(mine, gt(attempts.expiresAt, now))),
    /** Statement that gives back a request that was counted, when what it was counted for could not be tried. */
    giveBack: (db: Db) =>
      db.write
        .update(attempts)
        .set({ count: sql`${attempts.count} - 1` })
        .where(and(mine, gt(attempts.count, 0))),
    /** Condition for the statements after `count` in its batch: the limit is not exceeded. */
    isWithin: sql`NOT EXISTS (SELECT 1 FROM ${attempts} WHERE ${mine} AND ${isOver})`,
    /** Seconds until the next request is allowed; undefined if the limit is not exceeded. @param counts rows of `count` or `read` */
    wait: (counts: readonly Count[]): number | undefined => {
      const over = counts.find(({ isOver }) => isOver);
      // At most an hour: the clock of the isolate that started the hour may be a little ahead.
      return over && Math.min(3600, Math.ceil((over.expiresAt - now) / 1000));
    },
  };
}

/** A limit of one counter. @param now UTC ms */
export const hourlyLimit = (counter: Counter, perHour: number, now: number) =>
  limitOf(rowsOf(counter), sql`${perHour}`, now);

/**
 * @property networks of the client @property perHour requests that an IPv4 address or an IPv6 /48 may make in an hour
 * @property now UTC ms
 */
export type HourlyLimit<Most = number> = { networks: readonly Network[]; perHour: Most; now: number };

/** The limit of a caller's networks. */
export const limitOfCall = <Most = number>(
  { networks, now }: Pick<Call, 'networks' | 'now'>,
  perHour: Most,
): HourlyLimit<Most> => ({ networks, perHour, now });

/** A limit of a client's networks for one kind of request. @param what name of the limit */
export function networkLimit(what: string, { networks, perHour, now }: HourlyLimit<number | SQL>) {
  const bounds = networks.map(({ name, share }) => ({
    key: attemptKey(what, name),
    most: typeof perHour === 'number' ? Math.ceil(perHour * share) : sql`(${perHour} * ${share})`,
  }));
  const keys = bounds.map(({ key }) => sql`SELECT ${key} AS key`);
  const most = bounds.map((bound) => sql`WHEN ${bound.key} THEN ${bound.most}`);
  return {
    ...limitOf(
      sql.join(keys, sql` UNION ALL `),
      sql`CASE ${attempts.key} ${sql.join(most, sql` `)} END`,
      now,
    ),
    keys: bounds.map(({ key }) => key),
  };
}

/**
 * Counts one request of a client, for limits without growing waits.
 * @param what name of the limit @returns seconds until the next request is allowed; undefined if the limit is not exceeded
 */
export async function checkHourlyLimit(db: Db, what: string, from: HourlyLimit): Promise<number | undefined> {
  const limit = networkLimit(what, from);
  return limit.wait(await limit.count(db));
}
