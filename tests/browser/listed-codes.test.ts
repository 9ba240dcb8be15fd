/**
 * The codes that the cart and the checkout show (docs/behaviour.md, "Discount codes"): without one, by tap, by
 * keyboard, without an answer.
 */
import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { coupons } from '#db/schema/index.ts';
import { changeCoupon, insertCoupon } from '../support/coupons.ts';
import { serum } from '../support/orders.ts';
import { browserTest } from './browser-test.ts';
import { appliedCode, checkCode, codeError, codeField, listedRows, sumRows } from './coupon-steps.ts';
import { asked, focusedText, isFocused, placeButton, shownTotal } from './steps.ts';
import { becomes, gone, see } from './visitor.ts';

const { shop, visitAsGuest, visitAsShopper, test } = browserTest({ empties: [coupons] });

const isListing = (request: Request): boolean => !!request.postData()?.includes('listCodes');
const openField = (page: Page) => page.getByText('Have a code?').click();

test('listed codes come when the field is opened, and apply with one tap; without one there is only the field', async () => {
  const { page } = await visitAsGuest({ cart: { [serum]: 1 } });
  const quotes = asked(page, '/api/order/quote');
  await page.goto('/cart');
  await becomes(() => shownTotal(page), '₹599.00');
  await see(page.locator('.sums').getByText('Includes GST'));
  expect(quotes.filter((body) => body.includes('listCodes'))).toEqual([]);
  const empty = page.waitForResponse((response) => isListing(response.request()));
  await openField(page);
  await (await empty).finished();
  await see(codeField(page));
  expect(await page.locator('.coupon details > *').count()).toBe(2);
  await openField(page);
  await gone(codeField(page));

  await insertCoupon(shop.db, { code: 'MONSOON15', percent: 15, listed: true });
  await insertCoupon(shop.db, { code: 'RAIN-20', percent: 20, minSubtotal: 100_000, listed: true });
  await insertCoupon(shop.db, { code: 'SECRET', percent: 50 });
  await openField(page);
  await becomes(
    () => listedRows(page).locator(':scope > span').allInnerTexts(),
    [
      'MONSOON15\n15% off. Saves ₹89.85 on this order.',
      'RAIN-20\n20% off. Add ₹401.00 more to use this code.',
    ],
  );
  await checkCode(page);
  // They follow the cart.
  await page.getByRole('button', { name: 'One more' }).tap();
  await see(listedRows(page).getByText('Saves ₹239.60'));
  await page.getByRole('button', { name: 'One less' }).tap();
  await see(listedRows(page).getByText('Add ₹401.00 more'));

  const apply = page.getByRole('button', { name: 'Apply code MONSOON15' });
  const { width, height } = (await apply.boundingBox()) ?? { width: 0, height: 0 };
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  await apply.tap();
  await see(appliedCode(page).getByText('15% off'));
  await becomes(() => shownTotal(page), '₹509.15');
  expect(await sumRows(page)).toEqual(['Subtotal', 'Discount (MONSOON15)', 'Delivery', 'Total']);
  await becomes(() => isFocused(appliedCode(page)), true);
  await gone(listedRows(page));
});

test('with the keyboard at checkout, one that needs more is kept, one that has ended says so at the field', async () => {
  const later = await insertCoupon(shop.db, { minSubtotal: 60_000, listed: true });
  const now = await insertCoupon(shop.db, { percent: 15, listed: true });
  const { page } = await visitAsShopper({ path: '/checkout', cart: { [serum]: 1 }, width: 1280 });
  await becomes(() => shownTotal(page), '₹599.00');
  const choose = async (code: string, tabs: number) => {
    await page.locator('.coupon summary').focus();
    await page.keyboard.press('Enter');
    await see(page.getByRole('button', { name: `Apply code ${code}` }));
    for (let n = 0; n < tabs; n++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
  };
  // After the field and its own button, the codes in their order.
  await choose(later, 4);
  await see(appliedCode(page).getByText('Not used yet'));
  await see(page.getByText('Add ₹1.00 more to use this code.'));
  await page.getByRole('button', { name: `Remove code ${later}` }).press('Enter');
  await becomes(() => focusedText(page), 'Have a code?');

  await choose(now, 3);
  await becomes(() => placeButton(page).textContent(), 'Place Order · ₹510.00');
  await page.getByRole('button', { name: `Remove code ${now}` }).press('Enter');
  await becomes(() => focusedText(page), 'Have a code?');
  await page.keyboard.press('Enter');
  await see(listedRows(page).getByText(now));
  await changeCoupon(shop.db, now, { validUntil: Date.now() });
  await page.getByRole('button', { name: `Apply code ${now}` }).click();
  await becomes(() => codeError(page), 'This code has expired.');
  expect([await codeField(page).inputValue(), await isFocused(codeField(page))]).toEqual([now, true]);
});

test('listed codes that do not arrive leave the field as it is', async () => {
  const code = await insertCoupon(shop.db, { percent: 15, listed: true });
  const { page, failOnce } = await visitAsGuest({ path: '/cart', cart: { [serum]: 1 } });
  await becomes(() => shownTotal(page), '₹599.00');
  const aborted = page.waitForEvent('requestfailed');
  await failOnce('/api/order/quote');
  await openField(page);
  await aborted;
  await codeField(page).fill(code);
  await codeField(page).press('Enter');
  await becomes(() => shownTotal(page), '₹509.15');
});
