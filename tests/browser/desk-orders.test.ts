/** Orders at the desk: finding, packing, sending and correcting them, also by two operators at once. */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { orders } from '#db/schema/index.ts';
import { insertCoupon, orderWith } from '../support/coupons.ts';
import { ship } from '../support/desk.ts';
import { insertManyOrders } from '../support/many-orders.ts';
import { placed, placeOrder, serum, toner } from '../support/orders.ts';
import { setStatus, storedOrder } from '../support/rows.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { button, dialog, orderStatus, pressInDialog } from './desk-steps.ts';
import { asked, fakeClock, oneMoreOf, stopClock, toast } from './steps.ts';
import { becomes, gone, see } from './visitor.ts';

const { shop, operator, newOrder, visitAsShopper, atDesk, test } = browserTest({ empties: [orders] });

const zoya = { firstName: 'Zoya', lastName: 'Qureshi', phone: '9123456789' };

const statusOf = async (id: string) => (await storedOrder(shop.db, id)).status;
const hash = (page: Page) => new URL(page.url()).hash;

test('an order is found by filters and by phone, packed from its row, and shipped with a tracking number', async () => {
  const order = await newOrder(zoya);
  const other = await newOrder();
  await setStatus(shop.db, other._id, 'Delivered');
  const { page, failOnce } = await atDesk('orders');
  const statuses = page.getByRole('navigation', { name: 'Status' });
  await see(statuses.getByRole('link', { name: 'Order Placed 1' }));
  await statuses.getByRole('link', { name: 'To pack and send 1' }).click();
  await page.getByLabel('Paid').selectOption('yes');
  await see(page.getByText('No order matches.'));
  expect(hash(page)).toBe('#orders?status=unshipped&paid=yes');
  await page.reload();
  await see(page.getByText('No order matches.'));
  await page.goBack();
  await becomes(() => page.locator('.desk-order-link').allTextContents(), [order.reference]);
  await page.getByRole('link', { name: 'Clear' }).click();
  await see(page.getByRole('link', { name: other.reference }));
  await page.locator('.desk').getByLabel('Search').pressSequentially('+91 91234 56789');
  await becomes(() => page.locator('.desk-orders tbody tr').count(), 1);
  expect(new URLSearchParams(hash(page).split('?')[1]).get('q')).toBe('+91 91234 56789');

  await button(page, `Pack ${order.reference}`).click();
  await see(toast(page, `${order.reference} is being packed.`));
  await becomes(() => page.locator('.desk-orders .status').allTextContents(), ['Packing']);
  await gone(button(page, `Pack ${order.reference}`));

  await button(page, `Ship ${order.reference}`).click();
  await dialog(page).getByLabel('Courier').selectOption('Delhivery');
  const number = dialog(page).getByLabel('Tracking number');
  await number.fill('1452');
  const attach = dialog(page).getByRole('button', { name: 'Attach and ship' });
  await attach.click();
  await see(dialog(page).getByText('Numbers of Delhivery have 9 to 18 digits.'));
  await becomes(() => number.evaluate((field) => field === document.activeElement), true);
  await shop.db.write.update(orders).set({ trackingId: '14523698741' }).where(eq(orders.id, other._id));
  await number.fill('14523698741');
  await attach.click();
  await see(dialog(page).getByText(`${other.reference} has this number too.`));
  await looksRight(page, 'a number that was used', { within: '.desk-dialog[open]' });
  await attach.click();
  await see(dialog(page).getByText(`${other.reference} has this number too.`));
  await dialog(page).getByLabel('Use 14523698741 anyway').check();
  await failOnce('/api/order/update-tracking', { status: 500 });
  await attach.click();
  await see(dialog(page).getByText('Failed to update tracking'));
  await attach.click();
  await becomes(() => page.locator('.desk-orders .status').allTextContents(), ['Shipped']);
  expect(await statusOf(order._id)).toBe('Shipped');

  await page.getByRole('link', { name: order.reference }).click();
  await becomes(() => orderStatus(page), 'Shipped');
  await see(page.getByRole('link', { name: '14523698741' }));
  await page.goBack();
  await becomes(() => page.locator('.desk').getByLabel('Search').inputValue(), '+91 91234 56789');

  // The courier is remembered on the device, as by the table of many.
  const next = await newOrder();
  await page.goto(`/desk#orders/${next._id}`);
  await button(page, 'Attach tracking').click();
  await becomes(() => dialog(page).getByLabel('Courier').inputValue(), 'Delhivery');
});

