/**
 * Money that goes back, at the desk: refunds of parts of an order and of whole parcels, confirmed with the password, and
 * as the shopper sees them; and disputed payments.
 */
import { eq, inArray } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { beforeEach, expect } from 'vitest';
import { orderLines, products, refunds } from '#db/schema/index.ts';
import { tooSmallText } from '#domain/orders/refund.ts';
import { formatDayTime } from '#lib/dates.ts';
import { ship } from '../support/desk.ts';
import { serum, toner } from '../support/orders.ts';
import { paidOrder } from '../support/payments.ts';
import { setStatus, stockOf } from '../support/rows.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { button, confirm, dialog, orderStatus, pressInDialog, row } from './desk-steps.ts';
import { openOrders, orderCard } from './payment-steps.ts';
import { oneMoreOf, toast } from './steps.ts';
import { becomes, gone, see, widths } from './visitor.ts';

const { shop, operator, newOrder, visitAsShopper, atDesk, test } = browserTest({ simulators: true });

beforeEach(async () => {
  // Those of an earlier test would wait in the queue of this one.
  await shop.db.write.update(refunds).set({ status: 'done', doneAt: 0 });
});

const refundsPanel = (page: Page) =>
  page.locator('.desk-facts').filter({ has: page.getByRole('heading', { name: 'Refunds' }) });

/** Confirms the refund whose dialog is open. */
async function sendBack(page: Page, action = 'Send back'): Promise<void> {
  await confirm(page, action);
  await see(toast(page, 'The money is on its way back.'));
}

test('a part of a paid order comes back; refused by the provider it is tried again, and the shopper sees it with its credit note', async () => {
  const person = await shop.person();
  const { orderId } = await paidOrder(shop, person, 'stripe', { [serum]: 1, [toner]: 2 });
  await ship(operator, orderId);
  const stock = (await stockOf(shop.db, toner)) ?? 0;
  const { page, expectFailure } = await atDesk(`orders/${orderId}`, 390);
  await button(page, 'Refund').click();
  const submit = dialog(page).getByRole('button', { name: /^Refund/ });
  expect(await submit.isDisabled()).toBe(true);
  await oneMoreOf(dialog(page), 'Rose Toner').click();
  expect(await submit.textContent()).toBe('Refund ₹349.00');
  await dialog(page).getByLabel('Reason').fill('The pump of one bottle leaks');
  await looksRight(page, 'refund', { within: 'dialog' });
  // Nobody has said whether it came back: nothing is sent.
  const isBack = dialog(page).getByRole('group', { name: 'Where is it now?' }).getByRole('radio');
  expect(await isBack.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked))).toEqual([
    false,
    false,
    false,
  ]);
  await submit.click();
  await becomes(() => isBack.first().evaluate((radio) => radio.matches(':focus')), true);
  await isBack.first().check();
  await submit.click();
  await see(refundsPanel(page).getByText('₹349.00'));
  await see(refundsPanel(page).getByText('To confirm'));
  await see(refundsPanel(page).getByText('The pump of one bottle leaks · 1 × Rose Toner returned'));
  await see(page.getByRole('link', { name: /^Credit note HRC/ }));
  expect(await stockOf(shop.db, toner)).toBe(stock + 1);

  await page.getByRole('link', { name: 'Go to Refunds' }).click();
  const error = { type: 'invalid_request_error', message: 'Insufficient balance.' };
  shop.simulators.stripe.api.inject({ fault: { status: 400, body: { error } }, path: '/v1/refunds' });
  expectFailure('/api/desk/refunds/confirm', 409);
  await page.getByRole('button', { name: /^Send back ORD/ }).click();
  await see(dialog(page).getByRole('heading', { name: 'Send ₹349.00 back?' }));
  expect(await dialog(page).getByLabel('Reference of the transfer').count()).toBe(0);
  await confirm(page, 'Send back');
  await see(dialog(page).getByText(/^The provider refuses the refund/));
  await dialog(page).getByRole('button', { name: 'Back', exact: true }).click();
  await see(page.locator('.desk-failure'));
  await page.getByRole('button', { name: /^Try again ORD/ }).click();
  await sendBack(page, 'Try again');
  await shop.simulators.settled();

  const { page: mine } = await visitAsShopper({ person });
  await openOrders(mine);
  const card = orderCard(mine);
  const refund = card.locator('.order-facts > div').filter({ hasText: /^Refund/ });
  await see(refund.filter({ hasText: /₹349\.00: Refunded, \d{1,2} [A-Z][a-z]{2} \d{4}/ }));
  await see(refund.filter({ hasText: 'The pump of one bottle leaks · 1 × Rose Toner returned' }));
  await see(card.getByRole('link', { name: /^HRC/ }));
});

