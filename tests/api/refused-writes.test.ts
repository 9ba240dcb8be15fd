/** A database that answers and stores nothing: a plan that is used up, a full disk. Reads go on, and operators hear of it. */
import { expect } from 'vitest';
import { times } from '../support/client.ts';
import { minute, setClock } from '../support/clock.ts';
import { orderOf, placed, serum } from '../support/orders.ts';
import { countRows } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ refusals: true, simulators: true });

const health = async () => {
  const { status, body } = await shop.client().get('/api/health');
  return [status, body.database, body.message];
};
const blocked =
  'The database cannot store anything: its provider has blocked writes, as for a plan that is used up.';

test('health tells it within a minute, orders say so, operators get one email, and all is well afterwards', async ({
  shopper: buyer,
}) => {
  const order = await orderOf(buyer, { [serum]: 1 });
  await shop.stack.scheduled();
  expect(await health()).toEqual([200, 'ok', undefined]);

  await shop.refuseWrites(true);
  // Of every kind of route that writes: nothing is half done, and no answer is a 500.
  const requests: [string, object][] = [
    ['/api/order/place', order],
    ['/api/cart/add', { itemId: serum, quantity: 1 }],
    ['/api/contact/submit', { email: 'asha@example.in', subject: 'Help', message: 'Where is it?' }],
    ['/api/subscribe', { email: 'asha@example.in' }],
    [`/api/reviews/${serum}`, { rating: 5, comment: 'Good' }],
    ['/api/user/login', { email: buyer.email, password: 'correct horse 9' }],
    ['/api/user/forgot', { email: buyer.email }],
  ];
  const message =
    'The shop cannot store anything at the moment, so nothing was changed. Please try again in a few minutes.';
  for (const [path, json] of requests) {
    const { status, body, headers } = await buyer.post(path, json);
    expect([path, status, body.code, body.message]).toEqual([path, 503, 'unavailable', message]);
    expect(headers.get('retry-after')).toBe('60');
  }
  expect((await shop.client().get('/api/product/list')).status).toBe(200);
  expect(await orderOf(buyer, { [serum]: 1 })).toEqual(order);

  await setClock(shop, minute + 1_000);
  expect(await health()).toEqual([503, 'read-only', blocked]);
  for (const _ of times(3, () => 0)) await expect(shop.stack.scheduled()).rejects.toThrow();
  const mails = shop.simulators.mailbox.messages.filter(({ to }) => to.includes(operator.email));
  expect(mails).toMatchObject([{ subject: 'Needs attention: The database cannot store anything' }]);
  expect(mails[0]?.text?.replace(/\s+/g, ' ')).toContain(blocked);

  await shop.refuseWrites(false);
  expect(await health()).toEqual([200, 'ok', undefined]);
  await shop.stack.scheduled();
  await placed(buyer, { [serum]: 1 });
  expect(await countRows(shop.db, 'orders')).toBe(1);
});
