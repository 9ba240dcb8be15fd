/** A browser that translates the pages, on the screens beside the purchase, and at the desk. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { newEmail, password } from '../support/accounts.ts';
import { guestOrder, newGuest } from '../support/guests.ts';
import { placed, serum, toner } from '../support/orders.ts';
import { clearReviews } from '../support/reviews.ts';
import { browserTest } from './browser-test.ts';
import { button, dialog, pressInDialog, row } from './desk-steps.ts';
import { openOrders } from './payment-steps.ts';
import { badge, hydrated, stored, toast } from './steps.ts';
import { textOf, translate } from './translate.ts';
import { becomes, gone, see } from './visitor.ts';

const { shop, newOrder, visitAsGuest, atDesk, test } = browserTest();

const fill = async (page: Page, values: Record<string, string>): Promise<void> => {
  for (const [label, text] of Object.entries(values))
    await page.getByRole('main').getByLabel(label, { exact: true }).fill(text);
};
const submit = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name }).tap();

test('signing up, a review, a ticket, and an order that is cancelled', async () => {
  await clearReviews(shop);
  const { page, expectFailure, failOnce } = await visitAsGuest();
  await translate(page);
  await page.goto('/login?next=/orders');
  await hydrated(page);
  expectFailure('/api/user/login', 401);
  await fill(page, { Email: newEmail(), Password: 'not the one' });
  await submit(page, 'Sign In');
  await becomes(() => textOf(page, 'main [role="alert"]'), 'The email or the password is not right.');
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).tap();
  await becomes(() => textOf(page, 'h1'), 'Sign Up');
  await submit(page, 'Create Account');
  await becomes(() => textOf(page, '.field:has([name="name"]) .error'), 'Please enter your name');
  await fill(page, { Name: 'Asha Rao', Email: newEmail(), Password: password });
  await submit(page, 'Create Account');
  await see(toast(page, 'Account created successfully!'));
  await see(page.getByRole('heading', { name: 'No orders yet' }));

  await page.goto(`/product/${serum}#write-review`);
  const reviews = page.locator('#reviews');
  const own = () => textOf(page, '.own-state');
  const written = () => textOf(page, '#reviews .review .comment');
  const send = async (stars: string, comment: string) => {
    await reviews.getByRole('radio', { name: stars }).check();
    await reviews.getByLabel('Your review', { exact: true }).fill(comment);
    await reviews.getByRole('button', { name: 'Submit Review' }).tap();
  };
  await send('4 stars', 'Light.');
  await see(toast(page, 'Review submitted successfully!'));
  await becomes(written, 'Light.');
  await becomes(async () => /^You gave 4 stars on \d+ \w{3} \d{4}\.$/.test(await own()), true);
  await reviews.getByRole('button', { name: 'Edit' }).tap();
  await send('5 stars', 'Light and calm.');
  await becomes(written, 'Light and calm.');
  await becomes(async () => (await own()).startsWith('You gave 5 stars'), true);
  await reviews.getByRole('button', { name: 'Withdraw' }).tap();
  await dialog(page).getByRole('button', { name: 'Withdraw' }).tap();
  await becomes(own, 'Your review is withdrawn.');
  await gone(reviews.locator('.review'));
  await reviews.getByRole('button', { name: 'Undo' }).tap();
  await becomes(written, 'Light and calm.');
  await becomes(async () => (await own()).startsWith('You gave 5 stars'), true);

  await page.goto('/contact#support');
  await fill(page, { Email: newEmail(), Subject: 'A pump', Description: 'Broken.' });
  await failOnce('/api/contact/submit', { status: 500 });
  await submit(page, 'Submit Ticket');
  await becomes(() => textOf(page, '[data-problem]'), 'Failed to submit ticket. Please try again.');
  await submit(page, 'Submit Ticket');
  await becomes(async () => /^Your reference is T-\w+/.test(await textOf(page, '#ticket-reference')), true);

  const token = await stored(page, 'token');
  const { reference } = await placed(shop.client(token ?? ''), { [serum]: 1, [toner]: 2 });
  await openOrders(page);
  await button(page, 'Cancel Order').tap();
  expect(await textOf(page, 'dialog[open] p')).toContain(
    `This cancels order ${reference} with all 2 products`,
  );
  await dialog(page).getByRole('button', { name: 'Cancel Whole Order' }).tap();
  await see(toast(page, 'Your order is cancelled.'));
  await becomes(() => textOf(page, '.order-head .badge'), 'Cancelled');
  await gone(button(page, 'Cancel Order'));
});

test('My skin, a routine with all of it in the cart, and the tracking of an order', async () => {
  const { page, expectFailure } = await visitAsGuest();
  await translate(page);
  await page.goto('/skin');
  const status = () => textOf(page, '[data-skin-status]');
  expect(await status()).toBe('Nothing is saved yet.');
  await page.getByText('Hydration', { exact: true }).tap();
  await becomes(status, 'Saved on this device.');
  await button(page, 'Delete my answers').tap();
  await becomes(status, 'Your answers are deleted from this device.');
  await button(page, 'Undo').tap();
  await becomes(status, 'Saved on this device.');

  await page.goto('/routine');
  const tile = (name: string) => page.locator('.chooser label').filter({ hasText: name });
  const bar = () => textOf(page, '.chooser-bar');
  await tile('Renewal Serum').tap();
  await becomes(bar, 'See my routine (1)');
  await tile('Turmeric Mask').tap();
  await becomes(bar, 'See my routine (2)');
  const evening = page.getByRole('region', { name: 'Evening' });
  await see(evening.getByText('Turmeric Mask'));
  await tile('Turmeric Mask').tap();
  await gone(evening.getByText('Turmeric Mask'));
  await becomes(bar, 'See my routine (1)');
  await tile('Turmeric Mask').tap();
  await submit(page, 'See my routine');
  await submit(page, 'Add all to cart');
  await see(toast(page, 'Turmeric Mask and Renewal Serum'));
  await see(button(page, 'All in your cart'));
  await becomes(() => badge(page), '2');

  const guest = await newGuest(shop);
  const { reference } = await guestOrder(guest);
  await page.goto(`/track?ref=${reference}`);
  expectFailure('/api/order/track', 404);
  await fill(page, { 'Mobile number or email': 'nobody@example.in' });
  await submit(page, 'Track Order');
  await becomes(async () => (await textOf(page, '.track-answer')).includes('was not found'), true);
  await fill(page, { 'Mobile number or email': guest.email });
  await submit(page, 'Track Order');
  await becomes(() => textOf(page, '.track-answer h2'), `Order ${reference}`);
  await gone(page.getByText('was not found'));
});

test('the desk: an order is packed, shipped and moved on, each move undone', async () => {
  const { _id, reference } = await newOrder();
  const { page } = await atDesk('orders');
  await translate(page);
  await page.reload();
  const state = () =>
    row(page, reference)
      .locator('.status')
      .innerText()
      .then((text) => text.trim());
  await becomes(state, 'Order Placed');
  await button(page, `Pack ${reference}`).click();
  await becomes(state, 'Packing');
  await toast(page, /is being packed/)
    .getByRole('button', { name: 'Undo' })
    .click();
  await becomes(state, 'Order Placed');
  await button(page, `Ship ${reference}`).click();
  await dialog(page).getByLabel('Courier').selectOption('Delhivery');
  await pressInDialog(page, 'Attach and ship', { 'Tracking number': '14523698741' });
  await becomes(state, 'Shipped');

  await page.goto(`/desk#orders/${_id}`);
  const shown = () => textOf(page, '.desk-order .status');
  await becomes(shown, 'Shipped');
  await button(page, /^mark as out for delivery\s*$/i).click();
  await becomes(shown, 'Out for Delivery');
  await button(page, 'Undo Out for Delivery').click();
  await see(toast(page, 'Undone. The order is now: Shipped.'));
  await becomes(shown, 'Shipped');
  await button(page, 'Add note').click();
  await pressInDialog(page, 'Save note', { Note: 'Call first' });
  await see(page.locator('.desk-history').getByText('Call first'));
});
