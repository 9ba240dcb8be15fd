/** A browser that translates the pages, which replaces every text node; and a part of a page that has stopped. */
import { expect } from 'vitest';
import { newEmail } from '../support/accounts.ts';
import { insertCoupon } from '../support/coupons.ts';
import { newPhone } from '../support/guests.ts';
import { serum } from '../support/orders.ts';
import { browserTest } from './browser-test.ts';
import { appliedCode, applyCode } from './coupon-steps.ts';
import { badge, cartRow, fillGuest, openCheckout, submitOrder, toast } from './steps.ts';
import { textOf, translate } from './translate.ts';
import { becomes, see } from './visitor.ts';

const { shop, visitAsGuest, test } = browserTest({ keepsData: true });

test('a translated page follows what happens, from the home page to a placed order', async () => {
  const { page, failOnce } = await visitAsGuest();
  await translate(page);
  const code = await insertCoupon(shop.db, { percent: 15 });
  await page.goto('/');
  await page.getByRole('link', { name: 'See Products' }).tap();
  await page.waitForURL('/collection');
  await page.locator('select[name="sort"]').selectOption('low-high');
  await page.waitForURL('/collection?sort=low-high');
  await page.goto('/collection?q=rose');
  await see(page.getByText(/^Showing \d+ of 16 products for .rose/));
  await page.goto(`/product/${serum}`);
  expect(await page.locator('.buy .price [translate="no"]').allTextContents()).toEqual([
    '₹599.00',
    '₹749.00',
  ]);
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).tap();
  await see(toast(page, 'Added to cart!'));
  await becomes(() => badge(page), '1');

  await page.goto('/cart');
  await becomes(() => textOf(page, '.cart-totals h2'), 'Cart Totals (1 piece)');
  const [totals, live] = ['.cart-totals .sums-total dd', '.cart-totals > [role="status"]'];
  const first = await textOf(page, totals);
  await becomes(() => textOf(page, live), `Total ${first}`);
  await cartRow(page, 'Glow Serum').getByRole('button', { name: 'One more' }).tap();
  await becomes(() => textOf(page, '.cart-totals h2'), 'Cart Totals (2 pieces)');
  expect(await textOf(page, totals)).toBe('₹1,198.00');
  expect(await textOf(page, live)).toBe('Total ₹1,198.00');
  await cartRow(page, 'Glow Serum')
    .getByRole('button', { name: /^Remove/ })
    .tap();
  await see(page.getByText(/was removed/));
  await page.getByRole('button', { name: 'Undo' }).tap();
  await becomes(() => textOf(page, '.cart-totals h2'), 'Cart Totals (2 pieces)');

  await page.goto('/checkout');
  const person = { email: newEmail(), phone: newPhone() };
  await becomes(() => textOf(page, '.place-order button'), 'Place Order · ₹1,198.00');
  await failOnce('/api/order/quote', { status: 500 });
  await page.getByLabel('Pincode').fill('560001');
  await page.getByRole('button', { name: 'Try again' }).tap();
  await becomes(() => textOf(page, '.place-order button'), 'Place Order · ₹1,198.00');
  await applyCode(page, code);
  await see(appliedCode(page));
  await becomes(() => textOf(page, '.sums-total dd'), '₹1,019.00');
  expect(await textOf(page, '.place-order button')).toBe('Place Order · ₹1,019.00');
  // Amounts and codes are not translated, on a button neither.
  for (const [within, text] of [
    ['.place-order button', '₹1,019.00'],
    ['.coupon-kept', code],
  ] as const)
    expect(await page.locator(`${within} [translate="no"]`).allTextContents()).toEqual([text]);
  await page.getByRole('button', { name: /^Remove/ }).tap();
  await becomes(() => textOf(page, '.place-order button'), 'Place Order · ₹1,198.00');
  await fillGuest(page, person);
  await submitOrder(page);
  await see(page.getByText('Order Placed Successfully!'));
  await page.getByRole('button', { name: 'View order' }).tap();
  await see(page.locator('.order-card [aria-expanded="true"]'));
});

test('a broken part of a page says so and keeps the rest; what was typed comes back', async () => {
  const { page, expectConsole, failOnce } = await visitAsGuest({ cart: { [serum]: 1 } });
  await openCheckout(page);
  await page.getByLabel('City').fill('Mysuru');
  // Something else has taken away what React removes when the sums are not known.
  await page.evaluate(() => document.querySelector('.checkout-lines')?.remove());
  expectConsole('NotFoundError');
  await failOnce('/api/order/quote', { status: 500 });
  await page.getByLabel('Pincode').fill('560001');
  await see(page.getByRole('heading', { name: 'This part of the page has stopped' }));
  await see(page.getByRole('contentinfo'));
  await page.getByRole('button', { name: 'Load the page again' }).tap();
  await becomes(() => page.getByLabel('City').inputValue(), 'Mysuru');
});
