/**
 * What monitoring asks: whether the database answers and stores, and whether the scheduled job runs. The job's own write of
 * each minute is the proof; without a recent one, the question itself tries to write.
 */
import { gt, ne, sql } from 'drizzle-orm';
import { type Db, isPaused, writesRefused } from '#db/client.ts';
import { jobs } from '#db/schema/index.ts';
import { asSentence } from '#lib/sentence.ts';

export type Health =
  | { database: 'ok'; scheduled: 'ok' | 'late' }
  /** `reason`: for operators; it names no host and no file. */
  | { database: 'down' | 'read-only'; reason: string };

/** A write is proof for this long, ms: the job writes every minute. */
const proofAge = 60_000;
/** ms since the last run of a part of the scheduled job, which runs every minute, until `scheduled` is `late`. */
const maxJobAge = 10 * 60 * 1000;
/** The row of the own write, beside those of the job's parts. */
const ownWrite = 'health';

/** The oldest and the newest success. A clock that was ahead must not count as proof. */
const selectRuns = ({ read }: Db) =>
  read
    .select({
      oldest: sql<number | null>`min(CASE WHEN ${ne(jobs.name, ownWrite)} THEN coalesce(finished_at, 0) END)`,
      newest: sql<number | null>`max(finished_at)`,
    })
    .from(jobs)
    // By the index of names, which are the parts of the job: about a dozen rows.
    .where(gt(jobs.name, ''));

/** Writes one row: without room for it nothing else can be stored either. The pause of a deploy is no trouble. */
const tryToWrite = ({ write }: Db, now: number) =>
  write
    .run(sql`
      INSERT INTO ${jobs} (name, finished_at) VALUES (${ownWrite}, ${now})
      ON CONFLICT (name) DO UPDATE SET finished_at = ${now}`)
    .catch((error: unknown) => {
      if (!isPaused(error)) throw error;
    });

/** @param now UTC ms */
export async function readHealth(db: Db, now: number): Promise<Health> {
  try {
    const [runs] = await selectRuns(db);
    const age = now - (runs?.newest ?? 0);
    if (age < 0 || age > proofAge) await tryToWrite(db, now);
    return { database: 'ok', scheduled: now - (runs?.oldest ?? 0) <= maxJobAge ? 'ok' : 'late' };
  } catch (error) {
    const refused = writesRefused(error);
    return refused
      ? { database: 'read-only', reason: asSentence(`The database cannot store anything: ${refused.reason}`) }
      : { database: 'down', reason: 'The database does not answer.' };
  }
}
