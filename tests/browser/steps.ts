/** Steps that several tests share: signing in, filling the browser's storage, waiting. */
import type { BrowserContextOptions, Locator, Page, Route } from 'playwright-core';
import { expect } from 'vitest';
import type { Cart } from '#features/cart/cart.ts';
import type { Client } from '../support/client.ts';
import { address, orderOf, placeOrder } from '../support/orders.ts';
import type { Person, TestShop } from '../support/shop.ts';
import { becomes } from './visitor.ts';

/** A profile whose local storage holds these values when its first page opens. */
const storing = (shop: TestShop, values: Record<string, string>): BrowserContextOptions => ({
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

/** Somebody who has not signed in, with this cart. */
export const asGuest = (shop: TestShop, cart: Cart = {}): BrowserContextOptions =>
  storing(shop, { userCarts: JSON.stringify({ guest: cart }) });

/**
 * Somebody signed in, whose cart lies on the server and on this device, at an internet address of their own: unpaid
 * orders are counted by network.
 */
export async function asPerson(
  shop: TestShop,
  person: Person,
  cart: Cart = {},
): Promise<BrowserContextOptions> {
  await fillCart(person, cart);
  return {
    ...storing(shop, { token: person.token, userCarts: JSON.stringify({ [person.token]: cart }) }),
    extraHTTPHeaders: { 'CF-Connecting-IP': person.address },
  };
}

/** Somebody signed in, with whatever the server has of their cart. */
export const asSignedIn = (shop: TestShop, { token }: { token: string }): BrowserContextOptions =>
  storing(shop, { token });

/** Puts lines into the server's copy of a cart. */
export async function fillCart(person: Client, cart: Cart): Promise<void> {
  for (const [itemId, quantity] of Object.entries(cart))
    await person.post('/api/cart/add', { itemId, quantity });
}

/** What the server has in somebody's cart. */
export const cartOf = async ({ post }: Client): Promise<Cart> => (await post('/api/cart/get')).body.cartData;

/** A line on the cart page. */
export const cartRow = (page: Page, name: string): Locator =>
  page.locator('.cart-row').filter({ hasText: name });

/** The carts of this browser, by token and `guest`. */
export const storedCarts = (page: Page): Promise<Record<string, Cart>> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('userCarts') ?? '{}'));

/** Waits until this browser knows that the server has every change of the cart. */
export const nothingUnsent = (page: Page): Promise<void> =>
  becomes(() => page.evaluate(() => JSON.parse(localStorage.getItem('cartUnsent') ?? '{}')), {});

/** Where the link leads that a letter brings; the shop needs its simulators. @param page such as `/reset` */
export async function mailedPath(shop: TestShop, recipient: string, page: string): Promise<string> {
  const { text } = await shop.simulators.mailbox.waitFor(
    (mail) => mail.to.includes(recipient) && Boolean(mail.text?.includes(`${page}?token=`)),
  );
  const { pathname, search } = new URL(/https?:\S+\?token=\S+/.exec(text ?? '')?.[0] ?? '');
  return pathname + search;
}

/** Places an order as a client would. @returns it, as the API answers it */
export async function placed(person: Client, wanted: Record<string, number>) {
  const { body } = await placeOrder(person, await orderOf(person, wanted));
  return body.order;
}

/** The delivery form, filled in as somebody in Bengaluru does; name and e-mail are known. */
export async function fillAddress(page: Page): Promise<void> {
  await page.getByLabel('Address', { exact: true }).fill(address.address);
  await page.getByLabel('City').fill(address.city);
  await page.getByLabel('State').selectOption(address.state);
  await page.getByLabel('Pincode').fill(address.zipcode);
  await page.getByLabel('Mobile number').fill(address.phone);
}

export const toast = (page: Page, text: string | RegExp): Locator =>
  page.locator('.toast').filter({ hasText: text });

const cartLink = (page: Page): Locator => page.locator('[data-cart-link]');

/** The number at the cart; empty when there is nothing in it. */
export const badge = (page: Page): Promise<string | undefined> =>
  cartLink(page)
    .textContent()
    .then((text) => text?.trim());

/** The button of a card on a shelf. */
export const addButton = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: `Add to cart ${name}`, exact: true });

/** Names on the shelf, in the order in which they stand; hidden ones do not count. */
export const shelf = (page: Page): Promise<string[]> =>
  page.locator('.card .card-name:visible').allTextContents();

/** Waits until React has taken over what the page already showed. */
export const hydrated = (page: Page): Promise<void> =>
  expect.poll(() => page.locator('astro-island[ssr]').count()).toBe(0);

/** Holds what is asked for at an address until it is released. */
export async function hold(page: Page, url: string | RegExp) {
  const came = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(url, async (route: Route) => {
    came.resolve();
    await released.promise;
    // The page may have been left meanwhile.
    await route.continue().catch(() => {});
  });
  return { came: came.promise, release: () => released.resolve() };
}

/** The paths that a page asks for from now on, each as often as it was asked for. */
export function asked(page: Page, path: string): string[] {
  const found: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) found.push(request.postData() ?? '');
  });
  return found;
}

/** Fake time for pages that are opened from now on; it runs by itself until {@link stopClock}. */
export const fakeClock = (page: Page, at: string | number = Date.now()): Promise<void> =>
  page.clock.install({ time: new Date(at) });

/** From now on only `page.clock.runFor` moves the time. */
export async function stopClock(page: Page): Promise<void> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
}
