/**
 * Paying by card through Stripe Checkout (docs/behaviour.md 7.2, 7.3): an order waits with its stock
 * held, and only Stripe's word makes it paid, from the return, the webhook or the scheduled question.
 */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import type { Odd } from '#tools/simulators/stripe/moves.ts';
import { times } from '../support/client.ts';
import { fillShelf, serum } from '../support/orders.ts';
import { begin, paidRecord, recordOf } from '../support/paying.ts';
import { stockOf } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true });
let person: Person;

beforeEach(async () => {
  await fillShelf(shop.db);
  person = await shop.person();
  shop.standIns.stripe.api.calm();
  shop.standIns.stripe.webhooks.manner = 'normal';
});

const verify = (orderId: string, success: unknown = true) =>
  person.post('/api/order/verifyStripe', { orderId, success });
const session = (orderId: string) => shop.standIns.stripe.sessionFor(orderId);

test('an order waits for its payment, with its stock held and the cart whole', async () => {
  await person.post('/api/cart/add', { itemId: serum, quantity: 3 });
  const { status, body } = await begin(person, 'stripe', { [serum]: 2 });
  expect([status, body.success]).toEqual([200, true]);
  expect(body.session_url).toMatch(new RegExp(`^${shop.stack.url}/dev/stripe/c/pay/cs_test_`));
  expect(await recordOf(shop, body.orderId)).toMatchObject({
    status: 'Payment Pending',
    paid: false,
    history: ['shopper: Payment Pending'],
    letters: [],
  });
  expect(await stockOf(shop.db, serum)).toBe(98);
  expect((await person.post('/api/cart/get')).body.cartData).toEqual({ [serum]: 3 });
  const { amount_total, currency, client_reference_id, customer_email } = session(body.orderId);
  expect({ amount_total, currency, client_reference_id, customer_email }).toEqual({
    amount_total: 119_800,
    currency: 'inr',
    client_reference_id: body.orderId,
    customer_email: person.email,
  });
});

test('the verified return places it, takes what was ordered from the cart, and is the same again', async () => {
  shop.standIns.stripe.webhooks.manner = 'never';
  await person.post('/api/cart/add', { itemId: serum, quantity: 3 });
  const { orderId } = (await begin(person, 'stripe', { [serum]: 2 })).body;
  shop.standIns.stripe.pay(session(orderId).id);
  for (const success of [true, 'true', 'false', false])
    expect((await verify(orderId, success)).body).toMatchObject({ success: true, orderId });
  expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
  expect((await person.post('/api/cart/get')).body.cartData).toEqual({ [serum]: 1 });
});

test('the webhook places it when the shopper never comes back; fifty of them place it once', async () => {
  shop.standIns.stripe.webhooks.manner = { repeat: 50 };
  const { orderId } = (await begin(person, 'stripe')).body;
  shop.standIns.stripe.pay(session(orderId).id);
  await shop.standIns.settled();
  expect(await recordOf(shop, orderId)).toMatchObject(paidRecord);
  expect(await stockOf(shop.db, serum)).toBe(99);
});

test('the return believes nothing but Stripe: unpaid is not paid, whatever the address says', async () => {
  const { orderId } = (await begin(person, 'stripe')).body;
  const { status, body } = await verify(orderId);
  expect([status, body.code]).toEqual([409, 'payment_pending']);
  expect(await recordOf(shop, orderId)).toMatchObject({ status: 'Payment Pending', paid: false });
});

test('leaving Stripe’s page ends the session and the order; stock is back, the cart is whole', async () => {
  await person.post('/api/cart/add', { itemId: serum, quantity: 1 });
  const { orderId } = (await begin(person, 'stripe')).body;
  for (const _ of times(2, () => 0)) {
    const { status, body } = await verify(orderId, false);
    expect([status, body.code]).toEqual([409, 'payment_failed']);
  }
  expect(session(orderId).status).toBe('expired');
  expect(await recordOf(shop, orderId)).toMatchObject({ status: 'Cancelled', paid: false, letters: [] });
  expect(await stockOf(shop.db, serum)).toBe(100);
  expect((await person.post('/api/cart/get')).body.cartData).toEqual({ [serum]: 1 });
});

test.each<[string, Odd, object[]]>([
  ['another amount', { amount: 100 }, [{ amount: 100, reason: 'mismatch', status: 'due' }]],
  ['another currency', { currency: 'usd' }, []],
  [
    'another order’s name',
    { reference: randomUUID() },
    [{ amount: 59_900, reason: 'mismatch', status: 'due' }],
  ],
])('%s than asked for is flagged, not applied; rupees are due back', async (_, odd, refunds) => {
  const { orderId } = (await begin(person, 'stripe')).body;
  const { id } = session(orderId);
  shop.standIns.stripe.pay(id, odd);
  await shop.standIns.settled();
  expect((await verify(orderId)).body.code).toBe('payment_pending');
  expect(await recordOf(shop, orderId)).toMatchObject({
    status: 'Payment Pending',
    paid: false,
    flags: ['payment_mismatch'],
    refunds,
  });
});

test('somebody else’s order cannot be verified', async () => {
  const { orderId } = (await begin(person, 'stripe')).body;
  const other = await shop.person();
  for (const id of [orderId, randomUUID()])
    expect((await other.post('/api/order/verifyStripe', { orderId: id, success: true })).status).toBe(404);
});

test('one key sent again is one order and one session, also when the first answer was lost', async () => {
  shop.standIns.stripe.api.trouble({ how: 'drop-after', path: '/v1/checkout/sessions', times: 2 });
  const first = await begin(person, 'stripe', { [serum]: 1 }, 'the-same-key');
  expect([first.status, first.body.code]).toEqual([503, 'provider_silent']);
  const second = await begin(person, 'stripe', { [serum]: 1 }, 'the-same-key');
  const third = await begin(person, 'stripe', { [serum]: 1 }, 'the-same-key');
  expect(second.status).toBe(200);
  expect(third.text).toBe(second.text);
  const made = shop.standIns.stripe.sessions.filter(
    ({ client_reference_id }) => client_reference_id === second.body.orderId,
  );
  expect(made).toHaveLength(1);
  expect(await stockOf(shop.db, serum)).toBe(99);
});
