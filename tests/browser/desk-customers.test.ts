/** Customers at the desk (docs/desk.md, "Customers"): found, opened from an order, noted on, exported and erased. */
import { readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { users } from '#db/schema/index.ts';
import { password } from '../support/accounts.ts';
import { placed, serum } from '../support/orders.ts';
import { setStatus } from '../support/rows.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { button, confirm, dialog, field, pressInDialog, row } from './desk-steps.ts';
import { toast } from './steps.ts';
import { gone, see } from './visitor.ts';

const { shop, operator, atDesk, test } = browserTest();

/** A shopper with an order. */
async function customer(name: string) {
  const person = await shop.person();
  await shop.db.write.update(users).set({ name }).where(eq(users.id, person.id));
  const [firstName = '', lastName = ''] = name.split(' ');
  return { ...person, name, order: await placed(person, undefined, { firstName, lastName }) };
}

test('a customer is found by phone, gets a note, is exported, and is erased once the order has ended', async () => {
  const zoya = await customer('Zoya Qureshi');
  await customer('Nila Das');
  const { page, expectFailure } = await atDesk('customers');
  await see(row(page, 'Zoya Qureshi').getByText(zoya.order.reference));
  await field(page, 'Name, phone or email').fill(`+91 ${zoya.order.shippingAddress.phone}`);
  await page.keyboard.press('Enter');
  await gone(row(page, 'Nila Das'));
  await page.getByRole('link', { name: 'Zoya Qureshi' }).click();
  await see(page.getByRole('heading', { name: 'Zoya Qureshi' }));
  expect(page.url()).toContain(`#customers/${zoya.id}`);

  await field(page, 'New note').fill('Calls before noon.');
  await button(page, 'Add note').click();
  await see(page.locator('.desk-text').getByText('Calls before noon.'));
  expect(await field(page, 'New note').inputValue()).toBe('');
  await button(page, /^Delete the note/).click();
  await pressInDialog(page, 'Delete note');
  await see(toast(page, 'The note is deleted.'));
  await gone(page.locator('.desk-text').getByText('Calls before noon.'));

  await button(page, 'Export data').click();
  await dialog(page).getByLabel('Your password').fill(password);
  const download = page.waitForEvent('download');
  await pressInDialog(page, 'Export');
  const { data } = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as {
    data: { account: { email: string }[] };
  };
  expect(data.account.map(({ email }) => email)).toEqual([zoya.email]);
  await gone(dialog(page));

  const erase = async () => {
    await button(page, 'Erase data').click();
    await confirm(page, 'Erase for ever');
  };
  expectFailure(`/api/desk/customers/${zoya.id}/erase`, 409);
  await erase();
  await see(dialog(page).getByText('An order is not finished'));
  await pressInDialog(page, 'Back');
  await setStatus(shop.db, zoya.order._id, 'Cancelled');
  await erase();
  await see(toast(page, 'The customer’s data is erased.'));
  await see(row(page, 'Nila Das'));
  await gone(row(page, 'Zoya Qureshi'));
});

test('an order and a ticket lead to their customer, and back', async () => {
  const meera = await customer('Meera Iyer');
  const { email } = meera;
  await shop.client().post('/api/contact/submit', { email, subject: 'A pump', message: 'Broken' });
  const { page } = await atDesk(`orders/${meera.order._id}`);
  await page.getByRole('link', { name: 'Meera Iyer' }).click();
  await see(page.getByRole('heading', { name: 'Meera Iyer' }));
  await page.getByRole('link', { name: 'A pump' }).click();
  await page.getByRole('link', { name: 'Account with this address' }).click();
  await page.getByRole('link', { name: meera.order.reference }).click();
  await see(page.getByRole('heading', { name: meera.order.reference }));
});

test('the list, a customer and the question before erasing look right', async () => {
  const asha = await customer('Asha Rao');
  const { email } = asha;
  await shop.client().post('/api/contact/submit', { email, subject: 'A pump', message: 'Broken' });
  await asha.post(`/api/reviews/${serum}`, { rating: 4, comment: 'Sinks in well' });
  await operator.post(`/api/desk/customers/${asha.id}/notes`, { text: 'Calls before noon.\n'.repeat(4) });
  const { page } = await atDesk('customers', 390);
  await see(row(page, 'Asha Rao'));
  await looksRight(page, 'customers', { atBothWidths: true });
  await page.goto(`/desk#customers/${asha.id}`);
  await see(page.getByRole('heading', { name: 'Reviews' }));
  await looksRight(page, 'a customer', { atBothWidths: true });
  await button(page, 'Erase data').click();
  await looksRight(page, 'erasing a customer', { within: '.desk-dialog[open]' });
});
