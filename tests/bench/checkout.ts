/** Measures orders through the shop, and the same rows in the same batches sent directly to the database server. */
import { connect, withOwnToken } from '#db/client.ts';
import { Failure } from '#tools/lib/log.ts';
import { medianBy } from '#tools/lib/numbers.ts';
import { newClient } from '../support/client.ts';
import { startProxy } from '../support/database-proxy.ts';
import type { Account } from '../support/rows.ts';
import { type LoadRequest, type LoadResult, runLoad } from './drive.ts';
import { newAccounts } from './fill.ts';
import { anotherOrder, onItsOwn } from './floors.ts';
import { itemsFrom, orderBody } from './routes.ts';
import type { BenchShop } from './shop.ts';

/** Orders one after the other, and by many clients at once. */
export type Checkout = { alone: LoadResult; busy: LoadResult };

/** Different carts. */
const carts = 50;
const orders = { alone: 120, busy: 1000 };
/**
 * Rounds of orders one after the other, to the shop and to the bare database in turn, so that changes of the machine's
 * speed affect both alike; the median round of each counts.
 */
const rounds = 7;
/** Warm-up orders, which are not counted. */
const warmUp = 1000;
export const clientsAtOnce = 16;
/**
 * The database server writes one batch after the other: a second writer makes it busy, more make it no quicker,
 * and eight that never pause bring it to a standstill (its threads spin for one lock, 0.24.1).
 */
const bareWriters = 2;

/** Rupees, by cart. */
async function amounts({ stack, productIds }: BenchShop): Promise<number[]> {
  const client = newClient(stack.url);
  const answers = Array.from({ length: carts }, (_, n) =>
    client.post('/api/order/quote', { items: itemsFrom(productIds, n) }),
  );
  return (await Promise.all(answers)).map(({ body }) => body.quote.amount);
}

/** The target of orders, its number of writers, and order n, each by an account without orders. */
type Side = { url: string; atOnce: number; next: (n: number) => LoadRequest };

/** Autocannon prepares a few more requests than it sends. */
const enough = rounds * (orders.alone + 20) + orders.busy + warmUp + 200;

async function newSide(
  { stack: { databaseUrl } }: BenchShop,
  { url, atOnce }: Omit<Side, 'next'>,
  request: (buyer: Account, n: number) => LoadRequest,
): Promise<Side> {
  const buyers = await newAccounts(connect({ url: databaseUrl }), enough);
  let used = 0;
  const next = (n: number): LoadRequest => {
    const buyer = buyers[used % buyers.length] as Account;
    used += 1;
    return request(buyer, n);
  };
  return { url, atOnce, next };
}

async function throughShop(shop: BenchShop): Promise<Side> {
  const amountOf = await amounts(shop);
  return newSide(shop, { url: shop.stack.url, atOnce: clientsAtOnce }, ({ token, id, email }, n) => ({
    method: 'POST',
    path: '/api/order/place',
    token,
    key: `order-of-${id}`,
    body: orderBody(shop.productIds, n % carts, amountOf[n % carts] ?? 0, { email }),
  }));
}

/** The shop's write batch of an order, as a client without a kept connection sends it. */
async function recordOrder(shop: BenchShop): Promise<{ path: string; body: string; token: string }> {
  const { stack, productIds } = shop;
  const [amount = 0] = await amounts(shop);
  const proxy = await startProxy(stack.databaseUrl);
  try {
    await stack.restartWorker({ DATABASE_URL: proxy.url });
    const [buyer] = await newAccounts(connect({ url: stack.databaseUrl }), 1);
    const answer = await newClient(stack.url, buyer?.token).post(
      '/api/order/place',
      orderBody(productIds, 0, amount, buyer),
      { 'Idempotency-Key': `order-of-${buyer?.id}` },
    );
    const batch = proxy.batches.at(-1);
    if (!buyer || !batch) throw new Failure(`The order to record was not taken: ${answer.text}`);
    return { path: batch.path, body: onItsOwn(batch.body), token: buyer.token };
  } finally {
    await stack.restartWorker();
    await proxy.stop();
  }
}

async function withoutShop(shop: BenchShop): Promise<Side> {
  const { path, body, token } = await recordOrder(shop);
  let reference = 1_000_000;
  const { url, authToken } = withOwnToken({ url: shop.stack.databaseUrl });
  return newSide(shop, { url, atOnce: bareWriters }, (buyer) => {
    // Seven digits, which the shop does not use.
    reference += 1;
    return {
      method: 'POST',
      path,
      authToken,
      body: anotherOrder(body, { was: token, is: buyer.token }, `ORD-${reference}`),
    };
  });
}

const send = ({ url, next }: Side, connections: number, amount: number): Promise<LoadResult> =>
  runLoad(url, { connections, amount }, next);

/** The median round by responses per second. */
const middle = (driven: readonly LoadResult[]): LoadResult =>
  medianBy(driven, ({ rate }) => rate) as LoadResult;

export async function measureCheckout(shop: BenchShop): Promise<{ shop: Checkout; floor: Checkout }> {
  const [bare, ours] = [await withoutShop(shop), await throughShop(shop)];
  const alone: { bare: LoadResult[]; ours: LoadResult[] } = { bare: [], ours: [] };
  for (const side of [bare, ours]) await send(side, bareWriters, warmUp);
  for (let round = 0; round < rounds; round++) {
    alone.bare.push(await send(bare, 1, orders.alone));
    alone.ours.push(await send(ours, 1, orders.alone));
  }
  const busy = {
    bare: await send(bare, bare.atOnce, orders.busy),
    ours: await send(ours, ours.atOnce, orders.busy),
  };
  // With errors in the reference measurement, the comparison would be meaningless.
  if (busy.bare.answers < orders.busy)
    throw new Failure('The bare database came to a standstill: run it again.');
  return {
    shop: { alone: middle(alone.ours), busy: busy.ours },
    floor: { alone: middle(alone.bare), busy: busy.bare },
  };
}
