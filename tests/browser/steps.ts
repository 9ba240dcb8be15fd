/** Steps that several tests share: signing in, filling the browser's storage, waiting. */
import type { BrowserContextOptions, Locator, Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import type { Cart } from '#domain/cart/cart.ts';
import type { Client } from '../support/client.ts';
import { address } from '../support/orders.ts';
import type { TestShop } from '../support/shop.ts';
import { becomes, isPhone, see } from './visitor.ts';

/** A profile whose local storage holds these values before its first page opens. */
export const storing = (shop: TestShop, values: Record<string, string>): BrowserContextOptions => ({
  storageState: {
    cookies: [],
    origins: [
      {
        origin: shop.stack.url,
        localStorage: Object.entries(values).map(([name, value]) => ({ name, value })),
      },
    ],
  },
});

/** A client with the token of its session. */
export type SignedIn = Client & { token: string };

let guestCount = 0;
/**
 * A visitor with this cart who has not signed in, with an IP address of their own: unpaid orders are counted per
 * network.
 */
export function asGuest(shop: TestShop, cart: Cart = {}, guestToken?: string): BrowserContextOptions {
  guestCount += 1;
  return {
    ...storing(shop, { userCarts: JSON.stringify({ guest: cart }), ...(guestToken && { guestToken }) }),
    extraHTTPHeaders: { 'CF-Connecting-IP': `10.9.${guestCount >> 8}.${guestCount & 255}` },
  };
}

/**
 * A signed-in shopper whose cart is on the server and on this device. Each shopper has their own IP address, because
 * unpaid orders are counted per network.
 */
export async function asPerson(
  shop: TestShop,
  person: SignedIn,
  cart: Cart = {},
): Promise<BrowserContextOptions> {
  await fillCart(person, cart);
  return {
    ...storing(shop, { token: person.token, userCarts: JSON.stringify({ [person.token]: cart }) }),
    extraHTTPHeaders: { 'CF-Connecting-IP': person.address },
  };
}

/** Adds lines to the server's copy of a cart. */
export async function fillCart(person: Client, cart: Cart): Promise<void> {
  for (const [itemId, quantity] of Object.entries(cart))
    await person.post('/api/cart/add', { itemId, quantity });
}

/** The cart on the server. */
export const cartOf = async ({ post }: Client): Promise<Cart> => (await post('/api/cart/get')).body.cartData;

/** A line on the cart page. */
export const cartRow = (page: Page, name: string): Locator =>
  page.locator('.cart-row').filter({ hasText: name });

/** The carts in this browser, by token, or `guest`. */
export const storedCarts = (page: Page): Promise<Record<string, Cart>> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('userCarts') ?? '{}'));

/** Waits until the server has confirmed every change of the cart to this browser. */
export const nothingUnsent = (page: Page): Promise<void> =>
  becomes(() => page.evaluate(() => JSON.parse(localStorage.getItem('cartUnsent') ?? '{}')), {});

/**
 * The path of the link in an email; the shop needs its simulators.
 * @param page such as `/reset` @param about a part of the subject
 */
export async function mailedPath(
  shop: TestShop,
  recipient: string,
  page: string,
  about = '',
): Promise<string> {
  const link = new RegExp(`https?://[^/]+(${page}(\\?token=|#)\\S+)`);
  const { text } = await shop.simulators.mailbox.waitFor(
    (mail) => mail.to.includes(recipient) && mail.subject.includes(about) && link.test(mail.text ?? ''),
  );
  return link.exec(text ?? '')?.[1] ?? '';
}

/**
 * Fills in the delivery form with an address in Bengaluru, at the checkout until its quote has a date; name and email
 * are known.
 */
export async function fillAddress(page: Page, street = address.address): Promise<void> {
  await page.getByLabel('Address', { exact: true }).fill(street);
  await page.getByLabel('City').fill(address.city);
  await page.getByLabel('State').selectOption(address.state);
  await page.getByLabel('Pincode').fill(address.zipcode);
  await page.getByLabel('Mobile number').fill(address.phone);
  if (await page.locator('.checkout').count())
    await page.locator('.checkout-arrives', { hasText: /^Arrives/ }).waitFor();
}

/**
 * Fills in the whole form of a shopper without an account.
 * @param person with a phone of their own: what guests with one phone have not paid is counted together
 */
export async function fillGuest(
  page: Page,
  { email, phone }: { email: string; phone: string },
  street?: string,
): Promise<void> {
  await fillAddress(page, street);
  await page.getByLabel('Mobile number').fill(phone);
  await page.getByLabel('First name').fill(address.firstName);
  await page.getByLabel('Last name').fill(address.lastName);
  await page.getByLabel('Email').fill(email);
}

