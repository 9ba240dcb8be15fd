/** A payment provider with failures: no order is lost, and nothing is charged twice. */
import type { Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';
import { payPage } from '#features/payments/create-payment.api.ts';
import { refillStock, toner } from '../support/orders.ts';
import { startOrder } from '../support/payments.ts';
import { type Person, useShop } from '../support/shop.ts';
import { atCheckout, cardPage, openOrders, orderCard, widget } from './payment-steps.ts';
import { asked, asPerson, badge, cartOf, hold, isFocused, placeButton, toast } from './steps.ts';
import { becomes, placeOf, see, useBrowser } from './visitor.ts';

const shop = useShop({ simulators: true });
const { visit } = useBrowser(shop);

const silent = 'The payment service does not answer at the moment. Please try again in a minute.';
const notice = (page: Page) => page.locator('.place-order .notice');
const again = (page: Page) => page.getByRole('button', { name: /^Try again/ });
const ordersOf = async (person: Person) => (await person.post('/api/order/userorders')).body.orders;
/** Stripe's own client tries each request twice. */
const twice = 2;

afterEach(() => {
  for (const { api } of [shop.simulators.stripe, shop.simulators.razorpay]) api.calm();
});

describe('starting a payment', () => {
  // tests/api/provider-trouble.test.ts has each failure of each provider.
  test.each([
    ['stripe', 'drop-after'],
    ['razorpay', { status: 500 }],
  ] as const)(
    "%s, %j: the form stays with a message; 'Try again' continues with the same order",
    async (method, how) => {
      const { page, person, expectFailure } = await atCheckout(shop, visit, 390, method);
      expectFailure({ path: `/api/order/${method}`, status: 503 });
      shop.simulators[method].api.trouble({ how, method: 'POST', times: method === 'stripe' ? twice : 1 });
      await placeButton(page).tap();
      await see(notice(page).getByText(silent));
      expect(await isFocused(notice(page))).toBe(true);
      expect(placeOf(page)).toBe('/checkout');
      expect([await badge(page), await cartOf(person)]).toEqual(['2', { [toner]: 2 }]);
      const [waiting] = await ordersOf(person);
      await again(page).tap();
      if (method === 'stripe') await cardPage(page);
      else await see(widget(page).getByText('₹698.00'));
      expect((await ordersOf(person)).map(({ _id, status }) => [_id, status])).toEqual([
        [waiting?._id, 'Payment Pending'],
      ]);
      const sessions = shop.simulators.stripe.sessions.filter(
        (one) => one.client_reference_id === waiting?._id,
      );
      expect(sessions).toHaveLength(method === 'stripe' ? 1 : 0);
    },
  );

  test('a slow provider: the button shows progress, a second tap does nothing; then it works', async () => {
    const { page, person } = await atCheckout(shop, visit, 390, 'razorpay');
    const sent = asked(page, '/api/order/razorpay');
    const trouble = shop.simulators.razorpay.api.trouble({ how: 'hang' });
    await placeButton(page).tap();
    await trouble.arrived;
    await see(page.getByText('Starting your payment…'));
    expect(await placeButton(page).getAttribute('aria-busy')).toBe('true');
    await page.getByLabel('City').press('Enter');
    trouble.release();
    await see(widget(page).getByText('₹698.00'));
    expect(sent).toHaveLength(1);
    expect(await ordersOf(person)).toHaveLength(1);
  });

  test('another payment method replaces the order whose payment did not start', async () => {
    const { page, person, expectFailure } = await atCheckout(shop, visit, 1280, 'razorpay');
    expectFailure({ path: '/api/order/razorpay', status: 503 });
    shop.simulators.razorpay.api.trouble({ how: { status: 500 } });
    await placeButton(page).click();
    await see(notice(page));
    await page.locator('input[value="cod"]').check();
    expect(await notice(page).count()).toBe(0);
    await placeButton(page).click();
    await page.waitForURL(/\/orders\?placed=/);
    expect((await ordersOf(person)).map(({ status }) => status)).toEqual(['Order Placed', 'Cancelled']);
  });
});

describe('paying an unpaid order', () => {
  async function openUnpaidOrder(method: 'stripe' | 'razorpay') {
    await refillStock(shop.db);
    const person = await shop.person();
    // The response is lost, so that the shop does not know the provider's id yet.
    shop.simulators[method].api.trouble({ how: 'drop', times: method === 'stripe' ? twice : 1 });
    await startOrder(person, method, { [toner]: 2 });
    const [order] = await ordersOf(person);
    const visitor = await visit(1280, await asPerson(shop, person));
    visitor.expectFailure({ path: '/api/order/pay', status: 503 });
    shop.simulators[method].api.trouble({ how: { status: 500 }, times: method === 'stripe' ? twice : 1 });
    return { orderId: order?._id ?? '', ...visitor };
  }

  test('Pay Now of My Orders shows a message, and can be pressed again', async () => {
    const { page } = await openUnpaidOrder('stripe');
    await openOrders(page);
    const payNow = orderCard(page).getByRole('button', { name: /^Pay Now/ });
    await payNow.click();
    await see(toast(page, silent));
    await payNow.click();
    await cardPage(page);
  });
  test("the window's page shows a message, and offers another try and My Orders", async () => {
    const { page, orderId } = await openUnpaidOrder('razorpay');
    await page.goto(payPage(orderId));
    await see(page.getByRole('heading', { name: 'Complete Your Payment' }));
    await see(page.getByRole('alert').getByText(silent));
    await see(page.getByRole('main').getByRole('link', { name: 'My Orders' }));
    await again(page).click();
    await see(widget(page).getByText('₹698.00'));
  });
});

test('back at the checkout with an unknown payment: it is checked, then shown as pending', async () => {
  const { page, expectFailure, person } = await atCheckout(shop, visit, 390, 'stripe');
  await placeButton(page).tap();
  await cardPage(page);
  expectFailure({ path: '/api/order/cancel', status: 503 });
  shop.simulators.stripe.api.trouble({ how: { status: 500 }, times: twice });
  const asking = await hold(page, '**/api/order/cancel');
  await page.goto('/checkout');
  await asking.came;
  await see(page.getByText('Looking at your last payment…'));
  asking.release();
  await page.waitForURL('/orders');
  await see(toast(page, 'We are confirming your payment'));
  await becomes(async () => (await ordersOf(person)).map(({ status }) => status), ['Payment Pending']);
  expect(await badge(page)).toBe('2');
});
