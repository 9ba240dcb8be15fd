/** /verify, to which Stripe sends the shopper back (docs/behaviour.md 7.6). */
import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { paths } from '#lib/paths.ts';
import { verifiedUser } from '../support/accounts.ts';
import { refillStock, toner } from '../support/orders.ts';
import { recordOf, startOrder } from '../support/payments.ts';
import { useShop } from '../support/shop.ts';
import { looksRight } from './axe.ts';
import { atCheckout, orderCard, orderHead, orderStatus, startPaying } from './payment-steps.ts';
import { asGuest, asked, asPerson, badge, cartOf, fakeClock, hold, logIn, toast } from './steps.ts';
import { becomes, gone, see, useBrowser } from './visitor.ts';

const shop = useShop({ simulators: true });
const { visit } = useBrowser(shop);

const verifying = '/api/order/verifyStripe';
const lastOrder = () => shop.simulators.stripe.sessions.at(-1)?.client_reference_id ?? '';
const lastSession = () => shop.simulators.stripe.sessions.at(-1)?.id ?? '';
const back = (orderId: string, success = true) => paths.verify({ success, orderId });
const pay = (page: Page) => page.getByRole('button', { name: /^Pay ₹/ });
const asks = (page: Page, n: number) => page.getByText(`We ask again in a few seconds (${n} of 4).`);

afterEach(() => {
  shop.simulators.stripe.webhooks.manner = 'normal';
});

/** At /verify with a payment that the bank has not confirmed, after all four requests. */
async function openPending() {
  const visitor = await atCheckout(shop, visit, 390, 'stripe');
  const { page, expectFailure } = visitor;
  await startPaying(page, 'stripe');
  expectFailure({ path: verifying, status: 409 });
  shop.simulators.stripe.payLater(lastSession());
  await fakeClock(page);
  const questions = asked(page, verifying);
  await page.goto(back(lastOrder()));
  for (const n of [2, 3, 4]) {
    await see(asks(page, n));
    await page.clock.runFor(9_000);
  }
  await page.waitForURL('/orders');
  expect(questions).toHaveLength(4);
  return visitor;
}

test('pending: My Orders, not the cart; the order is updated when paid', async () => {
  const { page, person } = await openPending();
  await see(toast(page, 'We are confirming your payment'));
  expect(await orderStatus(page)).toBe('Payment Pending');
  expect(await badge(page)).toBe('2');
  await orderHead(page).click();
  await see(orderCard(page).getByText('please wait before you pay again'));
  // Paying again is possible, but not the primary action.
  expect(
    await orderCard(page).getByRole('button', { name: 'Pay Now · ₹698.00' }).getAttribute('class'),
  ).toMatch(/quiet/);
  shop.simulators.stripe.confirm(lastSession());
  await shop.simulators.settled();
  await page.clock.runFor(5_000);
  await see(toast(page, 'Your payment has arrived: your order is placed.'));
  await becomes(() => orderStatus(page), 'Order Placed');
  await gone(page.getByRole('button', { name: /^Pay Now/ }));
  await becomes(() => badge(page), '');
  expect(await cartOf(person)).toEqual({});
});

test('pending, then refused by the bank: the order is cancelled, and the cart is complete', async () => {
  const { page, person } = await openPending();
  shop.simulators.stripe.failLate(lastSession());
  await shop.simulators.settled();
  await page.clock.runFor(5_000);
  await see(toast(page, 'The payment was not made, and nothing was charged.'));
  await becomes(() => orderStatus(page), 'Cancelled');
  expect(await badge(page)).toBe('2');
  expect(await cartOf(person)).toEqual({ [toner]: 2 });
});

