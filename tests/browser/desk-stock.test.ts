/** Stock at the desk in the browser: adjustments, counts, and an order in between. */
import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';
import { placed, serum, toner } from '../support/orders.ts';
import { makeBalanced } from '../support/reconciliation.ts';
import { setStock, stockOf } from '../support/rows.ts';
import { browserTest } from './browser-test.ts';
import { button, dialog, field, fitsItsWindow, pressInDialog, row } from './desk-steps.ts';
import { csvFile, hold, loseAnswer, paste, toast } from './steps.ts';
import { becomes, gone, see } from './visitor.ts';

const { shop, operator, visitAsGuest, atDesk, test } = browserTest();
const name = 'Glow Serum';
const path = `/api/desk/stock/${serum}`;

beforeEach(() => makeBalanced(shop.db));

test('the list loads on retry; stock that came in is recorded by keyboard; only low stock can be shown', async () => {
  const { page, expectFailure } = await atDesk('today');
  expectFailure('/api/desk/stock', 503);
  const busy = { status: 503, json: { success: false, code: 'unavailable', message: 'Busy.' } };
  await page.route('**/api/desk/stock?*', (route) => route.fulfill(busy), { times: 1 });
  await page.getByRole('link', { name: 'Stock', exact: true }).click();
  await see(page.getByRole('alert').getByText('Busy.'));
  await button(page, 'Try again').click();
  await see(row(page, name));

  await button(page, `Adjust ${name}`).focus();
  await page.keyboard.press('Enter');
  await see(dialog(page).getByRole('heading', { name: `Stock of ${name}` }));
  await page.keyboard.press('Tab');
  await page.keyboard.type('12');
  await see(dialog(page).getByText('100 now, +12 makes 112'));
  await page.keyboard.press('Tab');
  await page.keyboard.type('Box 4');
  await page.keyboard.press('Enter');
  await see(toast(page, 'The stock is now 112 pieces.'));
  await gone(dialog(page));
  await see(row(page, name).getByText('112', { exact: true }));
  expect(await stockOf(shop.db, serum)).toBe(112);
  await page.getByRole('link', { name, exact: true }).click();
  await see(page.getByRole('heading', { level: 1, name }));
  await see(row(page, 'New stock came in').getByText('+12'));
  await see(row(page, 'Box 4').getByText(operator.name));
  await page.goBack();
  await see(row(page, name));

  await field(page, 'Show').selectOption('Running out');
  await see(page.getByText('Nothing is running out.'));
  expect(new URL(page.url()).hash).toBe('#stock?show=low');
  await setStock(shop.db, toner, 4);
  await page.reload();
  await see(row(page, 'Rose').getByText('Running out'));
  expect(await page.locator('tbody tr').count()).toBe(1);
});

test('a count is refused when an order came first, a negative stock at its field; a repeated request counts once', async () => {
  const { page, expectFailure } = await atDesk(`stock/${serum}`, 390);
  expectFailure(path, 409, 0);
  await button(page, 'Adjust').click();
  await field(page, 'Why').selectOption('Counted again');
  await field(page, 'Pieces on the shelf').fill('3');
  await placed(await shop.person(), { [serum]: 2 });
  await button(page, 'Save').click();
  await see(dialog(page).getByText('it is 98 now, not 100. Please count again.'));
  await see(dialog(page).getByText('98 now, −95 makes 3'));
  await button(page, 'Save').click();
  await see(toast(page, 'The stock is now 3 pieces.'));
  await see(row(page, 'Counted again').getByText('−95'));

  await button(page, 'Adjust').click();
  await field(page, 'Why').selectOption('Missing');
  await field(page, 'Pieces').fill('5');
  await button(page, 'Save').click();
  await becomes(
    () => page.locator('.field:has([name="pieces"]) .error').textContent(),
    'Only 3 pieces are in stock; 5 cannot be removed.',
  );
  await page.keyboard.press('Escape');
  await gone(dialog(page));
  expect(await stockOf(shop.db, serum)).toBe(3);

  await loseAnswer(page, `**${path}`);
  await button(page, 'Adjust').click();
  await field(page, 'Pieces').fill('12');
  await button(page, 'Save').click();
  await see(dialog(page).getByText("We can't reach the shop."));
  await button(page, 'Save').click();
  await see(toast(page, 'The stock is now 15 pieces.'));
  expect(await stockOf(shop.db, serum)).toBe(15);
});

