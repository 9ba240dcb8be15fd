/** Orders through the shop, and the same rows in the same batches straight into the database server. */
import { connect } from '#db/client.ts';
import { Failure } from '#tools/log.ts';
import { newClient } from '../../tests/support/client.ts';
import { startProxy } from '../../tests/support/proxy.ts';
import type { Account } from '../../tests/support/rows.ts';
import { type Driven, drive, type Sent } from './drive.ts';
import { newAccounts } from './fill.ts';
import { anotherOrder, onItsOwn } from './floors.ts';
import { itemsFrom, orderBody } from './routes.ts';
import type { BenchShop } from './shop.ts';

/** One after the other, and many clients at once. */
export type Checkout = { alone: Driven; busy: Driven };

/** Different carts. */
const carts = 50;
const orders = { alone: 600, busy: 1000 };
/** Orders that nobody counts, after which everything that runs often is compiled. */
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

/** Sends all orders of both kinds, each by an account that has none. */
async function run(
  url: string,
  buyers: readonly Account[],
  atOnce: number,
  request: (buyer: Account, n: number) => Sent,
): Promise<Checkout> {
  let used = 0;
  const next = (n: number): Sent => {
    const buyer = buyers[used % buyers.length] as Account;
    used += 1;
    return request(buyer, n);
  };
  await drive(url, { connections: bareWriters, amount: warmUp }, next);
  const alone = await drive(url, { connections: 1, amount: orders.alone }, next);
  const busy = await drive(url, { connections: atOnce, amount: orders.busy }, next);
  return { alone, busy };
}

/** Autocannon prepares some requests more than it sends. */
const enough = orders.alone + orders.busy + warmUp + 200;

async function throughShop(shop: BenchShop): Promise<Checkout> {
  const amountOf = await amounts(shop);
  const buyers = await newAccounts(connect({ url: shop.stack.databaseUrl }), enough);
  return run(shop.stack.url, buyers, clientsAtOnce, ({ token, id }, n) => ({
    method: 'POST',
    path: '/api/order/place',
    token,
    key: `order-of-${id}`,
    body: orderBody(shop.productIds, n % carts, amountOf[n % carts] ?? 0),
  }));
}

/** The batch in which the shop writes an order, as it goes over the wire from a client that keeps no connection. */
async function recordOrder(shop: BenchShop): Promise<{ path: string; body: string; buyer: string }> {
  const { stack, productIds } = shop;
  const [amount = 0] = await amounts(shop);
  const proxy = await startProxy(stack.databaseUrl);
  try {
    await stack.restartWorker({ DATABASE_URL: proxy.url });
    const [buyer] = await newAccounts(connect({ url: stack.databaseUrl }), 1);
    const answer = await newClient(stack.url, buyer?.token).post(
      '/api/order/place',
      orderBody(productIds, 0, amount),
      { 'Idempotency-Key': `order-of-${buyer?.id}` },
    );
    const batch = proxy.batches.at(-1);
    if (!buyer || !batch) throw new Failure(`The order to record was not taken: ${answer.text}`);
    return { path: batch.path, body: onItsOwn(batch.body), buyer: buyer.id };
  } finally {
    await stack.restartWorker();
    await proxy.stop();
  }
}

async function withoutShop(shop: BenchShop): Promise<Checkout> {
  const { stack } = shop;
  const { path, body, buyer } = await recordOrder(shop);
  const buyers = await newAccounts(connect({ url: stack.databaseUrl }), enough);
  let reference = 1_000_000;
  const floor = await run(stack.databaseUrl, buyers, bareWriters, ({ id }) => {
    // Seven digits: none that the shop draws.
    reference += 1;
    return { method: 'POST', path, body: anotherOrder(body, { was: buyer, is: id }, `ORD-${reference}`) };
  });
  // A floor that gave way would make any shop look good.
  if (floor.busy.answers < orders.busy)
    throw new Failure('The bare database came to a standstill: run it again.');
  return floor;
}

export async function measureCheckout(shop: BenchShop): Promise<{ shop: Checkout; floor: Checkout }> {
  const floor = await withoutShop(shop);
  return { shop: await throughShop(shop), floor };
}
