/**
 * Paying by card on Stripe's page, which sends the shopper back to /verify (docs/behaviour.md, "Stripe",
 * "After paying").
 */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { verifyPath } from '#lib/paths.ts';
import { address, serum, toner } from '../support/orders.ts';
import { pendingOrder, recordOf } from '../support/payments.ts';
import { stockOf } from '../support/rows.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import { atCheckout, orderCard, orderHead, orderStatus, startPaying, unpaidNotice } from './payment-steps.ts';
import {
  asked,
  badge,
  cartOf,
  fakeClock,
  fillCart,
  hold,
  openCheckout,
  placeButton,
  storedCarts,
  toast,
} from './steps.ts';
import { becomes, gone, placeOf, see } from './visitor.ts';

const { shop, visit, visitAsGuest, visitAsShopper, test } = browserTest({ simulators: true });

const verifying = '/api/order/verifyStripe';
const stripe = () => shop.simulators.stripe;
const pay = (page: Page) => page.getByRole('button', { name: /^Pay ₹/ });
/** The order of the last opened payment page. */
const lastOrder = () => stripe().sessions.at(-1)?.client_reference_id ?? '';
const lastSession = () => stripe().sessions.at(-1)?.id ?? '';
const back = (orderId: string) => verifyPath({ success: true, orderId });

describe('from the checkout', () => {
  test('a page elsewhere, Cancel and Back: the order waits, the form is as it was; then the same order is paid', async () => {
    const { page, person, expectFailure } = await atCheckout(shop, visit, 390, 'stripe');
    const isAsItWas = async () => {
      expect(placeOf(page)).toBe('/checkout');
      expect(await page.getByLabel('City').inputValue()).toBe('Bengaluru');
      expect(await page.getByLabel('Address', { exact: true }).inputValue()).toBe(address.address);
      expect(await page.locator('input[value="stripe"]').isChecked()).toBe(true);
      expect([await badge(page), await cartOf(person)]).toEqual(['2', { [toner]: 2 }]);
      expect((await recordOf(shop, lastOrder())).status).toBe('Payment Pending');
      expect(await stockOf(shop.db, toner)).toBe(98);
    };

    await page.route('**/api/order/stripe', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), session_url: 'https://evil.example/pay' } });
    });
    await placeButton(page).tap();
    await see(unpaidNotice(page).getByText(/could not be opened, and nothing was charged/));
    await isAsItWas();
    await page.unroute('**/api/order/stripe');

    expect(await placeButton(page).textContent()).toBe('Pay Now · ₹698.00');
    const sessions = stripe().sessions.length;
    const waiting = lastOrder();
    await startPaying(page, 'stripe');
    expectFailure(verifying, 409);
    await page.getByRole('button', { name: 'Decline the card' }).tap();
    await see(page.getByRole('alert').getByText('Your card was declined.'));
    await page.getByRole('link', { name: 'Cancel' }).tap();
    await page.waitForURL('/cart');
    const notMade = 'The payment was not made, and nothing was charged. Your cart is as you left it.';
    await see(page.getByRole('alert').getByText(notMade));
    // One tap pays the same order; the form is as it was, too.
    await page.getByRole('link', { name: 'Pay again' }).tap();
    await see(page.getByText('₹698.00'));
    await pay(page).waitFor();
    expect([stripe().sessions.length, lastOrder()]).toEqual([sessions, waiting]);
    await openCheckout(page);
    await isAsItWas();

    await startPaying(page, 'stripe');
    await page.goBack();
    await see(unpaidNotice(page).getByText('Nothing was charged. Your cart is as you left it.'));
    await see(page.locator('.checkout-summary .sums'));
    await isAsItWas();

    await startPaying(page, 'stripe');
    expect([stripe().sessions.length, lastOrder()]).toEqual([sessions, waiting]);
    await see(page.getByText('₹698.00'));
    // Meanwhile, another device adds to the cart. Only the ordered pieces leave it.
    await fillCart(person, { [serum]: 1 });
    await pay(page).tap();
    await page.waitForURL(`/orders?placed=${lastOrder()}`);
    await see(page.getByText('Order Placed Successfully!'));
    expect(await orderStatus(page)).toBe('Order Placed');
    await becomes(() => badge(page), '1');
    expect(await cartOf(person)).toEqual({ [serum]: 1 });
    expect(await storedCarts(page)).toEqual({ [person.token]: { [serum]: 1 } });
    await orderHead(page).tap();
    await see(orderCard(page).getByText('Paid', { exact: true }));
  });

  test('Back, and the payment is made in another tab: the order is shown and not cancelled', async () => {
    const { page, person } = await atCheckout(shop, visit, 390, 'stripe');
    await startPaying(page, 'stripe');
    stripe().webhooks.fault = 'never';
    stripe().pay(lastSession());
    await page.goBack();
    await page.waitForURL(`/orders?placed=${lastOrder()}`);
    await see(toast(page, 'Your payment has arrived: your order is placed.'));
    await see(page.getByText('Order Placed Successfully!'));
    expect(await recordOf(shop, lastOrder())).toMatchObject({ status: 'Order Placed', paid: true });
    await becomes(() => badge(page), '');
    expect(await cartOf(person)).toEqual({});
  });
});

