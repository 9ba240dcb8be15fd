/** The link to an order of somebody without an account, and following an order (docs/behaviour.md, "Order links"). */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { users } from '#db/schema/index.ts';
import { login, password, verifiedUser } from '../support/accounts.ts';
import { ship } from '../support/desk.ts';
import { guestOrder, linkTo, newGuest } from '../support/guests.ts';
import { address, serum } from '../support/orders.ts';
import { passwordPanel } from './account-steps.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { isFocused, logIn, stored, toast } from './steps.ts';
import { gone, placeOf, see } from './visitor.ts';

const { shop, operator, visitAsGuest, test } = browserTest({
  simulators: true,
  vars: { TRACK_TRIES_PER_HOUR: '3' },
});

/** Asks for the code on the page of the order, and types it. */
async function proveByCode(page: Page, email: string): Promise<void> {
  const earlier = new Set(shop.simulators.mailbox.messages);
  await page.getByRole('button', { name: 'Email me a code' }).tap();
  const { subject } = await shop.simulators.mailbox.waitFor(
    (mail) => !earlier.has(mail) && mail.to.includes(email) && mail.subject.includes('is your code'),
  );
  await looksRight(page, 'the code', { within: 'main' });
  await page.getByLabel('Code', { exact: true }).fill(subject.slice(0, 6));
  await page.getByRole('button', { name: 'Use the code' }).tap();
}