test('orders from before there were HSN codes: an open one gets its invoice, one that had left is refunded without documents', async () => {
  const person = await shop.person();
  const { orderId: open } = await paidOrder(shop, person, 'stripe', { [serum]: 1 });
  const { orderId: shipped } = await paidOrder(shop, person, 'stripe', { [serum]: 1 });
  await shop.db.write
    .update(orderLines)
    .set({ hsn: null })
    .where(inArray(orderLines.orderId, [open, shipped]));
  await setStatus(shop.db, shipped, 'Shipped');
  const { page } = await atDesk(`orders/${open}`);
  await see(page.getByText(/^cs_test_/));
  await see(page.getByText(/^pi_/));
  await gone(page.getByText('No invoice and no credit notes'));

  await page.goto(`/desk#orders/${shipped}`);
  await see(page.getByText('No invoice and no credit notes'));
  expect(await page.getByRole('link', { name: 'Invoice' }).count()).toBe(0);
  await button(page, 'Refund').click();
  await see(dialog(page).getByText('The shopper sees it.', { exact: true }));
  await dialog(page).getByLabel('Products').press('ArrowDown');
  await dialog(page).getByLabel('Amount in rupees').fill('599');
  await dialog(page).getByLabel('Reason').fill('A gift');
  await looksRight(page, 'refund of an amount', { within: 'dialog' });
  await pressInDialog(page, 'Refund');
  await see(refundsPanel(page).getByText('Price reduced · A gift'));
  await looksRight(page, 'order without tax data, with a refund', { within: '.desk-order' });
});

test('cash is collected, the parcel returns to stock, the refund needs the password and the transfer', async () => {
  const order = await newOrder();
  await setStatus(shop.db, order._id, 'Out for Delivery');
  const { page, expectFailure } = await atDesk(`orders/${order._id}`);
  await button(page, 'Mark as delivered').click();
  await pressInDialog(page, 'Delivered');
  await becomes(() => orderStatus(page), 'Delivered');
  await see(page.getByText('To collect', { exact: true }));

  await button(page, 'Record cash').click();
  await see(dialog(page).getByRole('heading', { name: '₹1,297.00 in cash' }));
  await confirm(page, 'Record cash');
  await gone(page.getByText('To collect', { exact: true }));
  await gone(button(page, 'Record cash'));

  const before = await stockOf(shop.db, toner);
  await button(page, 'Mark as returned').click();
  await dialog(page).getByLabel('Why did it come back?').fill('Leaking');
  await dialog(page).getByLabel('Yes, back into stock').check();
  await pressInDialog(page, 'Mark as returned');
  await becomes(() => orderStatus(page), 'Returned');
  await see(page.locator('.desk-history').getByText('Leaking'));
  expect(await stockOf(shop.db, toner)).toBe((before ?? 0) + 2);

  await page.getByRole('link', { name: 'Go to Refunds' }).click();
  await button(page, `Send back ${order.reference}`).click();
  const reference = dialog(page).getByLabel('Reference of the transfer');
  await dialog(page).getByLabel('UPI').check();
  await reference.fill('AXIS2611250001');
  await looksRight(page, 'refund of cash', { within: 'dialog' });
  expectFailure('/api/desk/refunds/confirm', 422);
  await confirm(page, 'Send back', 'not the one');
  await see(dialog(page).getByText('That is not your password.'));
  expect(await reference.inputValue()).toBe('AXIS2611250001');
  await sendBack(page);
  await gone(page.getByRole('link', { name: order.reference }));
  await becomes(() => page.evaluate(() => document.activeElement?.textContent), 'Refunds');
  await page.getByRole('link', { name: 'Sent back' }).click();
  await see(page.getByRole('link', { name: order.reference }));
  await see(page.getByText('UPI AXIS2611250001'));
});

