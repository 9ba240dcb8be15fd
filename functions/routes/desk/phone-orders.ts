/** /api/desk/phone-orders: orders that operators enter for buyers who called or wrote. */
import { Hono } from 'hono';
import * as z from 'zod';
import { addressForm, named, optionalEmail } from '#domain/addresses/address.ts';
import { provedFrom } from '#domain/pricing/new-coupon.ts';
import { placePhoneOrder, quotePhoneOrder } from '../../desk/phone-order.ts';
import { bodyLimit } from '../../http/body.ts';
import { fittingState, requiredLine } from '../../http/fields.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { desk } from '../../http/route.ts';
import { stateMessage } from '../../lib/delivery.ts';
import { business, deskItems } from '../order-fields.ts';

const percentMessage = `A whole number of per cent, 1 to ${provedFrom - 1}. For more, create a personal code under Codes.`;
const percent = z
  .int(percentMessage)
  .min(1, percentMessage)
  .max(provedFrom - 1, percentMessage);
const discount = z.object({ percent, reason: requiredLine('reason of the discount', 200) }).optional();

const quoteBody = z
  .object({
    items: deskItems,
    percent: percent.optional(),
    pincode: addressForm.shape.zipcode.optional(),
    state: addressForm.shape.state.optional(),
  })
  .superRefine(({ pincode, state }, context) => {
    const message = pincode && state && stateMessage(pincode, state);
    if (message) context.addIssue({ code: 'custom', path: ['state'], message });
  });

const orderBody = z.object({
  address: fittingState(named(addressForm.extend({ email: optionalEmail.default('') }))),
  items: deskItems,
  /** The total that the operator has seen, paise. */
  amount: z.int('Please send the total of the order.').min(0),
  discount,
  business: business.optional(),
  /** Whether the buyer has agreed to pay in cash; otherwise they are asked to confirm the order, or to pay it. */
  confirmed: z.boolean('Please say whether the buyer has confirmed the order.'),
  key: z.string().regex(/^[\x21-\x7e]{8,128}$/, 'The key must be 8 to 128 printable characters.'),
});

export const phoneOrders = new Hono<DeskEnv>()
  .post(
    '/quote',
    desk(
      'Computes what an order by phone costs in cash.',
      { body: quoteBody, limit: bodyLimit.order },
      quotePhoneOrder,
    ),
  )
  .post(
    '/',
    desk(
      'Places an order for a buyer who called or wrote, to be paid on delivery.',
      { body: orderBody, limit: bodyLimit.order },
      placePhoneOrder,
      ({ order: { id, reference } }) => ({
        message: `Order ${reference} is placed.`,
        orderId: id,
        reference,
      }),
    ),
  );
