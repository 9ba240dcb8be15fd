/** Cancelling on My Orders (docs/behaviour.md, "Cancelling", "My Orders"). */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import type { OrderStatus } from '#domain/orders/order.ts';
import { placed, toner } from '../support/orders.ts';
import { paidOrder } from '../support/payments.ts';
import { setStatus, stockOf } from '../support/rows.ts';
import { browserTest } from './browser-test.ts';
import { openOrders, orderCard, orderHead, orderStatus } from './payment-steps.ts';
import { asked, isFocused, oneMoreOf, toast } from './steps.ts';
import { becomes, gone, see } from './visitor.ts';

const { shop, visitAsShopper, test } = browserTest({ simulators: true });

const path = '/api/order/cancel';
const cancel = (page: Page) => page.getByRole('button', { name: 'Cancel Order', exact: true });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Cancel the whole order?' });
const confirm = (page: Page) => dialog(page).getByRole('button', { name: 'Cancel Whole Order' });

/** A shopper with an order of two lines, whose first card is open. */
async function openWithOrder(width: number, status: OrderStatus = 'Order Placed') {
  const visitor = await visitAsShopper({ width });
  const order = await placed(visitor.person);
  await setStatus(shop.db, order._id, status);
  await openOrders(visitor.page);
  return { order, ...visitor };
}

