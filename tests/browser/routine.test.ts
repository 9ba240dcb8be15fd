/** The planner of routines: chosen, explained, shared, printed, and what the cart says of it. */
import type { Locator, Page } from 'playwright-core';
import { extractText, getDocumentProxy } from 'unpdf';
import { expect } from 'vitest';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { badge, hold, isFocused, requested, storedCarts, storing, toast } from './steps.ts';
import { becomes, gone, see } from './visitor.ts';

const { shop, visit, visitAsGuest, test } = browserTest();

const [serum, mask] = ['bakuchiol-renewal-serum', 'turmeric-clay-mask'];
const bothInTurn = '/routine#1-rs-tm';
const profile = JSON.stringify({ type: 'Dry Skin', concerns: ['lines'], avoid: [], pregnancy: true });

const choice = (page: Page, name: string) => page.locator('.chooser label').filter({ hasText: name });
const chosen = (page: Page) => page.locator('.chooser label:has(:checked)').allTextContents();
const inWindow = (part: Locator): Promise<boolean> =>
  part.evaluate((node) => {
    const { top, bottom } = node.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
/** The text of each printed page. @param height of the paper, mm */
async function printed(page: Page, height: number): Promise<string[]> {
  const file = await page.pdf({ width: '210mm', height: `${height}mm`, preferCSSPageSize: false });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(file)), { mergePages: false });
  return text.map((one) => one.replaceAll(/\s+/g, ' ').trim());
}
const evening = (page: Page) => page.getByRole('region', { name: 'Evening' });

test('a routine is planned, explained, shared and printed, and nothing of the person is in its address', async () => {
  const { page, context } = await visit(390, storing(shop, { skin: profile }));
  const requests = requested(page, /routine\.json|start-planner/);
  await page.goto('/routine', { waitUntil: 'networkidle' });
  expect(requests).toEqual([]);

  // The first tap comes before the island, and is not lost.
  await choice(page, 'Renewal Serum').tap();
  await see(page.getByRole('heading', { name: 'Your routine', exact: true }));
  await choice(page, 'Turmeric Mask').tap();
  await page.getByRole('button', { name: 'See my routine (2)' }).tap();
  const title = page.getByRole('heading', { name: 'Your routine', exact: true });
  await becomes(() => isFocused(title), true);
  await becomes(() => inWindow(title), true);
  expect(await chosen(page)).toEqual(['Renewal Serum', 'Turmeric Mask', 'Fine lines']);
  await see(evening(page).getByText('Every day but Sunday'));
  const apart = page.getByRole('region', { name: 'Kept apart' });
  await see(apart.getByText('Use them on different evenings.'));
  await see(apart.getByText(/^Why:/));
  await see(apart.getByRole('link', { name: /Velasco et al\..*2016/ }));
  await see(evening(page).getByText('Ask your doctor first.'));
  await see(page.getByText(/^about \d+ (weeks|months)$/));
  await looksRight(page, 'a routine', { within: 'main', largeText: true });

  // An offer, with its price; nothing is in the cart before the tap.
  const missing = page.getByRole('region', { name: 'Not in your routine yet' });
  await see(missing.getByText('₹429.00'));
  expect(await storedCarts(page)).toEqual({});
  await missing.getByRole('button', { name: 'Add to cart Soft Milk Cleanser' }).tap();
  await becomes(() => badge(page), '1');
  await missing.getByRole('button', { name: 'Plan with it: Soft Milk Cleanser' }).tap();
  await see(evening(page).getByText('Soft Milk Cleanser'));
  await choice(page, 'Soft Milk Cleanser').tap();
  expect(page.url()).toBe(shop.stack.url + bothInTurn);

  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.getByRole('button', { name: 'Share' }).tap();
  await see(toast(page, 'Link copied'));
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shop.stack.url + bothInTurn);

  // The cleanser is in the cart already.
  await page.getByRole('button', { name: 'Add all to cart' }).tap();
  await becomes(() => badge(page), '3');
  await see(toast(page, 'Turmeric Mask and Renewal Serum'));
  await see(page.getByRole('button', { name: 'All in your cart' }));

  // A heading is on the page of what follows it.
  const pages: string[] = [];
  for (const height of [200, 230, 260, 297]) pages.push(...(await printed(page, height)));
  for (const heading of [...(await page.locator('.routine-result h3').allTextContents()), 'Product'])
    expect(pages.filter((text) => text.endsWith(heading))).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  await see(evening(page));
  for (const part of [
    '.chooser',
    'body > header',
    'body > footer',
    '.routine-missing',
    '.routine-result-head .actions',
  ])
    expect(await page.locator(part).isVisible(), part).toBe(false);
});

test('a link opens the routine of somebody else, as far as it is known', async () => {
  const { page } = await visit(1280);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(bothInTurn);
  await see(evening(page).getByText('Sunday', { exact: true }));
  await becomes(() => inWindow(page.getByRole('heading', { name: 'Your routine', exact: true })), true);
  expect(await chosen(page)).toEqual(['Renewal Serum', 'Turmeric Mask']);
  expect(requests.filter((url) => /rs-tm/.test(new URL(url).pathname + new URL(url).search))).toEqual([]);

  const open = (hash: string) => page.evaluate((to) => location.assign(to), hash);
  await open('#1-gs-zz-yy');
  await see(
    page.getByText(
      '2 of the products in this link are unknown to us or no longer sold. We have left them out.',
    ),
  );
  expect(await chosen(page)).toEqual(['Glow Serum']);
  await open('#9-dv');
  await see(page.getByText('This link comes from another version of the planner.'));
  await open('#%E0%A4<b>');
  await see(page.getByText('We cannot read the routine in this link.'));
  expect(await chosen(page)).toEqual([]);
  await choice(page, 'Dew Serum').click();
  await gone(page.getByText('We cannot read the routine in this link.'));
  expect(new URL(page.url()).hash).toBe('#1-ds');
});

test('the cart says what to keep apart, without a block, and nothing moves when it comes', async () => {
  const { page } = await visitAsGuest({ cart: { [serum]: 1, [mask]: 1 } });
  const rules = await hold(page, '**/routine.json');
  await page.goto('/cart');
  await rules.came;
  const checkout = page.getByRole('link', { name: 'Proceed to Checkout' });
  await see(checkout);
  const before = await checkout.boundingBox();
  rules.release();
  await see(page.getByRole('complementary', { name: 'Better not used together' }));
  expect(await checkout.boundingBox()).toEqual(before);
  await looksRight(page, 'the note', { within: '.cart-apart' });
  await page.getByRole('link', { name: 'See them in a routine' }).tap();
  await page.waitForURL(`**${bothInTurn.replace('rs-tm', 'tm-rs')}`);
  await see(page.getByText('Use them on different evenings.'));
});
