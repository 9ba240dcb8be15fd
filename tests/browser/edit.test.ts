/** Our part of the editor at /edit: its policy, its fields, its preview, and the files that it writes. Its lists: edit-lists.test.ts. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { checkContent } from '#tools/lib/content.ts';
import { partOf } from '../support/whole.ts';
import { editorTest, formOf, openEntry, original, save } from './edit-steps.ts';
import { becomes, gone, see } from './visitor.ts';

const { shop, test, openEditor, read, folder } = editorTest();

async function fill(fields: Locator, label: string, text: string): Promise<void> {
  const field = fields.getByLabel(label, { exact: true }).first();
  const folded = fields.getByRole('button', { name: 'Expand', exact: true }).first();
  await see(field.or(folded));
  if (!(await field.isVisible())) await folded.click();
  await field.fill(text);
}

/** The CMS ignores clicks on the items of a menu until it has given them ids, soon after opening. */
async function duplicate(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Show Editor Options' }).click();
  await page.getByRole('menuitem', { name: 'Duplicate' }).and(page.locator('[id*="-item-"]')).click();
}

/** Scrolls down to a field. The CMS draws one when it comes near the view, so it is looked for after each step. */
async function scrollTo(page: Page, fields: Locator, field: Locator): Promise<void> {
  const last = fields.locator('[data-key-path]').last();
  let steps = 0;
  await becomes(async () => {
    await last.scrollIntoViewIfNeeded();
    // Back a little every other time, so that what has come near moves.
    await last.hover();
    await page.mouse.wheel(0, steps++ % 2 ? 600 : -200);
    return field.count();
  }, 1);
  await field.scrollIntoViewIfNeeded();
}

const leaveEntry = (page: Page): Locator => page.getByRole('button', { name: 'Cancel Editing' });

/** A change of one field: its place in the editor, its file, and its line there before and after. */
type Change = [place: string, file: string, from: string, to: string];

/**
 * Front matter with and without a text, a number, a date, quotes and a time; tools/edit/content-style.test.ts reads and
 * writes every file of `content/` as the editor does.
 */
const changes = partOf<Change>(
  [
    ['Products/Barrier Cream/Price', 'products/barrier-cream/index.md', 'price: 649', 'price: 620.5'],
    ['Shop and banner/message', 'store.yaml', '- Worldwide fast shipping', "- 'Diwali: 20% off'"],
    ['Policies/Refund/Short title', 'policies/refund.md', 'short: Refund', 'short: Money back'],
    ['Delivery/Cut-off time', 'delivery.yaml', 'cutOff: 14:00', 'cutOff: 13:30'],
  ],
  2,
);

test('its files have a policy of their own, and search engines may not index them', async () => {
  const { url } = shop.stack;
  const [page, missing, other] = await Promise.all(
    ['/edit', '/edit/nothing.js', '/nothing'].map((path) => fetch(url + path)),
  );
  expect(page?.headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self';");
  expect(page?.headers.get('x-robots-tag')).toBe('noindex, nofollow');
  expect([missing?.status, await missing?.text()]).toEqual([404, await other?.text()]);
});

test('a change of a field changes one line; a duplicated product has its own folder, and the build names what must differ', async () => {
  const page = await openEditor();
  page.on('dialog', (dialog) => expect.unreachable(dialog.message()));
  for (const [place, file, from, to] of changes) {
    const names = place.split('/');
    const field = names.pop() ?? '';
    await fill(await openEntry(page, names), field, to.replace(/^(\w+:|-) /, '').replaceAll("'", ''));
    await save(page);
    await becomes(() => read(file), original(file).replace(from, to));
  }
  checkContent(folder());

  await openEntry(page, ['Products', 'Aloe Gel Cream']);
  await duplicate(page);
  await see(page.getByText(/^Creating/));
  await fill(formOf(page), 'Name', 'Neem Gel');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await see(
    page.getByText(
      /The same as in Aloe Gel Cream: Pictures, .*, Description, .*, Text\. .*"ag" is used twice\. .*save once more/,
    ),
  );
  await page.getByRole('button', { name: 'OK' }).click();
  await save(page);
  const text = original('products/aloe-gel-cream/index.md').replace('name: Aloe Gel Cream', 'name: Neem Gel');
  await becomes(() => read('products/neem-gel/index.md'), text);
  const pictures = (product: string) => readdirSync(join(folder(), 'products', product)).sort();
  expect(pictures('neem-gel')).toEqual(pictures('aloe-gel-cream'));
  expect(() => checkContent(folder())).toThrow('content/routine.yaml: codes: "ag" is used twice');
});

test('the preview follows the fields, and what the build would refuse is refused', async () => {
  const page = await openEditor();
  page.on('dialog', (dialog) => expect.unreachable(dialog.message()));
  const preview = page.frameLocator('iframe');
  const policy = await openEntry(page, ['Policies', 'Refund']);
  await see(preview.getByText(/return it within \d+ days/));
  // Without changes, nothing is asked.
  await leaveEntry(page).click();
  await gone(policy);
  const fields = await openEntry(page, ['Products', 'Barrier Cream']);
  await fill(fields, 'Price', '620.5');
  await see(preview.getByText('₹620.50 ₹799.00 22% off'));
  await fill(fields, 'Name', '');
  await fill(fields, 'Price', '620.555');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await see(page.getByText('has more than two decimals'));
  await see(page.getByText('This field is required.'));
  await fill(fields, 'Name', 'Barrier Cream');
  await fill(fields, 'Price', '900');
  const saveAgain = async (says: string) => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await see(page.getByText(says));
    await page.getByRole('button', { name: 'OK' }).click();
  };
  await saveAgain('Price: must not be above the MRP');
  await fill(fields, 'Price', '620');
  await scrollTo(page, fields, fields.locator('[data-key-path="hsn"]'));
  await fields.getByRole('textbox', { name: 'HSN', exact: true }).fill('330599');
  await saveAgain('HSN: content/tax.yaml has no rate for 330599.');
  const file = 'products/barrier-cream/index.md';
  expect(read(file)).toBe(original(file));
});

