/** /api/order: quotes, orders and their tracking (docs/behaviour.md, "API answers"). */
import { Hono } from 'hono';
import * as z from 'zod';
import { orderLinkForm } from '#domain/accounts/account.ts';
import { addressForm, named } from '#domain/addresses/address.ts';
import { itemId } from '#domain/catalogue/product-id.ts';
import { paymentMethods } from '#domain/payments/payment-words.ts';
import { invalidCodeMessage } from '#domain/pricing/coupon.ts';
import { readCode } from '#domain/pricing/coupon-code.ts';
import { businessForm } from '#domain/tax/business.ts';
import { maxTyped } from '#lib/clean-fields.ts';
import { cancelledMessage } from '../cancellations/cancel.ts';
import { cancelAsAsked, reducedMessage } from '../cancellations/cancel-lines.ts';
import { quoteCancelling } from '../cancellations/quote-cancel.ts';
import { placeForCard, placeForCash, placeForTransfer, placeForWidget } from '../checkout/order.ts';
import { quoteOrder } from '../checkout/quote.ts';
import { bodyLimit } from '../http/body.ts';
import type { Env } from '../http/env.ts';
import { fittingState, orderId, requiredLine, seenRows } from '../http/fields.ts';
import { route } from '../http/route.ts';
import { stateMessage } from '../lib/delivery.ts';
import { confirmOrder } from '../orders/confirmation.ts';
import { correctedMessage, correctOrder } from '../orders/correct.ts';
import { listOrders, readTracking } from '../orders/list.ts';
import { payOrder } from '../payments/start-payment.ts';
import { orderAdmin } from './order-admin.ts';
import {
  amount,
  business,
  buyerGstin,
  correctedAddress,
  distinct,
  items,
  payout,
  quantity,
} from './order-fields.ts';
import { paymentVerification } from './payments.ts';
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

const orderBody = z
  .object({
    address: fittingState(named(addressForm)).meta({ title: 'AddressForm' }),
    items,
    amount,
    couponCode,
    business: business.optional(),
    /** The same was ordered a moment ago, and is ordered again (functions/checkout/repeat.ts). */
    again: z.boolean().optional(),
  })
  .meta({ title: 'OrderRequest' });
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
  /** The answer has what the cart is offered: listed codes, and a kit instead of its parts. */
  listOffers: z.boolean().default(false),
});
const quoteRequest = quoteBody.superRefine(({ pincode, state }, context) => {
  const message = pincode && state && stateMessage(pincode, state);
  if (message) context.addIssue({ code: 'custom', path: ['state'], message });
});

const orderIdBody = z.object({ orderId });
const ofOrder = z.object({ orderId: orderId.catch('').meta({ description: 'Id of the order.' }) });
const confirmBody = orderIdBody.extend({ link: orderLinkForm.shape.link.optional() });
const cancelQuoteBody = orderIdBody.extend({
  /** How many units of a product stay; without it the whole order is cancelled. */
  lines: distinct(z.object({ _id: itemId, keep: quantity(0) }).meta({ title: 'KeptLine' })).optional(),
});
const cancelBody = cancelQuoteBody
  .extend({
    reason: requiredLine('reason', 200).optional(),
    unlessPaid: z.boolean().optional(),
    seen: seenRows.optional(),
    payout: payout.optional(),
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

/** Of a shopper who orders, or a guest. */
const placing = { session: 'any', body: orderBody, limit: bodyLimit.order } as const;

export const orders = new Hono<Env>()
  .post(
    '/quote',
    route(
      'Computes what an order costs, and when it arrives.',
      { session: 'optional', body: quoteRequest, limit: bodyLimit.order },
      quoteOrder,
      ({ quote, offers }) => ({ quote, offers }),
    ),
  )
  .post('/place', route('Places an order with cash on delivery.', placing, placeForCash))
  .post('/stripe', route('Places an order, and starts its payment by card.', placing, placeForCard))
  .post(
    '/razorpay',
    route('Places an order, and starts its payment by UPI, card or net banking.', placing, placeForWidget),
  )
  .post('/transfer', route('Places an order that waits for a bank transfer.', placing, placeForTransfer))
  .post(
    '/pay',
    route(
      'Starts the payment of an order that waits for it.',
      { session: 'any', link: 'unconfirmed', body: orderIdBody },
      payOrder,
    ),
  )
  .post(
    '/userorders',
    route(
      'Lists the orders of the session, the newest first.',
      { session: 'any', link: 'always', body: z.object({}) },
      listOrders,
    ),
  )
  .post(
    '/confirm',
    route(
      'Confirms an order on delivery.',
      { session: 'optional', link: 'always', body: confirmBody },
      confirmOrder,
      ({ status }) => ({ message: 'Thank you. Your order is confirmed.', status }),
    ),
  )
  .post(
    '/cancel/quote',
    route(
      'Says what cancelling an order, or a part of it, gives back.',
      { session: 'any', body: cancelQuoteBody },
      quoteCancelling,
      (quote) => ({ quote }),
    ),
  )
  .post(
    '/cancel',
    route(
      'Cancels an order, or a part of it.',
      { session: 'any', link: 'unconfirmed', body: cancelBody },
      cancelAsAsked,
      (done) => ({
        message: done.outcome === 'reduced' ? reducedMessage(done) : cancelledMessage(done),
        outcome: done.outcome,
        undoUntil: 'undoUntil' in done ? done.undoUntil : undefined,
      }),
    ),
  )
  .post(
    '/correct',
    route(
      'Corrects the address or the GST details of an order.',
      { session: 'any', body: correctBody },
      correctOrder,
      (done) => ({ message: correctedMessage(done) }),
    ),
  )
  .get(
    '/tracking-info/:orderId',
    route('Reads where an order is.', { session: 'any', link: 'always', params: ofOrder }, readTracking),
  )
  .route('/returns', returns)
  .route('/', paymentVerification)
  .route('/', orderAdmin);
