/** Paying by card on Stripe's page, as a shopper sees it (docs/behaviour.md 7.3, 7.6). */
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { address, serum, toner } from '../support/orders.ts';
import { recordOf } from '../support/payments.ts';
import { stockOf } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';
import {
  atCheckout,
  cardPage,
  openOrders,
  orderCard,
  orderStatus,
  startPaying,
  unpaidNotice,
} from './payment-steps.ts';
import { badge, cartOf, fillAddress, fillCart, isFocused, placeButton, storedCarts, toast } from './steps.ts';
import { becomes, placeOf, see, useBrowser } from './visitor.ts';

const shop = useShop({ simulators: true });
const { visit } = useBrowser(shop);

const verifying = '/api/order/verifyStripe';
const pay = (page: Page) => page.getByRole('button', { name: /^Pay ₹/ });
const notMade = 'The payment was not made, and nothing was charged. Your cart is as you left it.';
/** The order of the last opened payment page. */
const lastOrder = () => shop.simulators.stripe.sessions.at(-1)?.client_reference_id ?? '';

test('paid: the order is placed, and only the ordered pieces leave the cart', async () => {
  const { page, person } = await atCheckout(shop, visit, 390, 'stripe');
  expect(await placeButton(page).textContent()).toBe('Pay Now · ₹698.00');
  await startPaying(page, 'stripe');
  await see(page.getByText('₹698.00'));
  // Meanwhile, another device adds to the cart.
  await fillCart(person, { [serum]: 1 });
  await pay(page).click();
  await page.waitForURL(`/orders?placed=${lastOrder()}`);
  await see(page.getByText('Order Placed Successfully!'));
  expect(await orderStatus(page)).toBe('Order Placed');
  await becomes(() => badge(page), '1');
  expect(await cartOf(person)).toEqual({ [serum]: 1 });
  expect(await storedCarts(page)).toEqual({ [person.token]: { [serum]: 1 } });
  await openOrders(page);
  await see(orderCard(page).getByText('Paid', { exact: true }));
});

test('declined, then cancelled on the page: the checkout is as it was, and shows the reason', async () => {
  const { page, person, expectFailure } = await atCheckout(shop, visit, 390, 'stripe');
  expectFailure({ path: verifying, status: 409 });
  await startPaying(page, 'stripe');
  await page.getByRole('button', { name: 'Decline the card' }).tap();
  await see(page.getByRole('alert').getByText('Your card was declined.'));
  await page.getByRole('link', { name: 'Cancel' }).tap();
  await page.waitForURL('/checkout');
  await see(unpaidNotice(page).getByText(notMade));
  expect(await isFocused(unpaidNotice(page))).toBe(true);
  expect(await page.getByLabel('City').inputValue()).toBe('Bengaluru');
  expect(await page.locator('input[value="stripe"]').isChecked()).toBe(true);
  expect(await badge(page)).toBe('2');
  expect(await cartOf(person)).toEqual({ [toner]: 2 });
  expect((await recordOf(shop, lastOrder())).status).toBe('Cancelled');
  expect(await stockOf(shop.db, toner)).toBe(100);
});

test('Back from the page: the order is cancelled, the form is kept, a new try is a new order', async () => {
  const { page, person } = await atCheckout(shop, visit, 1280, 'stripe');
  await startPaying(page, 'stripe');
  const first = lastOrder();
  await page.goBack();
  await see(unpaidNotice(page).getByText('Nothing was charged. Your cart is as you left it.'));
  expect((await recordOf(shop, first)).status).toBe('Cancelled');
  await see(page.locator('.checkout-summary .sums'));
  expect(await page.getByLabel('City').inputValue()).toBe('Bengaluru');
  expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe(address.address);
  expect(await page.locator('input[value="stripe"]').isChecked()).toBe(true);
  await startPaying(page, 'stripe');
  expect(lastOrder()).not.toBe(first);
  await pay(page).click();
  await page.waitForURL(`/orders?placed=${lastOrder()}`);
  await becomes(() => cartOf(person), {});
});

test('Back, and the payment is made in another tab: the order is shown and not cancelled', async () => {
  const { page } = await atCheckout(shop, visit, 390, 'stripe');
  await startPaying(page, 'stripe');
  shop.simulators.stripe.webhooks.manner = 'never';
  shop.simulators.stripe.pay(shop.simulators.stripe.sessionFor(lastOrder()).id);
  await page.goBack();
  await page.waitForURL(`/orders?placed=${lastOrder()}`);
  await see(toast(page, 'Your payment has arrived: your order is placed.'));
  await see(page.getByText('Order Placed Successfully!'));
  expect(await recordOf(shop, lastOrder())).toMatchObject({ status: 'Order Placed', paid: true });
  shop.simulators.stripe.webhooks.manner = 'normal';
});

test('a late payment of an older order is shown instead of a second order', async () => {
  const { page, person, newTab, expectFailure } = await atCheckout(shop, visit, 1280, 'stripe');
  await startPaying(page, 'stripe');
  const first = lastOrder();
  // The second tab does not know the first one's payment.
  const second = await newTab();
  await second.goto('/checkout');
  await see(second.locator('.checkout-summary .sums'));
  shop.simulators.stripe.webhooks.manner = 'never';
  shop.simulators.stripe.pay(shop.simulators.stripe.sessionFor(first).id);
  expectFailure({ path: '/api/order/stripe', status: 409 });
  await fillAddress(second);
  await second.locator('input[value="stripe"]').check();
  await placeButton(second).click();
  await second.waitForURL(`/orders?placed=${first}`);
  await see(toast(second, 'The payment for your earlier order has arrived. Here it is.'));
  expect(shop.simulators.stripe.sessions.filter(({ client_reference_id: id }) => id === first)).toHaveLength(
    1,
  );
  expect((await person.post('/api/order/userorders')).body.orders).toHaveLength(1);
  shop.simulators.stripe.webhooks.manner = 'normal';
});

test('a payment page outside Stripe is not opened: the order is cancelled, with a message', async () => {
  const { page, person } = await atCheckout(shop, visit, 390, 'stripe');
  await page.route('**/api/order/stripe', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ json: { ...(await answer.json()), session_url: 'https://evil.example/pay' } });
  });
  await placeButton(page).tap();
  await see(unpaidNotice(page).getByText(/could not be opened, and nothing was charged/));
  expect(placeOf(page)).toBe('/checkout');
  expect((await recordOf(shop, lastOrder())).status).toBe('Cancelled');
  expect(await cartOf(person)).toEqual({ [toner]: 2 });
  await page.unroute('**/api/order/stripe');
  await placeButton(page).tap();
  await cardPage(page);
});