test('the dialog names the whole order, can be left, and cancels it, also at the second try; both cards show it', async () => {
  const { page, order, failOnce } = await openWithOrder(390, 'Packing');
  const picture = orderCard(page).locator('.order-picture');
  await see(picture);
  expect(await picture.getAttribute('src')).toMatch(/^\/media\/products\/[a-z-]+\/1-640\.webp$/);
  await becomes(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth), 640);
  const calls = asked(page, path);
  for (const leave of [
    () => dialog(page).getByRole('button', { name: 'Keep Order' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await cancel(page).press('Enter');
    await see(dialog(page));
    await leave();
    await gone(dialog(page));
    expect(await isFocused(cancel(page))).toBe(true);
  }
  expect(calls).toEqual([]);

  await failOnce(path);
  await cancel(page).click();
  await confirm(page).click();
  await see(toast(page, "We can't reach the shop. Check your connection and try again."));

  await cancel(page).click();
  await see(dialog(page));
  expect(await dialog(page).getByRole('paragraph').textContent()).toBe(
    `This cancels order ${order.reference} with all 2 products in it, and cannot be undone. You have paid nothing for it.`,
  );
  expect((await dialog(page).getByRole('listitem').allTextContents()).sort()).toEqual([
    '1 × Glow Serum',
    '2 × Rose Toner',
  ]);
  await confirm(page).click();
  await see(toast(page, 'Your order is cancelled.'));
  await becomes(() => page.locator('.order-head .badge').allTextContents(), ['Cancelled', 'Cancelled']);
  await gone(cancel(page));
  const whole = { orderId: order._id };
  expect(calls.map((body) => JSON.parse(body))).toEqual([whole, whole]);
  expect(await stockOf(shop.db, toner)).toBe(100);
  // The focus stays at the card, for shoppers who use the keyboard.
  expect(await isFocused(orderHead(page))).toBe(true);
});

test('a part of the order is chosen, cancelled and shown so; the address is changed', async () => {
  const { page, order, expectFailure } = await openWithOrder(390);
  const calls = asked(page, path);
  const choosing = page.getByRole('dialog', { name: 'What would you like to cancel?' });
  await cancel(page).click();
  await dialog(page).getByRole('button', { name: 'Cancel only a part of it' }).click();
  await see(choosing);
  const confirmPart = choosing.getByRole('button', { name: /^Cancel 1 piece|^Choose/ });
  expect(await confirmPart.isDisabled()).toBe(true);
  await oneMoreOf(choosing, 'Rose Toner').click();
  await confirmPart.click();
  await see(toast(page, 'Cancelled: 1 × Rose Toner.'));
  expect(calls.map((body) => JSON.parse(body))).toEqual([
    { orderId: order._id, lines: [{ _id: toner, keep: 1 }] },
  ]);
  await see(orderCard(page).locator('.order-cancelled').getByText('1 × Rose Toner'));
  await see(orderCard(page).locator('.order-history').getByText('1 × Rose Toner was cancelled'));
  expect(await stockOf(shop.db, toner)).toBe(99);

  const change = page.getByRole('button', { name: 'Change address' });
  await change.click();
  const form = page.getByRole('dialog', { name: `Change the address of ${order.reference}` });
  await see(form);
  expect(await form.getByLabel('Email').count()).toBe(0);
  await form.getByLabel('Mobile number').fill('12345');
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await see(form.getByText('Please enter a 10-digit mobile number'));
  await form.getByLabel('Mobile number').fill('91234 56789');
  await form.getByLabel('Pincode').fill('744301');
  await see(form.getByText(/^The pincode 744301 is in Andaman and Nicobar Islands, not in Karnataka\./));
  await form.getByRole('button', { name: 'Choose Andaman and Nicobar Islands' }).click();
  expectFailure('/api/order/correct', 422);
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await see(form.getByText(/^We do not deliver to 744301/));
  await form.getByLabel('Pincode').fill('560002');
  await form.getByRole('button', { name: 'Choose Karnataka' }).click();
  await form.getByRole('button', { name: 'Save Changes' }).click();
  await see(toast(page, /^The order is corrected/));
  await see(orderCard(page).getByText('9123456789'));
  await see(orderCard(page).locator('.order-history').getByText('Address, phone'));
  expect(await isFocused(orderHead(page))).toBe(true);

  await page.getByRole('button', { name: 'Add a GSTIN' }).click();
  const invoice = page.getByRole('dialog', { name: `GST invoice of ${order.reference}` });
  await invoice.getByLabel('GSTIN').fill('27aapfu0939f1zx');
  await invoice.getByLabel('Business name').fill('Sita Stores');
  await invoice.getByRole('button', { name: 'Save Changes' }).click();
  await see(invoice.getByText(/^The last character does not fit/));
  await invoice.getByLabel('GSTIN').fill('27 aapfu-0939f 1zv');
  await invoice.getByLabel('Principal place of business').fill('7 Hill Road');
  await invoice.getByLabel('Its PIN code').fill('400050');
  await invoice.getByLabel('Its town').fill('Mumbai');
  await invoice.getByRole('button', { name: 'Save Changes' }).click();
  await see(toast(page, /Its GST invoice will show IGST\./));
  await see(orderCard(page).getByText('GSTIN 27AAPFU0939F1ZV'));
  await see(page.getByRole('button', { name: 'Change GST details' }));
});

// moves.test.ts of features/orders has every status.
test("an order that was shipped meanwhile: the card shows the server's reason, and cannot be cancelled", async () => {
  const { page, order, expectFailure } = await openWithOrder(1280);
  expectFailure(path, 409);
  await setStatus(shop.db, order._id, 'Shipped');
  await cancel(page).click();
  await confirm(page).click();
  await see(toast(page, 'This order is on its way and cannot be cancelled any more.'));
  await becomes(() => orderStatus(page), 'Shipped');
  await gone(cancel(page));
});

test('a paid order: the refund is on its way, and stands in the history', async () => {
  const { page, person } = await visitAsShopper();
  await paidOrder(shop, person, 'stripe', { [toner]: 2 });
  await openOrders(page);
  await cancel(page).click();
  await see(dialog(page).getByText(/We will refund what you have paid\.$/));
  await confirm(page).click();
  await see(toast(page, 'Your order is cancelled. We will refund what you have paid.'));
  const fact = (name: string) =>
    orderCard(page)
      .locator('.order-facts > div')
      .filter({ has: page.locator('dt').getByText(name, { exact: true }) })
      .locator('dd')
      .innerText();
  await becomes(() => fact('Refund'), '₹698.00: Refund on its way\nCancelled');
  expect(await fact('Payment')).toBe('Paid');
  const titles = orderCard(page).locator('.order-timeline li > span').locator('> :first-child');
  await becomes(() => titles.allTextContents(), ['Waiting for payment', 'Order Placed', 'Cancelled']);
});
