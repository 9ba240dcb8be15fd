/** The database and the payment providers of a request, with their time limits. */
import { connect, type DatabaseUse, type Db, limitConnections, noUse } from '#db/client.ts';
import type { Bindings } from './http/env.ts';
import { laneOf } from './lib/lane.ts';
import { setting } from './lib/limits.ts';
import { createProviders, type Providers } from './providers/providers.ts';

/**
 * Time in which a request may begin calls to the database, ms. With the last call's five seconds, a request takes 15 s
 * at most. The time starts again after each call to a payment provider, so that its answer can be stored.
 */
const databaseTime = 10_000;

/** Time for all calls of a request to payment providers, ms. The shopper has an answer within 12 s. */
const providerTime = 10_000;

/**
 * Creates both for one request. Connections are not shared between requests: in the Workers runtime a request can only
 * wait for its own calls.
 * @param path of the request
 */
export function connectServices(
  env: Bindings,
  path: string,
): { db: Db; databaseUse: DatabaseUse; providers: Providers } {
  const { DATABASE_URL: url, DATABASE_AUTH_TOKEN: authToken } = env;
  if (env.DATABASE_CONNECTIONS) limitConnections(setting(env.DATABASE_CONNECTIONS, 0));
  const databaseUse = noUse();
  const databaseDeadline = { until: Date.now() + databaseTime, use: databaseUse };
  const extendDeadline = () => {
    databaseDeadline.until = Date.now() + databaseTime;
  };
  return {
    databaseUse,
    db: connect({ url, authToken }, databaseDeadline, laneOf(path)),
    providers: createProviders(env, extendDeadline, Date.now() + providerTime),
  };
}
