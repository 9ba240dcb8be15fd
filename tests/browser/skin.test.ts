/** My skin: the profile on the device, and what product pages make of it (docs/behaviour.md, "My skin"). */
import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { toner } from '../support/orders.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { button } from './desk-steps.ts';
import { countShifts, shifted } from './layout-shifts.ts';
import { isFocused, requested, storing } from './steps.ts';
import { becomes, gone, placeOf, see } from './visitor.ts';

const { shop, visit, test } = browserTest({ keepsData: true });

const tonerPage = `/product/${toner}`;
const profile = { type: 'Oily Skin', concerns: ['hydration'], avoid: ['silicones'], pregnancy: true };
const withProfile = (stored = JSON.stringify(profile)) => storing(shop, { skin: stored });

const ask = (page: Page) => page.getByRole('link', { name: 'Does it suit my skin?' });
const box = (page: Page) => page.locator('div[data-mine]');
const stored = (page: Page) => page.evaluate(() => JSON.parse(localStorage.getItem('skin') ?? 'null'));
const checked = (page: Page): Promise<string[]> =>
  page
    .locator('[data-skin-form] :checked')
    .evaluateAll((all: HTMLInputElement[]) => all.map(({ value }) => value));
/** Headings and reasons of the block on a product's page. */
const shown = (page: Page): Promise<string[]> =>
  box(page)
    .locator(':is(h3, li, .none):visible')
    .evaluateAll((all: HTMLElement[]) => all.map((one) => one.innerText.replace(/\s+/g, ' ').trim()));

test('chosen by keyboard, used on product pages and in other tabs, deleted, and brought back; nothing is sent', async () => {
  const { page, context, newTab } = await visit(1280);
  const sent: Request[] = [];
  context.on('request', (request) => sent.push(request));
  await countShifts(page);
  await page.goto(tonerPage);
  expect(await box(page).count()).toBe(0);
  await ask(page).click();
  await see(page.getByText('Nothing is saved yet.'));
  expect(await checked(page)).toEqual(['']);

  await page.getByLabel('Not sure').focus();
  await page.keyboard.press('ArrowRight');
  expect(await isFocused(page.getByLabel('Oily', { exact: false }).first())).toBe(true);
  await see(page.getByText('Saved on this device.'));
  await page.getByLabel('Hydration').focus();
  await page.keyboard.press('Space');
  await page.getByLabel('Silicones').press('Space');
  await page.getByLabel('I am pregnant or nursing').press('Space');
  expect(await stored(page)).toEqual(profile);
  await looksRight(page, 'with a profile', { within: 'main' });
  await page.reload();
  await becomes(() => checked(page), ['Oily Skin', 'hydration', 'silicones', 'true']);

  await page.goto(tonerPage, { waitUntil: 'networkidle' });
  await see(page.getByRole('heading', { name: 'For my skin' }));
  const reasons = await shown(page);
  expect(reasons.slice(0, 2)).toEqual([
    'Suits you because',
    expect.stringMatching(/^You have oily skin: it is made for every skin type/),
  ]);
  expect(reasons.join(' ')).toMatch(/You care about hydration: it contains Glycerin, .* for this/);
  expect(reasons.join(' ')).toMatch(/You avoid silicones: /);
  expect(reasons.join(' ')).toMatch(/You are pregnant or nursing: .*ask your doctor/);
  expect(reasons.join(' ')).not.toMatch(/fragrance|dry skin|%/);
  expect(await ask(page).isVisible()).toBe(false);
  // Fonts may move letters by a fraction; a block that appears late would move more.
  expect(await shifted(page)).toBeLessThan(0.001);

  await looksRight(page, 'a product for a profile', { within: '.intro' });

  const other = await newTab();
  await other.goto('/skin');
  await button(other, 'Delete my answers').click();
  await see(other.getByText('Your answers are deleted from this device.'));
  expect(await stored(other)).toBeNull();
  expect(await checked(other)).toEqual(['']);
  await gone(box(page));
  await see(ask(page));
  expect(await isFocused(button(other, 'Undo'))).toBe(true);
  await button(other, 'Undo').press('Enter');
  await see(other.getByText('Saved on this device.'));
  expect(await stored(other)).toEqual(profile);
  await becomes(() => shown(page), reasons);
  // A form in another tab follows as well.
  const third = await newTab();
  await third.goto('/skin');
  await third.getByLabel('Dry', { exact: false }).first().check();
  await becomes(() => checked(other), ['Dry Skin', 'hydration', 'silicones', 'true']);

  expect(sent.length).toBeGreaterThan(20);
  const told = sent.flatMap((request) => [
    decodeURIComponent(request.url()),
    request.postData() ?? '',
    JSON.stringify(request.headers()),
  ]);
  expect(told.filter((text) => /Oily|Dry Skin|hydration|silicone|pregnan/i.test(text))).toEqual([]);
});

