/** Checkout (docs/behaviour.md 5). */
import { eq, sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { orderLines, orders, products } from '#db/schema/index.ts';
import { verifiedUser } from '../support/accounts.ts';
import { address, cream, serum, toner } from '../support/orders.ts';
import { countRows, setStock } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';
import {
  addButton,
  asGuest,
  asked,
  asPerson,
  asSignedIn,
  badge,
  cartOf,
  errorOf,
  fillAddress,
  fillCart,
  focusedName,
  hold,
  logIn,
  nothingUnsent,
  placeButton,
  placed,
  shownTotal,
  storedCarts,
  toast,
} from './steps.ts';
import { becomes, placeOf, see, useBrowser } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);

const heading = (page: Page) => page.getByRole('heading', { name: 'Complete Your Order' });
const ordersOf = ({ id }: Person) => countRows(shop.db, 'orders', sql`user_id = ${id}`);
const placing = '/api/order/place';

/** The checkout of a signed-in shopper with a cart, after its total has loaded. */
async function open(width: number, cart: Record<string, number>) {
  const person = await shop.person();
  const visitor = await visit(width, await asPerson(shop, person, cart));
  await visitor.page.goto('/checkout');
  await see(visitor.page.locator('.checkout-summary .sums'));
  return { person, ...visitor };
}

describe('before the form', () => {
  test('signing in is offered, and keeps what was typed; /place-order is the same screen', async () => {
    const person = await verifiedUser(shop);
    await person.post('/api/user/addresses', { ...address, address: '2 Church Street' });
    const { page } = await visit(390, asGuest(shop, { [toner]: 1 }));
    await page.goto('/place-order');
    await see(heading(page));
    await fillAddress(page);
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).tap();
    await page.waitForURL('/login?next=%2Fcheckout');
    await logIn(page, person);
    await page.waitForURL('/checkout');
    await see(page.getByRole('radio', { name: /2 Church Street/ }));
    expect(await page.getByRole('radio', { name: 'A new address' }).isChecked()).toBe(true);
    expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe(address.address);
    expect(await page.getByLabel('Email').inputValue()).toBe(person.email);
    expect(await page.getByText('Have an account?').count()).toBe(0);
  });

  test('an empty cart links to the collection', async () => {
    const { page } = await visit(1280, await asPerson(shop, await shop.person()));
    await page.goto('/checkout');
    await see(heading(page));
    await see(page.getByText('Your cart is empty'));
    await page.getByRole('main').getByRole('link', { name: 'Browse Products' }).click();
    await page.waitForURL('/collection');
  });
});

describe('the form', () => {
  test('each wrong field shows its error, the first gets the focus; a draft survives a reload', async () => {
    const { page } = await visit(390, await asPerson(shop, await shop.person(), { [toner]: 1 }));
    await page.goto('/checkout');
    const arrives = page.locator('.checkout-arrives');
    await see(arrives.getByText('Your pincode decides when it arrives.'));
    expect(await page.getByRole('radio', { name: /Cash on Delivery/ }).isChecked()).toBe(true);
    for (const method of ['stripe', 'razorpay']) {
      await see(page.locator(`#method-${method}`, { hasText: /not available/i }));
      expect(await page.locator(`input[value="${method}"]`).isDisabled()).toBe(true);
    }
    for (const promise of ['Safe and secure payments', 'Easy returns', '100% authentic', /above 18/])
      await see(page.getByRole('main').getByText(promise));
    expect(await page.getByLabel('First name').inputValue()).toBe('Asha');
    await page.getByLabel('Pincode').fill('012345');
    await page.getByLabel('Mobile number').fill('12345');
    await placeButton(page).tap();
    await becomes(() => focusedName(page), 'zipcode');
    expect(await errorOf(page, 'address')).toBe('Please enter your address');
    expect(await errorOf(page, 'city')).toBe('Please enter your city');
    expect(await errorOf(page, 'state')).toBe('Please choose your state');
    expect(await errorOf(page, 'zipcode')).toBe('Please enter a 6-digit pincode');
    expect(await errorOf(page, 'phone')).toBe('Please enter a 10-digit mobile number');
    expect(await page.locator('.field .error').count()).toBe(5);

    await fillAddress(page);
    expect(await page.locator('.field .error').count()).toBe(0);
    // The server's clock counts.
    await see(arrives.getByText(/^Arrives \w{3}, /));
    await page.getByLabel('Last name').fill('');
    await page.getByLabel('Save this information').check();
    await placeButton(page).tap();
    await becomes(() => focusedName(page), 'lastName');
    await page.reload();
    await see(page.locator('.checkout-summary .sums'));
    expect(await page.getByLabel('Last name').inputValue()).toBe('');
    expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe(address.address);
    expect(await page.getByLabel('State').inputValue()).toBe('Karnataka');
    expect(await page.getByLabel('Save this information').isChecked()).toBe(true);
  });

  test('cash on delivery is limited to ₹20,000 and to three unshipped orders', async () => {
    await setStock(shop.db, 'morning-ritual-kit', 100);
    const { page } = await open(390, { 'morning-ritual-kit': 16 });
    await becomes(() => page.getByRole('radio', { name: /Cash on Delivery/ }).isDisabled(), true);
    await see(page.getByText('Available for orders up to ₹20,000.00'));
    expect(await placeButton(page).getAttribute('aria-disabled')).toBe('true');

    const { page: other, person, expectFailure } = await open(1280, { [toner]: 1 });
    for (let n = 0; n < 3; n++) await placed(person, { [cream]: 1 });
    expectFailure({ path: placing, status: 409 });
    await fillAddress(other);
    await placeButton(other).click();
    await see(other.locator('.place-order').getByText(/You have 3 cash on delivery orders/));
    expect(await ordersOf(person)).toBe(3);
  });
});

