/** Several orders at once, and undoing a move, at the desk. */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { orders } from '#db/schema/index.ts';
import { inBatches, times } from '../support/client.ts';
import { orderOf, placeOrder, refillStock, serum } from '../support/orders.ts';
import { setStatus } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';
import { atDesk, button, dialog, fitsItsWindow, row } from './desk-steps.ts';
import { toast } from './steps.ts';
import { becomes, gone, see, useBrowser } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);

beforeEach(async () => {
  await refillStock(shop.db);
  // Orders of an earlier test would appear in the lists of this one.
  await shop.db.write.delete(orders);
});

async function placed() {
  const person = await shop.person();
  return (await placeOrder(person, await orderOf(person, { [serum]: 1 }))).body.order;
}

const manyPlaced = (count: number) =>
  inBatches(
    times(count, (n) => n),
    placed,
  );

/** How many orders have each status. */
async function statuses() {
  const rows = await shop.db.read.select({ status: orders.status }).from(orders);
  return Object.fromEntries(
    [...Map.groupBy(rows, ({ status }) => status)].map(([status, all]) => [status, all.length]),
  );
}
const statusOf = async (id: string) =>
  (await shop.db.read.select().from(orders).where(eq(orders.id, id)))[0]?.status;
const bar = (page: Page) => page.getByRole('region', { name: 'Chosen orders' });

test('all that match are packed with four clicks, each with its result, and undone with one', async () => {
  await manyPlaced(52);
  const { page } = await atDesk(shop, visit, 'orders');
  await page.getByLabel('Select all 50 shown').check();
  await button(page, 'Choose all 52 that match').click();
  await see(bar(page).getByText('52 orders chosen'));
  const shipped = await shop.db.read.select().from(orders).limit(1);
  await setStatus(shop.db, shipped[0]?.id ?? '', 'Shipped');
  await button(page, 'Start packing (52)').click();
  await see(bar(page).getByText('51 orders moved to Packing.'));
  await see(bar(page).getByText('1 was not moved:'));
  await see(bar(page).getByText(/This cannot be done with an order that is Shipped/));
  expect(await statuses()).toEqual({ Packing: 51, Shipped: 1 });
  await button(page, 'Undo').click();
  await see(bar(page).getByText('51 orders undone.'));
  expect(await statuses()).toEqual({ 'Order Placed': 51, Shipped: 1 });
});

test('the chosen orders stay at hand when a move takes them out of the list', async () => {
  await manyPlaced(2);
  const { page } = await atDesk(shop, visit, 'orders?status=Order Placed');
  await page.getByLabel('Select all 2 shown').check();
  await button(page, 'Start packing (2)').click();
  await see(bar(page).getByText('2 orders moved to Packing.'));
  // Another tab was open meanwhile: the desk asks what waits, and loads the list again.
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await see(page.getByText('No order matches.'));
  await see(button(page, 'Print 2 orders'));
  await button(page, 'Undo all').click();
  await becomes(statuses, { 'Order Placed': 2 });
});

test('a range is chosen by keyboard, and delivering asks', async () => {
  const all = await manyPlaced(4);
  for (const { _id } of all) await setStatus(shop.db, _id, 'Out for Delivery');
  const { page } = await atDesk(shop, visit, 'orders', 390);
  const boxes = page.locator('.desk-orders').getByRole('checkbox');
  await becomes(() => boxes.count(), 4);
  await boxes.nth(0).focus();
  await page.keyboard.press('Space');
  await boxes.nth(2).focus();
  await page.keyboard.press('Shift+Space');
  await see(bar(page).getByText('3 orders chosen'));
  await fitsItsWindow(page);
  await button(page, /delivered \(3\)/i).focus();
  await page.keyboard.press('Enter');
  await dialog(page).getByLabel('The courier has collected the cash of 3 orders').check();
  expect(await statuses()).toEqual({ 'Out for Delivery': 4 });
  await dialog(page).getByRole('button', { name: 'Delivered' }).click();
  await see(bar(page).getByText('3 orders moved to Delivered.'));
  expect(await statuses()).toEqual({ 'Out for Delivery': 1, Delivered: 3 });
});

test('a second click on the same spot makes no second move, and the order can be undone', async () => {
  const { _id, reference } = await placed();
  await setStatus(shop.db, _id, 'Shipped');
  const { page } = await atDesk(shop, visit, `orders/${_id}`);
  const box = await button(page, /^(mark )?out for delivery$/i).boundingBox();
  const [x, y] = [(box?.x ?? 0) + 10, (box?.y ?? 0) + 10];
  await page.mouse.dblclick(x, y);
  await see(button(page, 'Undo Out for Delivery'));
  await page.mouse.click(x, y);
  await gone(dialog(page));
  expect(await statusOf(_id)).toBe('Out for Delivery');
  await button(page, 'Undo Out for Delivery').click();
  await see(toast(page, 'Undone. The order is again: Shipped.'));
  await gone(button(page, 'Undo Out for Delivery'));
  expect(await statusOf(_id)).toBe('Shipped');

  await setStatus(shop.db, _id, 'Order Placed');
  await page.goto('/desk#orders');
  await button(page, `Pack ${reference}`).click();
  await see(row(page, reference).getByText('Packing', { exact: true }));
  await toast(page, /is being packed/)
    .getByRole('button', { name: 'Undo' })
    .click();
  await see(row(page, reference).getByText('Order Placed'));
  expect(await statusOf(_id)).toBe('Order Placed');
});
