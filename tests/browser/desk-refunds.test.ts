/**
 * Refunds at the desk: parts of an order and whole parcels, confirmed with the password, and as the shopper sees them.
 */
import { eq } from 'drizzle-orm';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { orderLines, refunds } from '#db/schema/index.ts';
import { password } from '../support/accounts.ts';
import { operatorWithPassword } from '../support/desk.ts';
import { refillStock, serum, toner } from '../support/orders.ts';
import { paidOrder, startOrder } from '../support/payments.ts';
import { setStatus, stockOf } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';
import { looksRight } from './axe.ts';
import { atDesk, button, dialog } from './desk-steps.ts';
import { asPerson, placed, toast } from './steps.ts';
import { becomes, gone, see, useBrowser } from './visitor.ts';

const shop = useShop({ simulators: true });
const { visit } = useBrowser(shop);

let operator: Person;
beforeAll(async () => {
  operator = await operatorWithPassword(shop);
});
beforeEach(async () => {
  await refillStock(shop.db);
  // Those of an earlier test would wait in the queue of this one.
  await shop.db.write.update(refunds).set({ status: 'done', doneAt: 0 });
});

const openOrder = (orderId: string, width = 1280) =>
  atDesk(shop, visit, `orders/${orderId}`, width, operator);
const badge = (page: Page) => page.locator('.desk-order .status').textContent();
const oneMore = (page: Page, name: string): Locator =>
  dialog(page)
    .getByRole('group', { name: `Quantity of ${name}` })
    .getByRole('button', { name: 'One more' });
const refundsPanel = (page: Page) =>
  page.locator('.desk-facts').filter({ has: page.getByRole('heading', { name: 'Refunds' }) });

const ship = async (orderId: string) =>
  expect(
    await operator.post('/api/order/update-tracking', {
      ...{ orderId, trackingId: 'A1', courierPartner: 'DTDC' },
    }),
  ).toMatchObject({ status: 200 });

/** Confirms the refund whose dialog is open. */
async function confirm(page: Page): Promise<void> {
  await dialog(page).getByLabel('Your password').fill(password);
  await dialog(page).getByRole('button', { name: 'Send back' }).click();
  await see(toast(page, 'The money is on its way back.'));
}

/** The refund that the shopper sees in My Orders. */
async function shopperSees(person: Person, ...texts: (string | RegExp)[]): Promise<Page> {
  const { page } = await visit(390, await asPerson(shop, person));
  await page.goto('/orders');
  const card = page.locator('.order-card').first();
  await card.locator('.order-head').click();
  const refund = card.locator('.order-facts > div').filter({ hasText: /^Refund/ });
  for (const text of texts) await see(refund.filter({ hasText: text }));
  await looksRight(page, 'My Orders with a refund', { within: '.order-card' });
  return page;
}

test('a part of a paid order comes back: five clicks, and the shopper sees the refund and its credit note', async () => {
  const person = await shop.person();
  const { orderId } = await paidOrder(shop, person, 'stripe', { [serum]: 1, [toner]: 2 });
  await ship(orderId);
  const stock = (await stockOf(shop.db, toner)) ?? 0;
  const { page } = await openOrder(orderId, 390);
  await button(page, 'Refund').click();
  const submit = dialog(page).getByRole('button', { name: /^Refund/ });
  expect(await submit.isDisabled()).toBe(true);
  await oneMore(page, 'Rose Toner').click();
  expect(await submit.textContent()).toBe('Refund ₹349.00');
  for (const tick of ['Came back', 'Can be sold again'])
    expect(await dialog(page).getByLabel(tick).isChecked()).toBe(true);
  await dialog(page).getByLabel('Reason').fill('The pump of one bottle leaks');
  await looksRight(page, 'refund', { within: 'dialog' });
  await submit.click();
  await see(refundsPanel(page).getByText('₹349.00'));
  await see(refundsPanel(page).getByText('To confirm'));
  await see(refundsPanel(page).getByText('The pump of one bottle leaks · 1 × Rose Toner returned'));
  await see(page.getByRole('link', { name: /^Credit note HRC/ }));
  expect(await stockOf(shop.db, toner)).toBe(stock + 1);

  await page.getByRole('link', { name: 'Go to Refunds' }).click();
  await page.getByRole('button', { name: /^Send back ORD/ }).click();
  await see(dialog(page).getByRole('heading', { name: 'Send ₹349.00 back?' }));
  expect(await dialog(page).getByLabel('Reference of the transfer').count()).toBe(0);
  await confirm(page);
  await shop.simulators.settled();

  const mine = await shopperSees(
    person,
    /₹349\.00: Refunded, [A-Z][a-z]{2} \d{1,2}, \d{4}/,
    'The pump of one bottle leaks · 1 × Rose Toner returned',
  );
  await mine.getByRole('link', { name: /^HRC/ }).click();
  await see(mine.getByRole('heading', { name: /Credit note/i }));
});

test('an order from before there were HSN codes takes them from the catalogue', async () => {
  const { orderId } = await paidOrder(shop, await shop.person(), 'stripe', { [serum]: 1 });
  await shop.db.write.update(orderLines).set({ hsn: null }).where(eq(orderLines.orderId, orderId));
  const { page } = await openOrder(orderId, 390);
  await see(page.getByText('No invoice and no credit notes'));
  await looksRight(page, 'order without tax data', { within: '.desk-order' });
  await button(page, 'Take from the catalogue').click();
  await see(toast(page, 'The order gets an invoice when it is handed over.'));
  await gone(page.getByText('No invoice and no credit notes'));
  await see(page.locator('.desk-history').getByText('taken from the catalogue'));
});

