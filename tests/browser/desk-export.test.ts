/** Exports at the desk: files are saved by the browser and read back. */
import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import type { Download, Page } from 'playwright-core';
import { readCsv } from 'shop-import/testing/read-csv';
import { expect } from 'vitest';
import { documents, orders } from '#db/schema/index.ts';
import { address as recipient } from '#domain/documents/testing/sample-documents.ts';
import { dayOf } from '#lib/dates.ts';
import { password } from '../support/accounts.ts';
import { creditNoteRow } from '../support/credit-notes.ts';
import { invoiceRow } from '../support/documents.ts';
import { insertOrder } from '../support/exports.ts';
import { insertManyOrders } from '../support/many-orders.ts';
import { countRows } from '../support/rows.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { button, field, row } from './desk-steps.ts';
import { hold } from './steps.ts';
import { gone, see } from './visitor.ts';

const { shop, atDesk, test } = browserTest();
const address = '/api/desk/export';

const open = () => atDesk('export');

async function choose(page: Page, { what, from, to }: { what?: string; from?: string; to?: string }) {
  if (what) await field(page, 'What').selectOption(what);
  if (from) await field(page, 'From').fill(from);
  if (to) await field(page, 'To').fill(to);
  await field(page, 'Your password').fill(password);
}

/** The saved file: its name, its first three bytes, and its rows. */
async function saved(download: Download) {
  const bytes = readFileSync(await download.path());
  const rows = readCsv(bytes.toString().replace(/^\ufeff/, ''));
  return { name: download.suggestedFilename(), mark: bytes.subarray(0, 3).toString('hex'), rows };
}

async function savedBy(page: Page, press: () => Promise<void>) {
  const download = page.waitForEvent('download');
  await press();
  return saved(await download);
}

test('the orders of a period or of chosen days are saved by keyboard, and again from the link; stock has no period', async () => {
  await shop.db.write.delete(orders);
  await insertOrder(shop.db, {}, { firstName: '=1+1', city: 'बेंगलुरु' });
  const { page } = await open();
  const today = dayOf(Date.now());
  const days = async () => [await field(page, 'From').inputValue(), await field(page, 'To').inputValue()];
  expect(await days()).toEqual([`${today.slice(0, 8)}01`, today]);
  await field(page, 'When').selectOption('All time');
  expect(await days()).toEqual(['2020-01-01', today]);
  await choose(page, { from: '2026-11-20', to: '2026-11-20' });
  expect(await field(page, 'When').inputValue()).toBe('other');
  const file = await savedBy(page, () => page.keyboard.press('Enter'));
  expect(file).toMatchObject({ name: 'orders-2026-11-20-to-2026-11-20.csv', mark: 'efbbbf' });
  expect(file.rows).toHaveLength(2);
  expect(file.rows[1]).toEqual(expect.arrayContaining(["'=1+1 Rao", 'बेंगलुरु', '902.20']));
  await see(page.getByText('1 order, 1 KB.'));
  expect(await field(page, 'Your password').inputValue()).toBe('');
  const again = page.getByRole('link', { name: `Save ${file.name} again` });
  expect((await savedBy(page, () => again.click())).rows).toEqual(file.rows);

  await choose(page, { what: 'Current stock' });
  await gone(field(page, 'From'));
  const { name, rows } = await savedBy(page, () => button(page, 'Export').click());
  expect(name).toBe(`stock-${today}.csv`);
  expect(rows).toHaveLength(1 + (await countRows(shop.db, 'products')));
});

test('of GST the totals come first, then each file is saved on its own', async () => {
  const sold = invoiceRow('first', 1);
  const elsewhere = invoiceRow('second', 2, { address: { ...recipient, state: 'Kerala' } });
  const { row: note } = creditNoteRow(sold, 1, { amount: 11_800 });
  await shop.db.write.insert(documents).values([sold, elsewhere, note]);
  const { page } = await open();
  const saves: Download[] = [];
  page.on('download', (download) => saves.push(download));
  await choose(page, { what: 'GST: sales register, credit notes, GSTR-1' });
  await button(page, 'Show totals').click();
  await see(row(page, 'Net').getByText('₹1,080.00'));
  await see(row(page, 'Invoices').getByText('₹91.37'));
  expect(saves).toEqual([]);
  await looksRight(page, 'totals and files', { atBothWidths: true });
  const table = page.getByRole('link', { name: 'Table 7: other consumers, less credit notes' });
  const { name, rows } = await savedBy(page, () => table.click());
  expect(name).toMatch(/^gstr1-b2cs-/);
  expect(rows.slice(1).map((cells) => [cells[1], cells[4]])).toEqual([
    ['29-Karnataka', '407.62'],
    ['32-Kerala', '507.63'],
  ]);
  const register = page.getByRole('link', { name: 'Sales register' });
  const saved = await savedBy(page, () => register.click());
  expect(saved.rows.slice(1).map(([number]) => number)).toEqual([sold.number, elsewhere.number]);
  await see(page.getByRole('listitem').getByText('Table 4: businesses'));
  expect(await page.getByRole('link', { name: /^Table/ }).count()).toBe(3);
});

