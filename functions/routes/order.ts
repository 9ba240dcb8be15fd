/** /api/order: quotes, orders and their tracking (docs/behaviour.md, "API answers"). */
import { type Context, Hono } from 'hono';
import * as z from 'zod';
import { orderLinkForm } from '#domain/accounts/account.ts';
import { addressForm, named } from '#domain/addresses/address.ts';
import { itemId } from '#domain/catalogue/product-id.ts';
import { withFees } from '#domain/delivery/promise.ts';
import { isPaidOnDelivery, type PaymentMethod } from '#domain/payments/payment-methods.ts';
import { paymentMethods } from '#domain/payments/payment-words.ts';
import { invalidCodeMessage } from '#domain/pricing/coupon.ts';
import { readCode } from '#domain/pricing/coupon-code.ts';
import { payoutForm } from '#domain/returns/payout.ts';
import { trackingUrl } from '#domain/shipping/couriers.ts';
import { businessForm } from '#domain/tax/business.ts';
import { maxTyped } from '#lib/clean-fields.ts';
import { isoTime } from '#lib/dates.ts';
import { cancelledMessage, cancelOrder } from '../cancellations/cancel.ts';
import { cancelLines, reducedMessage } from '../cancellations/cancel-lines.ts';
import { cancelPartRefusals, cancelRefusals } from '../cancellations/cancel-outcome.ts';
import { quoteCancelling } from '../cancellations/quote-cancel.ts';
import { placeRefusals } from '../checkout/new-order.ts';
import { placeOrder } from '../checkout/place.ts';
import { quoteOrder } from '../checkout/quote.ts';
import { deadOrderLink } from '../guests/order-link.ts';
import { body, bodyLimit } from '../http/body.ts';
import { describeRoute } from '../http/describe-route.ts';
import { emailHashKey, notConfigured } from '../http/email-hash-key.ts';
import { type Env, setting } from '../http/env.ts';
import { fittingState, orderId, requiredLine, seenRows } from '../http/fields.ts';
import { optionallySignedIn, signedIn } from '../http/middleware.ts';
import { originOf, owner, photoUrlsOf, requestContext, sender } from '../http/request-context.ts';
import { success } from '../http/success.ts';
import { couriers } from '../lib/couriers.ts';
import { promiseFor, stateMessage, stateOf } from '../lib/delivery.ts';
import { notFound, signedOut, wrongFields } from '../lib/refusal.ts';
import { store } from '../lib/store.ts';
import { supplyTo } from '../lib/tax.ts';
import { confirmOrder, confirmRefusals } from '../orders/confirmation.ts';
import { correctedMessage, correctionRefusals, correctOrder } from '../orders/correct.ts';
import { orderNotFound } from '../orders/history.ts';
import { findOrder, listOrders } from '../orders/list.ts';
import { serializeOrder } from '../orders/serialize.ts';
import { payRefusals } from '../payments/create-payment.ts';
import { findPayableOrder } from '../payments/payable.ts';
import { couponRequest } from '../pricing/coupons.ts';
import { notServed, priceRefusals } from '../pricing/price.ts';
import { encryptPayout } from '../returns/payout.ts';
import { linkedOrder } from './guest.ts';
import { orderAdmin } from './order-admin.ts';
import { amount, business, buyerGstin, correctedAddress, distinct, items, quantity } from './order-fields.ts';
import { payByCard, payByWidget, paymentVerification } from './payments.ts';
import { placeContext } from './place-context.ts';
import { returns } from './returns.ts';

/** Normalised. A blank code counts as none. */
const couponCode = z
  .string(invalidCodeMessage)
  .max(maxTyped, invalidCodeMessage)
  .transform((typed, context) => {
    const code = readCode(typed);
    if (!code && typed.trim()) context.addIssue({ code: 'custom', message: invalidCodeMessage });
    return code;
  })
  .optional();

const orderBody = z.object({
  address: fittingState(named(addressForm)),
  items,
  amount,
  couponCode,
  business: business.optional(),
  /** The same was ordered a moment ago, and is ordered again (functions/checkout/repeat.ts). */
  again: z.boolean().optional(),
});
const quoteBody = z.object({
  items,
  couponCode,
  pincode: addressForm.shape.zipcode.optional(),
  /** Where the pincode does not say it. */
  state: addressForm.shape.state.optional(),
  /** As the business of an order. */
  gstin: buyerGstin.optional(),
  sez: businessForm.shape.sez,
  /** With cash the total is whole. Without a method it is exact. */
  paymentMethod: z.enum(paymentMethods, 'is not a way to pay').optional(),
  /** The answer has the listed codes. */
  listCodes: z.boolean().default(false),
});
const quoteRequest = quoteBody.superRefine(({ pincode, state }, context) => {
  const message = pincode && state && stateMessage(pincode, state);
  if (message) context.addIssue({ code: 'custom', path: ['state'], message });
});

