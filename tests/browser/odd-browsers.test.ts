/** Browsers that store nothing, fill in the whole form, or run no scripts. */
import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { orders } from '#db/schema/index.ts';
import { newEmail } from '../support/accounts.ts';
import { newPhone } from '../support/guests.ts';
import { serum, toner } from '../support/orders.ts';
import { browserTest } from './browser-test.ts';
import { badge, cartRow, fillGuest, hold, openCheckout, placeButton, submitOrder, toast } from './steps.ts';
import { becomes, see } from './visitor.ts';

const { shop, visit, visitAsGuest, test } = browserTest();

const fullDisk = () => {
  Storage.prototype.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
};

/** How browsers refuse to store something. */
const refusals: Record<string, () => void> = {
  'no local storage': () => Object.defineProperty(window, 'localStorage', { value: null }),
  'local storage forbidden': () =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('denied', 'SecurityError');
      },
    }),
  'a full disk': fullDisk,
  'nothing stored, no cookies, no caches': () => {
    for (const [of, name] of [
      [window, 'localStorage'],
      [window, 'sessionStorage'],
      [window, 'indexedDB'],
      [window, 'caches'],
      [Document.prototype, 'cookie'],
      [Navigator.prototype, 'serviceWorker'],
    ] as const)
      Object.defineProperty(of, name, {
        get() {
          throw new DOMException('denied', 'SecurityError');
        },
      });
  },
};

/** Waits until the next page will find it. */
const carried = (page: Page, id: string) =>
  vi.waitUntil(async () =>
    (await page.evaluate(() => JSON.stringify(navigation.currentEntry?.getState() ?? ''))).includes(id),
  );
const buyNow = (page: Page) => page.locator('[data-buy-now]');
const honest = (page: Page) => page.getByText('This browser forgets your cart when you close the page.');

test.each(Object.entries(refusals))(
  '%s: a guest buys, and the cart says what is forgotten',
  async (_, refuse) => {
    const { page } = await visitAsGuest();
    await page.addInitScript(refuse);
    await page.goto('/collection');
    await page.getByRole('link', { name: 'Glow Serum' }).first().tap();
    await page.waitForURL(`/product/${serum}`);
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).tap();
    await see(toast(page, 'Added to cart!'));
    await becomes(() => badge(page), '1');
    await carried(page, serum);
    await page.locator('[data-cart-link]').tap();
    await page.waitForURL('/cart');
    await see(honest(page));
    await cartRow(page, 'Glow Serum').getByRole('button', { name: 'One more' }).tap();
    await becomes(() => badge(page), '2');
    await page.reload();
    await becomes(() => badge(page), '2');
    await page.getByRole('link', { name: 'Proceed to Checkout' }).tap();
    await page.waitForURL('/place-order');
    await see(placeButton(page).filter({ hasText: '₹1,198.00' }));
    await fillGuest(page, { email: newEmail(), phone: newPhone() });
    await submitOrder(page);
    await see(page.getByText('Order Placed Successfully!'));
    await becomes(() => badge(page), '');
  },
);

test('without any storage the other pages work too, and no other site sees what was chosen', async () => {
  const { page } = await visitAsGuest();
  await page.addInitScript(refusals['nothing stored, no cookies, no caches'] as () => void);
  for (const path of ['/skin', '/routine', '/login', '/account', '/contact', '/collection?q=rose']) {
    await page.goto(path);
    await see(page.locator('main :is(h1, h2)'));
  }
  await page.goto(`/product/${serum}`);
  await buyNow(page).tap();
  await page.waitForURL('/checkout');
  await see(page.getByText('You are buying Glow Serum'));
  // Another site.
  await page.goto('data:text/html,<h1>Elsewhere</h1>');
  expect(await page.evaluate(() => [name, navigation.activation?.from ?? null, history.state])).toEqual([
    '',
    null,
    null,
  ]);
});

test('Buy Now says when nothing hands the product on, and goes when it can', async () => {
  const { page } = await visitAsGuest();
  await page.addInitScript(fullDisk);
  const failure = toast(page, 'Failed to proceed to checkout. Please try again.');
  await page.goto(`/product/${toner}`);
  await buyNow(page).tap();
  await see(failure);
  expect(await buyNow(page).getAttribute('aria-busy')).toBe(null);
  await carried(page, toner);
  await buyNow(page).tap();
  await page.waitForURL('/checkout');
  await see(page.getByText('You are buying Rose Toner'));

  // An older browser cannot hand anything on.
  await page.addInitScript(() => Object.defineProperty(window, 'navigation', { value: undefined }));
  await page.goto(`/product/${toner}`);
  for (const _ of [1, 2]) {
    await buyNow(page).tap();
    await see(failure);
    expect(await buyNow(page).getAttribute('aria-busy')).toBe(null);
  }
});

// As browsers fill a form: all at once, in the order of their profile. Headless Chromium has no Autofill domain to ask.
test.each([
  ['in the order of the form', (tokens: string[]) => tokens],
  ['in the other order', (tokens: string[]) => tokens.reverse()],
])('an address that the browser fills in, %s, stays as it is and can be ordered to', async (_, ordered) => {
  const { page } = await visitAsGuest({ cart: { [toner]: 1 } });
  await openCheckout(page);
  const profile: Record<string, string> = {
    'postal-code': '560 001',
    'address-level2': 'Bangalore Urban',
    'address-level1': 'Karnataka',
    'street-address': '12, MG Road\nIndiranagar\nNear the lake',
    'given-name': 'Arunachalam',
    tel: `+91 ${newPhone()}`,
    email: newEmail(),
  };
  const lookUp = await hold(page, /\/pincodes\.[^/]+\.txt/);
  await page.evaluate(
    ({ tokens, values }) => {
      for (const token of tokens) {
        const field = document.querySelector<HTMLInputElement>(`.address-fields [autocomplete="${token}"]`);
        if (!field) throw new Error(token);
        // Past React's own setter.
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(
          field,
          values[token],
        );
        for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
      }
    },
    { tokens: ordered(Object.keys(profile)), values: profile },
  );
  lookUp.release();
  await see(page.locator('.checkout-arrives', { hasText: /^Arrives/ }));
  await page.getByLabel('I have only one name').tap();
  await submitOrder(page);
  const [order] = await shop.db.read.select().from(orders).where(sql`address ->> 'email' = ${profile.email}`);
  expect(order?.address).toMatchObject({
    zipcode: '560001',
    city: 'Bangalore Urban',
    state: 'Karnataka',
    phone: profile.tel?.slice(4),
    address: '12, MG Road, Indiranagar, Near the lake',
    firstName: 'Arunachalam',
    lastName: '',
  });
});

test.each(['/cart', '/checkout', '/orders', '/order', '/track', '/login', '/account', '/verify'])(
  'without scripts %s says in the first screen that it needs them, and shows nothing that waits or does nothing',
  async (path) => {
    const { page } = await visit(390, { path, javaScriptEnabled: false });
    const words = page.getByRole('main').getByText(/ needs? JavaScript$/);
    await see(words);
    const box = await words.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(16);
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844);
    for (const part of ['[class*="skeleton"]', 'button', 'input', '[role="status"]'])
      expect(await page.getByRole('main').locator(`${part}:visible`).count(), part).toBe(0);
  },
);