describe('when the shop has changed', () => {
  test('another price: old and new total are shown, and only the second try orders', async () => {
    const { page, person, expectFailure } = await open(390, { 'soft-milk-cleanser': 2 });
    await becomes(() => shownTotal(page), '₹858.00');
    await fillAddress(page);
    await shop.db.write.update(products).set({ price: 49_900 }).where(eq(products.id, 'soft-milk-cleanser'));
    expectFailure({ path: placing, status: 409 });
    await placeButton(page).tap();
    const notice = page.locator('.place-order .notice');
    await see(notice);
    expect(await notice.textContent()).toContain('from ₹858.00 to ₹998.00');
    await becomes(() => shownTotal(page), '₹998.00');
    expect(await ordersOf(person)).toBe(0);
    await placeButton(page).tap();
    await page.waitForURL(/\/orders\?placed=/);
    expect(await ordersOf(person)).toBe(1);
  });

  test("too little stock: it names the line, offers 'Take what is left', then orders that", async () => {
    const cleanser = 'purifying-cleanser';
    const { page, person, expectFailure } = await open(1280, { [cleanser]: 3, [toner]: 1 });
    await fillAddress(page);
    // The quote for the pincode would find it already.
    await see(page.locator('.checkout-arrives').getByText(/^Arrives/));
    await setStock(shop.db, cleanser, 1);
    expectFailure({ path: placing, status: 409 });
    await placeButton(page).click();
    await see(page.getByText('Purifying Cleanser: only 1 left'));
    await page.getByRole('button', { name: 'Take what is left' }).click();
    await becomes(() => shownTotal(page), '₹748.00');
    await setStock(shop.db, cleanser, 0);
    await placeButton(page).click();
    await see(page.getByText('Purifying Cleanser: not available'));
    await page.getByRole('button', { name: 'Remove and go on' }).click();
    await becomes(() => shownTotal(page), '₹349.00');
    await placeButton(page).click();
    await page.waitForURL(/\/orders\?placed=/);
    const rows = await shop.db.read
      .select({ id: orderLines.productId, quantity: orderLines.quantity })
      .from(orderLines)
      .innerJoin(orders, eq(orders.id, orderLines.orderId))
      .where(eq(orders.userId, person.id));
    expect(rows).toEqual([{ id: toner, quantity: 1 }]);
  });
});

