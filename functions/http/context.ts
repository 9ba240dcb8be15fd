/** What a request works with, and until when: its way to the database, and its ways to pay. */
import { connect, type Db } from '#db/client.ts';
import { laneOf } from '../lib/lane.ts';
import { type Providers, providersOf } from '../payments/providers.ts';
import type { Bindings } from './env.ts';

/**
 * ms after which a request asks the database nothing new: with the last call's five seconds, 15 at worst.
 * They begin anew when a payment provider has answered, who may take as long: what it said is written down.
 */
const askingTime = 10_000;

/** ms that all questions of a request to payment providers may take together: a shopper has an answer within 12 s. */
const payingTime = 10_000;

/**
 * Opens both, for one request: each has its own time, and what waits here waits in its own context.
 * @param path of the request
 */
export function meansOf(env: Bindings, path: string): { db: Db; providers: Providers } {
  const { DATABASE_URL: url, DATABASE_AUTH_TOKEN: authToken } = env;
  const deadline = { until: Date.now() + askingTime };
  const putOff = () => {
    deadline.until = Date.now() + askingTime;
  };
  return {
    db: connect({ url, authToken }, deadline, laneOf(path)),
    providers: providersOf(env, putOff, Date.now() + payingTime),
  };
}
