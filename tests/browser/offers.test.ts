/**
 * The codes that the cart, the checkout and the page of a product show (docs/behaviour.md, "Discount codes"): without one, by
 * tap, by keyboard, without an answer.
 */
import type { Page, Request } from 'playwright-core';
import { expect } from 'vitest';
import { coupons } from '#db/schema/index.ts';
import { changeCoupon, insertCoupon } from '../support/coupons.ts';
import { serum } from '../support/orders.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { appliedCode, codeError, codeField, codeTold, listedRows, sumRows } from './coupon-steps.ts';
import { focusedText, isFocused, placeButton, shownTotal } from './steps.ts';
import { becomes, gone, see } from './visitor.ts';

const { shop, visitAsGuest, visitAsShopper, test } = browserTest({ empties: [coupons] });

const isListing = (request: Request): boolean => !!request.postData()?.includes('listOffers');
const openField = (page: Page) => page.getByText('Have a code?').click();

test('the cart shows listed codes at once: one tap applies one, the next takes it off; without one there is only the field', async () => {
  const { page } = await visitAsGuest({ cart: { [serum]: 1 } });
  const empty = page.waitForResponse((response) => isListing(response.request()));
  await page.goto('/cart');
  await (await empty).finished();
  await becomes(() => shownTotal(page), '₹599.00');
  expect(await page.locator('.cart-offers > *').count()).toBe(0);

  await insertCoupon(shop.db, { code: 'MONSOON15', percent: 15, listed: true });
  await insertCoupon(shop.db, { code: 'RAIN-20', percent: 20, minSubtotal: 100_000, listed: true });
  await insertCoupon(shop.db, { code: 'SECRET', percent: 50 });
  await page.reload();
  const texts = () => listedRows(page).locator(':scope > span').allInnerTexts();
  await becomes(texts, ['MONSOON15\n15% off, you save ₹89.85.', 'RAIN-20\nAdd ₹401.00 more for 20% off.']);
  await looksRight(page, 'the offers', { within: '.cart-offers' });
  expect(await page.content()).not.toContain('SECRET');
  // What they say follows the cart, and is true.
  await page.getByRole('button', { name: 'One more' }).tap();
  await becomes(texts, [
    'RAIN-20\n20% from ₹1,000.00, you save ₹239.60.',
    'MONSOON15\n15% off, you save ₹179.70.',
  ]);
  await page.getByRole('button', { name: 'One less' }).tap();
  await see(listedRows(page).getByText('Add ₹401.00 more'));

  const apply = page.getByRole('button', { name: 'Apply code MONSOON15' });
  const { width, height } = (await apply.boundingBox()) ?? { width: 0, height: 0 };
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  await apply.tap();
  await becomes(() => shownTotal(page), '₹509.15');
  expect(await sumRows(page)).toEqual(['Subtotal', 'Discount (MONSOON15)', 'Delivery', 'Total']);
  await becomes(() => codeTold(page), 'MONSOON15 takes 15% off.');
  // It is not shown a second time, and another one takes its place.
  await gone(appliedCode(page));
  await looksRight(page, 'an offer in use', { within: '.cart-totals' });
  await page.getByRole('button', { name: 'Apply code RAIN-20' }).tap();
  await becomes(() => shownTotal(page), '₹599.00');
  await page.getByRole('button', { name: 'One more' }).tap();
  await becomes(() => shownTotal(page), '₹958.40');
  await page.getByRole('button', { name: 'Remove code RAIN-20' }).tap();
  await becomes(() => shownTotal(page), '₹1,198.00');
  await see(page.getByRole('button', { name: 'Apply code RAIN-20' }));
});

test('a kit takes the place of its parts in one tap, and Undo brings them back', async () => {
  const parts = { 'purifying-cleanser': 1, [serum]: 2, 'daily-veil-spf-50': 1 };
  const { page } = await visitAsGuest({ path: '/cart', cart: parts });
  await becomes(() => shownTotal(page), '₹2,146.00');
  const lines = async () => (await page.locator('.cart-row h2').allInnerTexts()).toSorted();
  const before = await lines();
  await becomes(
    () => listedRows(page).locator(':scope > span').allInnerTexts(),
    ['Morning Ritual\nIts 3 products as one kit: you save ₹248.00.'],
  );
  await looksRight(page, 'the offered kit', { within: '.cart-offers' });
  await page.getByRole('button', { name: 'Take the kit Morning Ritual' }).tap();
  await becomes(() => shownTotal(page), '₹1,898.00');
  await becomes(lines, ['Glow Serum', 'Morning Ritual']);
  await gone(listedRows(page));
  await becomes(() => focusedText(page), 'Undo');
  await see(page.getByText('Morning Ritual is in your cart instead of its parts.'));
  await looksRight(page, 'the kit in the cart');
  await page.keyboard.press('Enter');
  await becomes(() => shownTotal(page), '₹2,146.00');
  expect(await lines()).toEqual(before);
});

test('the page of a part names its kit and what it costs', async () => {
  const { page } = await visitAsGuest({ path: `/product/${serum}` });
  const line = page.locator('.in-kit');
  expect(await line.innerText()).toBe('3 products in one kit: Morning Ritual, ₹1,299.00');
  await line.getByRole('link').tap();
  await see(page.getByRole('heading', { name: 'Morning Ritual', level: 1 }));
  expect(await page.locator('.in-kit').count()).toBe(0);
});

test('a code that has ended since it was listed says so at the field, with its name', async () => {
  const code = await insertCoupon(shop.db, { percent: 15, listed: true });
  const { page } = await visitAsGuest({ path: '/cart', cart: { [serum]: 1 } });
  await see(listedRows(page).getByText(code));
  await changeCoupon(shop.db, code, { validUntil: Date.now() });
  await page.getByRole('button', { name: `Apply code ${code}` }).tap();
  await becomes(() => codeError(page), 'This code has expired.');
  expect(await codeField(page).inputValue()).toBe(code);
});

test('below the price of a product one line names the best listed code, and moves nothing', async () => {
  const { page } = await visitAsGuest();
  const open = async () => {
    const answer = page.waitForResponse('**/api/product/live?**');
    await page.goto(`/product/${serum}`);
    await (await answer).finished();
    return page.locator('.intro .facts').boundingBox();
  };
  const line = page.locator('.intro .offer');
  const before = await open();
  expect(await line.innerText()).toBe('');
  const code = await insertCoupon(shop.db, { percent: 15, minSubtotal: 99_900, listed: true });
  const after = await open();
  await becomes(() => line.innerText(), `15% off from ₹999.00 with ${code}`);
  expect(after).toEqual(before);
  await looksRight(page, 'the offer', { within: '.intro' });
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
  const { page, failOnce } = await visitAsGuest({ path: '/checkout', cart: { [serum]: 1 } });
  await becomes(() => shownTotal(page), '₹599.00');
  const aborted = page.waitForEvent('requestfailed');
  await failOnce('/api/order/quote');
  await openField(page);
  await aborted;
  await codeField(page).fill(code);
  await codeField(page).press('Enter');
  await becomes(() => shownTotal(page), '₹510.00');
});
