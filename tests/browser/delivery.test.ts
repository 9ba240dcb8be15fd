/**
 * When it arrives: the pincode field of a product and the cart (docs/behaviour.md, "Product page", "Cart page",
 * "Delivery promise").
 */
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeEach, describe, expect } from 'vitest';
import { hour, setClock } from '../support/clock.ts';
import { serum, toner } from '../support/orders.ts';
import { browserTest } from './browser-test.ts';
import { hold, requested, stored, storing } from './steps.ts';
import { becomes, see } from './visitor.ts';

const { shop, visit, test } = browserTest();

const product = `/product/${serum}`;
/** A Wednesday, four hours before the cut-off. */
const morning = Date.parse('2026-12-02T10:00:00+05:30');
const directory = /\/pincodes\.[^/]+\.txt(\?.*)?$/;

const field = (page: Page) => page.getByLabel('Delivery to pincode');
/** The lines of the answer that are visible. */
const answer = async (page: Page) =>
  (await page.locator('#delivery-answer').innerText()).split(/\n+/).filter(Boolean);
const hint = ['Delivery is usually 3-4 business days. Enter your pincode to see when it arrives.'];
const days = ['Arrives Thu, 3 Dec – Fri, 4 Dec'];
const terms = 'Cash on delivery · 30-day returns';

beforeEach(() => setClock(shop, morning - Date.now()));

/** A page of somebody whose clock shows this time. */
async function visitAt(time = morning, width: 390 | 1280 = 390, options: BrowserContextOptions = {}) {
  const visitor = await visit(width, options);
  await visitor.page.clock.setFixedTime(time);
  return visitor;
}

describe('the field of a product', () => {
  test('loads at the first digit, answers in place, and explains what it cannot promise', async () => {
    const { page } = await visitAt();
    const requests = requested(page);
    const came = (name: RegExp) => requests.filter((path) => name.test(path)).length;
    await page.goto(product, { waitUntil: 'networkidle' });
    expect(await answer(page)).toEqual(hint);
    expect([came(/arrival/), came(directory)]).toEqual([0, 0]);
    const places = () =>
      page
        .locator('.promises, .tabs, .buy')
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().y + scrollY));
    const before = await places();

    await field(page).focus();
    await becomes(() => came(/arrival/), 1);
    expect(came(directory)).toBe(0);
    // The directory is late: the answer is for the pincode that is there when it comes.
    const late = await hold(page, directory);
    await page.keyboard.type('1');
    await late.came;
    await page.keyboard.type('94 101');
    await field(page).fill('');
    await page.keyboard.type('560 001');
    late.release();
    await becomes(() => answer(page), [...days, 'Order within 4 h', terms]);
    expect(await places()).toEqual(before);

    // tests/api/delivery.test.ts compares these answers with the server's.
    for (const [pincode, text] of [
      ['900056', /^Arrives Thu, 10 Dec – .+\nOrder within 4 h\nNo cash on delivery here · 30-day returns$/],
      ['744301', /^We do not deliver to 744301: no courier .* call us: \+91 80 0000 0000\.$/],
      ['999999', /^We do not know the pincode 999999\. Please check it\.$/],
      ['5600011', /^A pincode has 6 digits\. Please check it\.$/],
      ['\u2068५६०–००१\u2069', /^Arrives Thu, 3 Dec/],
      ['199999', /^We do not know the pincode 199999\. Please check it\.$/],
      ['160001', /^The date depends on your state\. Checkout shows it/],
      ['56000', /Enter your pincode to see when it arrives\.$/],
    ] as const) {
      await field(page).fill(pincode);
      await expect.poll(async () => (await answer(page)).join('\n')).toMatch(text);
    }
    expect(came(directory)).toBe(1);
  });

  test('is remembered by other products, tabs and the cart', async () => {
    const { page, newTab } = await visitAt();
    await page.goto(product);
    await field(page).fill('560001');
    await becomes(() => answer(page), [...days, 'Order within 4 h', terms]);
    const other = await newTab();
    // Of both tabs.
    await other.clock.setFixedTime(morning + 5 * hour);
    await setClock(shop, morning + 5 * hour - Date.now());
    await other.goto(`/product/${toner}`);
    await becomes(() => field(other).inputValue(), '560001');
    await becomes(() => answer(other), ['Arrives Fri, 4 Dec – Sat, 5 Dec', terms]);
    await field(other).fill('400001');
    await becomes(() => field(page).inputValue(), '400001');
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).tap();
    await page.goto('/cart');
    await see(page.locator('.cart-totals').getByText('at 400001'));
    expect(await page.locator('.cart-totals .arrival').innerText()).toMatch(
      /^Arrives Sat, 5 Dec – Mon, 7 Dec/,
    );
  });
});

test('a remembered pincode that comes while somebody is about to type is replaced', async () => {
  const { page } = await visitAt(morning, 390, storing(shop, { pincode: '560001' }));
  const script = await hold(page, /\/arrival\./);
  await page.goto(product);
  await field(page).focus();
  await script.came;
  script.release();
  await becomes(() => field(page).inputValue(), '560001');
  await page.keyboard.type('400001');
  expect(await field(page).inputValue()).toBe('400001');
});

describe('the clock of the phone', () => {
  test('is a year late: date and countdown are those of the server', async () => {
    const { page } = await visitAt(morning - 365 * 24 * hour);
    await page.goto(product);
    await field(page).fill('560001');
    await expect
      .poll(() => answer(page))
      .toEqual([...days, expect.stringMatching(/^Order within (4 h|3 h 59 min)$/), terms]);
  });

  test('cannot be checked: there is a date, but no countdown', async () => {
    const { page, expectFailure } = await visitAt();
    expectFailure('/api/store', 0);
    await page.route('**/api/store', (route) => route.abort());
    await page.goto(product);
    await field(page).fill('560001');
    await becomes(() => answer(page), [...days, terms]);
  });
});

const unknown = ['We cannot look up pincodes at the moment. Checkout shows the date.'];

test('the directory of pincodes does not arrive, is missing, another page or damaged: the page says so, and tries again', async () => {
  const { page, expectFailure } = await visitAt();
  expectFailure(directory, 0, 404);
  await page.goto(product);
  for (const response of [
    undefined,
    { status: 404, body: 'Not found' },
    { body: '<!doctype html><title>Harita</title>' },
    { body: 'pincodes 1 00000000\nDelhi:New Delhi\na\n' },
  ]) {
    await page.route(directory, (route) => (response ? route.fulfill(response) : route.abort()));
    await field(page).fill('560001');
    await becomes(() => answer(page), unknown);
    await page.unroute(directory);
    await field(page).fill('');
    await becomes(() => answer(page), hint);
  }
  await field(page).fill('560001');
  await becomes(() => answer(page), [...days, 'Order within 4 h', terms]);
});

test('the cart says where it cannot be delivered, and nothing without a pincode', async () => {
  const cart = { userCarts: JSON.stringify({ guest: { [serum]: 1 } }) };
  const { page } = await visitAt(morning, 1280, storing(shop, { ...cart, pincode: '744301' }));
  await page.goto('/cart');
  await see(page.locator('.cart-totals').getByText(/^We do not deliver to 744301/));
  await page.evaluate(() => localStorage.setItem('pincode', 'x<b>'));
  await page.reload();
  await see(page.getByRole('heading', { name: 'Cart Totals' }));
  expect(await page.locator('.arrival').count()).toBe(0);
  await page.getByLabel('Delivery to pincode').fill('560 001');
  await see(page.locator('.cart-totals').getByText('at 560001'));
  expect(await stored(page, 'pincode')).toBe('560001');
});
