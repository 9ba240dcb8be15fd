/** Ordering without an account (docs/behaviour.md, "Checkout screen", "My Orders", "Guests"). */
import { eq, sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { orders, users } from '#db/schema/index.ts';
import { login, newEmail, password } from '../support/accounts.ts';
import { guestOrder, newGuest, newPhone } from '../support/guests.ts';
import { address, serum, toner } from '../support/orders.ts';
import { passwordPanel } from './account-steps.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { payByUpi, startPaying, unpaidNotice } from './payment-steps.ts';
import {
  asked,
  badge,
  errorOf,
  fillGuest,
  focusedName,
  hold,
  loseAnswer,
  mailedPath,
  openCheckout,
  placeButton,
  stored,
  storedCarts,
  submitOrder,
  toast,
} from './steps.ts';
import { becomes, see } from './visitor.ts';

const { shop, visitAsGuest, test } = browserTest({ simulators: true });

const creating = '/api/user/guest';
const placing = '/api/order/place';
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
/** Rows of `users` with an email, and their orders. */
const peopleOf = (email: string) =>
  shop.db.read
    .select({ guest: users.guest, status: orders.status })
    .from(users)
    .leftJoin(orders, eq(orders.userId, users.id))
    .where(eq(users.email, email))
    .orderBy(orders.createdAt);

/** The checkout of a visitor without an account, with its total. */
async function open(width = 390, cart: Record<string, number> = { [toner]: 2 }, guestToken?: string) {
  const visitor = await visitAsGuest({ cart, token: guestToken, width });
  await openCheckout(visitor.page);
  return { person: { email: newEmail(), phone: newPhone() }, ...visitor };
}

describe('an order on delivery', () => {
  test('is placed, mailed, and becomes an account by the password that was chosen here', async () => {
    const { page, person, expectFailure } = await open();
    const { email } = person;
    await fillGuest(page, person);
    await submitOrder(page);
    await see(page.getByText('Order Placed Successfully!'));
    await becomes(() => badge(page), '');
    expect(await peopleOf(email)).toEqual([{ guest: true, status: 'Order Placed' }]);
    await looksRight(page, 'placed, without an account', { within: 'main' });

    expectFailure('/api/user/claim', 422);
    await field(page, 'Password').fill('password1');
    await page.getByRole('button', { name: 'Create Account' }).tap();
    await see(passwordPanel(page).getByText(/^This password is easy to guess/));
    await field(page, 'Password').fill(password);
    await page.getByRole('button', { name: 'Create Account' }).tap();
    await see(page.getByText(`We have emailed a link to ${email}. Open it on this device to finish.`));

    await page.goto(await mailedPath(shop, email, '/order', 'Finish'));
    await page.waitForURL('/orders');
    await see(toast(page, 'Account created successfully!'));
    await see(page.locator('.order-card'));
    expect([await stored(page, 'guestToken'), (await login(shop, email)).status]).toEqual([null, 200]);
    expect(await peopleOf(email)).toEqual([{ guest: false, status: 'Order Placed' }]);
  });

  test('for a business has its GSTIN: folded away, checked, kept over a reload and shown on the order', async () => {
    const { page, person } = await open();
    expect(await field(page, 'GSTIN').isVisible()).toBe(false);
    const script = /\/_astro\/business\.[\w-]+\.js$/;
    const rules = await hold(page, script);
    const loaded = page.waitForResponse(script);
    await page.getByText('I need a GST invoice for my business').tap();
    // Corrected before its rules have come, it has no error.
    await field(page, 'GSTIN').fill('27aapfu0939f1zx');
    await field(page, 'Business name').focus();
    await field(page, 'GSTIN').fill('27aapfu0939f1zv');
    rules.release();
    const url = (await loaded).url();
    await page.evaluate(`import('${url}')`);
    await page.evaluate(() => new Promise(requestAnimationFrame));
    expect(await page.locator('.field:has([name="gstin"]) .error').count()).toBe(0);
    expect(await field(page, 'GSTIN').inputValue()).toBe('27aapfu0939f1zv');

    await fillGuest(page, person);
    await field(page, 'GSTIN').fill('27aapfu0939f1zx');
    await placeButton(page).tap();
    await becomes(() => focusedName(page), 'gstin');
    expect(await errorOf(page, 'gstin')).toMatch(/^The last character does not fit/);
    expect(await errorOf(page, 'businessName')).toBe('Please enter the name of the business');
    expect(await errorOf(page, 'registeredAddress')).toBe('Please enter the registered address');
    await looksRight(page, 'a wrong GSTIN', { within: 'main' });
    await field(page, 'GSTIN').fill('27 aapfu 0939f1zv');
    await field(page, 'Business name').fill('Sita Stores');
    await field(page, 'Principal place of business').fill('7 Hill Road');
    await field(page, 'Its PIN code').fill('560001');
    await field(page, 'Its town').fill('Mumbai');
    await becomes(() => field(page, 'GSTIN').inputValue(), '27AAPFU0939F1ZV');
    await page.reload();
    await page.getByText('I need a GST invoice for my business (27AAPFU0939F1ZV)').tap();
    expect(await field(page, 'Business name').inputValue()).toBe('Sita Stores');
    // The number is of Maharashtra, the delivery goes to Karnataka: neither pincode nor the delivery address fit.
    for (const press of [
      () => Promise.resolve(),
      () => page.getByLabel('The business is registered at the delivery address').check(),
    ]) {
      await press();
      await placeButton(page).tap();
      await becomes(() => focusedName(page), 'registeredZipcode');
      expect(await errorOf(page, 'registeredZipcode')).toMatch(
        /is in Karnataka, .* registered in Maharashtra/,
      );
    }
    await looksRight(page, 'a registered address in another state', { within: 'main' });
    await field(page, 'Its PIN code').fill('400050');
    await field(page, 'Its town').fill('Mumbai');
    await submitOrder(page);
    await page.getByRole('button', { name: 'View order' }).tap();
    await see(page.getByText(/GSTIN 27AAPFU0939F1ZV.*Mumbai 400050/));
  });

  test('a second one with the same email belongs to the same guest, its address one tap away', async () => {
    const guest = await newGuest(shop);
    await guest.post('/api/user/addresses', { ...address, email: guest.email });
    await guestOrder(guest);
    const { page, expectFailure } = await open(1280, { [serum]: 1 }, guest.token);
    const again = async (cart: Record<string, number>) => {
      await page.evaluate(
        (lines) => localStorage.setItem('userCarts', JSON.stringify({ guest: lines })),
        cart,
      );
      await openCheckout(page);
    };
    expect(await page.getByRole('radio', { name: /1 MG Road/ }).isChecked()).toBe(true);
    const created = asked(page, creating);
    await submitOrder(page);
    expect(created).toEqual([]);
    expect(await peopleOf(guest.email)).toHaveLength(2);

    // Another email is another guest, who does not see the first one's orders.
    const other = { email: newEmail(), phone: newPhone() };
    await again({ [toner]: 1 });
    await page.getByRole('radio', { name: 'A new address' }).check();
    await fillGuest(page, other);
    await submitOrder(page);
    await becomes(() => page.locator('.order-card').count(), 1);
    expect(created).toHaveLength(1);
    expect(await peopleOf(other.email)).toEqual([{ guest: true, status: 'Order Placed' }]);

    // A session that has ended is replaced without a question.
    await shop.client((await stored(page, 'guestToken')) ?? '').post('/api/user/logout');
    expectFailure('/api/user/me', 401);
    expectFailure('/api/user/addresses', 401);
    await again({ [serum]: 1 });
    expect(await field(page, 'Email').inputValue()).toBe('');
    await fillGuest(page, other);
    await submitOrder(page);
    await becomes(() => page.locator('.order-card').count(), 1);
  });

  test('lost answers: everything stays, and trying again with the same key places one order', async () => {
    const { page, person, expectFailure } = await open();
    await fillGuest(page, person);
    const keys: (string | undefined)[] = [];
    page.on(
      'request',
      (request) => request.url().endsWith(placing) && keys.push(request.headers()['idempotency-key']),
    );
    for (const path of [creating, placing]) {
      await loseAnswer(page, `**${path}`);
      expectFailure(path, 0);
      // The error of the first try is still there at the second.
      const lost = page.waitForEvent('requestfailed', (request) => request.url().endsWith(path));
      await placeButton(page).tap();
      await lost;
      await see(
        page
          .locator('.place-order')
          .getByText("We can't reach the shop. Check your connection and try again."),
      );
    }
    expect(await badge(page)).toBe('2');
    await see(page.getByRole('button', { name: /^Try again/ }));
    await page.reload();
    await see(page.locator('.checkout-summary .sums'));
    expect(await field(page, 'Address').inputValue()).toBe(address.address);
    await submitOrder(page);
    expect(keys).toEqual([expect.stringMatching(/^\S{8,}$/), keys[0]]);
    // The first answer that was lost had made a guest without an order.
    expect((await peopleOf(person.email)).map(({ status }) => status)).toEqual([null, 'Order Placed']);
  });
});

test('online: the page is reloaded while the window is open, then it is paid: nothing is typed again', async () => {
  const { page, person, expectFailure } = await open();
  expectFailure('/api/order/verifyStripe', 409);
  await fillGuest(page, person);
  await page.locator('input[value="razorpay"]').check();
  await startPaying(page, 'razorpay');
  await page.reload();
  await see(unpaidNotice(page).getByText('Nothing was charged.'));
  expect(await field(page, 'Email').inputValue()).toBe(person.email);
  await startPaying(page, 'razorpay');
  await payByUpi(page);
  await page.waitForURL(/\/orders\?placed=/);
  await becomes(() => storedCarts(page), { guest: {} });
  await see(page.getByText('Order Placed Successfully!'));
  expect(await peopleOf(person.email)).toEqual([{ guest: true, status: 'Order Placed' }]);
});

test('a shared phone: the details go with one tap, also from the other tabs', async () => {
  const guest = await newGuest(shop);
  await guestOrder(guest);
  const { page, newTab } = await open(390, { [toner]: 1 }, guest.token);
  expect(await field(page, 'Email').inputValue()).toBe(guest.email);
  await fillGuest(page, guest);
  const list = await newTab();
  await list.goto('/orders');
  await see(list.locator('.order-card'));
  await looksRight(list, 'My Orders of a guest', { within: 'main' });
  await list.getByRole('button', { name: 'Remove my details from this device' }).tap();
  await see(list.getByRole('heading', { name: 'Sign in to view orders' }));
  await see(list.getByRole('main').getByRole('link', { name: 'track your order' }));
  await becomes(() => field(page, 'Email').inputValue(), '');
  expect(await field(page, 'Address').inputValue()).toBe('');
  expect(await stored(page, 'guestToken')).toBe(null);
  await becomes(() => badge(page), '1');
  expect((await guest.get('/api/user/me')).status).toBe(401);
});

test('what is pasted and filled in is cleaned at its field, and one name is enough for an order', async () => {
  const { page } = await open(390, { [toner]: 1 });
  const paste = async (label: string, text: string) => {
    await field(page, label).tap();
    await page.keyboard.insertText(text);
  };
  const shown = (label: string) => field(page, label).inputValue();
  await paste('Pincode', '\u2068 ५६० ००१\u2069');
  await becomes(() => page.getByLabel('City').inputValue(), 'Bengaluru');
  await paste('Address', '12, MG Road,\nIndiranagar\nNear the lake');
  await becomes(() => shown('Pincode'), '560001');
  await paste('First name', '\u200bArunachalam\u00a0');
  await becomes(() => shown('Address'), '12, MG Road, Indiranagar, Near the lake');
  await paste('Mobile number', '\u202a+91 09811122244\u202c');
  await paste('Email', 'Arun <ARUN@gmial.com>,');
  await field(page, 'City').tap();
  await see(page.getByText('Did you mean arun@gmail.com?'));
  await looksRight(page, 'a mistyped email', { within: '.address-fields' });
  await page.getByRole('button', { name: 'arun@gmail.com' }).tap();
  expect([await focusedName(page), await page.getByText('Did you mean').count()]).toEqual(['email', 0]);
  await placeButton(page).tap();
  await becomes(() => errorOf(page, 'lastName'), 'Please enter your last name');
  expect([await shown('Mobile number'), await shown('Email')]).toEqual(['9811122244', 'arun@gmail.com']);
  await page.getByLabel('I have only one name').tap();
  expect(await page.getByLabel('Last name').isDisabled()).toBe(true);
  expect(await page.locator('.address-fields .error').count()).toBe(0);
  await looksRight(page, 'one name', { within: '.address-fields' });
  await page.reload();
  await becomes(() => page.getByLabel('I have only one name').isChecked(), true);
  await see(page.locator('.checkout-arrives', { hasText: /^Arrives/ }));
  await submitOrder(page);
  const [order] = await shop.db.read.select().from(orders).where(sql`address ->> 'email' = 'arun@gmail.com'`);
  expect(order?.address).toMatchObject({
    firstName: 'Arunachalam',
    lastName: '',
    address: '12, MG Road, Indiranagar, Near the lake',
    zipcode: '560001',
    phone: '9811122244',
  });
});
