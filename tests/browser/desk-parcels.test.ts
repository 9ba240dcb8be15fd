/** The papers and files of chosen orders at the desk, and the tags of an order (docs/desk.md, "Papers and shipping"). */
import { expect } from 'vitest';
import { orders } from '#db/schema/index.ts';
import { password } from '../support/accounts.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { button, dialog, pressInDialog, row } from './desk-steps.ts';
import { toast } from './steps.ts';
import { becomes, see } from './visitor.ts';

const { shop, newOrder, atDesk, test } = browserTest({ empties: [orders] });

/** Two orders that are being packed. */
async function twoOrders() {
  const both = [await newOrder(), await newOrder()] as const;
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
  await pressInDialog(page, 'Save the file');
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
