/**
 * My Account (docs/behaviour.md, "Account details", "Deleting an account"): a person's details, addresses, devices and
 * data, and the end of an account.
 */
import { readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { describe, expect } from 'vitest';
import { attempts, orders, users } from '#db/schema/index.ts';
import { login, registerUser, verifiedUser } from '../support/accounts.ts';
import { address, placed, toner } from '../support/orders.ts';
import { button, section, statusOf } from './account-steps.ts';
import { browserTest } from './browser-test.ts';
import {
  errorOf,
  fillAddress,
  focusedName,
  focusedText,
  hold,
  isFocused,
  logIn,
  mailedPath,
  stored,
  toast,
} from './steps.ts';
import { becomes, gone, placeOf, see } from './visitor.ts';

const { shop, visit, visitAsShopper, test } = browserTest({ simulators: true, empties: [attempts] });
const other = 'another walk in Cubbon Park';

/** Opens the account page of a signed-in shopper. */
async function openAccount(width: number, given?: Awaited<ReturnType<typeof verifiedUser>>) {
  const person = given ?? (await verifiedUser(shop));
  const visitor = await visitAsShopper({ path: '/account', person, width });
  await see(section(visitor.page, 'Your details'));
  await gone(visitor.page.locator('.skeleton'));
  return visitor;
}

test('the page keeps its layout while loading; each part that fails can be loaded again', async () => {
  const { page, person, failOnce } = await visitAsShopper({ person: await verifiedUser(shop), width: 1280 });
  for (const name of ['addresses', 'sessions']) await failOnce(`/api/user/${name}`);
  const held = await hold(page, '**/api/user/me');
  await page.goto('/account');
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
  await failOnce('/api/user/me');
  await page.reload();
  await see(page.getByText("We can't reach the shop."));
  await button(page, 'Try again').click();
  await see(page.getByText(person.email));
});

describe('details', () => {
  test('name and password are changed, each error is at its field; signed out elsewhere, the page shows nothing', async () => {
    const someone = await verifiedUser(shop);
    // As after a reset of an account that was never confirmed.
    await shop.db.write.update(users).set({ name: '' }).where(eq(users.email, someone.email));
    const { body } = await login(shop, someone.email, someone.password);
    const { page, person, expectFailure } = await openAccount(390, someone);
    await see(page.getByText('Hello, this is what we keep for you.'));
    await see(page.getByText('Please tell us your name'));
    await button(page, 'Add name').press('Enter');
    const field = page.getByLabel('Name', { exact: true });
    await becomes(() => isFocused(field), true);
    await field.fill(' ');
    await button(page, 'Save Name').tap();
    await becomes(() => errorOf(page, 'name'), 'Please enter your name');
    await field.fill('Asha Devi');
    await field.press('Enter');
    await see(toast(page, 'Your name is saved.'));
    await see(page.getByText('Hello Asha Devi'));
    expect((await person.get('/api/user/me')).body.user.name).toBe('Asha Devi');
    await button(page, 'Change name').tap();
    await field.fill('Nobody');
    await button(page, 'Cancel').tap();
    await becomes(() => focusedText(page), 'Change name');
    await button(page, 'Change name').tap();
    expect(await field.inputValue()).toBe('Asha Devi');

    // Only other devices are signed out.
    const devices = section(page, 'Signed-in devices').getByRole('listitem');
    await becomes(() => devices.count(), 2);
    expectFailure('/api/user/password', 422);
    await button(page, 'Change password').tap();
    await page.getByLabel('Current password', { exact: true }).fill('wrong');
    await page.getByLabel('New password', { exact: true }).fill(other);
    await button(page, 'Change Password').and(page.locator('[type=submit]')).tap();
    await becomes(() => errorOf(page, 'current'), 'That is not your password.');
    await page.getByLabel('Current password', { exact: true }).fill(person.password);
    await page.getByLabel('Current password', { exact: true }).press('Enter');
    await see(toast(page, 'Your password is changed. You are signed out everywhere else.'));
    expect([await statusOf(shop, body.token), await statusOf(shop, person.token)]).toEqual([401, 200]);
    await becomes(() => devices.count(), 1);
    expect((await login(shop, person.email, other)).status).toBe(200);

    await person.post('/api/user/logout');
    expectFailure('/api/user/name', 401);
    await button(page, 'Change name').tap();
    await field.fill('Somebody');
    await button(page, 'Save Name').tap();
    await see(page.getByText('Please sign in to see your details'));
    await see(toast(page, 'Please sign in again to go on.'));
    expect(await page.content()).not.toContain(person.email);
    const link = (name: string) => page.getByRole('main').getByRole('link', { name });
    expect(await link('Create Account').getAttribute('href')).toBe('/register?next=%2Faccount');
    await link('Sign In').tap();
    await page.waitForURL('/login?next=%2Faccount');
  });

  test('the email: the link sent to the new one changes it, on any device that is signed in', async () => {
    const { page, person } = await openAccount(1280);
    const to = `new-${person.email}`;
    await button(page, 'Change email').click();
    await page.getByLabel('New email').fill(to);
    await page.getByLabel('Your password', { exact: true }).fill(person.password);
    await button(page, 'Send the Link').click();
    await see(page.getByText(`Please open the link in our email to ${to}.`));
    const path = await mailedPath(shop, to, '/account/email');

    const { page: elsewhere, expectFailure } = await visit(390, { path });
    await becomes(() => placeOf(elsewhere), '/account/email');
    await see(elsewhere.getByRole('heading', { name: 'Is this address yours?' }));
    // Opening the link does not change the address.
    expect((await person.get('/api/user/me')).body.user.email).toBe(person.email);
    // The link alone does not say whose the account is.
    expectFailure('/api/user/email/confirm', 401, 409);
    await button(elsewhere, 'Confirm this address').tap();
    await elsewhere.getByRole('alert').getByRole('link', { name: 'Sign in' }).tap();
    await elsewhere.waitForURL('/login?next=%2Faccount%2Femail');
    await logIn(elsewhere, person);
    await elsewhere.waitForURL('/account/email');
    await button(elsewhere, 'Confirm this address').tap();
    await see(elsewhere.getByRole('heading', { name: 'Your address is confirmed' }));
    await see(elsewhere.getByText(to));
    expect((await login(shop, to, person.password)).status).toBe(200);
    expect(await elsewhere.getByRole('main').getByRole('link').getAttribute('href')).toBe('/account');

    await elsewhere.goto(path);
    await button(elsewhere, 'Confirm this address').tap();
    await see(elsewhere.getByRole('heading', { name: 'Nothing was changed' }));
    await elsewhere.goto('/account/email');
    await see(elsewhere.getByRole('heading', { name: 'This link is not complete' }));

    await page.reload();
    await see(page.getByText(to));
  });
});

test('an unconfirmed address has a notice; the link is sent again, and confirms it', async () => {
  const person = await registerUser(shop);
  const { page, failOnce } = await openAccount(390, person);
  await see(page.getByText('Not confirmed yet.'));
  await failOnce('/api/user/verify/send');
  await button(page, 'Send the link again').click();
  await see(page.getByText("We can't reach the shop."));
  shop.simulators.mailbox.clear();
  await button(page, 'Send the link again').click();
  await see(page.getByText(`Please open the link in our email to ${person.email}.`));

  await page.goto(await mailedPath(shop, person.email, '/account/email'));
  await see(page.getByText('Was it not you? Then close this page'));
  expect((await person.get('/api/user/me')).body.user.verified).toBe(false);
  await button(page, 'Confirm this address').click();
  await see(page.getByText(`${person.email} is yours`));
  await page.goto('/account');
  await see(page.getByText(person.email));
  await gone(page.getByText('Not confirmed yet.'));
});

test('addresses: wrong fields show errors; one is added, another made the first, changed and removed', async () => {
  const person = await verifiedUser(shop);
  await person.post('/api/user/addresses', address);
  const streets = async () =>
    (await person.get('/api/user/addresses')).body.addresses.map((one) => one.address);
  const { page } = await openAccount(390, person);
  const book = section(page, 'Addresses');
  // The form's text area holds the street too, so the cards alone show that it is saved.
  const cards = book.locator('.account-card');
  await button(page, 'Add an Address').tap();
  await becomes(() => page.getByLabel('First name').inputValue(), 'Asha');
  await page.getByLabel('Pincode').fill('012345');
  await button(page, 'Save Address').tap();
  await becomes(() => errorOf(page, 'address'), 'Please enter your address');
  expect(await errorOf(page, 'zipcode')).toBe('Please enter a 6-digit pincode');
  expect(await focusedName(page)).toBe('zipcode');
  await button(page, 'Cancel').tap();
  await becomes(() => focusedText(page), 'Add an Address');
  await button(page, 'Add an Address').tap();
  await fillAddress(page, '2 Church Street');
  await button(page, 'Save Address').tap();
  await see(cards.getByText('2 Church Street'));
  expect(await streets()).toEqual(['2 Church Street', '1 MG Road']);
  expect(await cards.nth(0).getByText('First at checkout').count()).toBe(1);
  await button(page, /^Show first: .*1 MG Road/).tap();
  await see(toast(page, 'Checkout offers this address first.'));
  await see(cards.nth(0).getByText('1 MG Road'));
  expect(await streets()).toEqual(['1 MG Road', '2 Church Street']);

  await button(page, /^Edit: .*2 Church Street/).tap();
  await page.getByLabel('Address', { exact: true }).fill('3 Brigade Road');
  await button(page, 'Save Address').tap();
  await see(cards.getByText('3 Brigade Road'));
  await button(page, /^Remove: .*1 MG Road/).tap();
  await gone(book.getByText('1 MG Road'));
  await becomes(() => focusedText(page), 'Add an Address');
  expect(await streets()).toEqual(['3 Brigade Road']);
});

test('devices: one is signed out, then all others, then this one', async () => {
  const person = await verifiedUser(shop);
  const tokens: string[] = [];
  for (const _ of [1, 2, 3]) tokens.push((await login(shop, person.email, person.password)).body.token);
  const { page } = await openAccount(1280, person);
  const rows = section(page, 'Signed-in devices').getByRole('listitem');
  await becomes(() => rows.count(), 4);
  await see(rows.nth(0).getByText('This device'));
  await rows.nth(1).getByRole('button').click();
  await see(toast(page, 'That device is signed out.'));
  await becomes(() => rows.count(), 3);
  await becomes(() => focusedText(page), 'Signed-in devices');
  const alive = async () =>
    (await Promise.all(tokens.map((token) => statusOf(shop, token)))).filter((status) => status === 200);
  expect(await alive()).toHaveLength(2);
  await button(page, 'Sign Out Everywhere Else').click();
  await see(toast(page, 'All other devices are signed out.'));
  await becomes(() => rows.count(), 1);
  expect(await alive()).toEqual([]);
  expect(await statusOf(shop, person.token)).toBe(200);
  await rows.nth(0).getByRole('button').click();
  await page.waitForURL('/login');
  expect(await statusOf(shop, person.token)).toBe(401);
});

test('the data is saved as a file, and the account is deleted, each after the right password', async () => {
  const { page, person, expectFailure } = await openAccount(1280);
  await placed(person, { [toner]: 1 });
  const dialog = page.getByRole('dialog');
  const password = dialog.getByLabel('Password', { exact: true });
  const open = (name: string) => button(page, name).click();
  const submit = (name: string) => dialog.getByRole('button', { name }).click();
  const nav = page.getByRole('navigation', { name: 'On this page' });
  await nav.getByRole('link', { name: 'Your data' }).click();
  await becomes(() => new URL(page.url()).hash, '#account-data');
  await open('Download My Data');
  expectFailure('/api/user/export', 422);
  await password.fill('wrong');
  await password.press('Enter');
  await becomes(() => errorOf(page, 'password'), 'That is not your password.');
  const download = page.waitForEvent('download');
  await password.fill(person.password);
  await password.press('Enter');
  const saved = await download;
  await gone(dialog);
  await see(toast(page, 'Your data is downloaded.'));
  expect(saved.suggestedFilename()).toMatch(/^harita-my-data-\d{4}-\d\d-\d\d\.json$/);
  const { data, notes, success } = JSON.parse(readFileSync(await saved.path(), 'utf8'));
  expect([success, notes]).toEqual([undefined, ['Amounts are rupees, times are UTC.']]);
  expect(data.account).toEqual([expect.objectContaining({ email: person.email, name: 'Asha Rao' })]);

  // What is deleted and what is kept is shown before.
  await see(page.getByText(/Tax law makes us keep what was sold/));
  expectFailure('/api/user/delete', 422, 409);
  await open('Delete My Account');
  await password.fill('wrong');
  await submit('Delete for Good');
  await becomes(() => errorOf(page, 'password'), 'That is not your password.');
  await submit('Keep My Account');
  await gone(dialog);
  await open('Delete My Account');
  expect([await password.inputValue(), await page.locator('.error').count()]).toEqual(['', 0]);
  await password.fill(person.password);
  await submit('Delete for Good');
  // It is refused while an order is open.
  await see(page.getByRole('alert').getByText(/You have an order that is not finished/));
  expect(await statusOf(shop, person.token)).toBe(200);
  await shop.db.write.update(orders).set({ status: 'Delivered' });
  await submit('Delete for Good');
  await page.waitForURL('/');
  await see(toast(page, 'Your account is deleted.'));
  expect(await stored(page, 'token')).toBeNull();
  expect((await login(shop, person.email, person.password)).status).toBe(401);
  await shop.simulators.mailbox.waitFor(
    ({ to, subject }) => to[0] === person.email && /deleted/.test(subject),
  );
});
