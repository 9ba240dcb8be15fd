/** The import at the desk: an export is read in the browser, and the files of its new products are saved. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BlobReader, configure, TextWriter, ZipReader } from '@zip.js/zip.js';
import type { Download, Page } from 'playwright-core';
import { expect } from 'vitest';
import { newFiles } from '#domain/import/new-files.ts';
import { readSalesFile } from '#domain/pricing/sales-file.ts';
import { contentRoot, root } from '#tools/lib/content.ts';
import { importFacts } from '#tools/shop-import/shop.ts';
import { serum } from '../support/orders.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { button, confirm, field, fitsItsWindow, row } from './desk-steps.ts';
import { csvFile, requested } from './steps.ts';
import { becomes, see } from './visitor.ts';

configure({ useWebWorkers: false });

const { visit, atDesk, test } = browserTest();
const fixture = (name: string) => join(root, 'tools/shop-import/testing', name);

/** Chooses a file as the browser's dialog does. */
const choose = (page: Page, name: string, text: string) =>
  page.getByLabel('Export of the other shop').setInputFiles(csvFile(text, name));

/** The texts of a saved ZIP file, by their names. */
async function unpacked(download: Download): Promise<Map<string, string>> {
  const zip = new ZipReader(new BlobReader(new Blob([readFileSync(await download.path())])));
  const files = new Map<string, string>();
  for (const entry of await zip.getEntries())
    if (!entry.directory) files.set(entry.filename, await entry.getData(new TextWriter()));
  return files;
}

/** The number of a fact above the list. */
const fact = (page: Page, name: string) =>
  page.locator('.desk-facts div').filter({ hasText: name }).locator('dd').textContent();

const named = (files: ReadonlyMap<string, string>) =>
  new Map([...files].map(([name, text]) => [name.replace(/imported-[\d-]*/, 'imported'), text]));

test('an export is read by keyboard, and saved as the files that the command writes', async () => {
  const { page } = await atDesk('catalogue');
  const loaded = requested(page, /worker/);
  await page.getByRole('link', { name: 'Import a catalogue' }).click();
  await see(page.getByRole('heading', { level: 1, name: 'Import a catalogue' }));
  expect(loaded).toEqual([]);
  const chooser = page.waitForEvent('filechooser');
  await button(page, 'Choose a file').focus();
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(fixture('shopify-1.csv'));
  await see(button(page, /^Save the files of \d+ new products$/));
  expect(loaded).toHaveLength(1);

  const bytes = readFileSync(fixture('shopify-1.csv'));
  const expected = newFiles(
    bytes,
    importFacts(contentRoot),
    { time: '', now: Date.now(), answers: {} },
    () => {},
  );
  const { counts, done } = expected.report;
  expect(await fact(page, 'Format')).toBe('Shopify CSV, utf-8');
  expect(await fact(page, 'New')).toBe(String(done.added));
  expect(await fact(page, 'Not imported')).toBe(String(counts.refused));
  await see(page.getByText('npm run import -- shopify-1.csv --write'));
  await see(row(page, 'This shop does not sell gift cards.'));
  await see(row(page, 'column Variant Price: “0.00” is not a price above 0.'));
  await looksRight(page, 'the preview');

  const download = page.waitForEvent('download');
  await button(page, /^Save the files/).focus();
  await page.keyboard.press('Enter');
  const saved = await download;
  expect(saved.suggestedFilename()).toMatch(/^catalogue-\d{4}-\d\d-\d\d\.zip$/);
  expect(named(await unpacked(saved))).toEqual(named(expected.files));

  await field(page, 'Show').selectOption('Not imported');
  await becomes(() => page.locator('tbody tr').count(), counts.refused);
});

