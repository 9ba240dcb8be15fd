/** A database that accepts calls and never answers: every route responds within the time limit of a call. */
import { shopTest } from '../support/shop-test.ts';
import { expectAway, expectWell } from '../support/unavailable.ts';

const { shop, test } = shopTest({ flood: 10_000, writes: 10_000 });

test('suspended: 503 in bounded time, and everything works when it continues', async ({ shopper }) => {
  shop.stack.database.pause();
  try {
    await expectAway(shop, shopper);
  } finally {
    shop.stack.database.resume();
  }
  await expectWell(shop);
});
