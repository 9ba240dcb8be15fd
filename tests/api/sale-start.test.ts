/**
 * The moment at which a price changes for everybody: a thousand products, and all readers at once. The catalogue is read once
 * for each version (functions/catalogue/cached.ts), and no answer has the prices of before.
 */
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { products } from '#db/schema/index.ts';
import { type Client, tally, times } from '../support/client.ts';
import { hour, setClock } from '../support/clock.ts';
import { refillStock, serum } from '../support/orders.ts';
import { setPrice } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true });
/** Each that has a new answer is sent 600 kB. */
const readers = 60;
const list = '/api/product/list';
/** Longest that an answer may be older than the begin of a sale, ms. */
const mostAge = 5_000;

beforeAll(async () => {
  await refillStock(shop.db);
  const [row] = await shop.db.read.select().from(products).where(eq(products.id, serum));
  if (!row) throw new Error('the serum is not there');
  // Short texts, so that what the readers are sent is not what takes the time.
  const short = { ...row, description: '-', benefits: '-', keyIngredients: '-', images: [] };
  for (const hundred of times(10, (n) => 100 * n))
    await shop.db.write
      .insert(products)
      .values(times(100, (n) => ({ ...short, id: `many-${hundred + n}`, barcode: null, sku: null })));
});

/** How often the whole catalogue was read. */
const readings = () =>
  shop.proxy.rowsRead.filter(({ rows, statement }) => rows > 1_000 && /from "products"/i.test(statement))
    .length;

/** Many readers at once, each in a network of its own, who have the answer of before. */
async function readAtOnce(clients: readonly Client[], etag: string) {
  shop.proxy.reset();
  const answers = await Promise.all(clients.map((client) => client.get(list, { 'If-None-Match': etag })));
  return { answers, etags: new Set(answers.map(({ headers }) => headers.get('etag'))) };
}

const people = () => times(readers, () => shop.client());
const etagNow = async () => (await shop.client().get(list)).headers.get('etag') ?? '';

test('a new price for everybody: one reading of the catalogue, and every answer has it', async () => {
  const before = await etagNow();
  await setPrice(shop.db, serum, 51_200);
  const { answers, etags } = await readAtOnce(people(), before);
  expect(tally(answers)).toEqual({ 200: readers });
  expect([...etags]).toEqual([await etagNow()]);
  expect(etags.has(before)).toBe(false);
  expect(readings()).toBe(1);
  // The versions are read together too: far fewer calls than readers.
  expect(shop.proxy.calls.length).toBeLessThan(readers / 4);
});

test('while nothing changes, readers who come together cost a few rows, and no reading', async () => {
  const { answers } = await readAtOnce(people(), await etagNow());
  expect(tally(answers)).toEqual({ 304: readers });
  expect(readings()).toBe(0);
  expect(shop.proxy.takeRows()).toBeLessThan(readers / 2);
});

test('a sale begins: one reading, and no answer of a request after its begin has the old price', async () => {
  const begin = Date.now() + hour;
  const sales = [{ name: 'Diwali', from: begin, until: begin + hour, percent: 20 }];
  await shop.db.write.update(products).set({ sales, price: 50_000 }).where(eq(products.id, serum));
  const before = await etagNow();
  await setClock(shop, begin - Date.now() - mostAge);
  expect(await etagNow()).toBe(before);

  await setClock(shop, begin - Date.now() + 1);
  const { answers, etags } = await readAtOnce(people(), before);
  expect(tally(answers)).toEqual({ 200: readers });
  expect(etags.size).toBe(1);
  expect(readings()).toBe(1);
  const priceOf = (body: { products: { _id: string; price: number }[] }) =>
    body.products.find(({ _id }) => _id === serum)?.price;
  expect(priceOf(answers[0]?.body as never)).toBe(400);

  // A request of the moment before, which comes late, does not make the answer of before again.
  const after = [...etags].join();
  await setClock(shop, begin - Date.now() - 1_000);
  const late = await readAtOnce(people(), after);
  expect([tally(late.answers), readings()]).toEqual([{ 304: readers }, 0]);
});

test('no copy of a price outlives the begin of a sale: pages ask, and the feed is kept until then', async () => {
  const begin = Date.now() + hour;
  const sales = [{ name: 'Diwali', from: begin, until: begin + hour, percent: 20 }];
  await shop.db.write.update(products).set({ sales, price: 50_000 }).where(eq(products.id, serum));
  const oneMinute = 60_000;
  await setClock(shop, begin - Date.now() - oneMinute);
  const feed = await shop.client().get('/feed.xml');
  const seconds = Number(/^public, max-age=(\d+)$/.exec(feed.headers.get('cache-control') ?? '')?.[1]);
  expect(seconds).toBeGreaterThan(0);
  expect(seconds * 1000).toBeLessThanOrEqual(oneMinute);
  for (const path of [
    list,
    `/api/product/live?ids=${serum}`,
    '/api/product/sale-prices',
    `/api/product/${serum}`,
  ])
    expect((await shop.client().get(path)).headers.get('cache-control')).toBe(
      'public, max-age=0, must-revalidate',
    );
});
