/** My Account (docs/behaviour.md 9.10, 9.14): the page, a person's details, and the end of an account. */
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { attempts, orders } from '#db/schema/index.ts';
import { login, registerUser, verifiedUser } from '../support/accounts.ts';
import { orderOf, placeOrder, toner } from '../support/orders.ts';
import { useShop } from '../support/shop.ts';
import { button, openAccount, section, statusOf } from './account-steps.ts';
import { errorOf, focusedText, hold, isFocused, mailedPath, toast } from './steps.ts';
import { becomes, gone, placeOf, see, useBrowser } from './visitor.ts';

const shop = useShop({ simulators: true });
const { visit } = useBrowser(shop);
const other = 'another walk in Cubbon Park';

beforeEach(() => shop.db.write.delete(attempts));

describe('the page', () => {
  test('signed out it asks to sign in, and leads back', async () => {
    const { page } = await visit(390);
    await page.goto('/account');
    await see(page.getByText('Please sign in to see your details'));
    expect(
      await page.getByRole('main').getByRole('link', { name: 'Create Account' }).getAttribute('href'),
    ).toBe('/register?next=%2Faccount');
    await page.getByRole('main').getByRole('link', { name: 'Sign In' }).tap();
    await page.waitForURL('/login?next=%2Faccount');
  });

  test('keeps its layout while loading; each part that fails can be loaded again', async () => {
    const person = await verifiedUser(shop);
    const { page, expectFailure } = await openAccount(shop, visit, 1280, person);
    const parts = ['addresses', 'sessions'].map((name) => `/api/user/${name}`);
    expectFailure(...['/api/user/me', ...parts].map((path) => ({ path, status: 0 })));
    for (const path of parts) await page.route(`**${path}`, (route) => route.abort(), { times: 1 });
    const held = await hold(page, '**/api/user/me');
    await page.reload();
    await held.came;
    await see(page.getByText('Loading your account…'));
    held.release();
    for (const name of ['Addresses', 'Signed-in devices']) {
      await section(page, name).getByRole('button', { name: 'Try again' }).click();
      await gone(section(page, name).getByRole('alert'));
    }
    await see(page.getByText('No addresses yet.'));
    await see(page.getByText('This device'));
    // Only operators have it.
    expect(await page.getByText('Two-step').count()).toBe(0);
    await page.route('**/api/user/me', (route) => route.abort(), { times: 1 });
    await page.reload();
    await see(page.getByText("We can't reach the shop."));
    await button(page, 'Try again').click();
    await see(page.getByText(person.email));
  });
});

describe('details', () => {
  test('the name: the focus goes into the form and comes back; Cancel keeps the old one', async () => {
    const { page, person } = await openAccount(shop, visit, 1280);
    await button(page, 'Change name').press('Enter');
    const field = page.getByLabel('Name', { exact: true });
    await becomes(() => isFocused(field), true);
    await field.fill('Nobody');
    await button(page, 'Cancel').click();
    await becomes(() => focusedText(page), 'Change name');
    await button(page, 'Change name').click();
    expect(await field.inputValue()).toBe('Asha Rao');
    await field.fill(' ');
    await button(page, 'Save Name').click();
    await becomes(() => errorOf(page, 'name'), 'Please enter your name');
    await field.fill('Asha Devi');
    await field.press('Enter');
    await see(toast(page, 'Your name is saved.'));
    await see(page.getByText('Hello Asha Devi'));
    expect((await person.get('/api/user/me')).body.user.name).toBe('Asha Devi');
  });

  test('the password: a wrong one is an error at its field; only other devices are signed out', async () => {
    const someone = await verifiedUser(shop);
    const { body } = await login(shop, someone.email, someone.password);
    const { page, person, expectFailure } = await openAccount(shop, visit, 390, someone);
    const devices = section(page, 'Signed-in devices').getByRole('listitem');
    await becomes(() => devices.count(), 2);
    expectFailure({ path: '/api/user/password', status: 422 });
    await button(page, 'Change password').tap();
    await page.getByLabel('Present password', { exact: true }).fill('wrong');
    await page.getByLabel('New password', { exact: true }).fill(other);
    await button(page, 'Change Password').and(page.locator('[type=submit]')).tap();
    await becomes(() => errorOf(page, 'current'), 'That is not your password.');
    await page.getByLabel('Present password', { exact: true }).fill(person.password);
    await page.getByLabel('Present password', { exact: true }).press('Enter');
    await see(toast(page, 'Your password is changed. You are signed out everywhere else.'));
    expect([await statusOf(shop, body.token), await statusOf(shop, person.token)]).toEqual([401, 200]);
    await becomes(() => devices.count(), 1);
    expect((await login(shop, person.email, other)).status).toBe(200);
  });

  test('the email: the link sent to the new one changes it, confirmed on any device', async () => {
    const { page, person } = await openAccount(shop, visit, 1280);
    const to = `new-${person.email}`;
    await button(page, 'Change email').click();
    await page.getByLabel('New email').fill(to);
    await page.getByLabel('Your password', { exact: true }).fill(person.password);
    await button(page, 'Send the Link').click();
    await see(page.getByText(`Please open the link in our email to ${to}.`));
    const path = await mailedPath(shop, to, '/account/email');

    const { page: elsewhere, expectFailure } = await visit(390);
    await elsewhere.goto(path);
    await becomes(() => placeOf(elsewhere), '/account/email');
    await see(elsewhere.getByRole('heading', { name: 'Is this address yours?' }));
    // Opening the link does not change the address.
    expect((await person.get('/api/user/me')).body.user.email).toBe(person.email);
    await button(elsewhere, 'Confirm this address').tap();
    await see(elsewhere.getByRole('heading', { name: 'Your address is confirmed' }));
    await see(elsewhere.getByText(to));
    expect((await login(shop, to, person.password)).status).toBe(200);
    expect(await elsewhere.getByRole('main').getByRole('link').getAttribute('href')).toBe(
      '/login?next=%2Faccount',
    );

    expectFailure({ path: '/api/user/email/confirm', status: 409 });
    await elsewhere.goto(path);
    await button(elsewhere, 'Confirm this address').tap();
    await see(elsewhere.getByRole('heading', { name: 'Nothing was changed' }));
    await elsewhere.goto('/account/email');
    await see(elsewhere.getByRole('heading', { name: 'This link is not complete' }));

    await page.reload();
    await see(page.getByText(to));
  });
});

