/** The print page of the desk: pick list, packing slips, invoices and labels, each on its size, in every script. */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { cleanLine } from 'shop-import/clean-line';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect } from 'vitest';
import { orders } from '#db/schema/index.ts';
import { longestAddress } from '#domain/documents/testing/longest-documents.ts';
import { ship } from '../support/desk.ts';
import type { address } from '../support/orders.ts';
import { setStatus } from '../support/rows.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { button } from './desk-steps.ts';
import { expectTextsInPlace } from './text-boxes.ts';
import { becomes, see } from './visitor.ts';

const { shop, operator, newOrder, atDesk, test } = browserTest({ empties: [orders] });

const people = {
  longest: longestAddress,
  hindi: { firstName: 'आशा', lastName: 'शर्मा', address: 'मकान नं. ४, गांधी मार्ग', city: 'जयपुर' },
  tamil: { firstName: 'லட்சுமி', lastName: 'நாயர்', address: '12, காந்தி தெரு', city: 'சென்னை' },
  urdu: { firstName: 'شاه رخ', lastName: 'خان', address: '5 گاندھی روڈ' },
  signs: { firstName: 'As\u200bha \u{1f33b}', lastName: 'Śarmā', address: '№ 4 → 2\u2011B, 5′' },
} satisfies Record<string, Partial<typeof address>>;

/** Width, height and text of each page, as it is printed; points. */
async function printed(page: Page) {
  const file = await page.pdf({ preferCSSPageSize: true });
  const pdf = await getDocumentProxy(new Uint8Array(file));
  const { text } = await extractText(pdf, { mergePages: false });
  const sizes: number[][] = [];
  for (let n = 1; n <= pdf.numPages; n += 1)
    sizes.push((await pdf.getPage(n)).view.slice(2).map((points) => Math.round(points)));
  return { sizes, text: text.map((one) => one.normalize('NFC').replaceAll(/\s+/g, ' ')) };
}

const a4 = [595, 842];
const a5 = [420, 595];
const label = [288, 432];

test('all papers print on their sizes, in every script, and nothing leaves its page', async () => {
  const all = [];
  for (const over of Object.values(people)) all.push(await newOrder(over));
  const [longest, hindi] = all;
  await ship(operator, longest?._id ?? '');
  const { page } = await atDesk(`orders/print?ids=${all.map(({ _id }) => _id).join()}`);
  await see(page.locator('.papers-all[data-fitted]'));
  await becomes(() => page.locator('.parcel-label').count(), 5);

  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await expectTextsInPlace(page, '.parcel-label', 5);
    await expectTextsInPlace(page, '.slip', 5);
    await expectTextsInPlace(page, '.document', 1);
    await expectTextsInPlace(page, '.pick-list', 1);
  }
  const texts = await page.locator('.parcel-label').allInnerTexts();
  for (const [n, { firstName, address: street }] of Object.values(people).entries())
    for (const part of [firstName, street, all[n]?.reference ?? '', 'COLLECT ₹1,297.00 IN CASH'])
      expect(texts[n]?.replaceAll(/\s+/g, ' ')).toContain(cleanLine(part));

  const { sizes, text } = await printed(page);
  expect(sizes).toEqual([a4, a5, a5, a5, a5, a5, a4, label, label, label, label, label]);
  expect(text[0]).toMatch(/Pick list.*4 orders.*Glow Serum 4 Rose Toner 8 12 pieces in 2 products/);
  expect(text[2]).toContain('जयपुर');
  expect(text.at(-4)).toContain(hindi?.reference);
  expect(text.join()).not.toMatch(/Desk|Print all|Sign out|Our story/i);

  // As wide as they are printed: within the margins of A5 and A4.
  await page.emulateMedia({ media: 'print' });
  for (const [selector, millimetres, count] of [
    ['.slip', 128, 5],
    ['.document', 186, 1],
    ['.pick-list', 186, 1],
    ['.parcel-label', 186, 5],
  ] as const) {
    await page.setViewportSize({ width: Math.floor((millimetres / 25.4) * 96), height: 800 });
    await expectTextsInPlace(page, selector, count);
  }
});

