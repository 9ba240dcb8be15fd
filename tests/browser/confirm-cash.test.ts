/** Cash orders that their buyers confirm (docs/behaviour.md, "Confirming a cash order"). */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { beforeEach, expect } from 'vitest';
import { orders, products } from '#db/schema/index.ts';
import { promisedDays } from '#domain/delivery/promise-text.ts';
import { confirmState } from '#domain/orders/open-confirmation.ts';
import { guestOrder, linkTo, newGuest } from '../support/guests.ts';
import { placed, serum } from '../support/orders.ts';
import { storedOrder } from '../support/rows.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { button, dialog, row } from './desk-steps.ts';
import { leaveWidget, payByUpi } from './payment-steps.ts';
import { focusedText, toast } from './steps.ts';
import { becomes, gone, see, widths } from './visitor.ts';

const { shop, visitAsGuest, visitAsShopper, atDesk, test } = browserTest({
  simulators: true,
  empties: [orders],
});

/** Above `cashOnDelivery.confirmAbove` of tests/content/store.yaml, paise. */
const price = 1_600_000;

beforeEach(() =>
  shop.db.write.update(products).set({ price, originalPrice: price }).where(eq(products.id, serum)),
);

const large = async () => guestOrder(await newGuest(shop));
/** The first step of the progress has the word; it is marked as not done. */
const saysNothingIsPlaced = async (page: Page) => {
  const text = await page
    .locator('main')
    .evaluate((main) => (main as HTMLElement).innerText.replaceAll(/Order Placed\s+\(not yet\)/g, ''));
  expect(text).toContain(confirmState);
  expect(text).not.toMatch(/\bplaced\b/i);
};
const isOnScreen = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= innerHeight;
};
const isConfirmed = async (id: string) => Boolean((await storedOrder(shop.db, id)).confirmedAt);

test.each(widths)(
  'the link of the email opens the order with its buttons, and confirms it at %i px',
  async (width) => {
    const { orderId } = await large();
    const { page } = await visitAsGuest({ path: `/order#${linkTo(orderId)}`, width });
    await see(page.getByText('This is a large order to be paid in cash.'));
    await saysNothingIsPlaced(page);
    expect(await page.getByRole('button', { name: 'Confirm order' }).evaluate(isOnScreen)).toBe(true);
    await looksRight(page, 'an order to confirm', { within: 'main' });
    expect(await isConfirmed(orderId)).toBe(false);
    await page.getByRole('button', { name: 'Confirm order' }).click();
    await see(toast(page, 'Thank you. Your order is confirmed.'));
    await gone(page.getByText(confirmState));
    // The days are those from now on.
    const { promisedFrom, promisedTo } = await storedOrder(shop.db, orderId);
    const arrives = `Confirmed. It arrives ${promisedDays({ promisedFrom, promisedTo })}`;
    await see(page.getByText(arrives));
    expect([await isConfirmed(orderId), await focusedText(page)]).toEqual([true, arrives]);
    expect(await page.getByText(arrives).evaluate(isOnScreen)).toBe(true);
  },
);

test('the link of the email leads to paying by UPI; the window that is closed leaves the order as it was', async () => {
  const { orderId } = await large();
  const { page } = await visitAsGuest({ path: `/order#${linkTo(orderId)}` });
  const pay = page.getByRole('button', { name: 'Pay by UPI or card' });
  await pay.tap();
  await leaveWidget(page);
  await page.waitForURL(/\/order$/);
  await see(pay);
  expect(await storedOrder(shop.db, orderId)).toMatchObject({
    paymentMethod: 'cod',
    paid: false,
    confirmedAt: null,
  });
  await pay.tap();
  await payByUpi(page);
  await becomes(async () => (await storedOrder(shop.db, orderId)).paid, true);
  // This device has no list with the order: it goes back to the page of the link.
  await page.waitForURL(/\/order$/);
  await see(toast(page, 'Your payment has arrived: your order is placed.'));
  await gone(page.getByText(confirmState));
});

test('the order that was just placed is confirmed or cancelled above the list', async () => {
  const { page, person } = await visitAsShopper();
  const { _id } = await placed(person, { [serum]: 1 });
  await page.goto(`/orders?placed=${_id}`);
  const panel = page.getByRole('region', { name: confirmState });
  await see(panel.getByRole('button', { name: 'Pay by UPI or card' }));
  await saysNothingIsPlaced(page);
  await page.locator('.order-head').tap();
  await saysNothingIsPlaced(page);
  expect(await page.getByRole('button', { name: 'Confirm order' }).count()).toBe(1);
  await looksRight(page, 'placed, to confirm', { within: 'main' });
  await panel.getByRole('button', { name: 'Cancel order' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Whole Order' }).tap();
  await see(toast(page, 'Your order is cancelled.'));
  await becomes(async () => (await storedOrder(shop.db, _id)).status, 'Cancelled');
});

test('a page that is behind learns that the order was packed meanwhile, without an error', async () => {
  const { orderId } = await large();
  const { page } = await visitAsGuest({ path: `/order#${linkTo(orderId)}` });
  await see(page.getByRole('button', { name: 'Confirm order' }));
  await shop.db.write.update(orders).set({ status: 'Packing' }).where(eq(orders.id, orderId));
  await page.getByRole('button', { name: 'Confirm order' }).tap();
  await see(toast(page, 'Thank you. Your order is confirmed.'));
  await gone(page.getByText(confirmState));
});

test('at the desk unconfirmed orders stand apart; an operator calls, writes and confirms', async () => {
  const { orderId, reference } = await large();
  const { page } = await atDesk('orders?status=unshipped');
  const statuses = page.getByRole('navigation', { name: 'Status' });
  await see(page.getByText('No order matches.'));
  await statuses.getByRole('link', { name: 'To confirm 1' }).click();
  await see(row(page, reference).getByText(confirmState));
  const whatsApp = row(page, reference).getByRole('link', { name: /^WhatsApp/ });
  expect(decodeURIComponent((await whatsApp.getAttribute('href')) ?? '')).toMatch(
    new RegExp(`^https://wa.me/91\\d{10}\\?text=Hello Asha Rao, this is .+${reference} for ₹16,000.00`),
  );
  expect(await row(page, reference).getByRole('link', { name: /^Call/ }).getAttribute('href')).toMatch(
    /^tel:\+91\d{10}$/,
  );
  await looksRight(page, 'the list of orders to confirm', { within: 'main' });
  await row(page, reference).getByRole('link', { name: reference, exact: true }).click();
  await see(page.getByText('The buyer has not done it yet.'));
  await looksRight(page, 'an unconfirmed order at the desk', { within: 'main' });
  await button(page, 'Confirmed by phone').click();
  await see(toast(page, 'The order is confirmed.'));
  await gone(page.getByText('The buyer has not done it yet.'));
  expect([await isConfirmed(orderId), await dialog(page).count()]).toEqual([true, 0]);
});

test('an operator packs an unconfirmed order anyway, at 390 px', async () => {
  const { orderId } = await large();
  const { page } = await atDesk(`orders/${orderId}`, 390);
  await see(page.getByText('You can pack it anyway.'));
  await looksRight(page, 'an unconfirmed order on a phone', { within: 'main' });
  await button(page, 'Start packing').click();
  await gone(page.getByText('You can pack it anyway.'));
  await becomes(async () => (await storedOrder(shop.db, orderId)).status, 'Packing');
});
