/** Codes at the desk: one is created, used in a quote and ended. */
import { beforeEach, expect, test } from 'vitest';
import { coupons } from '#db/schema/index.ts';
import { dayOf, formatDay } from '#lib/dates.ts';
import { insertCoupon, quoteWith } from '../support/coupons.ts';
import { refillStock, serum } from '../support/orders.ts';
import { useShop } from '../support/shop.ts';
import { atDesk, button, dialog, field, row } from './desk-steps.ts';
import { toast } from './steps.ts';
import { gone, see, useBrowser } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);
const day = 24 * 60 * 60 * 1000;
const path = '/api/desk/coupons';
const lastDay = dayOf(Date.now() + 30 * day);

const quoted = async () => (await quoteWith(shop.client(), { [serum]: 1 }, 'monsoon 16')).body.quote;

beforeEach(async () => {
  await refillStock(shop.db);
  await shop.db.write.delete(coupons);
});

test('a code is created once its errors are corrected, works in a quote, and is ended', async () => {
  await insertCoupon(shop.db, { code: 'MONSOON15' });
  const { page, expectFailure } = await atDesk(shop, visit, 'coupons');
  expectFailure({ path, status: 422 }, { path, status: 409 });
  await see(row(page, 'MONSOON15'));
  await button(page, 'Create code').click();
  const says = (name: string, words: string) =>
    see(page.locator(`.field:has([name="${name}"]) .error`).getByText(words));
  await dialog(page).getByLabel('Code').fill('monsoon 15');
  await dialog(page).getByLabel('Percentage off').fill('half');
  await dialog(page).getByLabel('Last day').fill(lastDay);
  await dialog(page).getByLabel('Minimum order, ₹').fill('499.50');
  await dialog(page).getByLabel('Total uses').fill('0');
  await dialog(page).getByRole('button', { name: 'Create code' }).click();
  await says('percent', 'Please enter a whole number of per cent, 1 to 100.');
  await says('maxUses', 'Please enter a whole number, 1 or more, or leave it empty.');
  await dialog(page).getByLabel('Percentage off').fill('15');
  await dialog(page).getByLabel('Total uses').fill('100');
  await dialog(page).getByLabel('Uses per customer').fill('2');
  await dialog(page).getByLabel('Show in the cart').check();
  await dialog(page).getByRole('button', { name: 'Create code' }).click();
  await says('code', 'This code exists already. Codes that differ only in hyphens are the same.');
  expect(await dialog(page).getByLabel('Code').inputValue()).toBe('monsoon 15');
  await dialog(page).getByLabel('Code').fill('monsoon 16');
  await page.keyboard.press('Enter');
  await see(toast(page, 'MONSOON-16 can be used now.'));
  const made = row(page, 'MONSOON-16');
  for (const text of [
    '15%',
    '₹499.50',
    'everybody, in the cart',
    formatDay(lastDay),
    '0 of 100, 2 each',
    'Active',
  ])
    await see(made.getByText(text, { exact: true }));
  expect(await quoted()).toMatchObject({ discount: 89.85, coupon: { code: 'MONSOON-16', percent: 15 } });

  await button(page, 'Hide in cart: MONSOON-16').click();
  await button(page, 'Hide in cart').click();
  await see(toast(page, 'The cart no longer shows MONSOON-16. It stays valid.'));
  await see(made.getByText('everybody', { exact: true }));
  await see(button(page, 'Show in cart: MONSOON-16'));

  await button(page, 'End now: MONSOON-16').click();
  await button(page, 'End code').click();
  await see(toast(page, 'MONSOON-16 has ended.'));
  await see(made.getByText('Ended', { exact: true }));
  await gone(button(page, 'End now: MONSOON-16'));
  expect(await quoted()).toMatchObject({ discount: 0, couponMessage: 'This code has expired.' });
});

test('one code is found as a shopper types it; one that another operator has ended is reported', async () => {
  for (const code of ['MONSOON15', 'SUMMER-10'])
    await insertCoupon(shop.db, { code, validUntil: Date.now() + 30 * day });
  const { page, expectFailure } = await atDesk(shop, visit, 'coupons');
  await see(row(page, 'MONSOON15'));
  await field(page, 'One code').fill('summer 10');
  await page.keyboard.press('Enter');
  await gone(row(page, 'MONSOON15'));
  await see(row(page, 'SUMMER-10'));
  await field(page, 'One code').fill('nothing');
  await page.keyboard.press('Enter');
  await see(page.getByText('There is no code nothing.'));
  await field(page, 'One code').fill('');
  await see(row(page, 'MONSOON15'));

  const code = 'SUMMER-10';
  expectFailure({ path: `${path}/${code}/end`, status: 409 });
  await button(page, `End now: ${code}`).click();
  await shop.db.write.update(coupons).set({ validUntil: Date.now() });
  await button(page, 'End code').click();
  await see(dialog(page).getByText('This code has already ended'));
  await button(page, 'Back').click();
  await see(row(page, code).getByText('Ended', { exact: true }));

  await shop.db.write.delete(coupons);
  await page.reload();
  await see(page.getByText('There is no code yet.'));
});