test('a file of several parts shows its progress and continues where it failed, or starts again for another request', async () => {
  await shop.db.write.delete(orders);
  await insertManyOrders(shop.db, 5_500);
  const { page, expectFailure } = await open();
  await choose(page, { from: '2026-01-01', to: '2026-12-31' });
  let asked = 0;
  // The second part is lost once the progress was checked.
  const seen = Promise.withResolvers<void>();
  await page.route(`**${address}`, async (route) => {
    asked += 1;
    if (asked !== 2) return route.continue();
    await seen.promise;
    return route.abort('connectionreset');
  });
  expectFailure(address, 0);
  await button(page, 'Export').click();
  await see(page.getByText('5,000 orders so far'));
  // It goes by time: the orders of a period are not counted first.
  expect(Number(await page.locator('progress').getAttribute('value'))).toBeGreaterThan(0);
  // Submitting again changes nothing while it runs.
  await page.keyboard.press('Enter');
  await looksRight(page, 'the progress', { within: 'main' });
  seen.resolve();
  await see(page.getByText('5,000 orders loaded so far.'));
  await see(page.getByRole('alert').getByText("We can't reach the shop."));
  const file = await savedBy(page, () => button(page, 'Continue').click());
  const [titles, ...rows] = file.rows;
  expect([asked, file.mark, titles?.[0], rows.length]).toEqual([3, 'efbbbf', 'Order', 5500]);
  expect(new Set(rows.map(([reference]) => reference)).size).toBe(5500);
  await see(page.getByText(/^5,500 orders, \d MB\.$/));

  asked = 0;
  await choose(page, {});
  await button(page, 'Export').click();
  await see(button(page, 'Continue'));
  await field(page, 'From').fill('2026-01-02');
  await gone(button(page, 'Continue'));
  const next = await savedBy(page, () => button(page, 'Export').click());
  expect([next.rows[0]?.[0], next.rows[1]?.[1]]).toEqual(['Order', expect.stringMatching(/^2026-01-02/)]);
});

test('wrong fields, an empty period and stopping save no file', async () => {
  await shop.db.write.delete(orders);
  const { page, expectFailure } = await open();
  expectFailure(address, 422);
  await choose(page, { from: '2026-11-20', to: '2026-11-19' });
  await page.keyboard.press('Enter');
  await see(page.getByText('This day is before the first one.'));
  await field(page, 'To').fill('2026-11-20');
  await field(page, 'Your password').fill('not the one');
  await page.keyboard.press('Enter');
  await see(page.getByText('That is not your password.'));
  const saves: Download[] = [];
  page.on('download', (download) => saves.push(download));
  await field(page, 'Your password').fill(password);
  await page.keyboard.press('Enter');
  await see(page.getByText('There is no data in this period, so there is no file.'));

  await choose(page, {});
  const before = await countRows(shop.db, 'audit', sql`action = 'export'`);
  const held = await hold(page, `**${address}`);
  await button(page, 'Export').click();
  await held.came;
  const stopped = page.waitForEvent('requestfailed', (request) => request.url().includes(address));
  await button(page, 'Stop').click();
  await see(page.getByText('Stopped. Nothing was saved.'));
  await gone(page.locator('progress'));
  // Released before, the request that is being stopped might still be sent.
  await stopped;
  held.release();
  expect(await field(page, 'Your password').inputValue()).toBe('');
  expect(saves).toEqual([]);
  // No further part is requested: only the next export is recorded.
  await choose(page, { what: 'Current stock' });
  const { name } = await savedBy(page, () => button(page, 'Export').click());
  expect(name).toMatch(/^stock-/);
  expect(saves).toHaveLength(1);
  expect(await countRows(shop.db, 'audit', sql`action = 'export'`)).toBe(before + 1);
});
