/** Checkout (docs/behaviour.md, "Checkout"). */
import { eq, sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { orderLines, orders, products } from '#db/schema/index.ts';
import { verifiedUser } from '../support/accounts.ts';
import { address, serum, toner } from '../support/orders.ts';
import { countRows, setStock } from '../support/rows.ts';
import type { Person } from '../support/shop.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import {
  addButton,
  asked,
  badge,
  cartOf,
  errorOf,
  fillAddress,
  fillCart,
  focusedName,
  hold,
  logIn,
  openCheckout,
  placeButton,
  shownTotal,
  storedCarts,
  submitOrder,
  toast,
} from './steps.ts';
import { becomes, placeOf, see } from './visitor.ts';

const { shop, visitAsGuest, visitAsShopper, test } = browserTest();

const ordersOf = ({ id }: Person) => countRows(shop.db, 'orders', sql`user_id = ${id}`);
const placing = '/api/order/place';

/** The checkout of a signed-in shopper with a cart. */
async function open(cart: Record<string, number>) {
  const visitor = await visitAsShopper({ cart, width: 1280 });
  await openCheckout(visitor.page);
  return visitor;
}

test('signing in is offered, and keeps what was typed, also when the session has ended; /place-order is the same screen', async () => {
  const person = await verifiedUser(shop);
  await person.post('/api/user/addresses', { ...address, address: '2 Church Street' });
  const { page, expectFailure, allowFailure } = await visitAsGuest({ cart: { [toner]: 1 } });
  const street = page.getByLabel('Address', { exact: true });
  await page.goto('/place-order');
  await see(page.getByRole('heading', { name: 'Complete Your Order' }));
  await fillAddress(page);
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).tap();
  await page.waitForURL('/login?next=%2Fcheckout');
  await logIn(page, person);
  await page.waitForURL('/checkout');
  await see(page.getByRole('radio', { name: /2 Church Street/ }));
  expect(await page.getByRole('radio', { name: 'A new address' }).isChecked()).toBe(true);
  expect(await street.inputValue()).toBe(address.address);
  expect(await page.getByLabel('Email').inputValue()).toBe(person.email);
  expect(await page.getByText('Have an account?').count()).toBe(0);

  await street.fill('3 Brigade Road');
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
  await shop.client(token).post('/api/user/logout');
  expectFailure(placing, 401);
  // A page that is hidden and shown again asks for the cart.
  allowFailure('/api/cart/get', 401);
  await placeButton(page).tap();
  await see(toast(page, 'Please sign in again to go on.'));
  expect(await badge(page)).toBe('1');
  expect(placeOf(page)).toBe('/checkout');
  // On a shared phone the next person sees nothing of it.
  await becomes(() => street.inputValue(), '');
  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).tap();
  await logIn(page, person);
  await page.waitForURL('/checkout');
  await becomes(() => street.inputValue(), '3 Brigade Road');
});

