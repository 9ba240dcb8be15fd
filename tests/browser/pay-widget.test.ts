/** Paying in Razorpay's window over the checkout (docs/behaviour.md 7.4). */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { toner } from '../support/orders.ts';
import { recordOf } from '../support/payments.ts';
import { stockOf } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';
import { looksRight } from './axe.ts';
import {
  atCheckout,
  leaveWidget,
  orderCard,
  orderHead,
  orderStatus,
  payByUpi,
  startPaying,
  unpaidNotice,
  widget,
} from './payment-steps.ts';
import { badge, cartOf, isFocused, placeButton, toast } from './steps.ts';
import { becomes, placeOf, see, useBrowser } from './visitor.ts';

const shop = useShop({ simulators: true });
const { visit } = useBrowser(shop);

const verifying = '/api/order/verifyRazorpay';
const cancelling = '/api/order/cancel';
const razorpay = () => shop.simulators.razorpay;
/** The order of the last opened window. */
const lastOrder = () => Object(razorpay().orders.at(-1)?.notes).order;
const lastPayment = () => razorpay().payments.at(-1)?.id ?? '';

beforeEach(() => {
  razorpay().settings.approveAfterMs = Number.POSITIVE_INFINITY;
  razorpay().settings.laterAfterMs = Number.POSITIVE_INFINITY;
});
afterEach(() => {
  razorpay().webhooks.manner = 'normal';
});

test('paid: the order is placed, and the cart is empty', async () => {
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
  expect(await badge(page)).toBe('2');
  // By keyboard: the focus is in the field for the UPI ID.
  await page.keyboard.type('success@razorpay');
  await page.keyboard.press('Enter');
  await page.waitForURL(`/orders?placed=${lastOrder()}`);
  expect(razorpay().payments.at(-1)).toMatchObject({ method: 'upi', email: person.email });
  await see(page.getByText('Order Placed Successfully!'));
  await becomes(() => badge(page), '');
  expect(await cartOf(person)).toEqual({});
  expect(await recordOf(shop, lastOrder())).toMatchObject({ status: 'Order Placed', paid: true });
});

