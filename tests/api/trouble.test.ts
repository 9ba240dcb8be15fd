/**
 * A database that is down or failing. Everything works again as soon as the database does, and a lost response does not
 * duplicate an order. One that never answers: tests/nightly/suspended-database.test.ts.
 */
import { sql } from 'drizzle-orm';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { orderOf, placeOrder, refillStock, serum } from '../support/orders.ts';
import { countRows, stockOf } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';
import { expectAway, expectWell } from '../support/unavailable.ts';

const shop = useShop({ proxy: true, flood: 10_000, writes: 10_000 });
let person: Person;
beforeAll(async () => {
  person = await shop.person();
});
beforeEach(() => refillStock(shop.db));

test('killed: 503 at once, and everything works after a restart', async () => {
  await shop.stack.database.kill();
  try {
    await expectAway(shop, person);
  } finally {
    await shop.stack.database.start();
  }
  await expectWell(shop);
});

test.each([
  [429, 'too many requests'],
  [401, 'Unauthorized: the token has expired'],
  [500, 'internal error'],
  [502, '<html>Bad gateway</html>'],
  [200, '<html>Welcome to this hotel’s Wi-Fi</html>'],
  [200, ''],
  [200, '{}'],
])('answering %i "%s": 503, never a 500', async (status, text) => {
  shop.proxy.answerWith(status, text);
  try {
    await expectAway(shop, person);
  } finally {
    shop.proxy.answerWith();
  }
  await expectWell(shop);
});

test('an order whose response is lost is placed once, and a repeated request returns it', async () => {
  const buyer = await shop.person();
  const wanted = await orderOf(buyer, { [serum]: 2 });
  shop.proxy.loseAnswer();
  const lost = await placeOrder(buyer, wanted, 'lost-answer-key');
  expect([lost.status, lost.body.code]).toEqual([503, 'unavailable']);
  const again = await placeOrder(buyer, wanted, 'lost-answer-key');
  expect([again.status, again.body.order.amount]).toEqual([200, 1198]);
  expect(await countRows(shop.db, 'orders', sql`user_id = ${buyer.id}`)).toBe(1);
  expect(await stockOf(shop.db, serum)).toBe(98);
});
