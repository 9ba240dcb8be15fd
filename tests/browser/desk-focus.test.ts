/** Where the focus is at the desk when what had it goes away; and Undo that comes too late. */

import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { orders, tickets } from '#db/schema/index.ts';
import { ship } from '../support/desk.ts';
import { serum } from '../support/orders.ts';
import { browserTest } from './browser-test.ts';
import { button, pressInDialog, row } from './desk-steps.ts';
import { toast } from './steps.ts';
import { becomes, gone, see } from './visitor.ts';

const { shop, newOrder, atDesk, test } = browserTest({ empties: [orders, tickets] });

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
  const [first, second] = [await newOrder(), await newOrder()];
  const { page } = await atDesk('orders?status=Order Placed');
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
  const order = await newOrder();
  const { page, expectFailure } = await atDesk('orders');
  await see(page.getByRole('link', { name: order.reference }));
  await isKept(page);
  await press(page, `Pack ${order.reference}`);
  const undo = toast(page, /is being packed/).getByRole('button', { name: 'Undo' });
  await see(undo);
  await ship(await shop.person('operator'), order._id);
  expectFailure('/api/order/undo', 409);
  await undo.focus();
  await page.keyboard.press('Enter');
  await see(toast(page, /This order has changed since you opened it\. Nothing was done\. Asha Rao: Shipped/));
  await see(row(page, order.reference).getByText('Shipped', { exact: true }));
  expect(await focused(page)).not.toBe('nothing');
});

test('Undo of several orders of which none can be undone says so, also without the selection', async () => {
  const order = await newOrder();
  const { page } = await atDesk('orders');
  await page.getByLabel(`Select ${order.reference}`).check();
  await button(page, 'Start packing (1)').click();
  const undo = toast(page, '1 order moved to Packing.').getByRole('button', { name: 'Undo' });
  await see(undo);
  await button(page, 'Clear selection').click();
  await ship(await shop.person('operator'), order._id);
  await undo.click();
  await see(toast(page, /^Nothing was undone\. This order has changed since you opened it\./));
});

test('on an order, an action that is over leaves the focus beside it, one that is gone at the heading', async () => {
  const { _id, reference } = await newOrder();
  const { page } = await atDesk(`orders/${_id}`);
  await see(button(page, 'Add note'));
  await isKept(page);
  await press(page, 'Add note');
  await pressInDialog(page, 'Back');
  await becomes(() => focused(page), 'Add note');
  await press(page, 'Start packing');
  await see(button(page, 'Undo Packing'));
  expect(await focused(page)).toContain('Start packing');
  await press(page, 'Undo Packing');
  await gone(button(page, 'Undo Packing'));
  await becomes(() => focused(page), reference);
  await press(page, 'Cancel order');
  await pressInDialog(page, 'Cancel the order', { Reason: 'Called' });
  await gone(button(page, 'Cancel order'));
  await becomes(() => focused(page), reference);
});

test('a ticket that is closed and stock that is changed keep the focus on the screen', async () => {
  await shop
    .client()
    .post('/api/contact/submit', { email: 'a@b.example', subject: 'Help', message: 'Where?' });
  const { page } = await atDesk('tickets');
  await page.getByRole('link', { name: 'Help' }).click();
  await see(button(page, 'Close without an answer'));
  await isKept(page);
  await press(page, 'Close without an answer');
  await see(button(page, 'Reopen'));
  await becomes(() => focused(page), 'Help');
  await page.goto(`/desk#stock/${serum}`);
  await press(page, 'Pause selling');
  await pressInDialog(page, 'Pause selling', { 'Reason that shoppers read': 'A new batch' });
  await see(button(page, 'Resume selling'));
  await becomes(() => focused(page), 'Resume selling');
  await press(page, 'Resume selling');
  await pressInDialog(page, 'Resume selling');
  await see(button(page, 'Pause selling'));
});
