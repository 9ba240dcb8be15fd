/** /api/order: quotes, orders and their tracking (spec section 7). */
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { productId } from '#features/catalogue/product.ts';
import { addressForm } from '#features/checkout/address.ts';
import { trackingUrl } from '#features/orders/couriers.ts';
import { formatPrice, toPaise } from '#lib/money.ts';
import type { Env } from '../env.ts';
import { body, bodyLimit } from '../http/body.ts';
import { signedIn } from '../http/middleware.ts';
import { notFound, Refusal, signedOut, wrongFields } from '../http/refusal.ts';
import { cancelOrder } from '../orders/cancel.ts';
import { findOrder, listOrders } from '../orders/list.ts';
import { type Placed, placeOrder } from '../orders/place.ts';
import { answerQuote, missingMessage, offers, price } from '../orders/price.ts';
import { attachTracking } from '../orders/track.ts';
import { store } from '../store.ts';
import { owner } from './cart.ts';

/** Products come in full from the spec's own client; two fields of them are read. */
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

const couponCode = z.string().trim().max(40).optional();

const amount = z.number('Please send the total of the order.').transform((rupees, context) => {
  const paise = toPaise(rupees);
  if (paise === undefined || paise < 0)
    context.addIssue({ code: 'custom', message: 'is not an amount in rupees' });
  return paise ?? 0;
});

const order = z.object({ address: addressForm, items, amount, couponCode });

const line = (label: string, max: number) =>
  z
    .string(`Please enter the ${label}.`)
    .trim()
    .min(1, `Please enter the ${label}.`)
    .max(max)
    .regex(/^\P{Cc}*$/u, 'contains a control character');

const tracking = z.object({
  orderId: z.uuid('is not an order'),
  trackingId: line('tracking number', 60),
  courierPartner: line('courier', 60),
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

/** Why an order was not placed, in words for the shopper. */
function refusalOf(placed: Placed & { ok: false }): Refusal {
  switch (placed.code) {
    case 'signed_out':
      return signedOut();
    case 'not_sold':
    case 'out_of_stock':
      return new Refusal(409, placed.code, missingMessage(placed.code, placed.items), {
        items: placed.items,
      });
    case 'amount_changed':
      return new Refusal(409, placed.code, 'The total has changed. Please look at it again.', {
        quote: placed.quote,
      });
    case 'key_reused':
      return new Refusal(409, placed.code, 'This key was used for another order already.');
    case 'coupon':
      return new Refusal(409, placed.code, 'We do not know this code.');
    case 'too_large_for_cod': {
      const most = formatPrice(store.cashOnDelivery.maxOrder);
      return new Refusal(409, 'cod_limit', `Cash on delivery is possible up to ${most}.`);
    }
    case 'too_many_open': {
      const { maxOpenOrders } = store.cashOnDelivery;
      const message = `You have ${maxOpenOrders} cash on delivery orders on their way to the courier. Please wait until one is shipped.`;
      return new Refusal(409, 'cod_limit', message);
    }
  }
}

const orderId = z.uuid();

export const orders = new Hono<Env>()
  .post('/quote', body(z.object({ items, couponCode }), bodyLimit.order), async (c) => {
    const { items, couponCode } = c.req.valid('json');
    const priced = price(store, items, await offers(c.get('db'), items));
    if (!priced.ok) throw refusalOf(priced);
    return c.json({ success: true as const, quote: answerQuote(priced.lines, priced.quote, couponCode) });
  })
  .post('/place', signedIn, body(order, bodyLimit.order), async (c) => {
    const context = { db: c.get('db'), store, owner: owner(c), method: 'cod' as const, key: keyOf(c) };
    const placed = await placeOrder(context, c.req.valid('json'));
    if (!placed.ok) throw refusalOf(placed);
    return c.json({ success: true as const, message: 'Order Placed Successfully!', order: placed.order });
  })
  .post('/userorders', signedIn, body(z.object({})), async (c) => {
    const found = await listOrders(c.get('db'), owner(c));
    if (!found) throw signedOut();
    return c.json({ success: true as const, orders: found });
  })
  .post('/cancel', signedIn, body(z.object({ orderId: z.uuid('is not an order') })), async (c) => {
    const done = await cancelOrder(c.get('db'), owner(c), c.req.valid('json').orderId);
    if (done.ok) return c.json({ success: true as const, message: 'Your order is cancelled.' });
    switch (done.code) {
      case 'signed_out':
        throw signedOut();
      case 'not_found':
        throw notFound('This order');
      case 'too_late':
        throw new Refusal(409, 'too_late', 'This order is on its way and cannot be cancelled any more.');
    }
  })
  .get('/tracking-info/:orderId', signedIn, async (c) => {
    const id = orderId.safeParse(c.req.param('orderId'));
    const found = await findOrder(c.get('db'), owner(c), id.data ?? '');
    if (found === 'signed_out') throw signedOut();
    if (!found) throw notFound('This order');
    const { status, trackingId, courier: courierPartner } = found;
    const url = trackingId ? (trackingUrl(courierPartner, trackingId) ?? null) : null;
    return c.json({
      success: true as const,
      trackingInfo: { orderId: found.id, status, trackingId, courierPartner, url },
    });
  })
  .post('/update-tracking', signedIn, body(tracking), async (c) => {
    const done = await attachTracking(c.get('db'), owner(c), c.req.valid('json'));
    if (done.ok) return c.json({ success: true as const, message: 'Tracking updated' });
    switch (done.code) {
      case 'signed_out':
        throw signedOut();
      case 'not_operator':
        throw new Refusal(403, 'not_operator', 'Only an operator may do this.');
      case 'not_found':
        throw notFound('This order');
      case 'not_open':
        throw new Refusal(409, 'not_open', 'This order cannot be shipped in its present state.');
    }
  });
