/**
 * The scheduled job, which runs every minute. Its parts claim what they work on, so runs may overlap. A part that fails
 * does not stop the others; one that keeps failing raises a flag for the operators.
 */
import { sql } from 'drizzle-orm';
import { connect, type Db, isPaused, writesRefused } from '#db/client.ts';
import { pricesJob, recordPrices } from '#db/price-changes.ts';
import { jobs } from '#db/schema/index.ts';
import { versionOf } from '../catalogue/cached.ts';
import { githubContent } from '../catalogue/github-content.ts';
import { selectVersion } from '../catalogue/read.ts';
import { writeContent } from '../catalogue/write-content.ts';
import { dispatchDueEmails } from '../dispatch/dispatch-due.ts';
import { holdOldEmails } from '../dispatch/hold-old.ts';
import { releaseHeld } from '../dispatch/release-held.ts';
import { updateMailFlags } from '../dispatch/report-failures.ts';
import { type Bindings, clock, undoTimeOf } from '../http/env.ts';
import { keyRing } from '../lib/email-hash.ts';
import { logError } from '../lib/log.ts';
import { store } from '../lib/store.ts';
import { followOrders } from '../orders/follow.ts';
import { keepShare } from '../orders/outrank.ts';
import { raiseFlag, resolveFlags } from '../outbox/flag.ts';
import { retryEvents } from '../payments/events.ts';
import { sendAutomaticRefunds } from '../payments/refunds.ts';
import { settleDuePayments } from '../payments/settle-due.ts';
import { deletePhotos } from '../photos/delete.ts';
import type { RequestContext } from '../providers/context.ts';
import { createProviders } from '../providers/providers.ts';
import { askForReviews } from '../reviews/ask.ts';
import { deleteExpired } from './delete-expired.ts';
import { deleteOldOrders } from './delete-old-orders.ts';
import { fillOldRows } from './fills.ts';
import { reportLowStock } from './low-stock.ts';
import { morningJob, sendMorningSummary } from './morning.ts';
import { reportRefusedWrites } from './refused-writes.ts';
import { sendStockAlerts } from './stock-alerts.ts';
import { reportStrangerLimits } from './stranger-limits.ts';
import { handleUnconfirmed } from './unconfirmed.ts';

/** What was recorded last in this isolate: a version of the catalogue, and a time in which no sale begins or ends, UTC ms. */
let recorded: { content: number; from: number; until: number } | undefined;

/** Reads two rows while nothing changes. @param now UTC ms */
async function recordChangedPrices(db: Db, now: number): Promise<void> {
  const { content } = versionOf(await selectVersion(db));
  if (recorded?.content === content && recorded.from <= now && now < recorded.until) return;
  recorded = { content, ...(await recordPrices(db, now)) };
}

/** Time of a run of the follower, ms. */
const timeToFollow = 20_000;

type Part = (context: RequestContext, env: Bindings) => Promise<unknown>;

/** By the names that the table `jobs` stores. */
const parts: Record<string, Part> = {
  orders: ({ db }) => followOrders(db, Date.now() + timeToFollow),
  tidy: ({ db, now }, env) => deleteExpired(db, now, store, keyRing(env)),
  old: ({ db, now }) => deleteOldOrders(db, now, store.invoices.keepMonths),
  events: retryEvents,
  payments: settleDuePayments,
  refunds: sendAutomaticRefunds,
  reviews: async ({ db, now }, env) => {
    if (store.features.reviews) await askForReviews(db, now, keyRing(env));
  },
  unconfirmed: ({ db, now }) => handleUnconfirmed(db, now),
  photos: ({ db, now }, env) => deletePhotos({ db, bucket: env.PHOTOS }, now, store),
  stock: ({ db, now }) => reportLowStock(db, now),
  alerts: ({ db, now }) => sendStockAlerts(db, now),
  [pricesJob]: ({ db, now }) => recordChangedPrices(db, now),
  content: ({ db, now }, env) => writeContent(db, githubContent(env), now),
  shares: ({ db, now }) => keepShare(db, store, now),
  strangers: ({ db, now }) => reportStrangerLimits(db, store, now),
  [morningJob]: ({ db, now }) => sendMorningSummary(db, now),
  mail: async ({ db, now }, env) => {
    await holdOldEmails(db, now);
    await releaseHeld(db, now);
    await dispatchDueEmails(env, now, () => db);
    await updateMailFlags(db, now);
  },
  fills: ({ db }) => fillOldRows(db),
};

/** Failures in a row until a flag is raised. */
const failuresUntilFlag = 5;

/** @throws AggregateError of the parts' errors, after every part has run */
export async function runJobs(env: Bindings): Promise<void> {
  const db = connect({ url: env.DATABASE_URL, authToken: env.DATABASE_AUTH_TOKEN });
  const context: RequestContext = {
    db,
    providers: createProviders(env),
    undoTime: undoTimeOf(env),
    now: clock(env),
  };
  if (await isPausedNow(context, env)) return;
  const results = await Promise.allSettled(
    Object.entries(parts).map(([name, part]) => run(context, name, () => part(context, env))),
  );
  const failed = results.filter((result) => result.status === 'rejected');
  if (failed.length)
    throw new AggregateError(
      failed.map(({ reason }) => reason),
      'a part of the scheduled job failed',
    );
}

/**
 * Whether a deploy has paused writing (db/pause.ts), found out by a write. Then no part runs: none may call a provider
 * whose answer it cannot store. What waits is done after the pause.
 * @throws WritesRefused when the database cannot store anything, after operators were told
 */
async function isPausedNow({ db, now }: RequestContext, env: Bindings): Promise<boolean> {
  try {
    await db.write.run(sql`
      INSERT INTO ${jobs} (name, finished_at, failures) VALUES ('start', ${now}, 0)
      ON CONFLICT (name) DO UPDATE SET finished_at = ${now}`);
    return false;
  } catch (error) {
    if (isPaused(error)) return true;
    const refused = writesRefused(error);
    if (refused) await reportRefusedWrites(db, env, refused);
    throw error;
  }
}

async function run(context: RequestContext, name: string, part: () => Promise<unknown>): Promise<void> {
  const { db, now } = context;
  try {
    await part();
    await db.write.batch([
      db.write.run(sql`
        INSERT INTO ${jobs} (name, finished_at, failures) VALUES (${name}, ${now}, 0)
        ON CONFLICT (name) DO UPDATE SET finished_at = ${now}, failures = 0`),
      resolveFlags(db, ['job_failing'], name, now),
    ]);
  } catch (error) {
    logError(error, { job: name });
    const detail = error instanceof Error ? error.name : 'unknown';
    const noted = db.write.batch([
      db.write.run(sql`
        INSERT INTO ${jobs} (name, failures) VALUES (${name}, 1)
        ON CONFLICT (name) DO UPDATE SET failures = failures + 1`),
      ...raiseFlag(db, {
        kind: 'job_failing',
        about: name,
        detail: `This part of the scheduled job has failed ${failuresUntilFlag} times in a row (${detail}).`,
        now,
        when: sql`(SELECT failures FROM ${jobs} WHERE name = ${name}) >= ${failuresUntilFlag}`,
      }),
    ]);
    // A database that takes no note of it is reported by the error itself.
    await noted.catch(() => {});
    throw error;
  }
}
