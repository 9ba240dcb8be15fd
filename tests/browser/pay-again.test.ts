/**
 * Unpaid orders, also while a provider fails: started at the checkout, paid from My Orders and under `/checkout?pay=`,
 * and ended by their time. No order is lost, and nothing is charged twice.
 */
import { eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { payments } from '#db/schema/index.ts';
import type { OnlineMethod } from '#domain/payments/payment-methods.ts';
import { payPage } from '#lib/pay-page.ts';
import { cream, serum, toner } from '../support/orders.ts';
import { pendingOrder, recordOf, startOrder } from '../support/payments.ts';
import { stockOf } from '../support/rows.ts';
import type { Person } from '../support/shop.ts';
import { browserTest } from './browser-test.ts';
import {
  atCheckout,
  cardPage,
  leaveWidget,
  openOrders,
  orderCard,
  orderHead,
  orderStatus,
  payByUpi,
  unpaidNotice,
  widget,
} from './payment-steps.ts';
import { asked, badge, cartOf, isFocused, placeButton, submitOrder, toast } from './steps.ts';
import { becomes, gone, placeOf, see } from './visitor.ts';

const { shop, visit, visitAsGuest, visitAsShopper, test } = browserTest({ simulators: true });

const silent = 'The payment provider does not answer at the moment. Please try again in a minute.';
const over = 'This order no longer waits for a payment.';
const again = (page: Page) => page.getByRole('button', { name: /^Try again/ });
const payNow = (page: Page) => orderCard(page).getByRole('button', { name: 'Pay Now · ₹1,297.00' });
const ordersOf = async (person: Person) => (await person.post('/api/order/userorders')).body.orders;
/** Titles and reasons of the history, first to last; asserts that each has a date and a time. */
const history = async (page: Page) => {
  const rows = orderCard(page).locator('.order-timeline li');
  for (const time of await rows.locator('time').allTextContents())
    expect(time).toMatch(/^\d{1,2} [A-Z][a-z]{2} \d{4}, \d{1,2}:\d\d [ap]m$/);
  return rows
    .locator('> span')
    .evaluateAll((all) => all.map((one) => [...one.children].map((part) => part.textContent)));
};

/** A shopper on My Orders whose unpaid order of two lines is the first card, open. */
async function openUnpaidOrder(width: number, method: OnlineMethod) {
  const visitor = await visitAsShopper({ cart: { [cream]: 1 }, width });
  await startOrder(visitor.person, method, { [serum]: 1, [toner]: 2 });
  const [order] = await ordersOf(visitor.person);
  await openOrders(visitor.page);
  return { orderId: order?._id ?? '', ...visitor };
}

/** The same, of an order whose payment the provider could not start; it fails once more. */
async function openNotStarted(width: number, method: OnlineMethod) {
  // Stripe's own client tries each request twice.
  const times = method === 'stripe' ? 2 : 1;
  // The response is lost, so that the shop does not know the provider's id yet.
  shop.simulators[method].api.inject({ fault: 'drop', times });
  const visitor = await openUnpaidOrder(width, method);
  visitor.expectFailure('/api/order/pay', 503);
  shop.simulators[method].api.inject({ fault: { status: 500 }, times });
  return visitor;
}

test('by card: Pay Now shows the total of the order, a message while Stripe fails, and leads to its page', async () => {
  const { page, orderId } = await openNotStarted(390, 'stripe');
  await see(
    orderCard(page).getByText(/Waiting for your payment\. We keep your products for 30 minutes, until/),
  );
  await payNow(page).click();
  await see(toast(page, silent));
  await payNow(page).click();
  await cardPage(page);
  expect(page.url()).toBe(shop.simulators.stripe.sessionFor(orderId).url);
  await page.getByRole('button', { name: /^Pay ₹/ }).click();
  await page.waitForURL(`/orders?placed=${orderId}`);
  // The cart is independent of the order.
  expect(await badge(page)).toBe('1');
});

test('by UPI: the window opens on the checkout, after another try; closed, the order still waits; then it is paid', async () => {
  const { page, orderId, person } = await openNotStarted(1280, 'razorpay');
  const link = orderCard(page).getByRole('link', { name: 'Pay Now · ₹1,297.00' });
  await link.click();
  await page.waitForURL(payPage(orderId));
  await see(page.getByRole('heading', { name: 'Complete Your Payment' }));
  await see(page.getByRole('alert').getByText(silent));
  await see(page.getByRole('main').getByRole('link', { name: 'My Orders' }));
  await again(page).click();
  await see(widget(page).getByText('₹1,297.00'));
  await leaveWidget(page);
  await page.waitForURL('/orders');
  await see(toast(page, 'Your order waits for its payment.'));
  expect(await orderStatus(page)).toBe('Payment Pending');
  expect((await recordOf(shop, orderId)).status).toBe('Payment Pending');
  await orderHead(page).click();
  await link.click();
  await see(widget(page).getByText('₹1,297.00'));
  await payByUpi(page);
  await page.waitForURL(`/orders?placed=${orderId}`);
  expect(await cartOf(person)).toEqual({ [cream]: 1 });
});

test('paid meanwhile: Pay Now and its page say so, My Orders shows the order, and no payment is requested', async () => {
  const { page, orderId, expectFailure } = await openUnpaidOrder(1280, 'stripe');
  expectFailure('/api/order/pay', 409);
  shop.simulators.stripe.pay(shop.simulators.stripe.sessionFor(orderId).id);
  await shop.simulators.settled();
  await payNow(page).click();
  await see(toast(page, over));
  await becomes(() => orderStatus(page), 'Order Placed');
  await gone(payNow(page));
  await page.goto(payPage(orderId));
  await page.waitForURL('/orders');
  await see(toast(page, over));
});

test("someone else's order cannot be paid; signed out, the page asks to sign in first", async () => {
  const stranger = await pendingOrder(await shop.person(), 'razorpay');
  const { page, expectFailure } = await visitAsShopper();
  expectFailure('/api/order/pay', 404);
  await page.goto(payPage(stranger));
  await page.waitForURL('/orders');
  await see(page.getByRole('heading', { name: 'No orders yet' }));

  const { page: guest } = await visitAsGuest();
  await guest.goto(payPage(stranger));
  const signIn = guest.getByRole('main').getByRole('link', { name: 'Sign In' });
  expect(await signIn.getAttribute('href')).toBe(
    `/login?${new URLSearchParams({ next: payPage(stranger) })}`,
  );
});

test('an expired hold: the card shows why the order is cancelled, and the stock is back', async () => {
  const { page, orderId } = await openUnpaidOrder(390, 'stripe');
  expect(await stockOf(shop.db, toner)).toBe(98);
  expect(await orderStatus(page)).toBe('Payment Pending');
  const ended = Date.now() - 1_000;
  await shop.db.write
    .update(payments)
    .set({ holdUntil: ended, nextAskAt: ended })
    .where(eq(payments.orderId, orderId));
  await shop.stack.scheduled();
  await page.getByRole('button', { name: 'Refresh' }).tap();
  await becomes(() => orderStatus(page), 'Cancelled');
  await see(orderCard(page).getByText('Cancelled: The payment did not arrive in time.'));
  expect(await history(page)).toEqual([
    ['Waiting for payment'],
    ['Cancelled', 'The payment did not arrive in time.'],
  ]);
  expect(await stockOf(shop.db, toner)).toBe(100);
});

// tests/api/provider-trouble.test.ts has each failure of each provider.
test("at the checkout: the form stays with a message; 'Try again' continues the same order once, and another payment method replaces it", async () => {
  const { page, person, expectFailure } = await atCheckout(shop, visit, 390, 'razorpay');
  const { api } = shop.simulators.razorpay;
  const sent = asked(page, '/api/order/razorpay');
  expectFailure('/api/order/razorpay', 503);
  expectFailure('/api/order/verifyStripe', 409);
  api.inject({ fault: { status: 500 }, method: 'POST' });
  await placeButton(page).tap();
  const notice = page.locator('.place-order .notice');
  await see(notice.getByText(silent));
  expect(await isFocused(notice)).toBe(true);
  expect(placeOf(page)).toBe('/checkout');
  expect([await badge(page), await cartOf(person)]).toEqual(['2', { [toner]: 2 }]);
  const [waiting] = await ordersOf(person);

  const slow = api.inject({ fault: 'hang' });
  await again(page).tap();
  await slow.arrived;
  await see(page.getByText('Starting your payment…'));
  expect(await placeButton(page).getAttribute('aria-busy')).toBe('true');
  // Another try does nothing meanwhile.
  await page.getByLabel('City').press('Enter');
  slow.release();
  await see(widget(page).getByText('₹698.00'));
  expect(sent).toHaveLength(2);
  expect((await ordersOf(person)).map(({ _id, status }) => [_id, status])).toEqual([
    [waiting?._id, 'Payment Pending'],
  ]);
  await leaveWidget(page);
  await see(unpaidNotice(page));

  // An order that was left is replaced by one with another payment method.
  await page.locator('input[value="cod"]').tap();
  expect(await notice.count()).toBe(0);
  await submitOrder(page);
  expect((await ordersOf(person)).map(({ status }) => status)).toEqual(['Order Placed', 'Cancelled']);
});