test('each wrong field shows its error, the first gets the focus; a draft survives a reload', async () => {
  const { page } = await visitAsShopper({ path: '/checkout', cart: { [toner]: 1 } });
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

test('two tabs press at the same moment: one order; the same cart again is asked about, and ordered with its button', async () => {
  const { page, person, newTab, allowFailure } = await open({ [toner]: 1 });
  await fillAddress(page);
  const other = await newTab();
  await openCheckout(other);
  await fillAddress(other);
  const requests = [await hold(page, `**${placing}`), await hold(other, `**${placing}`)];
  // The tab that is too late: it is asked, unless it has seen that the cart is empty by now.
  allowFailure(placing, 409);
  for (const tab of [page, other]) await placeButton(tab).click();
  for (const { came } of requests) await came;
  for (const { release } of requests) release();
  await Promise.race([page, other].map((tab) => tab.waitForURL(/\/orders\?placed=/)));
  expect(await ordersOf(person)).toBe(1);
  await other.close();

  await page.unroute(`**${placing}`);
  await fillCart(person, { [toner]: 1 });
  await openCheckout(page);
  await fillAddress(page);
  await placeButton(page).click();
  await see(page.locator('.place-order .notice').getByText('You have just ordered this. Order it again?'));
  expect(await placeButton(page).textContent()).toContain('Order it again');
  await looksRight(page, 'the same order again', { within: '.checkout' });
  expect(await ordersOf(person)).toBe(1);
  await submitOrder(page);
  expect(await ordersOf(person)).toBe(2);
});

test('the shop has changed: another price is agreed to first, then too little stock is named, and what is left is ordered', async () => {
  const [milk, cleanser] = ['soft-milk-cleanser', 'purifying-cleanser'];
  const { page, person, expectFailure } = await open({ [milk]: 2, [cleanser]: 3, [toner]: 1 });
  await becomes(() => shownTotal(page), '₹2,404.00');
  await fillAddress(page);
  // The quote for the pincode would find the changes already.
  await see(page.locator('.checkout-arrives').getByText(/^Arrives/));
  await shop.db.write.update(products).set({ price: 49_900 }).where(eq(products.id, milk));
  expectFailure(placing, 409);
  await placeButton(page).click();
  const notice = page.locator('.place-order .notice');
  await see(notice);
  expect(await notice.textContent()).toContain('from ₹2,404.00 to ₹2,544.00');
  await becomes(() => shownTotal(page), '₹2,544.00');

  await setStock(shop.db, cleanser, 1);
  await placeButton(page).click();
  await see(page.getByText('Purifying Cleanser: only 1 left'));
  await page.getByRole('button', { name: 'Order what is left' }).click();
  await becomes(() => shownTotal(page), '₹1,746.00');
  await setStock(shop.db, cleanser, 0);
  await placeButton(page).click();
  await see(page.getByText('Purifying Cleanser: not available'));
  await page.getByRole('button', { name: 'Remove and continue' }).click();
  await becomes(() => shownTotal(page), '₹1,347.00');
  expect(await ordersOf(person)).toBe(0);
  await submitOrder(page);
  const rows = await shop.db.read
    .select({ id: orderLines.productId, quantity: orderLines.quantity, total: orders.total })
    .from(orderLines)
    .innerJoin(orders, eq(orders.id, orderLines.orderId))
    .where(eq(orders.userId, person.id))
    .orderBy(orderLines.position);
  expect(rows).toEqual([
    { id: milk, quantity: 2, total: 134_700 },
    { id: toner, quantity: 1, total: 134_700 },
  ]);

  await page.goto('/checkout');
  await see(page.getByText('Your cart is empty'));
  const browse = page.getByRole('main').getByRole('link', { name: 'Browse Products' });
  expect(await browse.getAttribute('href')).toBe('/collection');
});

test('a double click orders once, and removes only the ordered pieces from the cart', async () => {
  const { page, person, newTab, allowFailure } = await open({ [toner]: 1 });
  await fillAddress(page);
  const sent = asked(page, placing);
  const held = await hold(page, `**${placing}`);
  await placeButton(page).dblclick();
  await held.came;
  await becomes(() => placeButton(page).getAttribute('aria-busy'), 'true');
  await page.keyboard.press('Enter');
  await page.getByLabel('City').press('Enter');
  // The server's copy of the cart does not reach this tab, so that the test sees what the device does by itself.
  const copy = '**/api/cart/get';
  allowFailure('/api/cart/get', 0);
  await page.route(copy, (route) => route.abort());
  // Meanwhile, another tab adds to the same cart.
  const other = await newTab();
  await other.goto('/collection');
  for (const name of ['Rose Toner', 'Rose Toner', 'Glow Serum']) await addButton(other, name).click();
  await becomes(() => cartOf(person), { [toner]: 3, [serum]: 1 });
  await other.close();
  held.release();
  await page.waitForURL(/\/orders\?placed=/);
  const left = { [toner]: 2, [serum]: 1 };
  expect(await storedCarts(page)).toEqual({ [person.token]: left });
  await becomes(() => badge(page), '3');
  await page.unroute(copy);
  await page.reload();
  await becomes(() => cartOf(person), left);
  await becomes(() => storedCarts(page), { [person.token]: left });
  expect(sent).toHaveLength(1);
  expect(await ordersOf(person)).toBe(1);
});

describe('saved addresses', () => {
  const choice = (page: Page, name: string | RegExp) => page.getByRole('radio', { name });
  const save = (person: Person, street: string) =>
    person.post('/api/user/addresses', { ...address, address: street });
  /** Opens the checkout with toners. */
  async function openWith(person: Person, page: Page, toners = 1): Promise<void> {
    await fillCart(person, { [toner]: toners });
    await openCheckout(page);
  }

  test('one that was saved with an order is selected for the next; a new one is saved only on request', async () => {
    const { person, page } = await visitAsShopper();
    await openWith(person, page);
    expect(await choice(page, 'A new address').count()).toBe(0);
    await fillAddress(page, '1 MG Road');
    await page.getByLabel('Save this information').check();
    await submitOrder(page);

    await openWith(person, page);
    expect(await choice(page, /1 MG Road/).isChecked()).toBe(true);
    expect(await page.getByLabel('City').count()).toBe(0);
    // The draft of a new one survives a reload.
    await choice(page, 'A new address').check();
    await fillAddress(page, '2 Church Street');
    await page.reload();
    await becomes(() => page.getByLabel('City').inputValue(), address.city);
    expect(await choice(page, 'A new address').isChecked()).toBe(true);
    await submitOrder(page);
    const { body } = await person.get('/api/user/addresses');
    expect(body.addresses.map((one) => one.address)).toEqual(['1 MG Road']);

    // The next order does not start with the typed address. Another one is selected by keyboard.
    await save(person, '3 Brigade Road');
    await openWith(person, page, 2);
    expect(await choice(page, /3 Brigade Road/).isChecked()).toBe(true);
    await choice(page, /3 Brigade Road/).focus();
    await page.keyboard.press('ArrowDown');
    expect(await choice(page, /1 MG Road/).isChecked()).toBe(true);
    await page.reload();
    await becomes(() => choice(page, /1 MG Road/).isChecked(), true);
    await submitOrder(page);
    const { orders: sent } = (await person.post('/api/order/userorders')).body;
    expect(sent.map(({ shippingAddress }) => shippingAddress.address).sort()).toEqual([
      '1 MG Road',
      '1 MG Road',
      '2 Church Street',
    ]);
  });

  test("the form is shown when they do not load, and with the server's errors in one of them", async () => {
    const { page, person, failOnce } = await visitAsShopper({ width: 1280 });
    await save(person, '1 MG Road');
    await failOnce('/api/user/addresses');
    await openWith(person, page);
    const street = page.getByLabel('Address', { exact: true });
    expect(await street.inputValue()).toBe('');
    expect(await choice(page, /1 MG Road/).count()).toBe(0);
    // An address that was saved under older rules.
    await page.route('**/api/user/addresses', async (route) => {
      const response = await route.fetch();
      const body = await response.json();
      body.addresses[0].phone = '12345';
      await route.fulfill({ response, json: body });
    });
    await openWith(person, page);
    await placeButton(page).click();
    await see(page.getByText('Please enter a 10-digit mobile number'));
    expect(await street.inputValue()).toBe('1 MG Road');
    await becomes(() => focusedName(page), 'phone');
    await page.getByLabel('Mobile number').fill(address.phone);
    await submitOrder(page);
  });
});