test('an amount is refunded, of an order without tax data, which gets no documents', async () => {
  const person = await shop.person();
  const { orderId } = await paidOrder(shop, person, 'stripe', { [serum]: 1 });
  await shop.db.write.update(orderLines).set({ hsn: null }).where(eq(orderLines.orderId, orderId));
  await ship(orderId);
  const { page } = await openOrder(orderId);
  await see(page.getByText('No invoice and no credit notes'));
  expect(await page.getByRole('link', { name: 'Invoice' }).count()).toBe(0);
  await button(page, 'Refund').click();
  await see(dialog(page).getByText('The shopper sees it.', { exact: true }));
  await dialog(page).getByLabel('Products').press('ArrowDown');
  const amount = dialog(page).getByLabel('Amount in rupees');
  await amount.fill('599');
  await dialog(page).getByLabel('Reason').fill('A gift');
  await looksRight(page, 'refund of an amount', { within: 'dialog' });
  await dialog(page).getByRole('button', { name: 'Refund' }).click();
  await see(refundsPanel(page).getByText('Lowered in price · A gift'));
  await looksRight(page, 'order with a refund', { within: '.desk-order' });
});

test('cash is collected, the parcel returns to stock, the refund needs the password and the transfer', async () => {
  const person = await shop.person();
  const order = await placed(person, { [serum]: 1, [toner]: 2 });
  await setStatus(shop.db, order._id, 'Out for Delivery');
  const { page, expectFailure } = await openOrder(order._id);
  await button(page, 'Mark delivered').click();
  await dialog(page).getByRole('button', { name: 'Delivered' }).click();
  await becomes(() => badge(page), 'Delivered');
  await see(page.getByText('To collect', { exact: true }));

  await button(page, 'Record cash').click();
  await see(dialog(page).getByRole('heading', { name: '₹1,297.00 in cash' }));
  await dialog(page).getByRole('button', { name: 'Record cash' }).click();
  await gone(page.getByText('To collect', { exact: true }));
  await gone(button(page, 'Record cash'));

  const before = await stockOf(shop.db, toner);
  await button(page, 'Mark returned').click();
  await dialog(page).getByLabel('Why did it come back?').fill('Leaking');
  await dialog(page).getByLabel('Yes, back into stock').check();
  await dialog(page).getByRole('button', { name: 'Mark as returned' }).click();
  await becomes(() => badge(page), 'Returned');
  await see(page.locator('.desk-history').getByText('Leaking'));
  expect(await stockOf(shop.db, toner)).toBe((before ?? 0) + 2);

  await page.getByRole('link', { name: 'Go to Refunds' }).click();
  await button(page, `Send back ${order.reference}`).click();
  const reference = dialog(page).getByLabel('Reference of the transfer');
  await dialog(page).getByLabel('UPI').check();
  await reference.fill('AXIS2611250001');
  await looksRight(page, 'refund of cash', { within: 'dialog' });
  expectFailure({ path: '/api/desk/refunds/confirm', status: 422 });
  await dialog(page).getByLabel('Your password').fill('not the one');
  await dialog(page).getByRole('button', { name: 'Send back' }).click();
  await see(dialog(page).getByText('That is not your password.'));
  expect(await reference.inputValue()).toBe('AXIS2611250001');
  await confirm(page);
  await gone(page.getByRole('link', { name: order.reference }));
  await page.getByRole('link', { name: 'Sent back' }).click();
  await see(page.getByRole('link', { name: order.reference }));
  await see(page.getByText('UPI AXIS2611250001'));
  await shopperSees(person, /₹1,297\.00: Refunded by UPI, reference AXIS2611250001/, 'Leaking');
});

test('a cancelled paid order waits in the queue, with the provider’s reason after a refusal', async () => {
  const { orderId } = (await startOrder(await shop.person(), 'stripe')).body;
  shop.simulators.stripe.pay(shop.simulators.stripe.sessionFor(orderId).id);
  await shop.simulators.settled();
  const { page, expectFailure } = await openOrder(orderId);
  await see(page.getByText(/^cs_test_/));
  await see(page.getByText(/^pi_/));
  await button(page, 'Cancel order').click();
  await dialog(page).getByLabel('Reason').fill('The shopper called');
  await dialog(page).getByRole('button', { name: 'Cancel the order' }).click();
  await becomes(() => badge(page), 'Cancelled');
  await see(page.locator('.desk-history').getByText('The shopper called'));
  await page.getByRole('link', { name: 'Go to Refunds' }).click();
  const error = { type: 'invalid_request_error', message: 'Insufficient balance.' };
  shop.simulators.stripe.api.trouble({ how: { status: 400, body: { error } }, path: '/v1/refunds' });
  expectFailure({ path: '/api/desk/refunds/confirm', status: 409 });
  await page.getByRole('button', { name: /^Send back ORD/ }).click();
  await dialog(page).getByLabel('Your password').fill(password);
  await dialog(page).getByRole('button', { name: 'Send back' }).click();
  await see(dialog(page).getByText(/^The provider refuses the refund/));
  await dialog(page).getByRole('button', { name: 'Back', exact: true }).click();
  await see(page.locator('.desk-failure'));
  await see(page.getByRole('button', { name: /^Try again ORD/ }));
});