test('goods are received by scan and by paste, checked before they are written, and undone', async () => {
  await shop.db.write.run(
    sql`UPDATE products SET sku = 'GS-30', barcode = '8901234567890' WHERE id = ${serum}`,
  );
  const { page, expectFailure } = await atDesk('stock', 390);
  await page.getByRole('link', { name: 'Receive goods' }).click();
  const scan = field(page, 'Scan, type or paste');
  await see(scan);
  // A scanner types digits and Enter; the field has the focus, and keeps it.
  for (const code of ['8901234567890', '08901234567890', '4006381333931', 'gs-30']) {
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
  }
  await see(page.getByRole('status').getByText('Glow Serum: 3'));
  await see(page.getByRole('alert').getByText('No product has the code “4006381333931”.'));
  const add = button(page, 'Add 3 pieces of 1 product');
  expect(await add.isDisabled()).toBe(true);
  await button(page, 'Leave it out').click();
  await paste(scan, `ID\tPieces\n${toner}\t12\nnothing\t4`);
  await see(page.getByRole('alert').getByText('Row 3, column ID'));
  await button(page, 'Leave it out').click();
  await gone(page.getByRole('alert'));
  await paste(scan, `${toner}\t12`);
  await see(row(page, 'Rose').getByText('112'));
  await page.reload();
  await field(page, 'Pieces: Glow Serum').fill('-4');
  await see(row(page, 'Glow Serum').getByText('-4 is below 0.'));
  await field(page, 'Pieces: Glow Serum').fill('4');
  await fitsItsWindow(page);
  expect(await stockOf(shop.db, serum)).toBe(100);
  await button(page, 'Add 16 pieces of 2 products').click();
  await see(page.getByRole('status').getByText('The stock of 2 products was changed.'));
  expect([await stockOf(shop.db, serum), await stockOf(shop.db, toner)]).toEqual([104, 112]);

  // A sale makes it impossible to take all of it back.
  await setStock(shop.db, toner, 3);
  expectFailure('/api/desk/stock-lists/undo', 409);
  await button(page, 'Undo').click();
  await see(page.getByRole('alert').getByText('3 in stock, 12 to remove'));
  await setStock(shop.db, toner, 112);
  await button(page, 'Undo').click();
  await see(page.getByRole('status').getByText('Undone: the stock of 2 products.'));
  expect([await stockOf(shop.db, serum), await stockOf(shop.db, toner)]).toEqual([100, 100]);
});

test('what is scanned or read while a list is being saved is refused, so that it is not lost', async () => {
  const { page } = await atDesk('stock?list=received');
  const scan = field(page, 'Scan, type or paste');
  await scan.fill(serum);
  await page.keyboard.press('Enter');
  const saving = await hold(page, '**/api/desk/stock-lists');
  await button(page, 'Add 1 piece of 1 product').click();
  await saving.came;
  await page.setInputFiles('[aria-label="CSV file"]', csvFile(`ID,Pieces\n${toner},12\n`));
  await see(page.getByRole('status').getByText('The list is being saved. Please scan again afterwards.'));
  await scan.fill(serum);
  await page.keyboard.press('Enter');
  expect(await row(page, 'Rose').count()).toBe(0);
  expect(await field(page, 'Pieces: Glow Serum').inputValue()).toBe('1');
  expect(await button(page, 'Leave out Glow Serum').isDisabled()).toBe(true);
  expect(await button(page, /^List \d+ products$/).isDisabled()).toBe(true);
  saving.release();
  await see(page.getByRole('status').getByText('The stock of 1 product was changed.'));
  expect([await stockOf(shop.db, serum), await stockOf(shop.db, toner)]).toEqual([101, 100]);
});

test('a list of prices, statuses and categories is checked beside the products of the content, and saved as one file', async () => {
  const { page } = await atDesk('stock?list=products');
  const table = field(page, 'Or paste a table');
  await see(table);
  await paste(table, `ID\tPrice\tStatus\tCategory\n${serum}\t500\tHidden\t\n${toner}\t\t\tsoup`);
  await see(page.getByRole('alert').getByText('Row 3, column Category: “soup” is not one of'));
  const save = button(page, 'Save the changes as a file');
  expect(await save.isDisabled()).toBe(true);
  await button(page, 'Leave it out').click();
  await see(row(page, name).getByText('published → hidden'));
  const [download] = await Promise.all([page.waitForEvent('download'), save.click()]);
  const [, line] = readFileSync(await download.path(), 'utf8')
    .trim()
    .split('\r\n');
  expect(line).toMatch(/^vitamin-c-glow-serum,Glow Serum,.*,500\.00,749\.00,hidden,serum$/);
  await fitsItsWindow(page);
});

test('a product that is paused at the desk says why on its page, in a cart and at the checkout', async () => {
  const reason = 'We are checking a new batch.';
  const said = `Not sold at the moment: ${reason}`;
  const { page } = await atDesk(`stock/${serum}`);
  await button(page, 'Pause selling').click();
  await field(page, 'Reason that shoppers read').fill(reason);
  await pressInDialog(page, 'Pause selling');
  await see(toast(page, 'Glow Serum is not sold any more until you resume it.'));
  await see(page.locator('.notice').getByText(reason));
  await see(page.locator('.notice').getByText(`(${operator.name})`));

  const shopper = await visitAsGuest({ cart: { [serum]: 1, [toner]: 1 } });
  await shopper.page.goto(`/product/${serum}`);
  await see(shopper.page.getByRole('status').getByText(said));
  for (const one of await shopper.page.locator('.buy .row .button').all())
    expect(await one.isDisabled()).toBe(true);
  await shopper.page.goto('/cart');
  await see(shopper.page.locator('.cart-row').getByText(said));
  await see(shopper.page.getByText('Please change or remove the marked ones first.'));
  shopper.expectFailure('/api/order/quote', 409);
  await shopper.page.goto('/place-order');
  await see(shopper.page.getByRole('alert').getByText(reason));
  await button(shopper.page, 'Remove and continue').click();
  await see(button(shopper.page, /^Place Order|^Pay Now/));
  await gone(shopper.page.getByText(reason));

  await button(page, 'Resume selling').click();
  await pressInDialog(page, 'Resume selling');
  await see(toast(page, 'Glow Serum is sold again.'));
  await see(button(page, 'Pause selling'));
});