test('an order leads to the next one, also of the next page, and back to the list as it was', async () => {
  await insertManyOrders(shop.db, 240);
  const { page } = await atDesk('orders?status=unshipped');
  const links = page.locator('.desk-order-link');
  await becomes(() => links.count(), 50);
  await see(page.getByText('Oldest first'));
  const numbers = await links.allTextContents();
  expect(numbers.slice(0, 3).sort()).toEqual(['ORD-000003', 'ORD-000004', 'ORD-000005']);
  await links.last().click();
  const title = page.locator('.desk-order h1');
  await becomes(() => title.textContent(), numbers.at(-1));
  await page.getByRole('link', { name: 'Next' }).click();
  await becomes(async () => numbers.includes((await title.textContent()) ?? ''), false);
  await page.getByRole('link', { name: 'Previous' }).click();
  await becomes(() => title.textContent(), numbers.at(-1));
  await page.getByRole('link', { name: 'All orders' }).click();
  await becomes(() => links.count(), 60);
  expect(hash(page)).toBe('#orders?status=unshipped');
  expect(await links.nth(49).isVisible()).toBe(true);
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(500);
});

test('a new order appears within 15 s, and in the title; a hidden tab asks for nothing; typing asks once', async () => {
  const first = await newOrder();
  const { page } = await visitAsShopper({ person: operator, width: 1280 });
  await fakeClock(page);
  await page.goto('/desk#orders');
  await becomes(() => page.title(), '(1) Orders | Desk');
  await becomes(() => page.locator('.desk-order-link').allTextContents(), [first.reference]);
  await stopClock(page);
  const second = await newOrder(zoya);
  await page.clock.runFor(15_000);
  await becomes(
    () => page.locator('.desk-order-link').allTextContents(),
    [second.reference, first.reference],
  );
  await becomes(() => page.title(), '(2) Orders | Desk');
  const turn = (hidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  const polls = asked(page, '/api/desk/waiting');
  await turn(true);
  await page.clock.runFor(60_000);
  expect(polls).toHaveLength(0);
  await turn(false);
  await becomes(() => polls.length, 1);

  const searches = asked(page, '/api/desk/orders');
  await page.locator('.desk').getByLabel('Search').pressSequentially('Zoya Q');
  await page.clock.runFor(299);
  expect(await page.evaluate(() => location.hash)).toBe('#orders');
  await page.clock.runFor(1);
  await becomes(() => hash(page), '#orders?q=Zoya+Q');
  await becomes(() => searches.length, 1);
});

test('an operator notes, cancels a piece and corrects the address of an order, which links to the others of its account', async () => {
  const person = await shop.person();
  const [first, second] = [await placed(person), await placed(person)];
  await newOrder(zoya);
  const { page } = await atDesk(`orders/${first._id}`);
  await button(page, 'Add note').click();
  await pressInDialog(page, 'Save note', { Note: 'Please leave it at flat 14.' });
  const note = page.locator('.desk-history li').first();
  await see(note.getByText('Please leave it at flat 14.'));
  expect(await note.innerText()).toMatch(/Only operators[\s\S]*Priya Nair/);

  await button(page, 'Cancel order').click();
  await dialog(page).getByLabel('Only a part of it').check();
  await oneMoreOf(dialog(page), 'Rose Toner').click();
  await pressInDialog(page, 'Cancel 1 of 3 pieces', { Reason: 'Leaking' });
  await see(page.locator('.desk-lines del').getByText('Rose Toner'));
  await see(page.locator('.desk-history').getByText('1 × Rose Toner was cancelled: Leaking'));

  await button(page, 'Correct address').click();
  await pressInDialog(page, 'Save', { City: 'Mysuru', Pincode: '570001' });
  await see(toast(page, /^The order is corrected/));
  await see(page.getByText('Mysuru 570001'));
  await button(page, 'Add a GSTIN').click();
  await dialog(page).getByLabel('GSTIN').fill('29AABCF8078M1ZX');
  await dialog(page).getByLabel('Business name').fill('Sita Stores');
  await dialog(page).getByLabel('The business is registered at the delivery address').check();
  await dialog(page)
    .getByLabel(/Special Economic Zone/)
    .check();
  await pressInDialog(page, 'Save');
  await see(toast(page, /Its GST invoice will show IGST\./));
  await see(page.getByText('GSTIN 29AABCF8078M1ZX, special economic zone'));

  await page.getByRole('link', { name: '1 other order' }).click();
  await becomes(
    async () => (await page.locator('.desk-order-link').allTextContents()).sort(),
    [...[first.reference, second.reference].sort()],
  );
});

test('cancelling a part takes one press, and the rest keeps its code', async () => {
  const person = await shop.person();
  const code = await insertCoupon(shop.db, { percent: 50, minSubtotal: 200_000 });
  const { body } = await placeOrder(person, await orderWith(person, { [serum]: 3, [toner]: 1 }, code));
  const { page } = await atDesk(`orders/${body.order._id}`);
  await button(page, 'Cancel order').click();
  await dialog(page).getByLabel('Only a part of it').check();
  const more = oneMoreOf(dialog(page), 'Glow Serum');
  await more.click();
  // What the rest costs comes below, which moves the dialog once.
  await see(dialog(page).getByText('Then to pay'));
  await more.click();
  await dialog(page).getByLabel('Reason').fill('Sold out');
  await looksRight(page, 'cancel a part', { within: '.desk-dialog[open]' });
  await pressInDialog(page, 'Cancel 2 of 4 pieces');
  await see(page.locator('.desk-lines del').getByText('Glow Serum'));
  const [order] = (await person.post('/api/order/userorders')).body.orders;
  expect(order).toMatchObject({ amount: 474, discount: 474, couponCode: code });
});

test('the second of two operators sees what the first has done, in a dialog or beside the buttons, and overwrites nothing', async () => {
  const [order, next] = [await newOrder(), await newOrder()];
  const other = await shop.person('operator');
  const { page, expectFailure } = await atDesk(`orders/${order._id}`);
  await see(button(page, 'Cancel order'));
  await button(page, 'Cancel order').click();
  await other.post('/api/order/move', { orderId: order._id, status: 'Packing', seen: 1 });
  await dialog(page).getByLabel('Reason').fill('Out of stock');
  expectFailure('/api/order/cancel', 409);
  await pressInDialog(page, 'Cancel the order');
  await see(dialog(page).getByText('This order has changed since you opened it. Nothing was done.'));
  await see(dialog(page).getByText('Asha Rao: Packing'));
  expect(await statusOf(order._id)).toBe('Packing');
  // The page already shows the new state, and the dialog can be submitted again with the same input.
  await becomes(() => orderStatus(page), 'Packing');
  await pressInDialog(page, 'Cancel the order');
  await becomes(() => orderStatus(page), 'Cancelled');
  expect(await statusOf(order._id)).toBe('Cancelled');

  await page.goto(`/desk#orders/${next._id}`);
  await see(button(page, 'Start packing'));
  await ship(other, next._id);
  expectFailure('/api/order/move', 409);
  await button(page, 'Start packing').click();
  await see(page.locator('.desk-actions').getByText('Asha Rao: Shipped'));
  await becomes(() => orderStatus(page), 'Shipped');
  await gone(button(page, 'Start packing'));
  await see(button(page, 'Mark as out for delivery'));
});