test('cards are marked, sorted and filtered by My skin; without it nothing is loaded or offered', async () => {
  const wary = { type: 'Oily Skin', concerns: ['acne'], avoid: ['fragrance'], pregnancy: false };
  const { page } = await visit(1280, withProfile(JSON.stringify(wary)));
  const marks = () =>
    page
      .locator('.cards > li:not([hidden]) [data-mark]')
      .evaluateAll((all: HTMLElement[]) =>
        all.map(({ dataset, textContent }) => [dataset.mark, textContent]),
      );
  const markOf = async (id: string) => (await marks()).find(([one]) => one === id)?.[1];
  await page.goto('/collection');
  await becomes(() => markOf('purifying-cleanser'), 'Suits you');
  // A warning beats every reason: made for all skin, and scented.
  await becomes(() => markOf('rose-balance-toner'), 'Think twice');

  // About to sort or filter: React comes, and the marks stay.
  await page.getByLabel('Sort by').hover();
  await becomes(
    () => page.locator('.collection-sort option').allTextContents(),
    [
      'Relevant',
      'Best-selling',
      'Newest',
      'Largest discount',
      'Price Low to High',
      'Price High to Low',
      'Suits my skin first',
    ],
  );
  await page.getByLabel('Sort by').selectOption({ label: 'Suits my skin first' });
  await becomes(() => placeOf(page), '/collection?sort=mine');
  const sorted = () => marks().then((all) => all.map(([, text]) => text));
  const order = ['Suits you', '', 'Think twice'];
  await becomes(async () => {
    const shown = await sorted();
    return shown.length === 16 && shown[0] === 'Suits you' && shown.at(-1) === 'Think twice';
  }, true);
  expect(await sorted()).toEqual(
    (await sorted()).toSorted((a, b) => order.indexOf(a ?? '') - order.indexOf(b ?? '')),
  );
  await page.getByLabel('Only what suits me').check();
  await becomes(async () => [...new Set(await sorted())], ['Suits you']);
  await see(page.getByText(/^Showing \d+ of 16 products that suit your skin$/));
  await looksRight(page, 'marked cards', { within: '.collection' });
  await page.goto('/collection?mine=1&sort=mine&q=toner');
  await see(page.getByText("We couldn't find any products matching toner, that suit your skin"));

  const other = await visit(390);
  const loaded = requested(other.page, /skin-marks|marks\./);
  await other.page.goto('/collection', { waitUntil: 'networkidle' });
  expect(loaded).toEqual([]);
  expect(await other.page.locator('.collection-sort option').allTextContents()).toHaveLength(4);
});

test('a sesame oil does not suit oily, acne-prone skin, also where it helps with something else', async () => {
  const oily = { type: 'Oily Skin', concerns: ['acne', 'dullness'], avoid: [], pregnancy: false };
  const { page } = await visit(390, withProfile(JSON.stringify(oily)));
  await page.goto('/product/kumkumadi-face-oil');
  await see(page.getByRole('heading', { name: 'Think twice' }));
  const reasons = await shown(page);
  expect(reasons).toContain('In its favour');
  expect(reasons).not.toContain('Suits you because');
  expect(reasons.join(' ')).toMatch(/You have oily skin: it contains Sesame oil\. It is rich and may clog/);
  expect(reasons.join(' ')).toMatch(/You care about acne and pimples: it contains Sesame oil\. /);
});

test('where storage is forbidden the choice lasts for the page, and the page says so', async () => {
  const { page } = await visit(390);
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    }),
  );
  await page.goto('/skin');
  await page.getByLabel('I am pregnant or nursing').check();
  await see(page.getByText('Your browser does not let us save this. It lasts until you leave this page.'));
  await page.getByText('Hydration', { exact: true }).tap();
  expect(await checked(page)).toEqual(['', 'hydration', 'true']);
  await button(page, 'Delete my answers').tap();
  await see(page.getByText('Your answers are deleted from this device.'));
  await button(page, 'Undo').tap();
  expect(await checked(page)).toEqual(['', 'hydration', 'true']);
  await page.goto(tonerPage);
  await see(ask(page));
});

test('on the page of a product a damaged profile is none, and one that fits nothing is said to', async () => {
  const { page } = await visit(390, withProfile());
  await page.goto(tonerPage);
  // As when another tab changes it; the page reads it in the same way when it opens.
  const store = (text: string) =>
    page.evaluate((value) => {
      localStorage.setItem('skin', value);
      dispatchEvent(new StorageEvent('storage', { key: 'skin' }));
    }, text);
  for (const text of ['x', 'null', '5', '"Oily Skin"', '{"concerns":5}', '{"type":null,"pregnancy":false}']) {
    await store(JSON.stringify(profile));
    await see(box(page));
    await store(text);
    await see(ask(page));
    expect(await box(page).count()).toBe(0);
  }
  await store('{"concerns":["sun"],"avoid":["gluten"]}');
  expect(await shown(page)).toEqual(['We found nothing that speaks for or against it.']);
});

test('without scripts the page says that it needs them', async () => {
  const { page } = await visit(390, { path: '/skin', javaScriptEnabled: false });
  await see(page.getByRole('heading', { name: 'My skin needs JavaScript' }));
  expect(await page.locator('[data-skin-form]').isVisible()).toBe(false);
});
