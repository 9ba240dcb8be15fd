/** Codes at checkout (docs/behaviour.md 5.5, 5.6): the shopper pays the total that they agreed to. */
import { beforeEach, expect, test } from 'vitest';
import { attempts } from '#db/schema/index.ts';
import { changeCoupon, insertCoupon, ordersOf, usesOf } from '../support/coupons.ts';
import { refillStock, serum } from '../support/orders.ts';
import { useShop } from '../support/shop.ts';
import { applyCode, codeError } from './coupon-steps.ts';
import { unpaidNotice } from './payment-steps.ts';
import { asked, asPerson, fillAddress, hold, isFocused, placeButton, shownTotal } from './steps.ts';
import { becomes, gone, see, useBrowser } from './visitor.ts';

const shop = useShop({ simulators: true });
const { visit } = useBrowser(shop);

beforeEach(async () => {
  await refillStock(shop.db);
  await shop.db.write.delete(attempts);
});

/** The checkout of a shopper who uses a code, ready to place the order. */
async function openWithCode(width: number, given: Parameters<typeof insertCoupon>[1] = {}) {
  const person = await shop.person();
  const code = await insertCoupon(shop.db, given);
  const visitor = await visit(width, await asPerson(shop, person, { [serum]: 1 }));
  const { page } = visitor;
  await page.goto('/checkout');
  await becomes(() => shownTotal(page), '₹599.00');
  await applyCode(page, code);
  await becomes(() => shownTotal(page), '₹539.10');
  await fillAddress(page);
  return { person, code, ...visitor };
}

test('a code that ran out after the quote: the reason, the new total, and the order without it', async () => {
  const { page, person, code, expectFailure } = await openWithCode(390, { maxUses: 1 });
  await changeCoupon(shop.db, code, { uses: 1 });
  expectFailure({ path: '/api/order/place', status: 409 });
  await placeButton(page).click();
  const notice = page.locator('.place-order .notice');
  await see(notice);
  expect(await notice.textContent()).toBe(
    'This code has been used already. Without it the total is ₹599.00. Please have a look, and place your order again if you agree.',
  );
  await becomes(() => isFocused(notice), true);
  await becomes(() => placeButton(page).textContent(), 'Place Order · ₹599.00');
  await becomes(() => codeError(page), 'This code has been used already.');
  expect(await ordersOf(shop.db, person)).toEqual([]);
  await placeButton(page).click();
  await page.waitForURL(/\/orders\?placed=/);
  expect(await ordersOf(shop.db, person)).toMatchObject([{ total: 59_900, couponCode: null }]);
  expect(await usesOf(shop.db, code)).toBe(1);
});

test('a code whose minimum rose after the quote is kept, and another code replaces it', async () => {
  const { page, person, code, expectFailure } = await openWithCode(1280);
  const other = await insertCoupon(shop.db, { percent: 20 });
  await changeCoupon(shop.db, code, { minSubtotal: 60_000 });
  expectFailure({ path: '/api/order/place', status: 409 });
  await placeButton(page).click();
  await see(page.locator('.coupon').getByText('Add ₹1.00 more to use this code.'));
  await page.getByRole('button', { name: `Remove code ${code}` }).click();
  await applyCode(page, other);
  await becomes(() => placeButton(page).textContent(), 'Place Order · ₹479.20');
  // The message about the first code is gone.
  await gone(page.locator('.place-order .notice'));
  await placeButton(page).click();
  await page.waitForURL(/\/orders\?placed=/);
  expect(await ordersOf(shop.db, person)).toMatchObject([{ total: 47_920, couponCode: other }]);
});

test('an order waits for the response about a code, so that it is not placed at full price', async () => {
  const person = await shop.person();
  const code = await insertCoupon(shop.db);
  const { page } = await visit(390, await asPerson(shop, person, { [serum]: 1 }));
  await page.goto('/checkout');
  await becomes(() => shownTotal(page), '₹599.00');
  await fillAddress(page);
  const held = await hold(page, '**/api/order/quote');
  const orders = asked(page, '/api/order/place');
  await applyCode(page, code);
  await held.came;
  await becomes(() => placeButton(page).getAttribute('aria-disabled'), 'true');
  await page.getByLabel('City').press('Enter');
  held.release();
  await becomes(() => shownTotal(page), '₹539.10');
  expect(orders).toEqual([]);
  await placeButton(page).tap();
  await page.waitForURL(/\/orders\?placed=/);
  expect(await ordersOf(shop.db, person)).toMatchObject([{ total: 53_910, couponCode: code }]);
});

test('by card: an unpaid order releases the code; a paid one uses it; the next cart has none', async () => {
  const { page, person, code } = await openWithCode(1280, { maxUses: 1 });
  await page.getByRole('radio', { name: /Card/ }).check();
  await becomes(() => placeButton(page).textContent(), 'Pay Now · ₹539.10');
  await placeButton(page).click();
  await page.waitForURL(/\/dev\/stripe\//);
  await see(page.getByRole('button', { name: 'Pay ₹539.10' }));
  expect(await usesOf(shop.db, code)).toBe(1);

  await page.goto('/checkout');
  await see(unpaidNotice(page).getByText('Nothing was charged'));
  await becomes(() => placeButton(page).textContent(), 'Pay Now · ₹539.10');
  expect(await ordersOf(shop.db, person)).toMatchObject([{ status: 'Cancelled', couponCode: code }]);
  expect(await usesOf(shop.db, code)).toBe(0);

  await placeButton(page).click();
  await page.getByRole('button', { name: 'Pay ₹539.10' }).click();
  await page.waitForURL(/\/orders\?placed=/);
  await see(page.getByText(`You saved ₹59.90 with ${code}`));
  expect(await usesOf(shop.db, code)).toBe(1);
  expect(await page.evaluate(() => sessionStorage.getItem('couponCode'))).toBeNull();
});