describe('an unconfirmed address', () => {
  test('has a notice; the link is sent again, and confirms it', async () => {
    const person = await registerUser(shop);
    const { page, expectFailure } = await openAccount(shop, visit, 390, person);
    await see(page.getByText('Not confirmed yet.'));
    expectFailure({ path: '/api/user/verify/send', status: 0 });
    await page.route('**/api/user/verify/send', (route) => route.abort(), { times: 1 });
    await button(page, 'Send the link again').click();
    await see(page.getByText("We can't reach the shop."));
    shop.simulators.mailbox.clear();
    await button(page, 'Send the link again').click();
    await see(page.getByText(`Please open the link in our email to ${person.email}.`));

    const { page: elsewhere } = await visit(390);
    await elsewhere.goto(await mailedPath(shop, person.email, '/account/email'));
    await see(elsewhere.getByRole('heading', { name: 'Is this address yours?' }));
    await see(elsewhere.getByText('Was it not you? Then close this page'));
    expect((await person.get('/api/user/me')).body.user.verified).toBe(false);
    await button(elsewhere, 'Confirm this address').click();
    await see(elsewhere.getByRole('heading', { name: 'Your address is confirmed' }));
    await see(elsewhere.getByText(`${person.email} is yours`));

    await page.reload();
    await see(page.getByText(person.email));
    await gone(page.getByText('Not confirmed yet.'));
  });

  test('after a reset the account asks for a name', async () => {
    const stranger = await registerUser(shop);
    await shop.client().post('/api/user/forgot', { email: stranger.email });
    const path = await mailedPath(shop, stranger.email, '/reset');
    const token = new URL(path, shop.stack.url).searchParams.get('token');
    const { body } = await shop.client().post('/api/user/reset', { token, password: other });
    const owner = { ...stranger, ...shop.client(body.token), token: body.token };
    const { page } = await openAccount(shop, visit, 390, owner);
    await see(page.getByText('Hello, this is what we keep for you.'));
    await see(page.getByText('Please tell us your name'));
    await see(button(page, 'Add name'));
  });
});

describe('deleting the account', () => {
  const password = (page: Page) => page.getByRole('dialog').getByLabel('Password', { exact: true });

  test('shows what is deleted and what is kept, asks for the password, and deletes it', async () => {
    const { page, person, expectFailure } = await openAccount(shop, visit, 390);
    await placeOrder(person, await orderOf(person, { [toner]: 1 }));
    await see(page.getByText(/Tax law makes us keep what was sold/));
    expectFailure({ path: '/api/user/delete', status: 422 }, { path: '/api/user/delete', status: 409 });
    await button(page, 'Delete My Account').tap();
    await password(page).fill('wrong');
    await page.getByRole('button', { name: 'Delete for Good' }).tap();
    await becomes(() => errorOf(page, 'password'), 'That is not your password.');
    await page.getByRole('button', { name: 'Keep My Account' }).tap();
    await gone(page.getByRole('dialog'));
    await button(page, 'Delete My Account').tap();
    expect([await password(page).inputValue(), await page.locator('.error').count()]).toEqual(['', 0]);
    await password(page).fill(person.password);
    await page.getByRole('button', { name: 'Delete for Good' }).tap();
    // It is refused while an order is open.
    await see(page.getByRole('alert').getByText(/You have an order that is not finished/));
    expect(await statusOf(shop, person.token)).toBe(200);
    await shop.db.write.update(orders).set({ status: 'Delivered' });
    await page.getByRole('button', { name: 'Delete for Good' }).tap();
    await page.waitForURL('/');
    await see(toast(page, 'Your account is deleted.'));
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBeNull();
    expect((await login(shop, person.email, person.password)).status).toBe(401);
    await shop.simulators.mailbox.waitFor(
      ({ to, subject }) => to[0] === person.email && /deleted/.test(subject),
    );
  });
});
