/**
 * The scheduled job, every minute. Its parts claim what they work on, so it may run twice at once; one
 * that fails holds up no other, and one that keeps failing is told to an operator.
 */
import { sql } from 'drizzle-orm';
import { connect } from '#db/client.ts';
import { jobs } from '#db/schema/index.ts';
import { deliverDue } from '../dispatch/dispatch-due.ts';
import { raiseFlag, settleFlags } from '../flags/flag.ts';
import { type Bindings, clock } from '../http/env.ts';
import { store } from '../lib/store.ts';
import type { Shop } from '../payments/context.ts';
import { retryEvents } from '../payments/events.ts';
import { providersOf } from '../payments/providers.ts';
import { askProviders } from '../payments/settle-due.ts';
import { tidy } from './tidy.ts';

type Part = (shop: Shop, env: Bindings) => Promise<unknown>;

const parts: Record<string, Part> = {
  tidy: ({ db, now }) => tidy(db, now, store.retention),
  events: retryEvents,
  payments: askProviders,
  mail: ({ db, now }, env) => deliverDue(env, now, () => db),
};

/** Failures in a row after which it is not a passing trouble. */
const worrying = 5;

/** @throws AggregateError of what failed, after every part has run */
export async function runJobs(env: Bindings): Promise<void> {
  const db = connect({ url: env.DATABASE_URL, authToken: env.DATABASE_AUTH_TOKEN });
  const shop: Shop = { db, providers: providersOf(env), now: clock(env) };
  const results = await Promise.allSettled(
    Object.entries(parts).map(([name, part]) => run(shop, name, () => part(shop, env))),
  );
  const failed = results.filter((one) => one.status === 'rejected');
  if (failed.length)
    throw new AggregateError(
      failed.map(({ reason }) => reason),
      'a part of the scheduled job failed',
    );
}

async function run(shop: Shop, name: string, part: () => Promise<unknown>): Promise<void> {
  const { db, now } = shop;
  try {
    await part();
    await db.write.batch([
      db.write.run(sql`
        INSERT INTO ${jobs} (name, finished_at, failures) VALUES (${name}, ${now}, 0)
        ON CONFLICT (name) DO UPDATE SET finished_at = ${now}, failures = 0`),
      settleFlags(db, ['job_failing'], name, now),
    ]);
  } catch (error) {
    const detail = error instanceof Error ? error.name : 'unknown';
    await db.write.batch([
      db.write.run(sql`
        INSERT INTO ${jobs} (name, failures) VALUES (${name}, 1)
        ON CONFLICT (name) DO UPDATE SET failures = failures + 1`),
      ...raiseFlag(db, {
        kind: 'job_failing',
        about: name,
        detail: `This part of the scheduled job has failed ${worrying} times in a row (${detail}).`,
        now,
        when: sql`(SELECT failures FROM ${jobs} WHERE name = ${name}) >= ${worrying}`,
      }),
    ]);
    throw error;
  }
}