test('leaving unsaved changes asks', async () => {
  const page = await openEditor();
  const asked: string[] = [];
  let answer: 'accept' | 'dismiss' = 'dismiss';
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    return dialog[answer]();
  });
  const fields = await openEntry(page, ['Products', 'Barrier Cream']);
  const closeMenu = async () => {
    await page.keyboard.press('Escape');
    await gone(page.getByRole('menuitem', { name: 'Duplicate' }));
  };
  await fill(fields, 'Price', '620.5');
  const leave: [dialog: string, way: () => Promise<unknown>][] = [
    ['confirm', () => leaveEntry(page).click()],
    ['confirm', () => page.evaluate(() => history.back())],
    ['confirm', () => page.evaluate(() => location.assign('#/collections/journal'))],
    ['beforeunload', () => page.evaluate(() => location.reload())],
    ['beforeunload', () => page.close({ runBeforeUnload: true })],
    ['confirm', () => duplicate(page).then(closeMenu)],
  ];
  for (const [n, [, way]] of leave.entries()) {
    await way();
    await becomes(
      () => asked,
      leave.slice(0, n + 1).map(([dialog]) => dialog),
    );
    await becomes(() => page.url().endsWith('/entries/barrier-cream/index'), true);
    await expect(fields.getByLabel('Price', { exact: true }).first().inputValue()).resolves.toBe('620.5');
  }
  answer = 'accept';
  await leaveEntry(page).click();
  await gone(fields);
  expect(asked).toHaveLength(leave.length + 1);
});

test('numbers are taken as Indians write them; what is pasted keeps its tables and has no second title; no link runs a script', async () => {
  const page = await openEditor();
  page.on('dialog', (dialog) => expect.unreachable(dialog.message()));
  const refused = async (says: string | RegExp) => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await see(page.getByText(says));
    await page.getByRole('button', { name: 'OK' }).click();
  };
  const fields = await openEntry(page, ['Products', 'Barrier Cream']);
  const number = (label: string) => fields.getByLabel(label, { exact: true }).first();
  await see(number('MRP'));
  for (const [label, typed, value] of [
    ['MRP', '1,00,000', '100000'],
    ['MRP', '₹ 1,499.00', '1499.00'],
    ['Price', '१,२९९', '1299'],
    ['Price', '1,2x99', '1299'],
  ] as const) {
    await number(label).fill('');
    await number(label).pressSequentially(typed);
    await page.keyboard.press('Tab');
    await becomes(() => number(label).inputValue(), value);
  }
  await number('Price').focus();
  await number('Price').fill('');
  await page.keyboard.insertText('Rs. 1,299/-');
  await becomes(() => number('Price').inputValue(), '1299');
  await refused(/Price: changed from 649 to 1299, by more than half\./);
  const file = 'products/barrier-cream/index.md';
  expect(read(file)).toBe(original(file));

  const text = fields.locator('[contenteditable="true"]').first();
  await scrollTo(page, fields, text);
  // It is empty until the CMS has read the text into it.
  await see(text.getByText('Barrier Cream is for skin that feels'));
  const paste = async (html: string) => {
    await text.click();
    await page.keyboard.press('ControlOrMeta+A');
    await text.evaluate((element, html) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', html);
      clipboardData.setData('text/plain', 'pasted');
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, html);
  };
  await paste(
    '<h1 class="MsoHeading1">For dry skin</h1><p>Read <a href="JavaScript:alert(1)">this</a>.</p>' +
      '<table><tr><td><p>Skin</p></td><td><p>How</p><p>often</p></td></tr><tr><td>Dry</td><td>Twice | a day</td></tr></table>',
  );
  await see(text.getByText('For dry skin'));
  // The preview shows what the CMS has taken over, a moment after it is drawn.
  await see(page.frameLocator('iframe').getByText('For dry skin'));
  await save(page);
  await becomes(
    () => read(file).split('---\n').at(-1)?.trim(),
    '## For dry skin\n\nRead this.\n\n| Skin | How often |\n| --- | --- |\n| Dry | Twice / a day |',
  );
  expect(read(file)).toMatch(/^price: 1299$[\s\S]*^originalPrice: 1499$/m);
});
