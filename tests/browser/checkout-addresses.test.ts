/** Saved addresses at the checkout: they are offered, and the shopper can enter another one. */
import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { address, refillStock, toner } from '../support/orders.ts';
import { type Person, useShop } from '../support/shop.ts';
import { asPerson, fillAddress, fillCart, focusedName, placeButton } from './steps.ts';
import { becomes, see, useBrowser } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);

const choice = (page: Page, name: string | RegExp) => page.getByRole('radio', { name });
const city = (page: Page) => page.getByLabel('City');
const sentTo = async (person: Person) =>
  (await person.post('/api/order/userorders')).body.orders.map(
    ({ shippingAddress }) => shippingAddress.address,
  );
const save = (person: Person, street: string) =>
  person.post('/api/user/addresses', { ...address, address: street });

/** Opens the checkout and waits for its total. */
async function open(page: Page): Promise<void> {
  await page.goto('/checkout');
  await see(page.locator('.checkout-summary .sums'));
}
async function order(page: Page): Promise<void> {
  await placeButton(page).click();
  await page.waitForURL(/\/orders\?placed=/);
}

beforeEach(() => refillStock(shop.db));

test('an address saved with one order is selected for the next', async () => {
  const person = await shop.person();
  const { page } = await visit(390, await asPerson(shop, person, { [toner]: 1 }));
  await open(page);
  expect(await page.getByRole('radio', { name: 'A new address' }).count()).toBe(0);
  await fillAddress(page, '1 MG Road');
  await page.getByLabel('Save this information').check();
  await order(page);

  await fillCart(person, { [toner]: 2 });
  await open(page);
  expect(await choice(page, /1 MG Road/).isChecked()).toBe(true);
  expect(await city(page).count()).toBe(0);
  await order(page);
  expect(await sentTo(person)).toEqual(['1 MG Road', '1 MG Road']);
});

test('another one is selected by keyboard, and comes first the next time', async () => {
  const person = await shop.person();
  for (const street of ['1 MG Road', '2 Church Street']) await save(person, street);
  const { page } = await visit(1280, await asPerson(shop, person, { [toner]: 1 }));
  await open(page);
  await choice(page, /2 Church Street/).focus();
  await page.keyboard.press('ArrowDown');
  expect(await choice(page, /1 MG Road/).isChecked()).toBe(true);
  await page.reload();
  await becomes(() => choice(page, /1 MG Road/).isChecked(), true);
  await order(page);
  expect(await sentTo(person)).toEqual(['1 MG Road']);
  await fillCart(person, { [toner]: 1 });
  await open(page);
  expect(
    await page
      .getByRole('radio', { name: /Road|Street/ })
      .first()
      .isChecked(),
  ).toBe(true);
  await see(page.getByRole('radio', { name: /1 MG Road/, checked: true }));
});

test('a new address: its form opens, the draft survives a reload, it is saved only on request', async () => {
  const person = await shop.person();
  await save(person, '1 MG Road');
  const { page } = await visit(390, await asPerson(shop, person, { [toner]: 1 }));
  await open(page);
  await choice(page, 'A new address').check();
  await fillAddress(page, '2 Church Street');
  await page.reload();
  await becomes(() => city(page).inputValue(), address.city);
  expect(await choice(page, 'A new address').isChecked()).toBe(true);
  await order(page);
  expect(await sentTo(person)).toEqual(['2 Church Street']);
  const { body } = await person.get('/api/user/addresses');
  expect(body.addresses.map((one) => one.address)).toEqual(['1 MG Road']);
  // The next order does not start with the typed address.
  await fillCart(person, { [toner]: 1 });
  await open(page);
  expect(await choice(page, /1 MG Road/).isChecked()).toBe(true);
});

test('the form is shown when the saved addresses do not load', async () => {
  const person = await shop.person();
  await save(person, '1 MG Road');
  const { page, expectFailure } = await visit(1280, await asPerson(shop, person, { [toner]: 1 }));
  expectFailure({ path: '/api/user/addresses', status: 0 });
  await page.route('**/api/user/addresses', (route) => route.abort());
  await open(page);
  await fillAddress(page, '2 Church Street');
  await order(page);
  expect(await sentTo(person)).toEqual(['2 Church Street']);
});

test("the server's errors in a saved address are shown in the form", async () => {
  const person = await shop.person();
  await save(person, '1 MG Road');
  const { page } = await visit(1280, await asPerson(shop, person, { [toner]: 1 }));
  // An address that was saved under older rules.
  await page.route('**/api/user/addresses', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    body.addresses[0].phone = '12345';
    await route.fulfill({ response, json: body });
  });
  await open(page);
  await placeButton(page).click();
  await see(page.getByText('Please enter a 10-digit mobile number'));
  expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe('1 MG Road');
  await becomes(() => focusedName(page), 'phone');
  await page.getByLabel('Mobile number').fill(address.phone);
  await order(page);
});
