/** The papers and files of chosen orders at the desk, and the tags of an order (docs/desk.md, "Papers and shipping"). */
import { beforeAll, beforeEach, expect, test } from 'vitest';
import { orders } from '#db/schema/index.ts';
import { password } from '../support/accounts.ts';
import { operatorWithPassword } from '../support/desk.ts';
import { address, orderOf, placeOrder, refillStock, serum, toner } from '../support/orders.ts';
import { type Person, useShop } from '../support/shop.ts';
import { looksRight } from './axe.ts';
import { button, dialog, atDesk as openDesk, row } from './desk-steps.ts';
import { toast } from './steps.ts';
import { becomes, see, useBrowser } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);
let operator: Person;

beforeAll(async () => {
  operator = await operatorWithPassword(shop);
});
beforeEach(async () => {
  await refillStock(shop.db);
  await shop.db.write.delete(orders);
});

const atDesk = (route: string) => openDesk(shop, visit, route, 1280, operator);

/** Two orders that are being packed. */
async function twoOrders() {
  const place = async () => {
    const person = await shop.person();
    const order = await orderOf(person, { [serum]: 1, [toner]: 2 });
    return (await placeOrder(person, { ...order, address })).body.order;
  };
  const both = [await place(), await place()] as const;
  await shop.db.write.update(orders).set({ status: 'Packing' });
  return both;
}

test('the papers to print are all in sight, and the file of parcels is saved for a courier', async () => {
  const [first, second] = await twoOrders();
  const { page } = await atDesk('orders?status=Packing');
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const order of [first, second]) await page.getByLabel(`Select ${order.reference}`).check();
  await page.getByText('Choose papers').click();
  for (const paper of ['Pick list', 'Packing slips', 'Invoices', 'Labels']) {
    const box = await page.getByLabel(new RegExp(`^${paper}`)).boundingBox();
    expect([paper, box && box.y >= 0 && box.y + box.height <= 900]).toEqual([paper, true]);
  }
  await looksRight(page, 'print-menu');
  await page.getByText('Choose papers').click();
  await button(page, 'Parcel file').click();
  await dialog(page).getByLabel('For').selectOption('Delhivery');
  await dialog(page).getByLabel('Your password').fill(password);
  await looksRight(page, 'parcel-file', { within: 'dialog' });
  const saved = page.waitForEvent('download');
  await dialog(page).getByRole('button', { name: 'Save the file' }).click();
  expect((await saved).suggestedFilename()).toBe('parcels-delhivery.csv');
  await see(toast(page, 'The file has 2 parcels.'));
});

test('an order gets tags, and a tag leads to its orders', async () => {
  const [first] = await twoOrders();
  const { page } = await atDesk(`orders/${first._id}`);
  await page.getByLabel('Add a tag').fill('Gift wrap');
  await button(page, 'Add').click();
  await page.getByRole('link', { name: '#gift-wrap' }).click();
  await becomes(() => page.locator('.desk-orders tbody tr').count(), 1);
  await see(row(page, first.reference).getByText('#gift-wrap'));
});