describe('back from the page', () => {
  /** A shopper with a pending order of two toners, which are still in the cart; their tab knows what the checkout stores. */
  async function withPending(confirming = false) {
    // A page that is loaded at once.
    const visitor = await visitAsShopper({ path: '/robots.txt', cart: { [toner]: 2 } });
    const orderId = await pendingOrder(visitor.person, 'stripe', { [toner]: 2 });
    await visitor.page.evaluate(
      (pending) => sessionStorage.setItem('begunOrders', JSON.stringify([pending])),
      { orderId, lines: { [toner]: 2 }, confirming },
    );
    return { orderId, ...visitor };
  }

  test('pending: /verify explains the wait and asks four times, then My Orders is updated when it is paid', async () => {
    const { page, person, orderId, expectFailure, failOnce } = await withPending();
    expectFailure(verifying, 409);
    stripe().payLater(lastSession());
    await fakeClock(page);
    const questions = asked(page, verifying);
    await failOnce(verifying);
    const asks = (n: number) => page.getByText(`We check again in a few seconds (${n} of 4).`);
    await page.goto(back(orderId));
    await see(page.getByRole('heading', { name: 'Checking your payment…' }));
    // The first connection is lost.
    await see(asks(2));
    const second = await hold(page, `**${verifying}`);
    await looksRight(page, 'waiting', { within: 'main' });
    expect(await page.getByRole('main').getByRole('link', { name: 'My Orders' }).getAttribute('href')).toBe(
      '/orders',
    );
    await page.clock.runFor(9_000);
    await second.came;
    second.release();
    for (const n of [3, 4]) {
      await see(asks(n));
      await page.clock.runFor(9_000);
    }
    await page.waitForURL('/orders');
    expect(questions).toHaveLength(4);

    await see(toast(page, 'We are confirming your payment'));
    expect(await orderStatus(page)).toBe('Payment Pending');
    expect(await badge(page)).toBe('2');
    await orderHead(page).tap();
    await see(orderCard(page).getByText('please wait before you pay again'));
    // Paying again is possible, but not the primary action.
    expect(
      await orderCard(page).getByRole('button', { name: 'Pay Now · ₹698.00' }).getAttribute('class'),
    ).toMatch(/quiet/);
    stripe().confirm(lastSession());
    await shop.simulators.settled();
    await page.clock.runFor(5_000);
    await see(toast(page, 'Your payment has arrived: your order is placed.'));
    await becomes(() => orderStatus(page), 'Order Placed');
    await gone(page.getByRole('button', { name: /^Pay Now/ }));
    await becomes(() => badge(page), '');
    expect(await cartOf(person)).toEqual({});
  });

  test('pending, then refused by the bank: the order is cancelled, and the cart is complete', async () => {
    const { page, person } = await withPending(true);
    stripe().payLater(lastSession());
    await page.goto('/orders');
    await see(orderHead(page).getByText('Payment Pending'));
    stripe().failLate(lastSession());
    await shop.simulators.settled();
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await see(toast(page, 'The payment was not made, and nothing was charged.'));
    await becomes(() => orderStatus(page), 'Cancelled');
    expect(await badge(page)).toBe('2');
    expect(await cartOf(person)).toEqual({ [toner]: 2 });
  });

  test('at the checkout, while Stripe fails: the payment is checked, then shown as pending', async () => {
    const { page, orderId, expectFailure } = await withPending();
    expectFailure(verifying, 409);
    // Stripe's own client tries each request twice.
    stripe().api.inject({ fault: { status: 500 }, times: 2 });
    const asking = await hold(page, `**${verifying}`);
    await page.goto('/checkout');
    await asking.came;
    await see(page.getByText('Looking at your last payment…'));
    asking.release();
    await page.waitForURL('/orders');
    await see(toast(page, 'We are confirming your payment'));
    expect((await recordOf(shop, orderId)).status).toBe('Payment Pending');
    expect(await badge(page)).toBe('2');
  });

  test('reloaded, and opened twice: the order is placed once, and leaves the cart once', async () => {
    const { page, person, orderId, newTab } = await withPending();
    stripe().webhooks.fault = 'never';
    stripe().pay(lastSession());
    const held = await hold(page, `**${verifying}`);
    await page.goto(back(orderId));
    await see(page.getByText('This takes a moment. Please keep this page open.'));
    await held.came;
    await page.reload();
    held.release();
    await page.waitForURL(`/orders?placed=${orderId}`);
    await becomes(() => badge(page), '');
    // Adds the same products again: a second check of the old payment must not remove them.
    await fillCart(person, { [toner]: 2 });
    const tab = await newTab();
    await tab.goto(back(orderId));
    await tab.waitForURL(`/orders?placed=${orderId}`);
    await becomes(() => badge(tab), '2');
    expect(await cartOf(person)).toEqual({ [toner]: 2 });
    expect((await recordOf(shop, orderId)).history).toEqual([
      'shopper: Payment Pending',
      'provider: Order Placed',
    ]);
  });

  test("signed out, of someone else's order, or of none: the ways that are left, and no data of the other shopper", async () => {
    const stranger = await pendingOrder(await shop.person(), 'stripe');
    const { page: guest } = await visitAsGuest();
    await guest.goto(back(stranger));
    const main = guest.getByRole('main');
    await see(main.getByRole('link', { name: 'track your order' }));
    expect(await main.getByRole('link', { name: 'Sign In' }).getAttribute('href')).toBe(
      `/login?${new URLSearchParams({ next: back(stranger) })}`,
    );

    const { page, expectFailure } = await visitAsShopper({ cart: { [toner]: 1 }, width: 1280 });
    expectFailure(verifying, 404);
    for (const url of ['/verify', back(stranger)]) {
      await page.goto(url);
      await page.waitForURL('/orders');
      await see(page.getByRole('heading', { name: 'No orders yet' }));
    }
    expect((await recordOf(shop, stranger)).status).toBe('Payment Pending');
    expect(await badge(page)).toBe('1');
  });
});
