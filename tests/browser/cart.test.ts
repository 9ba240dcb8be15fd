/** The cart: in the browser, in all its tabs, and on the server (docs/behaviour.md, "Cart"). */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { sessions } from '#db/schema/index.ts';
import { verifiedUser } from '../support/accounts.ts';
import { cream, serum, toner } from '../support/orders.ts';
import { hashOf, setRetired, setStock } from '../support/rows.ts';
import { browserTest } from './browser-test.ts';
import {
  asked,
  badge,
  cartOf,
  fakeClock,
  fillCart,
  hold,
  logIn,
  nothingUnsent,
  cartRow as row,
  shownTotal,
  signOut,
  stored,
  storedCarts,
  toast,
} from './steps.ts';
import { becomes, gone, placeOf, see } from './visitor.ts';

const { shop, visitAsGuest, visitAsShopper, test } = browserTest({ keepsData: true });

const quantity = (page: Page, name: string) => row(page, name).getByLabel('Quantity', { exact: true });
const checkout = (page: Page) => page.getByText('Proceed to Checkout');

describe('the cart page', () => {
  test('a line has 1 to 100 pieces, is removed below, and comes back with Undo; an empty cart leads to the products', async () => {
    const { page } = await visitAsGuest({ path: '/cart', cart: { [toner]: 2, [serum]: 1 } });
    await see(page.getByRole('heading', { name: 'Your Cart' }));
    expect(await shownTotal(page)).toBe('₹1,297.00');
    await see(page.getByText('You save ₹250.00 on the MRP.'));
    await see(row(page, 'Glow Serum').locator('s').getByText('₹749.00'));
    // The total and the button are in view at every scroll position.
    expect(await page.locator('.place-bar').innerText()).toMatch(
      /^Total\s+₹1,297\.00\s+Proceed to Checkout$/,
    );
    const inView = () =>
      checkout(page).evaluate((one) => one.getBoundingClientRect().bottom <= innerHeight && scrollY);
    expect(await inView()).toBe(0);
    await page.evaluate(() => scrollTo({ top: 300, behavior: 'instant' }));
    expect(await inView()).toBe(300);
    const field = quantity(page, 'Rose Toner');
    const enter = async (typed: string) => {
      await field.fill(typed);
      await field.press('Enter');
    };
    for (const [typed, shown] of [
      ['abc', '2'],
      ['101', '100'],
    ] as const) {
      await enter(typed);
      await becomes(() => field.inputValue(), shown);
    }
    await becomes(() => shownTotal(page), '₹35,499.00');
    expect(await row(page, 'Rose Toner').getByRole('button', { name: 'One more' }).isDisabled()).toBe(true);
    await row(page, 'Rose Toner').getByRole('button', { name: 'One less' }).tap();
    await becomes(() => badge(page), '99+');
    await see(page.getByRole('link', { name: 'Cart, 100 items' }));

    await page.reload();
    await becomes(() => field.inputValue(), '99');
    await becomes(() => shownTotal(page), '₹35,150.00');

    await row(page, 'Glow Serum').getByRole('button', { name: 'One less' }).tap();
    await gone(row(page, 'Glow Serum'));
    await page.getByRole('button', { name: 'Undo' }).tap();
    await becomes(() => quantity(page, 'Glow Serum').inputValue(), '1');
    await enter('0');
    await gone(row(page, 'Rose Toner'));
    await see(page.getByText('Rose Toner was removed.'));
    await becomes(() => shownTotal(page), '₹599.00');
    await page.getByRole('button', { name: 'Undo' }).tap();
    await becomes(() => field.inputValue(), '99');
    await becomes(() => badge(page), '99+');

    await page.getByRole('button', { name: 'Remove Glow Serum' }).tap();
    await page.getByRole('button', { name: 'Remove Rose Toner' }).tap();
    await see(page.getByRole('heading', { name: 'Oops! Your cart is empty' }));
    await becomes(() => badge(page), '');
    await page.getByRole('button', { name: 'Undo' }).tap();
    await becomes(() => field.inputValue(), '99');
    await page.getByRole('button', { name: 'Remove Rose Toner' }).tap();
    const browse = page.getByRole('main').getByRole('link', { name: 'Browse Products' });
    expect(await browse.getAttribute('href')).toBe('/collection');
  });

  test('unavailable lines stay visible, do not count in the total, and block checkout', async () => {
    const [few, none, old] = ['aloe-gel-cream', 'matte-shield-spf-50', 'turmeric-clay-mask'] as const;
    await setStock(shop.db, few, 3);
    await setStock(shop.db, none, 0);
    await setRetired(shop.db, old, true);
    const { page } = await visitAsGuest({ cart: { [few]: 5, [none]: 1, [old]: 2, [toner]: 2 } });
    await page.goto('/cart');
    await see(row(page, 'Aloe Gel Cream').getByText('Only 3 left'));
    await see(row(page, 'Matte Shield').getByText('Sold out'));
    await see(row(page, 'Turmeric Mask').getByText('No longer sold'));
    expect(await shownTotal(page)).toBe('₹698.00');
    expect(await checkout(page).getAttribute('href')).toBeNull();
    await checkout(page).tap({ force: true });
    expect(placeOf(page)).toBe('/cart');
    await see(page.getByText('Please change or remove the marked ones first.'));

    // When the first line takes the remaining stock and the others are removed, checkout is possible.
    await row(page, 'Aloe Gel Cream').getByRole('button', { name: 'Take 3 of Aloe Gel Cream' }).tap();
    await becomes(() => shownTotal(page), '₹1,895.00');
    const aloe = row(page, 'Aloe Gel Cream');
    expect(await aloe.getByRole('button', { name: 'One more' }).isDisabled()).toBe(true);
    await quantity(page, 'Aloe Gel Cream').fill('9');
    await quantity(page, 'Aloe Gel Cream').press('Enter');
    await becomes(() => quantity(page, 'Aloe Gel Cream').inputValue(), '3');
    await page.getByRole('button', { name: 'Remove Matte Shield' }).tap();
    await page.getByRole('button', { name: 'Remove Turmeric Mask' }).tap();
    await page.getByRole('link', { name: 'Proceed to Checkout' }).tap();
    await page.waitForURL('/place-order');
    await see(page.getByRole('heading', { name: 'Complete Your Order' }));
  });
});

