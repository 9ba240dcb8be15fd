/** My Account: downloading one's own data. */
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { users } from '#db/schema/index.ts';
import { verifiedUser } from '../support/accounts.ts';
import { address } from '../support/orders.ts';
import { useShop } from '../support/shop.ts';
import { asSignedIn, toast } from './steps.ts';
import { becomes, gone, see, useBrowser } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Download your data' });
const password = (page: Page) => dialog(page).getByLabel('Password', { exact: true });
const open = (page: Page) => page.getByRole('button', { name: 'Download My Data' }).click();

test('the data is saved as a file after the right password', async () => {
  const person = await verifiedUser(shop);
  await shop.db.write.update(users).set({ verifiedAt: Date.now() });
  await person.post('/api/user/addresses', { ...address, address: '7 Cubbon Road' });
  await shop
    .client()
    .post('/api/contact/submit', { email: person.email, subject: 'Hello', message: 'A question' });
  const { page, expectFailure } = await visit(1280, asSignedIn(shop, person));
  await page.goto('/account');
  await page
    .getByRole('navigation', { name: 'On this page' })
    .getByRole('link', { name: 'Your data' })
    .click();
  await becomes(() => new URL(page.url()).hash, '#account-data');
  await open(page);
  expectFailure({ path: '/api/user/export', status: 422 });
  await password(page).fill('wrong');
  await password(page).press('Enter');
  await becomes(
    () => page.locator('.field:has([name="password"]) .error').textContent(),
    'That is not your password.',
  );
  const download = page.waitForEvent('download');
  await password(page).fill(person.password);
  await password(page).press('Enter');
  const saved = await download;
  await gone(dialog(page));
  await see(toast(page, 'Your data is downloaded.'));
  expect(saved.suggestedFilename()).toMatch(/^harita-my-data-\d{4}-\d\d-\d\d\.json$/);
  const { data, notes, success } = JSON.parse(readFileSync(await saved.path(), 'utf8'));
  expect([success, notes]).toEqual([undefined, ['Amounts are rupees, times are UTC.']]);
  expect(data.account).toEqual([expect.objectContaining({ email: person.email, name: 'Asha Rao' })]);
  expect(data.addresses).toEqual([
    expect.objectContaining({ address: expect.objectContaining({ address: '7 Cubbon Road' }) }),
  ]);
  expect(data.tickets).toEqual([expect.objectContaining({ message: 'A question' })]);
  // The password field is empty again.
  await open(page);
  expect(await password(page).inputValue()).toBe('');
  await dialog(page).getByRole('button', { name: 'Cancel' }).click();
  await gone(dialog(page));
});