test('files that cannot be read say why, as the command does; on a phone nothing is too wide', async () => {
  const { page } = await atDesk('catalogue/import', 390);
  await choose(page, 'none.csv', '');
  await see(page.getByRole('alert').getByText('none.csv: The file is empty.'));
  await choose(page, 'sheet.xlsx', 'PK\u0003\u0004rest');
  await see(page.getByRole('alert').getByText('sheet.xlsx: The workbook cannot be read.'));
  await choose(page, 'cut.csv', 'Name,Price\nSoap,80\nBalm,"12');
  await see(page.getByRole('alert').getByText('cut.csv: Row 3: A quoted cell begins here and never ends.'));
  await choose(page, 'free.csv', 'Name,Price\nSoap,free\n');
  await see(page.getByRole('alert').getByText('free.csv: no product can be imported.'));
  await see(row(page, 'Not imported, row 2, column Price: “free” is not a price above 0.'));

  await choose(page, 'my mist.csv', 'Name,Price\nBarrier Cream,9\nRose Mist,399\n');
  await see(button(page, 'Save the file of 1 new product'));
  await see(page.getByText('1 product is already in the shop.'));
  await see(page.getByText("npm run import -- 'my mist.csv' --write").first());
  await field(page, 'Show').selectOption('Already in the shop');
  await becomes(() => page.locator('tbody tr').count(), 1);
  await see(row(page, 'Barrier Cream'));
  await looksRight(page, 'on a phone');
  await fitsItsWindow(page);
});

test('the sales of new products are added to those of the shop, with what the desk has changed', async () => {
  const { page } = await atDesk('catalogue/import', 390);
  await choose(
    page,
    'sales.csv',
    'Name,Price,Sale price,Sale start,Sale end\nRose Mist,399,299,2099-01-02,2099-01-09\n',
  );
  await see(page.getByText('It also has content/sales.yaml'));
  await looksRight(page, 'a sale on a phone');
  await fitsItsWindow(page);
  const download = page.waitForEvent('download');
  await button(page, 'Save the file of 1 new product').click();
  const files = await unpacked(await download);
  expect(readSalesFile(files.get('content/sales.yaml') ?? '').at(-1)).toMatchObject({
    price: 29_900,
    products: ['rose-mist'],
  });
});

test('columns without known headings get their fields here, once for all files with these headings', async () => {
  const { page } = await atDesk('catalogue/import');
  const text = 'Artikel,Preis,Hinweis\n“Neem” Balm,$ 12,new\nRose Mist 2,$ 8,\n';
  await choose(page, 'liste.csv', text);
  await see(page.getByRole('alert').getByText('No column has a heading for the name'));
  await see(row(page, 'Rose Mist 2'));
  await looksRight(page, 'the columns');
  await field(page, 'Field of Artikel').selectOption('Name');
  await field(page, 'Field of Preis').selectOption('Price');
  await button(page, 'Read with these columns').click();
  await see(page.getByText('Its price is USD 12.00, and no rate for rupees is given.'));
  await field(page, 'Rupees for 1 USD').fill('80');
  await field(page, 'Stock of 2 products without a number').selectOption('Pieces of each size and shade');
  await field(page, 'Pieces').fill('5');
  await button(page, 'Read again').click();
  await see(button(page, 'Save the files of 2 new products'));
  await see(
    page.getByText(
      "npm run import -- liste.csv --columns 'Artikel=name,Preis=price' --rate 80 --stock 5 --write",
    ),
  );
  await looksRight(page, 'with answers');

  const phone = await atDesk('catalogue/import', 390);
  await choose(phone.page, 'liste.csv', text);
  await see(row(phone.page, 'Rose Mist 2'));
  await looksRight(phone.page, 'the columns on a phone');
  await fitsItsWindow(phone.page);

  await page.reload();
  await choose(page, 'neu.csv', 'Artikel,Preis,Hinweis\nSoap Bar,80,\n');
  await see(button(page, 'Save the file of 1 new product'));
  await page.getByText('Which column is which').click();
  await field(page, 'Field of Preis').selectOption('No field: keep the text');
  await button(page, 'Read with these columns').click();
  await see(page.getByRole('alert').getByText('No column has a heading for the price'));
});

