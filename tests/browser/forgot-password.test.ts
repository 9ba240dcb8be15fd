/** Forgot Password (docs/behaviour.md, "Forgotten password"): from the login to the email, and back. */
import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { attempts } from '#db/schema/index.ts';
import { addOperator } from '#tools/operator.ts';
import { login, verifiedUser, weakPassword } from '../support/accounts.ts';
import { serum, toner } from '../support/orders.ts';
import { button, statusOf } from './account-steps.ts';
import { browserTest } from './browser-test.ts';
import { cartOf, errorOf, fillCart, focusedName, hydrated, mailedPath, stored, toast } from './steps.ts';
import { becomes, placeOf, see } from './visitor.ts';

const { shop, visit, visitAsGuest, test } = browserTest({ simulators: true, empties: [attempts] });
const other = 'another walk in Cubbon Park';

const email = (page: Page) => page.getByLabel('Email');
const newPassword = (page: Page) => page.getByLabel('New password', { exact: true });
const link = (page: Page, name: string) => page.getByRole('main').getByRole('link', { name });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const tokenIn = (page: Page) => stored(page, 'token');

test('from the login by email to a new password, once: other devices are signed out, carts join', async () => {
  const person = await verifiedUser(shop);
  await fillCart(person, { [serum]: 1 });
  const { page, expectFailure } = await visitAsGuest({ path: '/login', cart: { [toner]: 2 } });
  await hydrated(page);
  await email(page).fill(person.email);
  await link(page, 'Forgot password?').click();
  await page.waitForURL('/forgot');
  await becomes(() => email(page).inputValue(), person.email);
  await button(page, 'Send the link').click();
  await see(heading(page, 'Check your email'));
  await see(page.getByText(person.email));

  // The link leaves URL and history at once, survives a reload, and is in no Referer header.
  const path = await mailedPath(shop, person.email, '/reset');
  const referers: (string | undefined)[] = [];
  const note = async (request: Request) => referers.push((await request.allHeaders()).referer);
  page.on('request', note);
  await page.goto(path);
  await becomes(() => placeOf(page), '/reset');
  await page.reload();
  await hydrated(page);
  expect(placeOf(page)).toBe('/reset');
  // A short or weak password is refused at its field; the link stays valid.
  expectFailure('/api/user/reset', 422);
  await newPassword(page).fill('short 7');
  await button(page, 'Save and sign in').tap();
  await becomes(() => errorOf(page, 'password'), 'Please use at least 8 characters');
  await newPassword(page).fill('password123');
  await button(page, 'Save and sign in').tap();
  await becomes(() => errorOf(page, 'password'), weakPassword);
  await newPassword(page).fill(other);
  await button(page, 'Save and sign in').click();
  await page.waitForURL('/account');
  await see(toast(page, 'Your new password is set, and you are signed in.'));
  await see(page.getByText(person.email));
  page.off('request', note);
  expect(referers.length).toBeGreaterThan(5);
  expect(referers.filter((referer) => referer?.includes('token'))).toEqual([]);
  expect(await statusOf(shop, person.token)).toBe(401);
  expect(await statusOf(shop, (await tokenIn(page)) ?? '')).toBe(200);
  await becomes(async () => cartOf(shop.client((await tokenIn(page)) ?? '')), { [serum]: 1, [toner]: 2 });
  expect((await login(shop, person.email, other)).status).toBe(200);
  await page.goBack().catch(() => {});
  expect(page.url()).not.toContain('token');

  // A used link offers another; the heading has the focus.
  expectFailure('/api/user/reset', 409);
  await page.goto(path);
  await hydrated(page);
  await newPassword(page).fill(other);
  await newPassword(page).press('Enter');
  await see(heading(page, 'This link no longer works'));
  await becomes(() => page.evaluate(() => document.activeElement?.tagName), 'H1');
  await page.reload();
  await see(heading(page, 'This link is not complete'));
  expect(await newPassword(page).count()).toBe(0);
  await link(page, 'Ask for a new link').click();
  await page.waitForURL('/forgot');
});

test('an unknown address gets the same message; errors are shown at the field, others above the button', async () => {
  const person = await verifiedUser(shop);
  const { page, expectFailure, failOnce } = await visit(1280, { path: '/forgot' });
  await hydrated(page);
  await email(page).fill('asha@');
  await button(page, 'Send the link').click();
  await becomes(() => errorOf(page, 'email'), 'Please enter a valid email address');
  await becomes(() => focusedName(page), 'email');

  const api = '/api/user/forgot';
  await failOnce(api);
  const messages: (string | undefined)[] = [];
  for (const address of [person.email, 'nobody@example.in']) {
    await email(page).fill(address);
    await button(page, 'Send the link').click();
    if (address === person.email) {
      await see(page.getByRole('alert').getByText("We can't reach the shop."));
      await button(page, 'Send the link').click();
    }
    await see(heading(page, 'Check your email'));
    messages.push((await page.getByRole('main').textContent())?.replace(address, 'them'));
    await button(page, 'Send another link').click();
  }
  expect(messages[0]).toContain('them');
  expect(messages[1]).toBe(messages[0]);
  // The same response as after many tries.
  expectFailure(api, 429);
  await shop.db.write.update(attempts).set({ count: 1000 });
  await email(page).fill('asha@example.in');
  await button(page, 'Send the link').click();
  await see(page.getByRole('alert').getByText(/^Too many links were requested from your network/));
});

test('a one-time password from the command line leads to a new password, signed out until then', async () => {
  const address = 'first.operator@example.in';
  const made = { email: address, name: 'First Operator', now: Date.now() };
  const { password = '' } = await addOperator({ url: shop.stack.databaseUrl }, made);
  const { page } = await visit(1280, { path: '/login' });
  await hydrated(page);
  await email(page).fill(address);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Sign In').click();
  await page.waitForURL(/\/reset/);
  expect(await tokenIn(page)).toBeNull();
  await newPassword(page).fill(other);
  await button(page, 'Save and sign in').click();
  await page.waitForURL('/account');
  await see(page.getByText('Hello First Operator'));
});
