/** The database and the payment providers of a request, with their time limits. */
import { connect, type DatabaseUse, type Db, limitConnections, noUse } from '#db/client.ts';
import type { HotStock, HotStockObject } from './catalogue/hot-stock.ts';
import { type Bindings, isOn } from './http/env.ts';
import { laneOf } from './lib/lane.ts';
import { setting } from './lib/limits.ts';
import { type OrderGateObject, openGate } from './orders/gate.ts';
import { createProviders, type Providers } from './providers/providers.ts';

/**
 * Time in which a request may begin calls to the database, ms. With the last call's five seconds, a request takes 15 s
 * at most. The time starts again after each call to a payment provider, so that its answer can be stored.
 */
const databaseTime = 10_000;

/** Time for all calls of a request to payment providers, ms. The shopper has an answer within 12 s. */
const providerTime = 10_000;

/** The object of a name. */
type Objects<T> = { getByName(name: string): T };

/** The classes of functions/objects, as `ctx.exports` has them; none of them where they are not deployed. */
export type ObjectClasses = { OrderGate?: Objects<OrderGateObject>; HotStock?: Objects<HotStockObject> };

/**
 * Creates both for one request. Connections are not shared between requests: in the Workers runtime a request can only
 * wait for its own calls.
 * @param path of the request @param objects from which the order gate is opened, if it is on
 */
export function connectServices(
  env: Bindings,
  path: string,
  objects: () => ObjectClasses,
): { db: Db; databaseUse: DatabaseUse; providers: Providers; hotStock: HotStock | undefined } {
  const { DATABASE_URL: url, DATABASE_AUTH_TOKEN: authToken } = env;
  if (env.DATABASE_CONNECTIONS) limitConnections(setting(env.DATABASE_CONNECTIONS, 0));
  const databaseUse = noUse();
  const databaseDeadline = { until: Date.now() + databaseTime, use: databaseUse };
  const extendDeadline = () => {
    databaseDeadline.until = Date.now() + databaseTime;
  };
  const db = connect({ url, authToken }, databaseDeadline, laneOf(path));
  const open = <Name extends keyof ObjectClasses>(className: Name, name: string) => {
    const found = objects()[className] as NonNullable<ObjectClasses[Name]> | undefined;
    if (!found) throw new Error(`the class ${className} is not deployed`);
    return found.getByName(name) as ReturnType<NonNullable<ObjectClasses[Name]>['getByName']>;
  };
  const orderGate = () => open('OrderGate', 'shop');
  return {
    databaseUse,
    hotStock: isOn(env, 'HOT_STOCK') ? (productId) => open('HotStock', productId) : undefined,
    db: isOn(env, 'ORDER_GATE') ? { ...db, gate: openGate(orderGate, databaseDeadline) } : db,
    providers: createProviders(env, extendDeadline, Date.now() + providerTime),
  };
}
