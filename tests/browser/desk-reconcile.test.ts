/** Reconciliation in the browser: comparing, reading differences, and stopping half-way. */
import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { beforeEach, expect } from 'vitest';
import { orders } from '#db/schema/index.ts';
import type { Difference } from '#domain/reconciliation/rules.ts';
import { placed, serum } from '../support/orders.ts';
import { paidOrder, payAtProvider, pendingOrder } from '../support/payments.ts';
import { makeBalanced } from '../support/reconciliation.ts';
import { snapshot } from '../support/rows.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { button, fitsItsWindow, row } from './desk-steps.ts';
import { becomes, see } from './visitor.ts';

const { shop, atDesk, test } = browserTest({ simulators: true, empties: [orders] });
const run = (statement: ReturnType<typeof sql>) => shop.db.write.run(statement);

beforeEach(() => makeBalanced(shop.db));

const compare = async (page: Page) => {
  await button(page, /^Compare/).click();
  await see(button(page, 'Compare again'));
};
const found = (page: Page, name: string) =>
  page.locator('.reconcile-rule').filter({ has: page.getByRole('heading', { name }) });

test('differences are read and counted, and lead to where they are set right', async () => {
  const order = await placed(await shop.person(), { [serum]: 2 });
  await run(sql`UPDATE orders SET paid = 1 WHERE id = ${order._id}`);
  await run(sql`UPDATE products SET stock = 90 WHERE id = ${serum}`);
  const { page } = await atDesk('reconcile');
  await see(button(page, 'Compare'));
  const rows = await snapshot(shop.db, ['outbox']);
  await compare(page);
  await see(page.getByText('2 differences.'));
  await see(page.getByText('20 products compared'));
  await see(found(page, 'Paid, but cash not collected').getByText('paid, never collected'));
  await see(row(page, order.reference).getByText('Ask the courier whether the cash was collected'));
  await see(row(page, 'Glow Serum').getByText('without the 2 that wait to be sent'));
  expect(await snapshot(shop.db, ['outbox'])).toEqual(rows);
  await looksRight(page, 'differences', { atBothWidths: true });
  await row(page, order.reference).getByRole('link', { name: order.reference }).click();
  await see(page.locator('.desk-order'));
  await run(sql`UPDATE orders SET paid = 0 WHERE id = ${order._id}`);
  await run(sql`UPDATE products SET stock = 98 WHERE id = ${serum}`);
  await page.goBack();
  await compare(page);
  await see(page.getByText('No differences were found.'));
});

test('payment providers are asked, and a missing answer is listed', async () => {
  const { stripe, razorpay } = shop.simulators;
  stripe.webhooks.fault = 'never';
  const orderId = await pendingOrder(await shop.person(), 'stripe');
  await payAtProvider(shop, 'stripe', orderId);
  const silent = (await paidOrder(shop, await shop.person(), 'razorpay')).orderId;
  await run(sql`UPDATE orders SET created_at = created_at - 600000`);
  razorpay.api.inject({ fault: { status: 500 }, times: Number.POSITIVE_INFINITY });
  const { page } = await atDesk('reconcile');
  await compare(page);
  await see(found(page, 'Paid at the provider, not here').getByText('Payment Pending, not paid'));
  await see(page.getByRole('heading', { name: 'Not asked' }));
  await see(page.locator('.reconcile-unanswered').getByText('did not answer'));
  expect(await page.locator('.reconcile-unanswered a').getAttribute('href')).toBe(`#orders/${silent}`);
  await looksRight(page, 'not asked', { within: '.desk-screen' });
});

test('a long comparison shows its progress, is stopped or fails, and continues from there', async () => {
  const { page, expectFailure } = await atDesk('reconcile', 390);
  const difference = (n: number): Difference => ({
    rule: 'lines',
    about: `o${n}`,
    name: `ORD-00000${n}`,
    place: null,
    expected: '1',
    found: '2',
    since: null,
    fix: 'Ask your developer.',
  });
  // Five pages of 500 of 1,00,000 orders. The third answer waits until it is released, and the fourth is a failure.
  const third = Promise.withResolvers<void>();
  const asked: string[] = [];
  await page.route('**/api/desk/reconcile/orders*', async (route) => {
    const after = new URL(route.request().url()).searchParams.get('after') ?? '1.page1';
    const count = asked.push(after);
    const n = Number(after.slice(-1));
    if (count === 3) await third.promise;
    const failure = { success: false, code: 'unavailable', message: 'Busy.' };
    const next = n < 5 ? `1.page${n + 1}` : null;
    const answer = { success: true, differences: [difference(n)], looked: 500, total: 100_000, next };
    await route.fulfill(count === 4 ? { status: 503, json: failure } : { json: answer }).catch(() => {});
  });
  const listed = () => page.locator('.reconcile-rule tbody tr').count();

  await button(page, 'Compare').click();
  await see(page.getByText('1,000 of 1,00,000 orders compared'));
  await see(row(page, 'ORD-000002'));
  await button(page, 'Stop').click();
  await see(page.getByText('2 differences so far.'));
  third.resolve();
  // The request that was stopped is made again.
  expectFailure('/api/desk/reconcile/orders', 503);
  await button(page, 'Continue').click();
  await see(page.getByRole('alert').getByText('Busy. The differences found so far are listed below.'));
  expect(await listed()).toBe(2);
  await fitsItsWindow(page);
  await button(page, 'Continue').click();
  await see(button(page, 'Compare again'));
  await becomes(listed, 5);
  expect(asked).toEqual(['1.page1', '1.page2', '1.page3', '1.page3', '1.page3', '1.page4', '1.page5']);
});