const orderIdBody = z.object({ orderId });
const confirmBody = orderIdBody.extend({ link: orderLinkForm.shape.link.optional() });
const cancelQuoteBody = orderIdBody.extend({
  /** How many units of a product stay; without it the whole order is cancelled. */
  lines: distinct(z.object({ _id: itemId, keep: quantity(0) })).optional(),
});
const cancelBody = cancelQuoteBody
  .extend({
    reason: requiredLine('reason', 200).optional(),
    unlessPaid: z.boolean().optional(),
    seen: seenRows.optional(),
    /** Where money goes that no online payment takes back. */
    payout: payoutForm.optional(),
  })
  .refine(({ lines, unlessPaid }) => !lines || unlessPaid === undefined, {
    path: ['unlessPaid'],
    message: 'This is only for a whole order.',
  });
const correctBody = orderIdBody
  .extend({
    address: correctedAddress.optional(),
    business: business.nullish(),
    amount: amount.optional(),
    seen: seenRows.optional(),
  })
  .refine(({ address, business }) => address || business !== undefined, {
    path: ['address'],
    message: 'Please send what is to be corrected.',
  });

const keyMessage = 'Idempotency-Key must be 8 to 128 printable characters.';

/** Printable, so that it can be logged and compared; long enough for a UUID with a prefix. */
const idempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{8,128}$/, keyMessage)
  .optional();

function keyOf(c: Context<Env>): string | undefined {
  const key = idempotencyKey.safeParse(c.req.header('idempotency-key'));
  if (!key.success) throw wrongFields({ 'Idempotency-Key': keyMessage });
  return key.data;
}

/** The code that was sent, with the limit of unknown codes from the client's network. */
const couponRequestOf = (c: Context<Env>, code: string | undefined) =>
  couponRequest(code, sender(c, setting(c.env.COUPON_TRIES_PER_HOUR, 60)));

/** Places an order. @throws Refusal */
async function placeWith(c: Context<Env>, method: PaymentMethod, request: z.output<typeof orderBody>) {
  const context = {
    ...placeContext(c, method, request.address),
    owner: owner(c),
    key: keyOf(c),
    couponRequest: couponRequestOf(c, request.couponCode),
  };
  const done = await placeOrder(context, request);
  if (!done.ok) throw done;
  return done;
}

