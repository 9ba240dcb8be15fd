import { beforeEach, describe, expect, test } from 'vitest';
import { attempts } from '#db/schema/index.ts';
import { login, verifiedUser } from '../support/accounts.ts';
import { useShop } from '../support/shop.ts';
import { button, openAccount, section, statusOf } from './account-steps.ts';
import { errorOf, fillAddress, focusedName, focusedText, toast } from './steps.ts';
import { becomes, gone, see, useBrowser } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);
type Someone = Awaited<ReturnType<typeof verifiedUser>>;

const streets = async (person: Someone) =>
  (await person.get('/api/user/addresses')).body.addresses.map((one) => one.address);

beforeEach(() => shop.db.write.delete(attempts));

describe('the address book', () => {
  test('starts empty; an address is added, another one made the first, changed and removed', async () => {
    const { page, person } = await openAccount(shop, visit, 390);
    const book = section(page, 'Addresses');
    await see(book.getByText('No addresses yet.'));
    for (const street of ['1 MG Road', '2 Church Street']) {
      await button(page, 'Add an Address').tap();
      await becomes(() => page.getByLabel('First name').inputValue(), 'Asha');
      await fillAddress(page, street);
      await button(page, 'Save Address').tap();
      await see(book.getByText(street));
    }
    expect(await streets(person)).toEqual(['2 Church Street', '1 MG Road']);
    const cards = book.getByRole('listitem');
    expect(await cards.nth(0).getByText('First at checkout').count()).toBe(1);
    await button(page, /^Put first: .*1 MG Road/).tap();
    await see(toast(page, 'Checkout offers this address first.'));
    await see(cards.nth(0).getByText('1 MG Road'));
    expect(await streets(person)).toEqual(['1 MG Road', '2 Church Street']);

    await button(page, /^Edit: .*2 Church Street/).tap();
    await page.getByLabel('Address', { exact: true }).fill('3 Brigade Road');
    await button(page, 'Save Address').tap();
    await see(book.getByText('3 Brigade Road'));
    await button(page, /^Remove: .*1 MG Road/).tap();
    await gone(book.getByText('1 MG Road'));
    await becomes(() => focusedText(page), 'Add an Address');
    expect(await streets(person)).toEqual(['3 Brigade Road']);
  });

  test('each wrong field shows its error, and the first gets the focus', async () => {
    const { page } = await openAccount(shop, visit, 1280);
    await button(page, 'Add an Address').click();
    await page.getByLabel('Pincode').fill('012345');
    await button(page, 'Save Address').click();
    await becomes(() => errorOf(page, 'address'), 'Please enter your address');
    expect(await errorOf(page, 'zipcode')).toBe('Please enter a 6-digit pincode');
    expect(await focusedName(page)).toBe('zipcode');
    await button(page, 'Cancel').click();
    await becomes(() => focusedText(page), 'Add an Address');
  });
});

describe('devices', () => {
  test('one is signed out, then all others, then this one', async () => {
    const person = await verifiedUser(shop);
    const tokens: string[] = [];
    for (const _ of [1, 2, 3]) tokens.push((await login(shop, person.email, person.password)).body.token);
    const { page } = await openAccount(shop, visit, 1280, person);
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

  test('a device that was signed out elsewhere stops showing private content', async () => {
    const { page, person, expectFailure } = await openAccount(shop, visit, 390);
    await person.post('/api/user/logout');
    expectFailure({ path: '/api/user/name', status: 401 });
    await button(page, 'Change name').tap();
    await page.getByLabel('Name', { exact: true }).fill('Asha Devi');
    await button(page, 'Save Name').tap();
    await see(page.getByText('Please sign in to see your details'));
    await see(toast(page, 'Please sign in again to go on.'));
    expect(await page.content()).not.toContain(person.email);
  });
});