test('the page is accessible while it waits, explains the wait and links to My Orders', async () => {
  const { page, expectFailure } = await atCheckout(shop, visit, 390, 'stripe');
  await startPaying(page, 'stripe');
  expectFailure({ path: verifying, status: 409 });
  const held = await hold(page, `**${verifying}`);
  await page.goto(back(lastOrder()));
  await see(page.getByRole('heading', { name: 'Checking your payment…' }));
  await see(page.getByText('This takes a moment. Please keep this page open.'));
  await held.came;
  held.release();
  await see(asks(page, 2));
  await looksRight(page, 'waiting', { within: 'main' });
  await page.getByRole('link', { name: 'My Orders' }).tap();
  await page.waitForURL('/orders');
  expect(await orderStatus(page)).toBe('Payment Pending');
});

test('reloaded, and opened twice: the order is placed once, and leaves the cart once', async () => {
  const { page, person, newTab } = await atCheckout(shop, visit, 1280, 'stripe');
  shop.simulators.stripe.webhooks.manner = 'never';
  await startPaying(page, 'stripe');
  const held = await hold(page, `**${verifying}`);
  await pay(page).click();
  await page.waitForURL(/\/verify\?/);
  const address = page.url();
  await held.came;
  await page.reload();
  held.release();
  await page.waitForURL(`/orders?placed=${lastOrder()}`);
  await becomes(() => badge(page), '');
  // Adds the same products again: a second check of the old payment must not remove them.
  await person.post('/api/cart/add', { itemId: toner, quantity: 2 });
  for (const tab of [page, await newTab()]) {
    await tab.goto(address);
    await tab.waitForURL(`/orders?placed=${lastOrder()}`);
    await becomes(() => badge(tab), '2');
  }
  expect(await cartOf(person)).toEqual({ [toner]: 2 });
  expect((await recordOf(shop, lastOrder())).history).toEqual([
    'shopper: Payment Pending',
    'provider: Order Placed',
  ]);
});

test('after a lost connection it asks again, and leads to the result of the payment', async () => {
  const { page, expectFailure } = await atCheckout(shop, visit, 390, 'stripe');
  await startPaying(page, 'stripe');
  expectFailure({ path: verifying, status: 0 });
  await fakeClock(page);
  await page.route(`**${verifying}`, (route) => route.abort('internetdisconnected'), { times: 2 });
  await pay(page).tap();
  await see(asks(page, 2));
  await page.clock.runFor(3_000);
  await see(asks(page, 3));
  await page.clock.runFor(5_000);
  await page.waitForURL(`/orders?placed=${lastOrder()}`);
});

test('signed out it leads to the sign-in and back, and to the other ways to the order', async () => {
  await refillStock(shop.db);
  const person = await verifiedUser(shop);
  const { body } = await startOrder({ ...person, id: '', name: '' }, 'stripe', { [toner]: 1 });
  shop.simulators.stripe.webhooks.manner = 'never';
  shop.simulators.stripe.pay(lastSession());
  const { page } = await visit(390, asGuest(shop));
  await page.goto(back(body.orderId));
  await see(page.getByRole('main').getByRole('link', { name: 'track your order' }));
  await looksRight(page, 'signed out', { within: 'main' });
  await page.getByRole('main').getByRole('link', { name: 'Sign In' }).tap();
  await page.waitForURL(`/login?${new URLSearchParams({ next: back(body.orderId) })}`);
  await logIn(page, person);
  await page.waitForURL(`/orders?placed=${body.orderId}`);
});

test("no order in the URL, or someone else's: My Orders, and no data of the other shopper", async () => {
  await refillStock(shop.db);
  const stranger = await startOrder(await shop.person(), 'stripe');
  const { page, expectFailure } = await visit(
    1280,
    await asPerson(shop, await shop.person(), { [toner]: 1 }),
  );
  expectFailure({ path: verifying, status: 404 });
  for (const address of ['/verify', '/verify?success=true&orderId=7', back(stranger.body.orderId)]) {
    await page.goto(address);
    await page.waitForURL('/orders');
    await see(page.getByRole('heading', { name: 'No orders yet' }));
  }
  expect((await recordOf(shop, stranger.body.orderId)).status).toBe('Payment Pending');
  expect(await badge(page)).toBe('1');
});
