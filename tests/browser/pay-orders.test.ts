/** Refunds and the history of an order on My Orders (docs/behaviour.md 8.6). */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { payments } from '#db/schema/index.ts';
import { confirmRefund, operatorWithPassword } from '../support/desk.ts';
import { refillStock, toner } from '../support/orders.ts';
import { startOrder } from '../support/payments.ts';
import { stockOf } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';
import { openOrders, orderCard, orderStatus } from './payment-steps.ts';
import { asPerson, toast } from './steps.ts';
import { becomes, see, useBrowser } from './visitor.ts';

const shop = useShop({ simulators: true });
const { visit } = useBrowser(shop);

beforeEach(() => refillStock(shop.db));

const fact = (page: Page, name: string) =>
  orderCard(page)
    .locator('.order-facts > div')
    .filter({ has: page.locator('dt').getByText(name, { exact: true }) })
    .locator('dd')
    .innerText();
/** Titles and reasons, first to last; asserts that each has a date and a time. */
const history = async (page: Page) => {
  const rows = orderCard(page).locator('.order-timeline li');
  for (const time of await rows.locator('time').allTextContents())
    expect(time).toMatch(/^[A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d\d [ap]m$/);
  return rows
    .locator('> span')
    .evaluateAll((all) => all.map((one) => [...one.children].map((part) => part.textContent)));
};

test('a refund: pending, then done, with its complete history', async () => {
  const person = await shop.person();
  const { orderId } = (await startOrder(person, 'stripe', { [toner]: 2 })).body;
  shop.simulators.stripe.pay(shop.simulators.stripe.sessionFor(orderId).id);
  await shop.simulators.settled();
  const { page } = await visit(390, await asPerson(shop, person));
  await openOrders(page);
  await orderCard(page).getByRole('button', { name: 'Cancel Order' }).click();
  const dialog = page.getByRole('dialog', { name: 'Cancel the whole order?' });
  await see(dialog.getByText(/We send back what you have paid\.$/));
  await dialog.getByRole('button', { name: 'Cancel Whole Order' }).click();
  await see(toast(page, 'Your order is cancelled. We send back what you have paid.'));
  await page.keyboard.press('Escape');
  await becomes(() => fact(page, 'Refund'), '₹698.00: Refund on its way\nCancelled');
  expect(await fact(page, 'Payment')).toBe('Paid');

  const operator = await operatorWithPassword(shop);
  const { refunds } = (await operator.get('/api/desk/refunds')).body;
  const due = refunds.find((one) => one.orderId === orderId);
  expect((await confirmRefund(shop, operator, due?._id ?? '')).status).toBe(200);
  await shop.simulators.settled();
  await page.getByRole('button', { name: 'Refresh' }).click();
  await see(orderCard(page).getByText(/^₹698\.00: Refunded, [A-Z][a-z]{2} \d{1,2}, \d{4}/));
  await becomes(
    () => history(page),
    [
      ['Waiting for payment'],
      ['Order Placed'],
      ['Cancelled'],
      ['Refund', 'The refund was confirmed.'],
      ['Refund', '₹698.00 was sent back.'],
    ],
  );
});

test('an expired hold: the card shows why the order is cancelled, and the stock is back', async () => {
  const person = await shop.person();
  const { orderId } = (await startOrder(person, 'stripe', { [toner]: 2 })).body;
  expect(await stockOf(shop.db, toner)).toBe(98);
  const { page } = await visit(390, await asPerson(shop, person, { [toner]: 2 }));
  await openOrders(page);
  expect(await orderStatus(page)).toBe('Payment Pending');
  const over = Date.now() - 1_000;
  await shop.db.write
    .update(payments)
    .set({ holdUntil: over, nextAskAt: over })
    .where(eq(payments.orderId, orderId));
  await shop.stack.scheduled();
  await page.getByRole('button', { name: 'Refresh' }).tap();
  await becomes(() => orderStatus(page), 'Cancelled');
  await see(orderCard(page).getByText('Cancelled: The payment did not arrive in time.'));
  expect(await history(page)).toEqual([
    ['Waiting for payment'],
    ['Cancelled', 'The payment did not arrive in time.'],
  ]);
  expect(await stockOf(shop.db, toner)).toBe(100);
});
