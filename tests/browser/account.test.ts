/** Login, sign-up and the session (docs/behaviour.md, "Sessions", "Signing in and up"). */

import { sql } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { attempts } from '#db/schema/index.ts';
import { verifiedUser, weakPassword } from '../support/accounts.ts';
import { placed, toner } from '../support/orders.ts';
import { countRows } from '../support/rows.ts';
import { browserTest } from './browser-test.ts';
import {
  errorOf,
  focusedName,
  focusedText,
  hold,
  hydrated,
  isFocused,
  signOut,
  stored,
  toast,
} from './steps.ts';
import { becomes, gone, placeOf, see } from './visitor.ts';

const { shop, visit, visitAsShopper, test } = browserTest();

const main = (page: Page) => page.getByRole('main');
const email = (page: Page) => page.getByLabel('Email');
const password = (page: Page) => page.getByLabel('Password', { exact: true });
const tokenIn = (page: Page) => stored(page, 'token');
const account = (page: Page) => page.getByRole('button', { name: 'Your account' });
const menu = (page: Page) => page.locator('#account-menu');

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

describe('the form', () => {
  test('toggles between Sign In and Sign Up and keeps `next`; the first required field with an error gets the focus', async () => {
    const { page } = await visit(390);
    await open(page, '/login?next=%2Fcart');
    await see(page.getByRole('heading', { level: 1, name: 'Sign In' }));
    expect(await page.getByLabel('Name', { exact: true }).count()).toBe(0);
    await main(page).getByRole('link', { name: 'Sign Up' }).tap();
    await see(page.getByRole('heading', { level: 1, name: 'Sign Up' }));
    expect(placeOf(page)).toBe('/register?next=%2Fcart');
    await see(page.getByLabel('Name', { exact: true }));
    await page.getByRole('button', { name: 'Create Account' }).tap();
    await becomes(() => focusedName(page), 'name');
    expect(await errorOf(page, 'name')).toBe('Please enter your name');
    expect(await errorOf(page, 'email')).toBe('Please enter your email address');
    expect(await errorOf(page, 'password')).toMatch(/^Please/);
    await page.getByLabel('Name', { exact: true }).fill('Asha');
    await email(page).fill('asha@');
    await page.getByRole('button', { name: 'Create Account' }).tap();
    await becomes(() => focusedName(page), 'email');
    expect(await errorOf(page, 'email')).toBe('Please enter a valid email address');

    await main(page).getByRole('link', { name: 'Sign In' }).tap();
    await see(page.getByRole('heading', { level: 1, name: 'Sign In' }));
    expect(placeOf(page)).toBe('/login?next=%2Fcart');
    expect(await page.title()).toContain('Sign In');
    await email(page).fill('asha@example.in');
    await page.getByRole('button', { name: 'Sign In' }).tap();
    await becomes(() => focusedName(page), 'password');
    expect(await errorOf(page, 'password')).toBe('Please enter your password');
  });

  test("shows the server's errors, then 'Account created successfully!', and later 'Logged in successfully!'", async () => {
    const { page, expectFailure } = await visit(1280);
    const person = await verifiedUser(shop);
    const address = 'asha.form@example.in';
    expectFailure('/api/user/login', 401, 429);
    expectFailure('/api/user/register', 409, 422);
    await open(page, '/login?next=%2Forders');
    await email(page).fill(person.email);
    await password(page).fill('not this one');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await see(page.getByRole('alert').getByText('The email or the password is not right.'));
    // As after many tries, the next one has to wait.
    await shop.db.write.update(attempts).set({ blockedUntil: Date.now() + 10 * 60_000 });
    await page.getByRole('button', { name: 'Sign In' }).click();
    await see(page.getByText('Too many tries. Please wait 10 minutes and try again.'));
    await shop.db.write.delete(attempts);

    await main(page).getByRole('link', { name: 'Sign Up' }).click();
    await gone(page.getByText('Too many tries'));
    await page.getByLabel('Name', { exact: true }).fill('Asha');
    await email(page).fill(person.email);
    await password(page).fill('password123');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await becomes(() => errorOf(page, 'password'), weakPassword);
    await becomes(() => focusedName(page), 'password');
    await password(page).fill('a long walk in Lalbagh');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await becomes(() => errorOf(page, 'email'), 'There is an account with this email already.');
    await becomes(() => focusedName(page), 'email');
    expect(await tokenIn(page)).toBeNull();

    await email(page).fill(`  ${address.toUpperCase()} `);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await page.waitForURL('/orders');
    await see(toast(page, 'Account created successfully!'));
    await see(page.getByRole('heading', { name: 'No orders yet' }));
    const first = await tokenIn(page);
    expect(first).toBeTruthy();
    // Back must not return to the form.
    await page.keyboard.press('Escape');
    await signOut(page);
    await page.waitForURL('/login');
    await hydrated(page);
    await email(page).fill(address);
    await password(page).fill('a long walk in Lalbagh');
    await password(page).press('Enter');
    await page.waitForURL('/');
    await see(toast(page, 'Logged in successfully!'));
    expect(await tokenIn(page)).not.toBe(first);
  });

  test('text typed before the script loads is kept, and Enter does not put it into the URL', async () => {
    const { page } = await visit(390);
    const person = await verifiedUser(shop);
    const script = await hold(page, /\/_astro\/LoginPage\..*\.js/);
    // The form does not redirect to another site.
    await page.goto('/login?next=%2F%2Fevil.example%2Fcart');
    await script.came;
    await email(page).fill(person.email);
    await password(page).fill(person.password);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await password(page).press('Enter');
    script.release();
    await hydrated(page);
    await page.getByRole('button', { name: 'Sign In' }).tap();
    await page.waitForURL('/');
    expect([...asked, page.url()].filter((url) => url.includes('Lalbagh'))).toEqual([]);
  });
});