export const orders = new Hono<Env>()
  .post(
    '/quote',
    describeRoute('Computes what an order costs, and when it arrives.', [priceRefusals, notServed]),
    optionallySignedIn,
    body(quoteRequest, bodyLimit.order),
    async (c) => {
      const { items, couponCode, pincode, state, gstin, sez, paymentMethod, listCodes } = c.req.valid('json');
      const promise = pincode ? promiseFor(pincode, state, c.get('now')) : undefined;
      if (promise?.served === false) throw notServed('pincode', pincode ?? '', promise.reason);
      const coupon = couponRequestOf(c, couponCode);
      const delivery = (pincode && stateOf(pincode)) ?? state;
      const buyer = gstin === undefined ? null : { gstin, sez };
      const supplied = supplyTo(delivery ?? '', buyer);
      const supply = supplied.place.state ? supplied : undefined;
      const quoted = await quoteOrder(
        c.get('db'),
        withFees(store, promise),
        { promise, supply, cash: paymentMethod !== undefined && isPaidOnDelivery(paymentMethod), listCodes },
        items,
        coupon,
        owner(c),
      );
      if (!quoted.ok) throw quoted;
      return success(c, { quote: quoted.quote, codes: quoted.codes });
    },
  )
  .post(
    '/place',
    describeRoute('Places an order with cash on delivery.', [placeRefusals]),
    signedIn,
    body(orderBody, bodyLimit.order),
    async (c) => {
      const done = await placeWith(c, 'cod', c.req.valid('json'));
      return success(c, {
        message: 'Order Placed Successfully!',
        order: serializeOrder(done.order, done.lines, c.get('now')),
      });
    },
  )
  .post(
    '/stripe',
    describeRoute('Places an order, and starts its payment by card.', [placeRefusals, payRefusals]),
    signedIn,
    body(orderBody, bodyLimit.order),
    async (c) => success(c, await payByCard(c, await placeWith(c, 'stripe', c.req.valid('json')))),
  )
  .post(
    '/razorpay',
    describeRoute('Places an order, and starts its payment by UPI, card or net banking.', [
      placeRefusals,
      payRefusals,
    ]),
    signedIn,
    body(orderBody, bodyLimit.order),
    async (c) => success(c, await payByWidget(c, await placeWith(c, 'razorpay', c.req.valid('json')))),
  )
  .post(
    '/transfer',
    describeRoute('Places an order that waits for a bank transfer.', [placeRefusals]),
    signedIn,
    body(orderBody, bodyLimit.order),
    async (c) => {
      const done = await placeWith(c, 'transfer', c.req.valid('json'));
      return success(c, {
        message: 'One step left: send the money to our account.',
        order: serializeOrder(done.order, done.lines, c.get('now'), {
          transfer: { received: 0, until: done.payment?.holdUntil ?? 0 },
        }),
      });
    },
  )
  .post(
    '/pay',
    describeRoute('Starts the payment of an order that waits for it.', [notFound, payRefusals]),
    signedIn,
    body(orderIdBody),
    async (c) => {
      const { orderId } = c.req.valid('json');
      const payable = await findPayableOrder(requestContext(c), owner(c), orderId, originOf(c));
      if (!payable.ok) throw payable;
      return success(
        c,
        await (payable.payment.method === 'stripe' ? payByCard(c, payable) : payByWidget(c, payable)),
      );
    },
  )
  .post(
    '/userorders',
    describeRoute('Lists the orders of the session, the newest first.'),
    signedIn,
    body(z.object({})),
    async (c) => {
      const orders = await listOrders(c.get('db'), owner(c), photoUrlsOf(c));
      if (!orders) throw signedOut();
      return success(c, { orders });
    },
  )
  .post(
    '/confirm',
    describeRoute('Confirms an order on delivery.', [
      confirmRefusals,
      deadOrderLink,
      signedOut,
      notConfigured,
    ]),
    optionallySignedIn,
    body(confirmBody),
    async (c) => {
      const { orderId, link } = c.req.valid('json');
      const { order } = link === undefined ? {} : await linkedOrder(c, link);
      const linked = order?.id === orderId ? order : undefined;
      const done = await confirmOrder(c.get('db'), owner(c), { orderId, linked });
      if (!done.ok) throw done;
      return success(c, { message: 'Thank you. Your order is confirmed.', status: done.status });
    },
  )
  .post(
    '/cancel/quote',
    describeRoute('Says what cancelling an order, or a part of it, gives back.', [
      cancelRefusals,
      cancelPartRefusals,
    ]),
    signedIn,
    body(cancelQuoteBody),
    async (c) => {
      const done = await quoteCancelling(requestContext(c), owner(c), c.req.valid('json'));
      if (!done.ok) throw done;
      const { ok: _, ...quote } = done;
      return success(c, { quote });
    },
  )
  .post(
    '/cancel',
    describeRoute('Cancels an order, or a part of it.', [cancelRefusals, cancelPartRefusals, notConfigured]),
    signedIn,
    body(cancelBody),
    async (c) => {
      const { lines, payout, ...cancelling } = c.req.valid('json');
      const request = {
        ...cancelling,
        ...(payout && { payout: encryptPayout(emailHashKey(c.env), cancelling.orderId, payout) }),
      };
      const done = lines
        ? await cancelLines(requestContext(c), owner(c), { ...request, lines })
        : await cancelOrder(requestContext(c), owner(c), request);
      if (!done.ok) throw done;
      const undoUntil = 'undoUntil' in done && done.undoUntil ? isoTime(done.undoUntil) : undefined;
      const message = done.outcome === 'reduced' ? reducedMessage(done) : cancelledMessage(done);
      return success(c, { message, outcome: done.outcome, undoUntil });
    },
  )
  .post(
    '/correct',
    describeRoute('Corrects the address or the GST details of an order.', [
      correctionRefusals,
      placeRefusals,
    ]),
    signedIn,
    body(correctBody),
    async (c) => {
      const done = await correctOrder(requestContext(c), owner(c), c.req.valid('json'));
      if (!done.ok) throw done;
      return success(c, { message: correctedMessage(done) });
    },
  )
  .get(
    '/tracking-info/:orderId',
    describeRoute('Reads where an order is.', [notFound]),
    signedIn,
    async (c) => {
      const id = orderId.safeParse(c.req.param('orderId'));
      const result = await findOrder(c.get('db'), owner(c), id.data ?? '');
      if (result === 'signed_out') throw signedOut();
      if (!result) throw orderNotFound();
      const { status, trackingId, courier: courierPartner } = result.order;
      const url = trackingUrl(couriers, courierPartner, trackingId);
      const { history } = result;
      return success(c, {
        trackingInfo: { orderId: result.order.id, status, trackingId, courierPartner, url, history },
      });
    },
  )
  .route('/returns', returns)
  .route('/', paymentVerification)
  .route('/', orderAdmin);
