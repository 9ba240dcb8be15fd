/** Unpaid orders: paying them from My Orders, and under `/checkout?pay=`. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { OnlineMethod } from '#features/orders/order.ts';
import { payPage } from '#features/payments/create-payment.api.ts';
import { cream, refillStock, serum, toner } from '../support/orders.ts';
import { recordOf, startOrder } from '../support/payments.ts';
import { useShop } from '../support/shop.ts';
import {
  atCheckout,
  cardPage,
  leaveWidget,
  openOrders,
  orderCard,
  orderStatus,
  payByUpi,
  startPaying,
  unpaidNotice,
  widget,
} from './payment-steps.ts';
import { asGuest, asPerson, badge, cartOf, hydrated, toast } from './steps.ts';
import { becomes, gone, see, useBrowser } from './visitor.ts';

const shop = useShop({ simulators: true });
const { visit } = useBrowser(shop);

beforeEach(() => refillStock(shop.db));

/** A shopper on My Orders whose unpaid order of two lines is the first card, open. */
async function openUnpaidOrder(width: number, method: OnlineMethod) {
  const person = await shop.person();
  const { orderId } = (await startOrder(person, method, { [serum]: 1, [toner]: 2 })).body;
  const visitor = await visit(width, await asPerson(shop, person, { [cream]: 1 }));
  await openOrders(visitor.page);
  return { person, orderId, ...visitor };
}

test('by card: Pay Now shows the total of the order, and leads to the same page', async () => {
  const { page, orderId } = await openUnpaidOrder(390, 'stripe');
  await see(
    orderCard(page).getByText(/Waiting for your payment\. We keep your products for 30 minutes, until/),
  );
  await orderCard(page).getByRole('button', { name: 'Pay Now · ₹1,297.00' }).click();
  await cardPage(page);
  expect(page.url()).toBe(shop.simulators.stripe.sessionFor(orderId).url);
  await page.getByRole('button', { name: /^Pay ₹/ }).click();
  await page.waitForURL(`/orders?placed=${orderId}`);
  // The cart is independent of the order.
  expect(await badge(page)).toBe('1');
});

test('by UPI: Pay Now opens the window on the checkout, the only page that may load it', async () => {
  const { page, orderId, person } = await openUnpaidOrder(1280, 'razorpay');
  await orderCard(page).getByRole('link', { name: 'Pay Now · ₹1,297.00' }).click();
  await page.waitForURL(payPage(orderId));
  await see(widget(page).getByText('₹1,297.00'));
  await payByUpi(page);
  await page.waitForURL(`/orders?placed=${orderId}`);
  expect(await cartOf(person)).toEqual({ [cream]: 1 });
});

test('the window is closed: the order still waits, and My Orders shows that', async () => {
  const { page, orderId } = await openUnpaidOrder(390, 'razorpay');
  await orderCard(page)
    .getByRole('link', { name: /^Pay Now/ })
    .tap();
  await see(widget(page).getByRole('heading', { name: 'Harita' }));
  await leaveWidget(page);
  await page.waitForURL('/orders');
  await see(toast(page, 'Your order waits for its payment.'));
  expect(await orderStatus(page)).toBe('Payment Pending');
  expect((await recordOf(shop, orderId)).status).toBe('Payment Pending');
});

test('paid meanwhile: the order is shown, and no payment is requested', async () => {
  const { page, orderId, expectFailure } = await openUnpaidOrder(1280, 'stripe');
  expectFailure({ path: '/api/order/pay', status: 409 });
  shop.simulators.stripe.pay(shop.simulators.stripe.sessionFor(orderId).id);
  await shop.simulators.settled();
  await page.goto(payPage(orderId));
  await page.waitForURL('/orders');
  await see(toast(page, 'This order does not wait for a payment any more.'));
  expect(await orderStatus(page)).toBe('Order Placed');
});

test('cancelled meanwhile, in another tab: Pay Now shows a message, and the card is updated', async () => {
  const { page, orderId, person, expectFailure } = await openUnpaidOrder(1280, 'stripe');
  expectFailure({ path: '/api/order/pay', status: 409 });
  await person.post('/api/order/cancel', { orderId });
  await orderCard(page)
    .getByRole('button', { name: /^Pay Now/ })
    .click();
  await see(toast(page, 'This order does not wait for a payment any more.'));
  await becomes(() => orderStatus(page), 'Cancelled');
  await gone(orderCard(page).getByRole('button', { name: /^Pay Now/ }));
});

test("someone else's order cannot be paid; signed out, the page asks to sign in first", async () => {
  const stranger = (await startOrder(await shop.person(), 'razorpay')).body.orderId;
  const { page, expectFailure } = await visit(390, await asPerson(shop, await shop.person()));
  expectFailure({ path: '/api/order/pay', status: 404 });
  await page.goto(payPage(stranger));
  await page.waitForURL('/orders');
  await see(page.getByRole('heading', { name: 'No orders yet' }));

  const { page: guest } = await visit(390, asGuest(shop));
  await guest.goto(payPage(stranger));
  await guest.getByRole('main').getByRole('link', { name: 'Sign In' }).tap();
  await guest.waitForURL(`/login?${new URLSearchParams({ next: payPage(stranger) })}`);
});

describe('the checkout, reloaded while the window was open', () => {
  test('without a payment the order is cancelled, and the form is there', async () => {
    const { page, person } = await atCheckout(shop, visit, 390, 'razorpay');
    await startPaying(page, 'razorpay');
    await page.reload();
    await see(unpaidNotice(page).getByText('Nothing was charged. Your cart is as you left it.'));
    await hydrated(page);
    await see(page.locator('.checkout-summary .sums'));
    expect(await page.getByLabel('City').inputValue()).toBe('Bengaluru');
    const { orders } = (await person.post('/api/order/userorders')).body;
    expect(orders.map(({ status }) => status)).toEqual(['Cancelled']);
  });

  test('with a payment the order is shown', async () => {
    const { page, person } = await atCheckout(shop, visit, 1280, 'razorpay');
    await startPaying(page, 'razorpay');
    shop.simulators.razorpay.webhooks.manner = 'never';
    shop.simulators.razorpay.authorize(shop.simulators.razorpay.orders.at(-1)?.id ?? '');
    await page.reload();
    await page.waitForURL(/\/orders\?placed=/);
    await becomes(() => badge(page), '');
    expect(await cartOf(person)).toEqual({});
    shop.simulators.razorpay.webhooks.manner = 'normal';
  });
});
