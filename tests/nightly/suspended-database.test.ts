/** A database that accepts calls and never answers: every route responds within the time limit of a call. */
import { test } from 'vitest';
import { refillStock } from '../support/orders.ts';
import { useShop } from '../support/shop.ts';
import { expectAway, expectWell } from '../support/unavailable.ts';

const shop = useShop({ flood: 10_000, writes: 10_000 });

test('suspended: 503 in bounded time, and everything works when it continues', async () => {
  await refillStock(shop.db);
  const person = await shop.person();
  shop.stack.database.pause();
  try {
    await expectAway(shop, person);
  } finally {
    shop.stack.database.resume();
  }
  await expectWell(shop);
});
