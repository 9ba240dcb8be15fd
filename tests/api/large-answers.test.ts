/**
 * Answers with the whole catalogue of a large shop: made once for each version of the catalogue, not sent again to a client
 * that has them, and few for a network (functions/catalogue/cached.ts, functions/http/large-answer.ts).
 */
import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { products } from '#db/schema/index.ts';
import { newClient, times } from '../support/client.ts';
import { refillStock, serum } from '../support/orders.ts';
import { setPrice, setStock } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true });
/** Answers of a network within a minute (wrangler.toml, LARGE). */
const most = 30;

beforeAll(async () => {
  await refillStock(shop.db);
  // As much text as a shop with a thousand products has.
  await shop.db.write.update(products).set({ description: sql`'Soft & light. ' || printf('%.80000c', 'x')` });
});

describe.each(['/api/product/list', '/feed.xml'])('%s', (path) => {
  test('is made once for each version: others cost the rows of the version', async () => {
    const first = await shop.client().get(path);
    expect([first.status, first.text.length > 1_000_000]).toEqual([200, true]);
    shop.proxy.reset();
    const answers = await Promise.all(times(5, () => shop.client().get(path)));
    expect(new Set(answers.map(({ text, headers }) => `${headers.get('etag')} ${text}`)).size).toBe(1);
    expect(answers[0]?.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(shop.proxy.calls.length).toBeLessThanOrEqual(5);
    expect(shop.proxy.takeRows()).toBeLessThanOrEqual(5 * 2);
  });

  test('a client that has it gets an empty 304; a new price and the last piece are in the next answer', async () => {
    const etag = async () => (await shop.client().get(path)).headers.get('etag') ?? '';
    const known = await etag();
    const again = await shop.client().get(path, { 'If-None-Match': `"other", W/${known}` });
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', known]);
    await setPrice(shop.db, serum, 58_700);
    const cheaper = await shop.client().get(path, { 'If-None-Match': known });
    expect([cheaper.status, cheaper.text.includes('587')]).toEqual([200, true]);
    await setStock(shop.db, serum, 0);
    const soldOut = await etag();
    expect(new Set([known, cheaper.headers.get('etag'), soldOut]).size).toBe(3);
    await refillStock(shop.db);
    expect(await etag()).not.toBe(soldOut);
  });

  test('a network gets 30 in a minute, then a sentence and when to come again; others are served', async () => {
    const at = (address: string) => newClient(shop.stack.url, undefined, address);
    const kind = path.length;
    // The addresses of one customer's /48 count together.
    const theirs = (n: number) => at(`2001:db8:${kind}:${n}::1`);
    const answers = [];
    let last = await theirs(0).get(path);
    // Twice as many: a minute may end in between.
    for (let n = 1; last.status === 200 && n <= 2 * most; n++) {
      answers.push(last);
      last = await theirs(n).get(path);
    }
    expect(answers.length).toBeGreaterThanOrEqual(most);
    expect([last.status, last.headers.get('retry-after'), last.body]).toMatchObject([
      429,
      '60',
      { success: false, message: 'The whole catalogue was sent often. Please wait a minute and try again.' },
    ]);
    const known = answers[0]?.headers.get('etag') ?? '';
    expect((await theirs(0).get(path, { 'If-None-Match': known })).status).toBe(304);
    expect((await at(`2001:db8:${kind + 100}::1`).get(path)).status).toBe(200);
  });
});
