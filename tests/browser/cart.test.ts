/** The cart: in the browser, in all its tabs, and on the server (docs/behaviour.md, "Cart"). */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { sessions } from '#db/schema/index.ts';
import { verifiedUser } from '../support/accounts.ts';
import { cream, serum, toner } from '../support/orders.ts';
import { hashOf, setRetired, setStock } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';
import {
  asGuest,
  asked,
  asPerson,
  badge,
  cartOf,
  fakeClock,
  fillCart,
  hold,
  logIn,
  nothingUnsent,
  cartRow as row,
  shownTotal,
  storedCarts,
  toast,
} from './steps.ts';
import { becomes, gone, placeOf, see, useBrowser } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);

const quantity = (page: Page, name: string) => row(page, name).getByLabel('Quantity', { exact: true });
const checkout = (page: Page) => page.getByText('Proceed to Checkout');

describe('the cart page', () => {
  test('a line has 1 to 100 pieces, is removed below, and comes back with Undo; an empty cart leads to the products', async () => {
    const { page } = await visit(390, asGuest(shop, { [toner]: 2, [serum]: 1 }));
    await page.goto('/cart');
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
    const { page } = await visit(390, asGuest(shop, { [few]: 5, [none]: 1, [old]: 2, [toner]: 2 }));
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
    const person = await shop.person();
    const { page, newTab } = await visit(1280, await asPerson(shop, person, { [toner]: 1 }));
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
    await other.getByRole('button', { name: 'Your account' }).hover();
    await other.getByRole('button', { name: 'Logout' }).click();
    await other.waitForURL('/login');
    await see(page.getByRole('link', { name: 'Sign in', exact: true }));
    await see(page.getByRole('heading', { name: 'Oops! Your cart is empty' }));
    await becomes(() => badge(page), '');
  });

  test('a change while the one before is on its way is sent after it', async () => {
    const person = await shop.person();
    const { page } = await visit(390, await asPerson(shop, person, { [toner]: 1 }));
    await page.goto('/cart');
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
    const person = await shop.person();
    const { page } = await visit(390, await asPerson(shop, person, { [toner]: 2 }));
    await fakeClock(page);
    await page.goto('/cart');
    await becomes(() => badge(page), '2');
    const logout = await hold(page, '**/api/user/logout');
    await page.getByRole('button', { name: 'Your account' }).tap();
    await page.getByRole('button', { name: 'Logout' }).tap();
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
    const { page } = await visit(390, asGuest(shop, { [toner]: 2, [cream]: 4, [serum]: 3 }));
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
    await page.getByRole('button', { name: 'Your account' }).tap();
    await page.getByRole('button', { name: 'Logout' }).tap();
    await page.waitForURL('/login');
    expect(await storedCarts(page)).toEqual({});
    await signIn();
    await becomes(() => badge(page), '9');
    expect(await cartOf(person)).toEqual({ [toner]: 5, [cream]: 4 });
  });

  test('what could not be sent is kept, and sent from the next page; after a rejected token the cart becomes the guest’s', async () => {
    const person = await shop.person();
    const { page, expectFailure } = await visit(390, await asPerson(shop, person, { [cream]: 1 }));
    // Without the sync script.
    const script = /\/_astro\/cart\.api\./;
    await page.route(script, (route) => route.abort());
    expectFailure({ path: script, status: 0 });
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
    expectFailure({ path: '/api/cart/add', status: 500 });
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
    expectFailure({ path: '/api/cart/get', status: 401 });
    await page.reload();
    await see(toast(page, 'Please sign in again to go on.'));
    await see(page.getByRole('link', { name: 'Sign in', exact: true }));
    await becomes(() => quantity(page, 'Rose Toner').inputValue(), '2');
    expect(await badge(page)).toBe('3');
    expect(await storedCarts(page)).toEqual({ guest: { [cream]: 1, [toner]: 2 } });
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
  });
});
