/** A complete purchase: browse, search, filter, product, cart, sign-up, order, My Orders. */

import { browserTest } from './browser-test.ts';
import { badge, fillAddress, shownNames, toast } from './steps.ts';
import { becomes, see } from './visitor.ts';

const { visit, test } = browserTest();

test('from the home page to an order in My Orders', async () => {
  const { page } = await visit(1280);
  const email = 'asha-buys@example.com';

  await page.goto('/');
  await see(page.getByRole('heading', { name: 'Latest Collection' }));
  await page.getByRole('link', { name: 'See Products' }).click();
  await page.waitForURL('/collection');
  await see(page.getByText('All Products'));
  await becomes(async () => (await shownNames(page)).length, 16);

  // Two pieces of a product: by the page's stepper, then by the card's button.
  await page.getByRole('link', { name: 'Rose Toner' }).first().click();
  await page.waitForURL('/product/rose-balance-toner');
  await page.getByRole('button', { name: /increase|more|one more/i }).click();
  await page.getByRole('button', { name: 'Add to Cart', exact: true }).click();
  await see(toast(page, 'Added to cart!'));
  await see(toast(page, 'Rose Toner'));
  await becomes(() => badge(page), '2');

  await page.locator('[data-cart-link]').click();
  await page.waitForURL('/cart');
  await see(page.getByRole('heading', { name: 'Your Cart' }));
  await see(page.getByText('₹698.00'));
  await page.getByRole('link', { name: 'Proceed to Checkout' }).click();
  await page.waitForURL(/\/(place-order|checkout)$/);

  // Signed out: sign up, then return to the order.
  await page
    .getByRole('link', { name: /sign in|log in/i })
    .and(page.getByRole('main').getByRole('link'))
    .first()
    .click();
  await page.waitForURL(/\/login\?next=/);
  await page.getByRole('main').getByRole('link', { name: 'Sign Up' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Asha Rao');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill('a long walk in Lalbagh');
  await page.getByRole('button', { name: 'Create Account' }).click();
  await page.waitForURL('/checkout');
  await see(toast(page, 'Account created successfully!'));

  await see(page.getByRole('heading', { name: 'Complete Your Order' }));
  await fillAddress(page);
  await see(page.getByText('Cash on Delivery'));
  await page.getByRole('button', { name: /^place order/i }).click();
  await page.waitForURL(/\/orders\?placed=/);
  await see(page.getByText('Order Placed Successfully!'));
  await see(page.getByText(/ORD-\d{6,8}/));
  await see(page.getByRole('main').getByText('Order Placed', { exact: true }));
  await becomes(() => badge(page), '');
});
