/** /api/order: quotes, orders and their tracking (docs/behaviour.md 20.4). */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { addressForm } from '#features/addresses/address.ts';
import { productId } from '#features/catalogue/product.ts';
import { trackingUrl } from '#features/orders/couriers.ts';
import type { PaymentMethod } from '#features/orders/order.ts';
import { notACode, readCode } from '#features/pricing/coupon.ts';
import { toPaise } from '#lib/money.ts';
import { cancelOrder } from '../checkout/cancel.ts';
import { askedFor } from '../checkout/coupons.ts';
import { placeOrder } from '../checkout/place.ts';
import { quoteOrder } from '../checkout/quote.ts';
import { body, bodyLimit } from '../http/body.ts';
import { type Env, setting } from '../http/env.ts';
import { line, seenRows } from '../http/fields.ts';
import { clientNetwork, perhapsSignedIn, signedIn } from '../http/middleware.ts';
import { notFound, signedOut, wrongFields } from '../http/refusal.ts';
import { originOf, owner, sender, shopOf } from '../http/request-context.ts';
import { store } from '../lib/store.ts';
import { findOrder, listOrders } from '../orders/list.ts';
import { pendingOrder } from '../orders/pending.ts';
import { answerOrder } from '../orders/serialize.ts';
import { networkCounter } from '../orders/unpaid-holds.ts';
import { operating } from './order-admin.ts';
import { payByCard, payByWidget, verifying } from './payments.ts';
import { cancelRefusal, orderRefusal, payRefusal } from './refusals.ts';

/** A client may send whole products; two fields are read (docs/behaviour.md 6.1). */
const items = z
  .array(
    z.object({
      _id: productId,
      quantity: z.int('must be a whole number').min(1, 'must be at least 1').max(100, 'can be at most 100'),
    }),
    { error: 'Please send the items of the order.' },
  )
  .min(1, 'Your cart is empty.')
  .max(100, 'An order can have at most 100 lines.')
  .refine(
    (lines) => new Set(lines.map(({ _id }) => _id)).size === lines.length,
    'A product is listed twice.',
  );

/** Tidied; a blank one is none. */
const couponCode = z
  .string(notACode)
  .max(100, notACode)
  .transform((typed, context) => {
    const code = readCode(typed);
    if (!code && typed.trim()) context.addIssue({ code: 'custom', message: notACode });
    return code;
  })
  .optional();

const amount = z.number('Please send the total of the order.').transform((rupees, context) => {
  const paise = toPaise(rupees);
  if (paise === undefined || paise < 0)
    context.addIssue({ code: 'custom', message: 'is not an amount in rupees' });
  return paise ?? 0;
});

const order = z.object({ address: addressForm, items, amount, couponCode });

const one = z.object({ orderId: z.uuid('is not an order') });
const cancelling = one.extend({
  reason: line('reason', 200).optional(),
  unlessPaid: z.boolean().optional(),
  seen: seenRows.optional(),
});

/** Printable, so that it can be logged and compared; long enough for a UUID and whatever a client adds. */
const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{8,128}$/, 'must be 8 to 128 printable characters')
  .optional();

function keyOf(c: Context<Env>): string | undefined {
  const key = idempotencyKey.safeParse(c.req.header('idempotency-key'));
  if (!key.success) throw wrongFields({ 'Idempotency-Key': 'must be 8 to 128 printable characters' });
  return key.data;
}

/** The code that came along, and how many unknown ones may come from there. */
const askedOf = (c: Context<Env>, code: string | undefined) =>
  askedFor(code, sender(c, setting(c.env.COUPON_TRIES_PER_HOUR, 60)));

/** Places an order, and answers it or what is to be done before it is one. */
async function placed(c: Context<Env>, method: PaymentMethod, request: z.output<typeof order>) {
  const shop = shopOf(c);
  const provider = shop.providers[method];
  const asked = askedOf(c, request.couponCode);
  const context = {
    ...shop,
    store,
    owner: owner(c),
    provider,
    key: keyOf(c),
    asked,
    origin: originOf(c),
    network: networkCounter(clientNetwork(c.req)),
    perHour: setting(c.env.ORDERS_PER_HOUR, 30),
  };
  const done = await placeOrder(context, request);
  if (!done.ok) throw orderRefusal(done);
  return done;
}

export const orders = new Hono<Env>()
  .post('/quote', perhapsSignedIn, body(z.object({ items, couponCode }), bodyLimit.order), async (c) => {
    const { items, couponCode } = c.req.valid('json');
    const asked = askedOf(c, couponCode);
    const quoted = await quoteOrder(c.get('db'), store, items, asked, owner(c));
    if (!quoted.ok) throw orderRefusal(quoted);
    return c.json({ success: true as const, quote: quoted.quote });
  })
  .post('/place', signedIn, body(order, bodyLimit.order), async (c) => {
    const done = await placed(c, 'cod', c.req.valid('json'));
    return c.json({
      success: true as const,
      message: 'Order Placed Successfully!',
      order: answerOrder(done.order, done.lines),
    });
  })
  .post('/stripe', signedIn, body(order, bodyLimit.order), async (c) =>
    c.json(await payByCard(c, await placed(c, 'stripe', c.req.valid('json')))),
  )
  .post('/razorpay', signedIn, body(order, bodyLimit.order), async (c) =>
    c.json(await payByWidget(c, await placed(c, 'razorpay', c.req.valid('json')))),
  )
  .post('/pay', signedIn, body(one), async (c) => {
    const found = await pendingOrder(c.get('db'), owner(c), c.req.valid('json').orderId);
    if (!found.ok) throw payRefusal(found.code);
    return c.json(
      await (found.order.paymentMethod === 'stripe' ? payByCard(c, found) : payByWidget(c, found)),
    );
  })
  .post('/userorders', signedIn, body(z.object({})), async (c) => {
    const found = await listOrders(c.get('db'), owner(c));
    if (!found) throw signedOut();
    return c.json({ success: true as const, orders: found });
  })
  .post('/cancel', signedIn, body(cancelling), async (c) => {
    const done = await cancelOrder(shopOf(c), owner(c), c.req.valid('json'));
    if (!done.ok) throw cancelRefusal(done);
    const { outcome, refund } = done;
    const message =
      outcome === 'paid'
        ? 'Your payment has arrived: your order is placed.'
        : refund
          ? 'Your order is cancelled. We send back what you have paid.'
          : 'Your order is cancelled.';
    return c.json({ success: true as const, message, outcome });
  })
  .get('/tracking-info/:orderId', signedIn, async (c) => {
    const id = one.shape.orderId.safeParse(c.req.param('orderId'));
    const found = await findOrder(c.get('db'), owner(c), id.data ?? '');
    if (found === 'signed_out') throw signedOut();
    if (!found) throw notFound('This order');
    const { status, trackingId, courier: courierPartner } = found.order;
    const url = trackingId ? (trackingUrl(courierPartner, trackingId) ?? null) : null;
    const { history } = found;
    return c.json({
      success: true as const,
      trackingInfo: { orderId: found.order.id, status, trackingId, courierPartner, url, history },
    });
  })
  .route('/', verifying)
  .route('/', operating);
