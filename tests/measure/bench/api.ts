/** Measures how quickly the API answers with data of a given size, compared with a bare Worker. */
import { randomBytes } from 'node:crypto';
import { connect } from '#db/client.ts';
import { logInfo } from '#tools/lib/log.ts';
import type { Stack } from '#tools/lib/stack.ts';
import { newClient } from '../../support/client.ts';
import { shopProcesses } from '../memory.ts';
import { type LoadRequest, type LoadResult, runLoad } from './drive.ts';
import type { Size } from './fill.ts';
import { clientsAtOnce } from './orders.ts';
import { type BenchRoute, benchRoutes, ordersOf } from './routes.ts';
import { openShop, startBareWorker } from './shop.ts';

type Loads = { alone: LoadResult; busy: LoadResult };
export type RouteFigures = { name: string; shop: Loads; floor: Loads };

export type ApiFigures = {
  size: Size;
  /** ms */
  syncMs: number;
  routes: RouteFigures[];
  /** The time of one sign-in, ms; most of it is the password's hash. */
  login: LoadResult;
  /** Peak memory of workerd and sqld, MiB. */
  memory: Record<string, number>;
};

/** Seconds, long enough for hundreds of responses. */
const seconds = { warmUp: 0.3, alone: 1.5, busy: 2.5 };
/** Requests to routes that return the whole catalogue. */
const heavyRequests = 5;
const logins = 10;

async function load(url: string, requestOf: (n: number) => LoadRequest, heavy: boolean): Promise<Loads> {
  if (heavy) {
    const alone = await runLoad(url, { connections: 1, amount: heavyRequests }, requestOf);
    return { alone, busy: alone };
  }
  await runLoad(url, { connections: 4, amount: 40 }, requestOf);
  const alone = await runLoad(url, { connections: 1, seconds: seconds.alone }, requestOf);
  const busy = await runLoad(url, { connections: clientsAtOnce, seconds: seconds.busy }, requestOf);
  return { alone, busy };
}

async function measureRoute(
  shop: Stack,
  bare: Stack,
  { name, requestOf, heavy = false }: BenchRoute,
): Promise<RouteFigures> {
  const measured = await load(shop.url, requestOf, heavy);
  const same = (n: number): LoadRequest => {
    const { method, body } = requestOf(n);
    return { ...(method && { method }), path: `/${measured.alone.size}`, body };
  };
  return { name, shop: measured, floor: await load(bare.url, same, heavy) };
}

async function measureLogin({ url }: Stack): Promise<LoadResult> {
  const who = {
    name: 'Asha Rao',
    email: 'bench@example.in',
    password: randomBytes(12).toString('base64url'),
  };
  await newClient(url).post('/api/user/register', who);
  return runLoad(url, { connections: 1, amount: logins }, () => ({
    method: 'POST',
    path: '/api/user/login',
    body: { email: who.email, password: who.password },
  }));
}

/** Fills a shop of this size and measures all routes. */
export async function measureApi(size: Size): Promise<ApiFigures> {
  logInfo(`  ${size.products} products, ${size.orders} orders, ${size.reviews} reviews: filling…`);
  const shop = await openShop(size);
  const bare = await startBareWorker();
  try {
    const db = connect({ url: shop.stack.databaseUrl });
    const routes: RouteFigures[] = [];
    for (const route of benchRoutes(shop, await ordersOf(db, shop.owners))) {
      logInfo(`  ${route.name}…`);
      routes.push(await measureRoute(shop.stack, bare.stack, route));
    }
    const login = await measureLogin(shop.stack);
    const memory = Object.fromEntries(shopProcesses().map(({ name, peak }) => [name, peak]));
    return { size, syncMs: shop.syncMs, routes, login, memory };
  } finally {
    await bare.stop();
    await shop.stop();
  }
}