describe('the link of an order', () => {
  test('opens it on another device, where it can be forgotten, and where a password makes the account', async () => {
    const guest = await newGuest(shop);
    const { orderId, reference } = await guestOrder(guest);
    const { page } = await visitAsGuest({ path: `/order#${linkTo(orderId)}` });
    await see(page.getByRole('heading', { name: `Order ${reference}` }));
    expect(placeOf(page) + new URL(page.url()).hash).toBe('/order');
    await see(page.getByText('1 MG Road'));
    await looksRight(page, 'opened', { within: 'main' });
    // It is only read: nobody orders as this guest before the code was typed.
    expect(await stored(page, 'guestToken')).toBeNull();
    expect(await page.getByRole('button', { name: 'Cancel Order' }).count()).toBe(0);
    expect(await passwordPanel(page).count()).toBe(0);
    await proveByCode(page, guest.email);
    await see(page.getByRole('button', { name: 'Cancel Order' }));
    // The next person on a shared phone goes back.
    await page.getByRole('main').getByRole('link', { name: 'My Orders' }).tap();
    await page.getByRole('button', { name: 'Remove my details from this device' }).tap();
    await see(page.getByRole('heading', { name: 'Sign in to view orders' }));
    await page.goBack();
    await see(page.getByRole('heading', { name: 'This link is not complete' }));
    // A page that the browser has kept loads again.
    await page.goto(`/order#${linkTo(orderId)}`);
    await see(page.getByText('1 MG Road'));
    await page.evaluate(() => {
      dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
      localStorage.removeItem('guestToken');
      sessionStorage.setItem('linksForgottenAt', String(Date.now()));
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    await see(page.getByRole('heading', { name: 'This link is not complete' }));

    await page.goto(`/order#${linkTo(orderId)}`);
    await see(page.getByText('1 MG Road'));
    // The link survives a reload.
    await page.reload();
    await see(page.getByText('1 MG Road'));
    await proveByCode(page, guest.email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Create Account' }).tap();
    await page.waitForURL('/orders');
    await see(toast(page, 'Account created successfully!'));
    expect((await login(shop, guest.email)).status).toBe(200);
    // A second visit finds it in the account.
    await page.goto(`/order#${linkTo(orderId)}`);
    await see(page.getByText('This order is in your account.'));
  });

  test('of an address with an account: signing in leads back, and the order joins it; one of another address does not', async () => {
    const person = await verifiedUser(shop);
    const { orderId } = await guestOrder(await newGuest(shop, { email: person.email }));
    const { page } = await visitAsGuest({ path: `/order#${linkTo(orderId)}` });
    await see(page.getByText('There is an account with the email of this order.'));
    await looksRight(page, 'of an address with an account', { within: 'main' });
    expect(await passwordPanel(page).count()).toBe(0);
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).tap();
    await page.waitForURL('/login?next=%2Forder');
    await logIn(page, person);
    await page.waitForURL('/order');
    // The guest's session, with which it is read, ends when the order moves.
    await see(page.locator('.order-timeline'));
    await page.getByRole('button', { name: 'Add this order to your account' }).tap();
    await page.waitForURL('/orders');
    await see(toast(page, 'The order is in your account.'));
    await see(page.locator('.order-card'));
    const people = await shop.db.read.select().from(users).where(eq(users.email, person.email));
    expect(people.map(({ guest }) => guest)).toEqual([false]);

    // An order of another address can be read, and the session stays.
    const other = await guestOrder(await newGuest(shop));
    const tokens = async () => [await stored(page, 'token'), await stored(page, 'guestToken')];
    const before = await tokens();
    await page.goto(`/order#${linkTo(other.orderId)}`);
    await see(page.getByRole('heading', { name: `Order ${other.reference}` }));
    await see(page.getByText('You are signed in to another account'));
    await see(page.locator('.order-timeline'));
    expect(await page.getByRole('button', { name: 'Cancel Order' }).count()).toBe(0);
    expect(await tokens()).toEqual(before);
  });

  test('of a stranger: the guest of this device and the checkout stay as they are, and the order can be closed', async () => {
    const stranger = await newGuest(shop, { name: 'Mallory Sen' });
    await stranger.post('/api/user/addresses', { ...address, firstName: 'Mallory', address: '66 Trap Lane' });
    const link = linkTo((await guestOrder(stranger)).orderId);
    const own = await newGuest(shop);
    const { orderId, reference } = await guestOrder(own);
    const { page } = await visitAsGuest({ path: `/order#${link}`, token: own.token });
    await see(page.getByRole('button', { name: 'Email me a code' }));
    expect(await stored(page, 'guestToken')).toBe(own.token);
    await page.goto('/orders');
    await see(page.getByRole('heading', { name: `Order ${reference}` }));
    await page.goBack();
    await page.getByRole('button', { name: 'Remove this order from this device' }).tap();
    await page.waitForURL('/track');
    await page.goBack();
    expect(await page.getByText('66 Trap Lane').count()).toBe(0);
    // The link of the device's own guest changes nothing and asks nothing.
    await page.goto(`/order#${linkTo(orderId)}`);
    await see(page.getByRole('button', { name: 'Cancel Order' }));
    expect(await page.getByRole('button', { name: 'Email me a code' }).count()).toBe(0);
    // Nor does a stranger's link make a guest of a device that has none.
    const fresh = (await visitAsGuest({ cart: { [serum]: 1 } })).page;
    await fresh.goto(`/order#${link}`);
    await see(fresh.getByText('66 Trap Lane').or(fresh.getByText('1 MG Road')));
    await fresh.goto('/checkout');
    const email = fresh.getByLabel('Email');
    await see(email);
    expect(await email.inputValue()).toBe('');
  });

  test('that is dead or incomplete: the ways that are left', async () => {
    const { page, expectFailure } = await visitAsGuest();
    expectFailure('/api/order/open', 404);
    await page.goto('/order');
    await see(page.getByRole('heading', { name: 'This link is not complete' }));
    // Another link in the same tab changes only the fragment.
    await page.evaluate(
      (hash) => {
        location.hash = hash;
      },
      `${crypto.randomUUID()}.${'a'.repeat(43)}`,
    );
    await see(page.getByRole('heading', { name: 'This link no longer works' }));
    await looksRight(page, 'dead', { within: 'main' });
    expect(placeOf(page)).toBe('/order');
    await see(page.getByRole('main').getByRole('link', { name: 'Contact us' }));
    await page.getByRole('main').getByRole('link', { name: 'Track your order' }).tap();
    await page.waitForURL('/track');
  });
});

test('the tracking box of the contact page: /track shows the order at once', async () => {
  const guest = await newGuest(shop);
  const { reference } = await guestOrder(guest);
  const { page } = await visitAsGuest({ path: '/contact#track' });
  const box = page.locator('#track');
  await box.getByLabel('Order number').fill(reference);
  await box.getByLabel('Mobile number or email').fill(guest.phone);
  await looksRight(page, 'tracking box', { within: '#track' });
  await box.getByRole('button', { name: 'Track Order' }).tap();
  await see(page.getByRole('heading', { name: `Order ${reference}` }));
  expect(page.url()).not.toContain(guest.phone);
  await page.reload();
  await see(page.getByLabel('Mobile number or email'));
  expect(await page.getByRole('heading', { name: `Order ${reference}` }).count()).toBe(0);
});

test('/track: a wrong contact, too many, and the order with its steps, from its number in the address', async () => {
  const guest = await newGuest(shop);
  const { orderId, reference } = await guestOrder(guest);
  await ship(operator, orderId, { trackingId: 'DL123456789', courierPartner: 'Delhivery' });
  const { page, expectFailure } = await visitAsGuest({ path: `/track?ref=${reference.toLowerCase()}` });
  const contact = page.getByLabel('Mobile number or email');
  const send = async (typed: string) => {
    await contact.fill(typed);
    await page.getByRole('button', { name: 'Track Order' }).tap();
  };
  expectFailure('/api/order/track', 422, 404);
  await send('12');
  await see(page.getByText('Please enter the mobile number or the email address of the order'));
  expect(await isFocused(contact)).toBe(true);
  await send('nobody@example.in');
  const refusal = page.locator('.track-answer .notice');
  await see(refusal.getByText('was not found'));
  await looksRight(page, 'not found', { within: 'main' });
  await send(`+91 ${guest.phone}`);
  await see(page.getByRole('heading', { name: `Order ${reference}` }));
  await see(page.locator('.order-progress [aria-current]', { hasText: 'Shipped' }));
  const link = page.getByRole('link', { name: /^Track Package/ });
  expect(await link.getAttribute('href')).toContain('delhivery.com/track-v2/package/DL123456789');
  expect(await page.getByRole('main').textContent()).not.toContain('MG Road');
  await looksRight(page, 'found', { within: 'main' });
  expectFailure('/api/order/track', 429);
  for (const typed of ['a@example.in', 'b@example.in', 'c@example.in']) {
    await send(typed);
    await see(refusal);
  }
  await see(refusal.getByText(/Too many tries/));
  await gone(link);
});
