/** Where the focus is at the desk when what had it goes away; and Undo that comes too late. */

import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { orders, tickets } from '#db/schema/index.ts';
import { operatorWithPassword } from '../support/desk.ts';
import { orderOf, placeOrder, refillStock, serum, toner } from '../support/orders.ts';
import { type Person, useShop } from '../support/shop.ts';
import { atDesk, button, dialog, row } from './desk-steps.ts';
import { toast } from './steps.ts';
import { becomes, gone, see, useBrowser } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);
let operator: Person;

beforeAll(async () => {
  operator = await operatorWithPassword(shop);
});
beforeEach(async () => {
  await refillStock(shop.db);
  await shop.db.write.batch([shop.db.write.delete(orders), shop.db.write.delete(tickets)]);
});

async function placed() {
  const person = await shop.person();
  return (await placeOrder(person, await orderOf(person, { [serum]: 1, [toner]: 2 }))).body.order;
}
const shipBy = (person: Person, orderId: string) =>
  person.post('/api/order/update-tracking', { orderId, trackingId: 'AB12345678', courierPartner: 'DTDC' });

/** What has the focus: its name or text. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { ariaLabel, textContent } = document.activeElement ?? document.body;
    return document.activeElement === document.body ? 'nothing' : ariaLabel || textContent;
  });
const press = async (page: Page, name: string) => {
  await button(page, name).focus();
  await page.keyboard.press('Enter');
};
/** The script that keeps the focus is loaded with the first one. */
const isKept = async (page: Page) => {
  await page.locator('.desk-screen a').first().focus();
  const files = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  await becomes(async () => (await files()).some((name) => name.includes('keep-focus')), true);
};
/** Another tab was open meanwhile: the desk asks what waits, and loads the list again. */
const comeBack = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));

test('a row that leaves the list gives the focus to the next one, the last one to the heading', async () => {
  const [first, second] = [await placed(), await placed()];
  const { page } = await atDesk(shop, visit, 'orders?status=Order Placed', 1280, operator);
  await see(page.getByRole('link', { name: second.reference }));
  await isKept(page);
  await press(page, `Pack ${first.reference}`);
  await see(row(page, first.reference).getByText('Packing', { exact: true }));
  expect(await focused(page)).not.toBe('nothing');
  await comeBack(page);
  await gone(page.getByRole('link', { name: first.reference }));
  await becomes(() => focused(page), `Select ${second.reference}`);
  await press(page, `Pack ${second.reference}`);
  await see(row(page, second.reference).getByText('Packing', { exact: true }));
  await comeBack(page);
  await see(page.getByText('No order matches.'));
  await becomes(() => focused(page), 'Orders');
});

test('Undo after a colleague has changed the order says so, and the list shows what is', async () => {
  const order = await placed();
  const { page, expectFailure } = await atDesk(shop, visit, 'orders', 1280, operator);
  await see(page.getByRole('link', { name: order.reference }));
  await isKept(page);
  await press(page, `Pack ${order.reference}`);
  const undo = toast(page, /is being packed/).getByRole('button', { name: 'Undo' });
  await see(undo);
  await shipBy(await shop.person('operator'), order._id);
  expectFailure({ path: '/api/order/undo', status: 409 });
  await undo.focus();
  await page.keyboard.press('Enter');
  await see(toast(page, /This order has changed since you opened it\. Nothing was done\. Asha Rao: Shipped/));
  await see(row(page, order.reference).getByText('Shipped', { exact: true }));
  expect(await focused(page)).not.toBe('nothing');
});

test('Undo of several orders of which none can be undone says so, also without the selection', async () => {
  const order = await placed();
  const { page } = await atDesk(shop, visit, 'orders', 1280, operator);
  await page.getByLabel(`Select ${order.reference}`).check();
  await button(page, 'Start packing (1)').click();
  const undo = toast(page, '1 order moved to Packing.').getByRole('button', { name: 'Undo' });
  await see(undo);
  await button(page, 'Clear selection').click();
  await shipBy(await shop.person('operator'), order._id);
  await undo.click();
  await see(toast(page, /^Nothing was undone\. This order has changed since you opened it\./));
});

test('on an order, an action that is over leaves the focus beside it, one that is gone at the heading', async () => {
  const { _id, reference } = await placed();
  const { page } = await atDesk(shop, visit, `orders/${_id}`, 1280, operator);
  await see(button(page, 'Add note'));
  await isKept(page);
  await press(page, 'Add note');
  await dialog(page).getByRole('button', { name: 'Back' }).click();
  await becomes(() => focused(page), 'Add note');
  await press(page, 'Start packing');
  await see(button(page, 'Undo Packing'));
  expect(await focused(page)).toContain('Start packing');
  await press(page, 'Undo Packing');
  await gone(button(page, 'Undo Packing'));
  await becomes(() => focused(page), reference);
  await press(page, 'Cancel order');
  await dialog(page).getByLabel('Reason').fill('Called');
  await dialog(page).getByRole('button', { name: 'Cancel the order' }).click();
  await gone(button(page, 'Cancel order'));
  await becomes(() => focused(page), reference);
});

test('a ticket that is closed and stock that is changed keep the focus on the screen', async () => {
  await shop
    .client()
    .post('/api/contact/submit', { email: 'a@b.example', subject: 'Help', message: 'Where?' });
  const { page } = await atDesk(shop, visit, 'tickets', 1280, operator);
  await page.getByRole('link', { name: 'Help' }).click();
  await see(button(page, 'Close without an answer'));
  await isKept(page);
  await press(page, 'Close without an answer');
  await see(button(page, 'Reopen'));
  await becomes(() => focused(page), 'Help');
  await page.goto(`/desk#stock/${serum}`);
  await press(page, 'Pause selling');
  await dialog(page).getByLabel('Reason that shoppers read').fill('A new batch');
  await dialog(page).getByRole('button', { name: 'Pause selling' }).click();
  await see(button(page, 'Resume selling'));
  await becomes(() => focused(page), 'Resume selling');
  await press(page, 'Resume selling');
  await dialog(page).getByRole('button', { name: 'Resume selling' }).click();
  await see(button(page, 'Pause selling'));
});
