/** npm run rehearse, against the tests' own shop: forty buyers, and what stops them (tools/rehearse.ts). */
import { expect } from 'vitest';
import { payBy, rehearse } from '#tools/lib/rehearsal.ts';
import { reportOf } from '#tools/lib/rehearsal-report.ts';
import { password } from '../support/accounts.ts';
import { hour } from '../support/clock.ts';
import { serum } from '../support/orders.ts';
import { countRows, setStock } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ simulators: true });

/** Forty buyers for sixty pieces; three of four pay in cash. */
async function play() {
  await setStock(shop.db, serum, 60);
  const before = await countRows(shop.db, 'orders');
  const bought = await rehearse({
    ...{ url: shop.stack.url, orders: 40, seconds: 2, cash: 75, product: serum, network: 5 },
    pay: payBy(shop.simulators),
  });
  const report = reportOf(bought);
  return { report, placed: (await countRows(shop.db, 'orders')) - before };
}

test('the share of cash stops buyers; with the limits of a sale day it stops none of them', async () => {
  const { report, placed } = await play();
  const refused = report.refusals.pay_online ?? 0;
  expect(refused).toBeGreaterThan(0);
  expect(placed + refused).toBe(40);
  expect(report.rows['orders placed']).toMatch(new RegExp(`^${placed} `));
  expect(report.first).toMatch(/^First refusal after .* at the order: 409 pay_online \(unpaid limits\)\.$/);
  expect(report.advice).toEqual([expect.stringContaining('under Sale day')]);

  const set = await operator.post('/api/desk/sale-day', {
    startsAt: Date.now(),
    endsAt: Date.now() + hour,
    limits: { cashPerHour: 90, cash: 90 },
    expected: { visits: 40, ordering: 100, cash: 75, pieces: 60 },
    password,
  });
  expect(set.status).toBe(200);
  await shop.db.write.run('DELETE FROM product_holds');
  const again = await play();
  expect(again.report.refusals).toEqual({});
  expect(again.report).toMatchObject({ first: 'Nothing broke.', advice: [] });
  expect(again.placed).toBe(40);
});