describe('signed in', () => {
  test('two tabs show the same badge, cart and session', async () => {
    const { person, page, newTab } = await visitAsShopper({ cart: { [toner]: 1 }, width: 1280 });
    await page.goto('/cart');
    await becomes(() => quantity(page, 'Rose Toner').inputValue(), '1');
    const other = await newTab();
    await other.goto('/product/vitamin-c-glow-serum');
    await other.getByRole('button', { name: 'Add to Cart', exact: true }).click();
    await becomes(() => quantity(page, 'Glow Serum').inputValue(), '1');
    await becomes(() => badge(page), '2');
    await row(page, 'Glow Serum').getByRole('button', { name: 'One more' }).click();
    await becomes(() => badge(other), '3');
    await becomes(() => cartOf(person), { [toner]: 1, [serum]: 2 });

    // The message covers the menu.
    await other.keyboard.press('Escape');
    await signOut(other);
    await other.waitForURL('/login');
    await see(page.getByRole('link', { name: 'Sign in', exact: true }));
    await see(page.getByRole('heading', { name: 'Oops! Your cart is empty' }));
    await becomes(() => badge(page), '');
  });

  test('a change while the one before is on its way is sent after it', async () => {
    const { person, page } = await visitAsShopper({ path: '/cart', cart: { [toner]: 1 } });
    await becomes(() => badge(page), '1');
    const more = row(page, 'Rose Toner').getByRole('button', { name: 'One more' });
    const sending = await hold(page, '**/api/cart/add');
    await more.tap();
    await sending.came;
    await more.tap();
    await becomes(() => badge(page), '3');
    sending.release();
    await becomes(() => cartOf(person), { [toner]: 3 });
    await nothingUnsent(page);
    expect(await badge(page)).toBe('3');
  });

  test('a change while the session ends is not sent, and this device keeps no cart of the account', async () => {
    const { page } = await visitAsShopper({ cart: { [toner]: 2 } });
    await fakeClock(page);
    await page.goto('/cart');
    await becomes(() => badge(page), '2');
    const logout = await hold(page, '**/api/user/logout');
    await signOut(page);
    await logout.came;
    const synced = asked(page, '/api/cart/get');
    await row(page, 'Rose Toner').getByRole('button', { name: 'One more' }).tap();
    await becomes(() => badge(page), '3');
    await page.clock.runFor(1_000);
    logout.release();
    await page.waitForURL('/login');
    expect(synced).toEqual([]);
    expect(await storedCarts(page)).toEqual({});
  });

  test("a guest's cart joins the account's once at login, the larger quantity of each line", async () => {
    const person = await verifiedUser(shop);
    await fillCart(person, { [toner]: 5, [cream]: 1 });
    const { page } = await visitAsGuest({ cart: { [toner]: 2, [cream]: 4, [serum]: 3 } });
    const signIn = async () => {
      await page.goto('/login?next=/cart');
      await logIn(page, person);
      await page.waitForURL('/cart');
    };
    await signIn();
    const joined = { [toner]: 5, [cream]: 4, [serum]: 3 };
    await becomes(() => badge(page), '12');
    expect(await cartOf(person)).toEqual(joined);
    const carts = await storedCarts(page);
    expect(carts.guest).toBeUndefined();
    expect(Object.values(carts)).toEqual([joined]);

    // The guest's lines do not return, neither on the next page nor after the next login.
    await page.getByRole('button', { name: 'Remove Glow Serum' }).tap();
    await becomes(() => cartOf(person), { [toner]: 5, [cream]: 4 });
    await signOut(page);
    await page.waitForURL('/login');
    expect(await storedCarts(page)).toEqual({});
    await signIn();
    await becomes(() => badge(page), '9');
    expect(await cartOf(person)).toEqual({ [toner]: 5, [cream]: 4 });
  });

  test('what could not be sent is kept, and sent from the next page; after a rejected token the cart becomes the guest’s', async () => {
    const { person, page, expectFailure } = await visitAsShopper({ cart: { [cream]: 1 } });
    // Without the sync script.
    const script = /\/_astro\/cart\.api\./;
    await page.route(script, (route) => route.abort());
    expectFailure(script, 0);
    const lost = page.waitForEvent('requestfailed');
    await page.goto('/product/rose-balance-toner');
    await lost;
    await page.getByRole('button', { name: 'Add to Cart', exact: true }).tap();
    await see(toast(page, 'Added to cart!'));
    expect(await cartOf(person)).toEqual({ [cream]: 1 });
    await page.unroute(script);
    await page.goto('/cart');
    await becomes(() => cartOf(person), { [cream]: 1, [toner]: 1 });
    await becomes(() => badge(page), '2');

    // "cart call failures: toast with the error message; the local change is kept"
    expectFailure('/api/cart/add', 500);
    await page.route('**/api/cart/add', (route) =>
      route.fulfill({
        status: 500,
        json: { success: false, code: 'internal', message: 'Something went wrong on our side.' },
      }),
    );
    await row(page, 'Rose Toner').getByRole('button', { name: 'One more' }).tap();
    await see(toast(page, 'Something went wrong on our side.'));
    expect(await quantity(page, 'Rose Toner').inputValue()).toBe('2');
    await page.reload();
    await becomes(() => quantity(page, 'Rose Toner').inputValue(), '2');
    expect(await cartOf(person)).toEqual({ [cream]: 1, [toner]: 1 });
    await page.unroute('**/api/cart/add');
    await page.reload();
    await becomes(() => cartOf(person), { [cream]: 1, [toner]: 2 });
    expect(await quantity(page, 'Rose Toner').inputValue()).toBe('2');

    await nothingUnsent(page);
    await shop.db.write.delete(sessions).where(eq(sessions.tokenHash, hashOf(person.token)));
    expectFailure('/api/cart/get', 401);
    await page.reload();
    await see(toast(page, 'Please sign in again to go on.'));
    await see(page.getByRole('link', { name: 'Sign in', exact: true }));
    await becomes(() => quantity(page, 'Rose Toner').inputValue(), '2');
    expect(await badge(page)).toBe('3');
    expect(await storedCarts(page)).toEqual({ guest: { [cream]: 1, [toner]: 2 } });
    expect(await stored(page, 'token')).toBeNull();
  });
});
