/** /api/desk/phone-orders: orders that operators enter for buyers who called or wrote. */
import { Hono } from 'hono';
import * as z from 'zod';
import { addressForm, named, optionalEmail } from '#domain/addresses/address.ts';
import { withFees } from '#domain/delivery/promise.ts';
import { provedFrom } from '#domain/pricing/new-coupon.ts';
import { placeRefusals } from '../../checkout/new-order.ts';
import { placePhoneOrder, quotePhoneOrder } from '../../desk/phone-order.ts';
import { body, bodyLimit } from '../../http/body.ts';
import { describeRoute } from '../../http/describe-route.ts';
import { fittingState, requiredLine } from '../../http/fields.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { success } from '../../http/success.ts';
import { promiseFor, stateMessage } from '../../lib/delivery.ts';
import { store } from '../../lib/store.ts';
import { notServed, priceRefusals } from '../../pricing/price.ts';
import { amount, business, items } from '../order-fields.ts';
import { placeContext } from '../place-context.ts';

const percentMessage = `A whole number of per cent, 1 to ${provedFrom - 1}. For more, create a personal code under Codes.`;
const percent = z
  .int(percentMessage)
  .min(1, percentMessage)
  .max(provedFrom - 1, percentMessage);
const discount = z.object({ percent, reason: requiredLine('reason of the discount', 200) }).optional();

const quoteBody = z
  .object({
    items,
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
  items,
  amount,
  discount,
  business: business.optional(),
  /** Whether the buyer has agreed to pay in cash; otherwise they are asked to confirm the order, or to pay it. */
  confirmed: z.boolean('Please say whether the buyer has confirmed the order.'),
  key: z.string().regex(/^[\x21-\x7e]{8,128}$/, 'The key must be 8 to 128 printable characters.'),
});

export const phoneOrders = new Hono<DeskEnv>()
  .post(
    '/quote',
    describeRoute('Computes what an order by phone costs in cash.', [priceRefusals, notServed]),
    body(quoteBody, bodyLimit.order),
    async (c) => {
      const { pincode, state, ...wanted } = c.req.valid('json');
      const now = c.get('now');
      const promise = pincode ? promiseFor(pincode, state, now) : undefined;
      if (promise?.served === false) throw notServed('pincode', pincode ?? '', promise.reason);
      const shop = promise ? withFees(store, promise) : store;
      const done = await quotePhoneOrder(c.get('db'), shop, wanted, now);
      if (!done.ok) throw done;
      return success(c, { quote: done.quote });
    },
  )
  .post(
    '/',
    describeRoute('Places an order for a buyer who called or wrote, to be paid on delivery.', [
      placeRefusals,
    ]),
    body(orderBody, bodyLimit.order),
    async (c) => {
      const request = c.req.valid('json');
      const context = placeContext(c, 'cod', request.address);
      const done = await placePhoneOrder(context, c.get('operator'), request);
      if (!done.ok) throw done;
      const { id, reference } = done.order;
      return success(c, { message: `Order ${reference} is placed.`, orderId: id, reference });
    },
  );
