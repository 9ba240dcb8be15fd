/**
 * Paying in Razorpay's window over the checkout (docs/behaviour.md, "Razorpay", "Page headers"), which alone may load
 * it.
 */
import type { Page } from 'playwright-core';
import { beforeEach, expect } from 'vitest';
import { toner } from '../support/orders.ts';
import { recordOf } from '../support/payments.ts';
import { stockOf } from '../support/rows.ts';
import { looksRight } from './axe.ts';
import { browserTest } from './browser-test.ts';
import {
  atCheckout,
  leaveWidget,
  orderCard,
  orderHead,
  orderStatus,
  startPaying,
  unpaidNotice,
  widget,
} from './payment-steps.ts';
import { badge, cartOf, isFocused, placeButton, submitOrder, toast } from './steps.ts';
import { becomes, placeOf, see } from './visitor.ts';

const { shop, visit, test } = browserTest({ simulators: true });

const leaving = '/api/order/verifyStripe';
const razorpay = () => shop.simulators.razorpay;
/** The order of the last opened window. */
const lastOrder = () => Object(razorpay().orders.at(-1)?.notes).order;
const lastPayment = () => razorpay().payments.at(-1)?.id ?? '';
const press = (page: Page, name: string) => widget(page).getByRole('button', { name }).click();

beforeEach(() => {
  const never = Number.POSITIVE_INFINITY;
  Object.assign(razorpay().settings, { approveAfterMs: never, laterAfterMs: never });
});

test('declined and tried again, then paid: the order is placed, and the cart is empty', async () => {
  const { page, person } = await atCheckout(shop, visit, 390, 'razorpay');
  const notices = await page
    .locator('.checkout-method')
    .evaluateAll((all) =>
      all.map((one) => [
        one.querySelector('input')?.value,
        /TEST MODE: no real money/.test(one.textContent ?? ''),
      ]),
    );
  expect(Object.fromEntries(notices)).toEqual({ cod: false, razorpay: true, stripe: true });
  await startPaying(page, 'razorpay');
  await see(widget(page).getByText('₹698.00'));
  await press(page, 'Pay by UPI app');
  await press(page, 'Decline in the app');
  await press(page, 'Close');
  await press(page, 'Stay');
  expect(await badge(page)).toBe('2');
  await press(page, 'Try again');
  await widget(page).getByText('Net banking', { exact: true }).click();
  await press(page, 'Succeed');
  await page.waitForURL(`/orders?placed=${lastOrder()}`);
  expect(razorpay().payments.at(-1)).toMatchObject({ method: 'netbanking', email: person.email });
  await see(page.getByText('Order Placed Successfully!'));
  await becomes(() => badge(page), '');
  expect(await cartOf(person)).toEqual({});
  expect(await recordOf(shop, lastOrder())).toMatchObject({ status: 'Order Placed', paid: true });
});

test('the UPI app approves later: My Orders waits, and is updated by itself', async () => {
  const { page, person, expectFailure } = await atCheckout(shop, visit, 390, 'razorpay');
  expectFailure(leaving, 409);
  await startPaying(page, 'razorpay');
  await press(page, 'Pay by UPI app');
  await press(page, 'Approve later');
  await leaveWidget(page);
  await page.waitForURL('/orders');
  await see(toast(page, 'We are confirming your payment'));
  expect(await orderStatus(page)).toBe('Payment Pending');
  expect(await badge(page)).toBe('2');
  await orderHead(page).click();
  await see(orderCard(page).getByText('please wait before you pay again'));
  razorpay().approve(lastPayment());
  await shop.simulators.settled();
  // Returning from the UPI app focuses this page.
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await see(toast(page, 'Your payment has arrived: your order is placed.'));
  await becomes(() => orderStatus(page), 'Order Placed');
  await becomes(() => badge(page), '');
  expect(await cartOf(person)).toEqual({});
});