/** Opens the checkout, and waits for its total. */
export async function openCheckout(page: Page): Promise<void> {
  await page.goto('/checkout');
  await see(page.locator('.checkout-summary .sums'));
}

/** The button that orders, or pays. */
export const placeButton = (page: Page): Locator => page.locator('.place-order button[type="submit"]');

/** Presses that button, by touch on a phone, and waits until My Orders opens with the placed order. */
export async function submitOrder(page: Page): Promise<void> {
  await (isPhone(page) ? placeButton(page).tap() : placeButton(page).click());
  await page.waitForURL(/\/orders\?placed=/);
}

/** The total of a cart or checkout. */
export const shownTotal = (page: Page) => page.locator('.sums-total dd').first().textContent();

export const toast = (page: Page, text: string | RegExp): Locator =>
  page.locator('.toast').filter({ hasText: text });

/** The number on the cart icon; empty for an empty cart. */
export const badge = (page: Page): Promise<string | undefined> =>
  page
    .locator('[data-cart-count]')
    .textContent()
    .then((text) => text?.trim());

/** The button of a product card. */
export const addButton = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: `Add to cart ${name}`, exact: true });

/** The names of the visible products, in the order of the page. */
export const shownNames = (page: Page): Promise<string[]> =>
  page.locator('.card .card-name:visible').allTextContents();

/** Fills in the open login form, and submits it. */
export async function logIn(page: Page, { email, password }: { email: string; password: string }) {
  await hydrated(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

/** Signs out by the menu of the header: by touch on a phone, else by pointer. */
export async function signOut(page: Page): Promise<void> {
  const account = page.getByRole('button', { name: 'Your account' });
  await (isPhone(page) ? account.tap() : account.hover());
  await page.getByRole('button', { name: 'Logout' }).click();
}

/** The button that adds a piece of a product, by the name of the product. */
export const oneMoreOf = (within: Locator, name: string): Locator =>
  within.getByRole('group', { name: `Quantity of ${name}` }).getByRole('button', { name: 'One more' });

/** The error at the field with this name. */
export const errorOf = (page: Page, name: string): Promise<string | null> =>
  page.locator(`.field:has([name="${name}"]) .error`).textContent();

/** The name of the field that has the focus. */
export const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'));

/** The text of the element that has the focus. */
export const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

/** Whether the element has the focus. */
export const isFocused = (what: Locator): Promise<boolean> =>
  what.evaluate((element) => element === document.activeElement);

/** Waits until React has hydrated the page. */
export const hydrated = (page: Page): Promise<void> =>
  expect.poll(() => page.locator('astro-island[ssr]').count()).toBe(0);

/** A value in the local storage of this browser. */
export const stored = (page: Page, name: string): Promise<string | null> =>
  page.evaluate((key) => localStorage.getItem(key), name);

/** A CSV file for a file input. */
export const csvFile = (text: string, name = 'a.csv') => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

/** Pastes into a field as a person does: the browser's own event, with the clipboard's text. */
export const paste = (field: Locator, text: string): Promise<void> =>
  field.evaluate((input, data) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', data);
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

/** The next request for an address reaches the server, and its answer is lost. */
export const loseAnswer = (page: Page, url: string) =>
  page.route(
    url,
    async (route) => {
      await route.fetch();
      await route.abort('connectionreset');
    },
    { times: 1 },
  );

/** Holds requests for an address until they are released. */
export async function hold(page: Page, url: string | RegExp) {
  const came = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(url, async (route: Route) => {
    came.resolve();
    await released.promise;
    // The visitor may have left the page meanwhile.
    await route.continue().catch(() => {});
  });
  return { came: came.promise, release: () => released.resolve() };
}

/** Collects the body of each request that the page makes for a path from now on; '' for none. */
export function asked(page: Page, path: string): string[] {
  const found: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) found.push(request.postData() ?? '');
  });
  return found;
}

/** Collects the path of each request that the page makes from now on. @param pattern of the paths that count */
export function requested(page: Page, pattern = /./): string[] {
  const found: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pattern.test(pathname)) found.push(pathname);
  });
  return found;
}

/** Sets a fake time for pages that open from now on; it runs by itself until {@link stopClock}. */
export const fakeClock = (page: Page, at: string | number = Date.now()): Promise<void> =>
  page.clock.install({ time: new Date(at) });

/** From now on, only `page.clock.runFor` moves the time. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
}

/** Pages that open from now on have a time that only `page.clock.runFor` moves: a slow machine changes nothing. */
export async function stoppedClock(page: Page): Promise<void> {
  const now = Date.now();
  await page.clock.install({ time: now });
  await page.clock.pauseAt(now + 1000);
}