test('a disputed payment: Today and the order show the deadline until the bank decides', async () => {
  const { stripe } = shop.simulators;
  const { orderId, paymentId } = await paidOrder(shop, await shop.person(), 'stripe');
  const dispute = stripe.dispute(paymentId);
  await shop.simulators.settled();
  const deadline = formatDayTime(Number(dispute.evidence_details.due_by) * 1000);

  const { page } = await atDesk('today');
  const flag = page.getByRole('listitem').filter({ hasText: 'A payment is disputed' });
  await see(flag.getByText(deadline));
  await flag.getByRole('link').click();
  const panel = page.locator('.panel').filter({ has: page.getByRole('heading', { name: 'Disputes' }) });
  await becomes(() => page.url().endsWith(orderId), true);
  await see(panel.getByText(`Answer by ${deadline}`));
  await see(panel.getByText('The cardholder says that they did not make this payment'));
  await see(page.getByText(/₹599.00 is disputed/));

  // A second later, since events of the same second have no order.
  shop.simulators.setClock(2000);
  stripe.moveDispute(dispute.id, 'won');
  shop.simulators.setClock(0);
  await shop.simulators.settled();
  await page.goto('/desk#today');
  await see(page.getByRole('heading', { name: 'Needs attention' }));
  await becomes(() => flag.count(), 0);
  expect(await page.getByText('A payment is disputed').count()).toBe(0);
  await page.goto(`/desk#orders/${orderId}`);
  await see(panel.getByText('Won: the money stays with the shop'));
  await gone(panel.getByText('Answer by'));
});

test('a refund below the smallest one: the desk and the shopper read why, and what happens next', async () => {
  await shop.db.write.update(products).set({ price: 40 }).where(eq(products.id, toner));
  const person = await shop.person();
  const { orderId } = await paidOrder(shop, person, 'razorpay', { [serum]: 1, [toner]: 2 });
  await person.post('/api/order/cancel', { orderId, lines: [{ _id: toner, keep: 1 }] });
  for (const width of widths) {
    const { page } = await atDesk('refunds', width);
    await see(page.getByText('No refunds wait to be confirmed.'));
    await page.getByRole('link', { name: 'Below the smallest refund' }).click();
    await see(row(page, '₹0.40').getByText('It is added to the next refund of the order.'));
    await looksRight(page, 'refund below the smallest', { within: 'main' });
    await page.goto(`/desk#orders/${orderId}`);
    await see(refundsPanel(page).getByText('Below the smallest refund'));
    await gone(refundsPanel(page).getByRole('link', { name: 'Go to Refunds' }));

    const { page: own } = await visitAsShopper({ person, width });
    await openOrders(own);
    await see(own.getByText(`₹0.40: ${tooSmallText}`).first());
    await looksRight(own, 'order with a small refund', { within: 'main' });
  }
});

test('the refunds of a day go back with one password and three clicks; one that stays is named', async () => {
  const ids: string[] = [];
  for (const method of ['razorpay', 'razorpay', 'stripe'] as const) {
    const { orderId } = await paidOrder(shop, await shop.person(), method);
    await operator.post('/api/order/cancel', { orderId, reason: 'Out of stock' });
    ids.push(orderId);
  }
  const error = { type: 'invalid_request_error', message: 'Insufficient balance.' };
  shop.simulators.stripe.api.inject({ fault: { status: 400, body: { error } }, path: '/v1/refunds' });
  const { page } = await atDesk('refunds');
  await page.getByLabel('Choose all 3 of online payments').click();
  await looksRight(page, 'refunds-chosen');
  await button(page, /^Send back 3 refunds/).click();
  await confirm(page, 'Send back 3 refunds');
  await see(page.getByText('2 refunds confirmed.'));
  await see(page.getByText('1 refund not sent:'));
  await see(page.getByRole('listitem').filter({ hasText: 'Insufficient balance.' }));
  await shop.simulators.settled();
  const rows = await shop.db.read.select().from(refunds).where(inArray(refunds.orderId, ids));
  expect(rows.map(({ status }) => status).toSorted()).toEqual(['done', 'done', 'failed']);
});
