/**
 * /api/desk/shipping: couriers, the orders to ship, and what statuses of couriers mean, and orders by tracking number or reference. The route that ships an order is
 * `/api/order/update-tracking` (functions/routes/order-admin.ts).
 */
import { Hono } from 'hono';
import * as z from 'zod';
import { maxOrders } from '#domain/shipping/shipping-constants.ts';
import { ordersByNumber, ordersToShip } from '../../desk/shipping.ts';
import { body } from '../../http/body.ts';
import { describeRoute } from '../../http/describe-route.ts';
import { trackingNumber } from '../../http/fields.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { success } from '../../http/success.ts';
import { courierStatuses, couriers } from '../../lib/couriers.ts';

const ordersBody = z.object({
  orderIds: z
    .array(z.uuid('is not an order'), 'Please select orders.')
    .min(1, 'Please select orders.')
    .max(maxOrders, `At most ${maxOrders} orders can be shipped at once.`)
    .optional(),
});

const numbersBody = z.object({
  numbers: z
    .array(trackingNumber, 'Please enter tracking numbers.')
    .min(1, 'Please enter tracking numbers.')
    .max(maxOrders, `At most ${maxOrders} numbers can be looked up at once.`),
});

export const shipping = new Hono<DeskEnv>()
  .get('/couriers', describeRoute('Lists the couriers.'), (c) =>
    success(c, { couriers: couriers.map(({ name, pattern, numbers }) => ({ name, pattern, numbers })) }),
  )
  .get(
    '/statuses',
    describeRoute('Lists the phrases of couriers’ statuses, by what they say of a parcel.'),
    (c) => success(c, { statuses: courierStatuses }),
  )
  .post('/orders', describeRoute('Lists the orders to ship.'), body(ordersBody), async (c) =>
    success(c, { orders: await ordersToShip(c.get('db'), c.req.valid('json').orderIds) }),
  )
  .post(
    '/numbers',
    describeRoute('Finds orders by tracking number or reference.'),
    body(numbersBody),
    async (c) => success(c, { orders: await ordersByNumber(c.get('db'), c.req.valid('json').numbers) }),
  );