test('not loaded, declined or closed: the order waits, the form is as it was with the reason, and the next try continues it', async () => {
  const { page, person, expectFailure } = await atCheckout(shop, visit, 390, 'razorpay');
  const notice = unpaidNotice(page);
  const isAsItWas = async () => {
    expect(placeOf(page)).toBe('/checkout');
    expect(await page.getByLabel('City').inputValue()).toBe('Bengaluru');
    expect([await badge(page), await cartOf(person)]).toEqual(['2', { [toner]: 2 }]);
    expect(await recordOf(shop, lastOrder())).toMatchObject({ status: 'Payment Pending', paid: false });
    expect(await stockOf(shop.db, toner)).toBe(98);
    expect((await person.post('/api/order/userorders')).body.orders).toHaveLength(1);
  };

  const script = '/dev/razorpay/checkout.js';
  expectFailure(script, 0);
  expectFailure(leaving, 409);
  await page.route(`**${script}`, (route) => route.abort('blockedbyclient'));
  await placeButton(page).tap();
  await see(notice.getByText(/could not be opened, and nothing was charged/));
  await isAsItWas();
  await page.unroute(`**${script}`);

  await startPaying(page, 'razorpay');
  await widget(page).getByText('Card', { exact: true }).click();
  await press(page, 'Fail');
  await see(widget(page).getByRole('alert').getByText('Your card was declined by the bank.'));
  await leaveWidget(page);
  await see(
    notice.getByText(
      /^Your card was declined by the bank\..* Nothing was charged\. Your cart is as you left it\./,
    ),
  );
  await isAsItWas();

  await startPaying(page, 'razorpay');
  // Only the window's own messages count.
  await page.evaluate(() =>
    postMessage({ type: 'paid', response: { razorpay_payment_id: 'pay_forged' } }, '*'),
  );
  await page.keyboard.press('Escape');
  await press(page, 'Leave');
  await see(notice.getByText(/^Nothing was charged. Your cart is as you left it./));
  expect(await isFocused(notice)).toBe(true);
  await isAsItWas();
  await looksRight(page, 'closed', { within: 'main' });

  await page.locator('input[value="cod"]').tap();
  expect(await notice.count()).toBe(0);
  await submitOrder(page);
  // The tries were one order, which the cash order has replaced.
  await see(page.getByText('Not completed (1)'));
  expect(await page.locator('.order-card:visible').count()).toBe(1);
});

test('closed without a connection: the form stays, and the next order asks about this one first', async () => {
  const { page, person, expectFailure } = await atCheckout(shop, visit, 390, 'razorpay');
  await startPaying(page, 'razorpay');
  await see(widget(page).getByText('₹698.00'));
  // By keyboard: the focus is in the field for the UPI ID.
  await page.keyboard.type('failure@razorpay');
  await page.keyboard.press('Enter');
  await see(widget(page).getByRole('alert'));
  expectFailure(leaving, 0);
  await page.route(`**${leaving}`, (route) => route.abort('internetdisconnected'));
  await leaveWidget(page);
  await see(unpaidNotice(page).getByText(/^We can't reach the shop\..* If you have paid already, we show/));
  // The payment has arrived meanwhile.
  razorpay().webhooks.fault = 'never';
  const paid = lastOrder();
  razorpay().authorize(razorpay().orders.at(-1)?.id ?? '');
  expectFailure('/api/order/place', 409);
  await page.locator('input[value="cod"]').tap();
  await placeButton(page).tap();
  await page.waitForURL(`/orders?placed=${paid}`);
  await see(toast(page, 'The payment for your earlier order has arrived. Here it is.'));
  expect((await person.post('/api/order/userorders')).body.orders).toHaveLength(1);
});

test('/checkout may load only the window, and /cart not even that', async () => {
  const { page, context, expectConsole, expectFailure } = await visit(1280);
  const script = 'https://checkout.razorpay.com/v1/checkout.js';
  const frame = 'https://api.razorpay.com/v1/checkout/public';
  const reached: string[] = [];
  // No request leaves the machine.
  await context.route(/^https:/, (route) => {
    reached.push(route.request().url());
    return route.fulfill({ contentType: 'text/javascript', body: '' });
  });
  /** Adds a script or a frame, and waits for the event. @returns the violated directive of a violation event */
  const add = (tag: 'script' | 'iframe', src: string, event: 'load' | 'securitypolicyviolation') =>
    page.evaluate(
      ([name, address, awaited]) =>
        new Promise<string | undefined>((resolve) => {
          const element = document.createElement(name === 'script' ? 'script' : 'iframe');
          const target = awaited === 'load' ? element : document;
          target.addEventListener(awaited, (fired) =>
            resolve((fired as Partial<SecurityPolicyViolationEvent>).violatedDirective),
          );
          element.src = address;
          document.body.appendChild(element);
        }),
      [tag, src, event] as const,
    );
  const blocked = (tag: 'script' | 'iframe', src: string) => {
    expectConsole(new URL(src).host);
    // The browser does not request a blocked frame, so there is no failed request.
    if (tag === 'script') expectFailure(new URL(src).pathname, 0);
    return add(tag, src, 'securitypolicyviolation');
  };

  await page.goto('/cart');
  expect(await blocked('script', script)).toMatch(/^script-src/);
  expect(await blocked('iframe', frame)).toBe('frame-src');
  expect(reached).toEqual([]);

  await page.goto('/checkout');
  await add('script', script, 'load');
  await add('iframe', frame, 'load');
  expect(reached).toEqual([script, frame]);
  expect(await blocked('script', 'https://evil.example/skimmer.js')).toMatch(/^script-src/);
  expect(await blocked('iframe', 'https://evil.example/frame')).toBe('frame-src');
  expect(reached).toEqual([script, frame]);
});