describe('placing an order', () => {
  test("a lost response: 'Try again' sends the same key, and there is one order", async () => {
    const { page, person, expectFailure } = await open(390, { [toner]: 2 });
    await fillAddress(page);
    const keys: (string | undefined)[] = [];
    page.on(
      'request',
      (request) => request.url().endsWith(placing) && keys.push(request.headers()['idempotency-key']),
    );
    await page.route(
      `**${placing}`,
      async (route) => {
        await route.fetch();
        await route.abort('connectionreset');
      },
      { times: 1 },
    );
    expectFailure({ path: placing, status: 0 });
    await placeButton(page).tap();
    await see(
      page.locator('.place-order').getByText("We can't reach the shop. Check your connection and try again."),
    );
    expect(await ordersOf(person)).toBe(1);
    expect(await badge(page)).toBe('2');
    await page.getByRole('button', { name: /^Try again/ }).tap();
    await page.waitForURL(/\/orders\?placed=/);
    await see(page.getByText('Order Placed Successfully!'));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(/^\S{8,}$/);
    expect(keys[1]).toBe(keys[0]);
    expect(await ordersOf(person)).toBe(1);
  });

  test('a double click orders once, and removes only the ordered pieces from the cart', async () => {
    const { page, person, newTab } = await open(1280, { [toner]: 1 });
    await fillAddress(page);
    const sent = asked(page, placing);
    const held = await hold(page, `**${placing}`);
    await placeButton(page).dblclick();
    await held.came;
    await becomes(() => placeButton(page).getAttribute('aria-busy'), 'true');
    await page.keyboard.press('Enter');
    await page.getByLabel('City').press('Enter');
    // Meanwhile, another tab adds to the same cart.
    const other = await newTab();
    await other.goto('/collection');
    for (const name of ['Rose Toner', 'Rose Toner', 'Glow Serum']) await addButton(other, name).click();
    await becomes(() => cartOf(person), { [toner]: 3, [serum]: 1 });
    await nothingUnsent(other);
    // Checks what this device does before the server's copy arrives.
    const synced = await hold(page, '**/api/cart/get');
    held.release();
    await page.waitForURL(/\/orders\?placed=/);
    await synced.came;
    const left = { [toner]: 2, [serum]: 1 };
    expect(await storedCarts(page)).toEqual({ [person.token]: left });
    synced.release();
    await becomes(() => cartOf(person), left);
    await becomes(() => badge(page), '3');
    await becomes(() => badge(other), '3');
    expect(sent).toHaveLength(1);
    expect(await ordersOf(person)).toBe(1);
  });

  test('"Buy Now adds the item and navigates to /checkout" with its name, busy meanwhile', async () => {
    const person = await shop.person();
    const { page } = await visit(1280, await asPerson(shop, person, { [toner]: 1 }));
    await page.goto('/product/vitamin-c-glow-serum');
    await page.getByRole('button', { name: 'One more' }).click();
    const buy = page.getByRole('button', { name: 'Buy Now' });
    await buy.evaluate((button) =>
      new MutationObserver(() => sessionStorage.setItem('busy', `${button.ariaBusy}`)).observe(button, {
        attributes: true,
      }),
    );
    await buy.click();
    await page.waitForURL('/checkout');
    expect(await page.evaluate(() => sessionStorage.getItem('busy'))).toBe('true');
    await see(page.getByText('You are buying Glow Serum, together with everything else in your cart.'));
    await becomes(() => shownTotal(page), '₹1,547.00');
    await becomes(() => cartOf(person), { [toner]: 1, [serum]: 2 });
    // The message is shown only once.
    await page.reload();
    await becomes(() => shownTotal(page), '₹1,547.00');
    expect(await page.getByText('You are buying').count()).toBe(0);
  });

  test('a rejected session: the cart stays, and the form after signing in again', async () => {
    const person = await verifiedUser(shop);
    await fillCart(person, { [toner]: 1 });
    const { page, expectFailure } = await visit(390, asSignedIn(shop, person));
    await page.goto('/checkout');
    await fillAddress(page);
    await person.post('/api/user/logout');
    expectFailure({ path: placing, status: 401 });
    await placeButton(page).tap();
    await see(toast(page, 'Please sign in again to go on.'));
    expect(await badge(page)).toBe('1');
    expect(placeOf(page)).toBe('/checkout');
    // On a shared phone the next person sees nothing of it.
    const street = page.getByLabel('Address', { exact: true });
    await becomes(() => street.inputValue(), '');
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).tap();
    await logIn(page, person);
    await page.waitForURL('/checkout');
    await becomes(() => street.inputValue(), address.address);
  });
});