test('the UPI app approves later: My Orders waits, and is updated by itself', async () => {
  const { page, person, expectFailure } = await atCheckout(shop, visit, 390, 'razorpay');
  expectFailure({ path: '/api/order/cancel', status: 409 });
  await startPaying(page, 'razorpay');
  await widget(page).getByRole('button', { name: 'Pay by UPI app' }).click();
  await widget(page).getByRole('button', { name: 'Approve later' }).click();
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

test('closed without paying: the form is as it was, and another way to pay is one tap away', async () => {
  const { page, person } = await atCheckout(shop, visit, 390, 'razorpay');
  await startPaying(page, 'razorpay');
  // Only the window's own messages count.
  await page.evaluate(() =>
    postMessage({ type: 'paid', response: { razorpay_payment_id: 'pay_forged' } }, '*'),
  );
  await page.keyboard.press('Escape');
  await widget(page).getByRole('button', { name: 'Leave' }).click();
  await see(unpaidNotice(page).getByText(/^Nothing was charged. Your cart is as you left it./));
  expect(await isFocused(unpaidNotice(page))).toBe(true);
  expect(placeOf(page)).toBe('/checkout');
  expect(await page.getByLabel('City').inputValue()).toBe('Bengaluru');
  await looksRight(page, 'closed', { within: 'main' });
  expect(await badge(page)).toBe('2');
  expect(await cartOf(person)).toEqual({ [toner]: 2 });
  expect(await recordOf(shop, lastOrder())).toMatchObject({ status: 'Cancelled', paid: false });
  expect(await stockOf(shop.db, toner)).toBe(100);
  await page.locator('input[value="cod"]').tap();
  expect(await unpaidNotice(page).count()).toBe(0);
  await placeButton(page).tap();
  await page.waitForURL(/\/orders\?placed=/);
  // The attempt is no order.
  await see(page.getByText('Not completed (1)'));
  expect(await page.locator('.order-card:visible').count()).toBe(1);
});

test('closed without a connection: the form stays, and the next order asks about this one first', async () => {
  const { page, expectFailure } = await atCheckout(shop, visit, 390, 'razorpay');
  await startPaying(page, 'razorpay');
  expectFailure({ path: cancelling, status: 0 });
  await page.route(`**${cancelling}`, (route) => route.abort('internetdisconnected'));
  await leaveWidget(page);
  await see(unpaidNotice(page).getByText(/^We can't reach the shop\..* If you have paid already, we show/));
  // The payment has arrived meanwhile.
  razorpay().webhooks.manner = 'never';
  const paid = lastOrder();
  razorpay().authorize(razorpay().orders.at(-1)?.id ?? '');
  expectFailure({ path: '/api/order/place', status: 409 });
  await page.locator('input[value="cod"]').tap();
  await placeButton(page).tap();
  await page.waitForURL(`/orders?placed=${paid}`);
});

test('closed while the payment arrives: the order stays', async () => {
  const { page } = await atCheckout(shop, visit, 1280, 'razorpay');
  await startPaying(page, 'razorpay');
  razorpay().webhooks.manner = 'never';
  razorpay().authorize(razorpay().orders.at(-1)?.id ?? '');
  await leaveWidget(page);
  await page.waitForURL(`/orders?placed=${lastOrder()}`);
  await see(toast(page, 'Your payment has arrived: your order is placed.'));
  expect(await recordOf(shop, lastOrder())).toMatchObject({ status: 'Order Placed', paid: true });
});

test('each state of the window is accessible and fits; declined, it can be tried again', async () => {
  const { page } = await atCheckout(shop, visit, 390, 'razorpay');
  await startPaying(page, 'razorpay');
  const press = (name: string) => widget(page).getByRole('button', { name }).click();
  const steps: Record<string, () => Promise<void>> = {
    'the methods': () => see(widget(page).getByText('UPI ID', { exact: true })),
    'waiting for the app': () => press('Pay by UPI app'),
    declined: () => press('Decline in the app'),
    closing: () => press('Close'),
  };
  for (const [state, reach] of Object.entries(steps)) {
    await reach();
    await looksRight(page, state, { within: '.razorpay-checkout-frame' });
  }
  await press('Stay');
  expect(await badge(page)).toBe('2');
  await press('Try again');
  await widget(page).getByText('Net banking', { exact: true }).click();
  await press('Succeed');
  await page.waitForURL(`/orders?placed=${lastOrder()}`);
});

test('declined, then closed: the checkout shows the reason', async () => {
  const { page, person } = await atCheckout(shop, visit, 390, 'razorpay');
  await startPaying(page, 'razorpay');
  await widget(page).getByText('Card', { exact: true }).click();
  await widget(page).getByRole('button', { name: 'Fail' }).click();
  await see(widget(page).getByRole('alert').getByText('Your card was declined by the bank.'));
  await leaveWidget(page);
  await see(
    unpaidNotice(page).getByText(
      /^Your card was declined by the bank\..* Nothing was charged\. Your cart is as you left it\./,
    ),
  );
  expect(await cartOf(person)).toEqual({ [toner]: 2 });
});

test('paid, but the response is lost: My Orders confirms it, and the cart is not shown', async () => {
  const { page, expectFailure } = await atCheckout(shop, visit, 390, 'razorpay');
  expectFailure({ path: verifying, status: 0 });
  razorpay().webhooks.manner = 'never';
  await page.route(`**${verifying}`, (route) => route.abort('connectionreset'));
  await startPaying(page, 'razorpay');
  await payByUpi(page);
  await page.waitForURL('/orders');
  await see(toast(page, 'We are confirming your payment'));
  await page.unroute(`**${verifying}`);
});

test('the window does not load: the order is cancelled, and another method is possible', async () => {
  const { page, person, expectFailure } = await atCheckout(shop, visit, 390, 'razorpay');
  const script = '/dev/razorpay/checkout.js';
  expectFailure({ path: script, status: 0 });
  await page.route(`**${script}`, (route) => route.abort('blockedbyclient'));
  await placeButton(page).tap();
  const notice = unpaidNotice(page);
  await see(notice.getByText(/could not be opened, and nothing was charged/));
  expect(placeOf(page)).toBe('/checkout');
  expect((await recordOf(shop, lastOrder())).status).toBe('Cancelled');
  expect(await cartOf(person)).toEqual({ [toner]: 2 });
  await page.locator('input[value="cod"]').check();
  expect(await notice.count()).toBe(0);
  await placeButton(page).tap();
  await page.waitForURL(/\/orders\?placed=/);
});
