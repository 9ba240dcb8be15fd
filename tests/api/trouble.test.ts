/**
 * A database that is down or failing. Everything works again as soon as the database does, and a lost response does not
 * duplicate an order. One that never answers: tests/nightly/suspended-database.test.ts.
 */
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { orderOf, placeOrder, serum } from '../support/orders.ts';
import { countRows, stockOf } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';
import { expectAway, expectWell } from '../support/unavailable.ts';

const { shop, test } = shopTest({ proxy: true, flood: 10_000, writes: 10_000 });

test('killed: 503 at once, and everything works after a restart', async ({ shopper }) => {
  await shop.stack.database.kill();
  try {
    await expectAway(shop, shopper);
  } finally {
    await shop.stack.database.start();
  }
  await expectWell(shop);
});

test.for<[number, string]>([
  [429, 'too many requests'],
  [401, 'Unauthorized: the token has expired'],
  [500, 'internal error'],
  [502, '<html>Bad gateway</html>'],
  [200, '<html>Welcome to this hotel’s Wi-Fi</html>'],
  [200, ''],
  [200, '{}'],
])('answering %i "%s": 503, never a 500', async ([status, text], { shopper }) => {
  shop.proxy.answerWith(status, text);
  try {
    await expectAway(shop, shopper);
  } finally {
    shop.proxy.answerWith();
  }
  await expectWell(shop);
});

test('an order whose response is lost is placed once; a repeated request returns it', async ({ shopper }) => {
  const wanted = await orderOf(shopper, { [serum]: 2 });
  shop.proxy.loseAnswer();
  const lost = await placeOrder(shopper, wanted, 'lost-answer-key');
  expect([lost.status, lost.body.code]).toEqual([503, 'unavailable']);
  const again = await placeOrder(shopper, wanted, 'lost-answer-key');
  expect([again.status, again.body.order.amount]).toEqual([200, 1198]);
  expect(await countRows(shop.db, 'orders', sql`user_id = ${shopper.id}`)).toBe(1);
  expect(await stockOf(shop.db, serum)).toBe(98);
});
