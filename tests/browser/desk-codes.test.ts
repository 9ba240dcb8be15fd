/** Codes at the desk: one is created, used in a quote and ended. */
import { expect } from 'vitest';
import { coupons } from '#db/schema/index.ts';
import { dayOf, formatDay } from '#lib/dates.ts';
import { day } from '../support/clock.ts';
import { insertCoupon, quoteWith } from '../support/coupons.ts';
import { serum } from '../support/orders.ts';
import { browserTest } from './browser-test.ts';
import { button, dialog, field, pressInDialog, row } from './desk-steps.ts';
import { errorOf, toast } from './steps.ts';
import { becomes, gone, see } from './visitor.ts';

const { shop, atDesk, test } = browserTest({ empties: [coupons] });
const path = '/api/desk/coupons';
const lastDay = dayOf(Date.now() + 30 * day);

const quoted = async () => (await quoteWith(shop.client(), { [serum]: 1 }, 'monsoon 16')).body.quote;

test('a code is created once its errors are corrected, works in a quote, and is ended', async () => {
  await insertCoupon(shop.db, { code: 'MONSOON15' });
  const { page, expectFailure } = await atDesk('coupons');
  expectFailure(path, 422, 409);
  await see(row(page, 'MONSOON15'));
  await button(page, 'Create code').click();
  const says = (name: string, words: string) => becomes(() => errorOf(page, name), words);
  await pressInDialog(page, 'Create code', {
    Code: 'monsoon 15',
    'Percentage off': 'half',
    'Last day': lastDay,
    'Minimum order, ₹': '499.50',
    'Total uses': '0',
  });
  await says('percent', 'Please enter a whole number of per cent, 1 to 100.');
  await says('maxUses', 'Please enter a whole number, 1 or more, or leave it empty.');
  await dialog(page).getByLabel('Percentage off').fill('15');
  await dialog(page).getByLabel('Total uses').fill('100');
  await dialog(page).getByLabel('Uses per customer').fill('2');
  await dialog(page).getByLabel('Show in the cart').check();
  await pressInDialog(page, 'Create code');
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
  const { page, expectFailure } = await atDesk('coupons');
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
  expectFailure(`${path}/${code}/end`, 409);
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