test('reviews of another shop are compared with this one, and come over with the password', async () => {
  const { page, expectFailure } = await atDesk('catalogue/import', 390);
  expectFailure('/api/desk/catalogue/records', 422);
  const file = `title,body,rating,review_date,curated,reviewer_name,reviewer_email,product_handle
Soft,Sinks in at once,5,2025-03-02 10:12:00 UTC,ok,Asha Rao,asha@example.in,${serum}
,Not looked at yet,4,2025-01-10 23:30:00 UTC,not-yet,Meera,m@example.in,${serum}
,Six stars,6,2025-01-10 23:30:00 UTC,ok,Ravi,r@example.in,${serum}`;
  await choose(page, 'reviews.csv', file);
  await see(button(page, 'Bring over 1 review'));
  expect(await fact(page, 'Format')).toBe('Judge.me, utf-8');
  await see(row(page, 'Not imported, row 4, column rating: “6” is no number of stars from 1 to 5.'));
  await see(page.getByText('In your file only, by column: 3 × reviewer_email.'));
  await looksRight(page, 'reviews on a phone');
  await fitsItsWindow(page);
  await button(page, 'Bring over 1 review').click();
  await confirm(page, 'Bring over', 'not the one');
  await see(page.getByText('That is not your password.'));
  await confirm(page, 'Bring over');
  await see(page.getByRole('status').getByText('1 review came over.'));

  await choose(page, 'again.csv', file);
  await see(page.getByText('Nothing in this file is new for the shop.'));
  await page.setViewportSize({ width: 1280, height: 900 });
  await looksRight(page, 'reviews again');

  const shopper = await visit(1280);
  await shopper.page.goto(`/product/${serum}`);
  await shopper.page.locator('#reviews').scrollIntoViewIfNeeded();
  const review = shopper.page.locator('.review').filter({ hasText: 'Sinks in at once' });
  await see(review.getByText('From our earlier shop'));
  expect(await review.getByText(/verified buyer/i).count()).toBe(0);
  await see(review.getByText('2 Mar 2025'));

  const list = `Redirect from,Redirect to\n/a,/products/${serum}\n/b,/products/unknown\n`;
  await choose(page, 'redirects.csv', list);
  await see(page.getByText('Left out1'));
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Save the file with 1 redirect').click(),
  ]);
  expect(saved.suggestedFilename()).toBe('redirects.yaml');
  expect(readFileSync(await saved.path(), 'utf8')).toContain(`- from: /a\n    to: /product/${serum}\n`);
});

test('a large file shows how far it is, and only the last one chosen counts', async () => {
  const { page } = await atDesk('catalogue/import');
  const body = `<h3>Benefits</h3><ul>${'<li>Calms</li>'.repeat(10)}</ul>${'<p>Long text.</p>'.repeat(60)}`;
  const rows = Array.from({ length: 4000 }, (_, n) => `Mist ${n},399,${body}`).join('\n');
  const seen: string[] = [];
  await page.exposeFunction('progress', (text: string) => seen.push(text));
  await page.evaluate(() =>
    new MutationObserver(() => {
      const text = document.querySelector('.desk-import-progress [role=status]')?.textContent;
      if (text) void (window as unknown as { progress(text: string): void }).progress(text);
    }).observe(document.body, { subtree: true, childList: true, characterData: true }),
  );
  await choose(page, 'large.csv', `Name,Price,Description\n${rows}`);
  await becomes(() => Promise.resolve(seen.some((text) => / of 4000 products$/.test(text))), true);
  await choose(page, 'small.csv', 'Name,Price\nRose Mist,399\n');
  await see(button(page, 'Save the file of 1 new product'));
  expect(await fact(page, 'Products')).toBe('1');
});

test('an error of the code that reads the file, and of the shop, is said in place of a bar that never ends', async () => {
  const { page, allowFailure, expectConsole } = await atDesk('catalogue/import');
  expectConsole('TypeError');
  allowFailure(/catalogue\/import$/, 503);
  const facts = '**/api/desk/catalogue/import';
  await page.route(facts, (route) => route.fulfill({ json: { success: true, facts: {} } }));
  await choose(page, 'small.csv', 'Name,Price\nRose Mist,399\n');
  await see(page.getByRole('alert').getByText('small.csv: The file could not be read here.'));
  await page.unroute(facts);
  await page.route(facts, (route) =>
    route.fulfill({ status: 503, json: { success: false, message: 'Busy.' } }),
  );
  await choose(page, 'small.csv', 'Name,Price\nRose Mist,399\n');
  await see(page.getByRole('alert').getByText('small.csv: Busy.'));
});