test('a signed-in visitor of /login is redirected at once, and only to a path of the shop', async () => {
  const { page } = await visitAsShopper({ width: 1280 });
  const foreign: string[] = [];
  page.on(
    'request',
    (request) => new URL(request.url()).origin !== shop.stack.url && foreign.push(request.url()),
  );
  await page.goto('/login');
  await page.waitForURL('/');
  await page.goto('/register?next=%2Fcart%3Fa%3D1%23b');
  await page.waitForURL('/cart?a=1#b');
  // redirect-target.test.ts has the other spellings.
  await page.goto(`/login?next=${encodeURIComponent('/\\evil.example')}`, { waitUntil: 'commit' });
  await page.waitForURL('/', { waitUntil: 'commit' });
  expect(new URL(page.url()).origin).toBe(shop.stack.url);
  expect(foreign).toEqual([]);
});

describe('the profile menu', () => {
  test('offers Orders, My Account, Wish list and Logout by keyboard and by mouse', async () => {
    // With motion: under reduced motion, base.css gives each element a transition, and entries appear after their menu.
    const { page } = await visitAsShopper({ path: '/cart', width: 1280, reducedMotion: 'no-preference' });
    await account(page).focus();
    await page.keyboard.press('Enter');
    await see(menu(page));
    await page.keyboard.press('Tab');
    expect(await focusedText(page)).toBe('Orders');
    await page.keyboard.press('Tab');
    expect(await focusedText(page)).toBe('My Account');
    await page.keyboard.press('Escape');
    await gone(menu(page));
    expect(await isFocused(account(page))).toBe(true);
    await page.keyboard.press('Space');
    await see(menu(page));
    for (const _ of [1, 2, 3, 4]) await page.keyboard.press('Tab');
    expect(await focusedText(page)).toBe('Logout');
    await page.keyboard.press('Tab');
    await gone(menu(page));

    await account(page).hover();
    await see(menu(page));
    await account(page).click();
    expect(await menu(page).isVisible()).toBe(true);
    await page.mouse.move(300, 500);
    await gone(menu(page));
    await account(page).hover();
    await menu(page).getByRole('link', { name: 'Orders' }).click();
    await page.waitForURL('/orders');
  });

  test('"Logout removes the stored token and goes to /login", by touch; Back shows no order, nor a page that was kept', async () => {
    const { page, person } = await visitAsShopper();
    const order = await placed(person, { [toner]: 1 });
    const shown = page.getByText(order._id.slice(0, 8));
    const signInFirst = async () => {
      await see(page.getByRole('heading', { name: 'Sign in to view orders' }));
      expect(await page.content()).not.toContain(order._id.slice(0, 8));
      await see(page.getByRole('link', { name: 'Sign in', exact: true }));
    };
    await page.goto('/orders');
    await see(shown);
    // A page in the back/forward cache does not receive the storage event.
    await page.evaluate(() => {
      localStorage.removeItem('token');
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    });
    await signInFirst();

    await page.evaluate((token) => localStorage.setItem('token', token), person.token);
    await page.reload();
    await see(shown);
    await account(page).tap();
    await see(menu(page));
    await account(page).tap();
    await gone(menu(page));
    await account(page).tap();
    await menu(page).getByRole('button', { name: 'Logout' }).tap();
    await page.waitForURL('/login');
    expect(await tokenIn(page)).toBeNull();
    expect(await countRows(shop.db, 'sessions', sql`user_id = ${person.id}`)).toBe(0);

    await page.goBack();
    await page.waitForURL('/orders');
    await signInFirst();
    expect(await account(page).isVisible()).toBe(false);
    await page.getByRole('link', { name: 'Sign in', exact: true }).tap();
    await page.waitForURL('/login');
  });
});
