/** Orders that are paid online, as the tests place and pay them, and what the database says of them afterwards. */
import { asc, eq } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';
import { flags, orderEvents, orders, outbox, paymentEvents, payments, refunds } from '#db/schema/index.ts';
import type { OnlineMethod } from '#features/orders/order.ts';
import type { Odd } from '#tools/simulators/stripe/moves.ts';
import { fillShelf, orderOf, serum } from './orders.ts';
import type { Person, Shop } from './shop.ts';

export const minute = 60 * 1000;
export const hour = 60 * minute;

/** Both providers that are paid through; what holds for one has to hold for the other. */
export const onlineMethods = ['stripe', 'razorpay'] as const;

/** Shops whose clocks a test has moved. */
const moved = new WeakSet<Shop>();

/** Moves the clocks of the Worker and of the stand-ins, to so many ms from now. @param vars as `restartWorker` */
async function later({ stack, standIns }: Shop, ms: number, vars: Record<string, string> = {}) {
  await stack.restartWorker({ CLOCK_OFFSET_MS: String(ms), ...vars });
  standIns.setClock(ms);
}

/** The same until the end of the test, in which the clocks are set right again by {@link beginAfresh}. */
export async function waitUntil(shop: Shop, ms: number, vars?: Record<string, string>) {
  moved.add(shop);
  await later(shop, ms, vars);
}

/**
 * For the top of a file: before each test the shelf is full, the providers are well, all clocks are
 * right, and no job has anything to do with earlier orders.
 */
export function beginAfresh(shop: Shop): void {
  beforeEach(async () => {
    const { stripe, razorpay, mailbox } = shop.standIns;
    for (const { api, webhooks, settings } of [stripe, razorpay]) {
      api.calm();
      webhooks.manner = 'normal';
      Object.assign(webhooks.patience, { tries: 8, pauseMs: 50 });
      settings.holdRefunds = false;
    }
    mailbox.api.calm();
    await shop.standIns.settled();
    if (moved.delete(shop)) await later(shop, 0);
    for (const { api, webhooks } of [stripe, razorpay]) {
      api.forget();
      webhooks.forget();
    }
    await shop.db.write.batch([
      shop.db.write.update(payments).set({ nextAskAt: null }),
      shop.db.write.delete(paymentEvents),
      shop.db.write.delete(outbox),
      shop.db.write.delete(flags),
    ]);
    await fillShelf(shop.db);
  });
}

/** Sends an order that is paid by card or by the widget. */
export async function begin(
  person: Person,
  method: OnlineMethod,
  wanted: Record<string, number> = { [serum]: 1 },
  key?: string,
) {
  const order = await orderOf(person, wanted);
  const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key };
  return person.post(`/api/order/${method}`, order, headers);
}

/** An order of one serum that waits for its payment. @returns its id */
export async function pending(person: Person, method: OnlineMethod, wanted?: Record<string, number>) {
  const { status, body } = await begin(person, method, wanted);
  expect(status).toBe(200);
  return body.orderId;
}

/** What an order's payment is called at its provider. */
export async function providerIdOf({ db }: Shop, orderId: string): Promise<string> {
  const [payment] = await db.read.select().from(payments).where(eq(payments.orderId, orderId));
  if (!payment?.providerId) throw new Error('the payment has not begun');
  return payment.providerId;
}

/**
 * Pays at the provider without coming back to the shop: a card is charged, while money by UPI is held
 * until the shop takes it. @returns the provider's name of the payment
 */
export async function payAt(shop: Shop, method: OnlineMethod, orderId: string, odd: Odd = {}) {
  const providerId = await providerIdOf(shop, orderId);
  const { stripe, razorpay } = shop.standIns;
  if (method === 'razorpay') return razorpay.authorize(providerId, odd).id;
  return String(stripe.pay(providerId, odd).payment_intent);
}

/** Comes back from paying, as the browser does. @param paymentId what the widget has handed over */
export async function comeBack(
  shop: Shop,
  person: Person,
  method: OnlineMethod,
  orderId: string,
  paymentId: string,
) {
  return method === 'stripe'
    ? person.post('/api/order/verifyStripe', { orderId, success: true })
    : person.post('/api/order/verifyRazorpay', shop.standIns.razorpay.response(paymentId));
}

/** A paid order of one serum. @returns its id, and the provider's name of the payment */
export async function paid(shop: Shop, person: Person, method: OnlineMethod) {
  const orderId = await pending(person, method);
  const paymentId = await payAt(shop, method, orderId);
  expect((await comeBack(shop, person, method, orderId, paymentId)).status).toBe(200);
  await shop.standIns.settled();
  return { orderId, paymentId };
}

/** What {@link recordOf} says of an order that was paid without any trouble. */
export const paidRecord = {
  status: 'Order Placed',
  paid: true,
  history: ['shopper: Payment Pending', 'provider: Order Placed'],
  letters: ['order_paid'],
  refunds: [],
  flags: [],
};

/** Everything that is stored about an order, without what differs from run to run. */
export async function recordOf({ db }: Shop, orderId: string) {
  const [[order], [payment], events, back, letters, raised] = await db.read.batch([
    db.read.select().from(orders).where(eq(orders.id, orderId)),
    db.read.select().from(payments).where(eq(payments.orderId, orderId)),
    db.read.select().from(orderEvents).where(eq(orderEvents.orderId, orderId)).orderBy(asc(orderEvents.at)),
    db.read.select().from(refunds).where(eq(refunds.orderId, orderId)),
    db.read.select().from(outbox).orderBy(asc(outbox.createdAt)),
    db.read.select().from(flags),
  ]);
  const about = [orderId, payment?.paymentId, ...back.map(({ paymentId }) => paymentId)];
  return {
    status: order?.status,
    paid: order?.paid,
    payment,
    history: events.map(({ kind, toStatus, actor }) => `${actor}: ${toStatus ?? kind}`),
    refunds: back,
    letters: letters
      .filter(({ cause }) => cause.endsWith(orderId) || back.some(({ id }) => cause.endsWith(id)))
      .map(({ cause }) => cause.split(':')[0]),
    flags: raised.filter((flag) => about.includes(flag.about)).map(({ kind }) => kind),
  };
}