test('each kind prints by itself; what no order has is left out', async () => {
  const [first, second] = [await newOrder(), await newOrder(people.hindi)];
  await shop.db.write.update(orders).set({ paid: true }).where(eq(orders.id, second._id));
  const { page } = await atDesk(`orders/print?ids=${second._id},${first._id}`);
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset.printed = [...document.querySelectorAll('.papers section')]
        .filter((section) => section.checkVisibility())
        .map(({ ariaLabel }) => ariaLabel)
        .join('; ');
      dispatchEvent(new Event('afterprint'));
    };
  });
  const whatPrints = () => page.evaluate(() => document.body.dataset.printed);
  await page.getByRole('button', { name: /^Print only these.*Labels/ }).click();
  expect(await whatPrints()).toBe('Labels, 4 × 6 inches');
  await button(page, 'Print all').click();
  expect(await whatPrints()).toBe('Pick list, A4; Packing slips, A5; Labels, 4 × 6 inches');
  expect((await printed(page)).sizes).toEqual([a4, a5, a5, label, label]);
  expect(await page.locator('.parcel-label-money').allInnerTexts()).toEqual([
    'COLLECT ₹1,297.00 IN CASH',
    'PAID',
  ]);
  await looksRight(page, 'papers', { within: '.desk-screen' });

  await setStatus(shop.db, first._id, 'Cancelled');
  await page.goto(`/desk#orders/print?ids=${first._id}&papers=slips`);
  await see(page.getByText('None of these orders has any of these papers.'));
});

test('the bar code has its quiet zones, and every bar is whole dots of a label printer wide', async () => {
  const { _id } = await newOrder();
  const { page } = await atDesk(`orders/print?ids=${_id}&papers=labels`);
  await see(page.locator('.parcel-label-bars'));
  const bars = page.locator('.parcel-label-bars');
  const [svg, box] = [await bars.boundingBox(), await page.locator('.parcel-label').boundingBox()];
  const modules = Number((await bars.getAttribute('viewBox'))?.split(' ')[2]);
  const dots = (px: number) => (px / 96) * 203;
  const module = dots(svg?.width ?? 0) / modules;
  expect(module).toBeCloseTo(5, 1);
  expect(dots((svg?.x ?? 0) - (box?.x ?? 0))).toBeGreaterThanOrEqual(10 * module);
  expect(
    dots((box?.width ?? 0) - (svg?.width ?? 0) - ((svg?.x ?? 0) - (box?.x ?? 0))),
  ).toBeGreaterThanOrEqual(10 * module);
});

test('opens from the list, for the orders that are chosen or that wait, and from an order', async () => {
  const first = await newOrder(people.tamil);
  const second = await newOrder();
  await setStatus(shop.db, second._id, 'Delivered');
  const { page } = await atDesk('orders');
  await page.getByLabel(`Select ${second.reference}`).check();
  await page.getByText('Choose papers').click();
  for (const paper of ['Pick list', 'Invoices', 'Labels']) await page.getByLabel(paper).uncheck();
  expect(await page.getByLabel('Packing slips').isDisabled()).toBe(true);
  const opened = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'Print 1 order' }).click();
  const papers = await opened;
  await see(papers.getByLabel(`Slip of ${second.reference}`));
  await see(papers.getByRole('button', { name: 'Print', exact: true }));
  expect(await papers.locator('.parcel-label, .pick-list, .document').count()).toBe(0);
  // The order is still chosen.
  await see(page.getByText('1 order selected'));

  await page.getByRole('link', { name: 'View packing slips' }).click();
  await becomes(() => page.locator('.slip').count(), 1);
  await see(page.getByLabel(`Slip of ${first.reference}`));
  await page.goto(`/desk#orders/${second._id}`);
  await page.getByRole('link', { name: 'View packing slip' }).click();
  await see(page.getByLabel(`Slip of ${second.reference}`));
  await page.getByRole('link', { name: 'The order' }).click();
  await see(page.getByRole('heading', { name: second.reference }));

  await setStatus(shop.db, first._id, 'Delivered');
  await page.goto('/desk#orders/print');
  await see(page.getByText('There are no orders to pack.'));
});
