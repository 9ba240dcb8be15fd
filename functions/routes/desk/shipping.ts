/**
 * /api/desk/shipping: couriers, the orders to ship, what statuses of couriers mean, orders by tracking number or reference, and files of parcels. The route that ships an order is
 * `/api/order/update-tracking` (functions/routes/order-admin.ts).
 */
import { Hono } from 'hono';
import * as z from 'zod';
import { maxOrders } from '#domain/shipping/shipping-constants.ts';
import { maxTyped } from '#lib/clean-fields.ts';
import { sessionCode } from '../../accounts/second-factor.ts';
import { makeParcelFile } from '../../desk/parcel-file.ts';
import { ordersByNumber, ordersToShip } from '../../desk/shipping.ts';
import { body } from '../../http/body.ts';
import { describeRoute } from '../../http/describe-route.ts';
import { trackingNumber } from '../../http/fields.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { owner } from '../../http/request-context.ts';
import { success } from '../../http/success.ts';
import { courierExports, courierStatuses, couriers } from '../../lib/couriers.ts';
import { notFound } from '../../lib/refusal.ts';
import { proofFields, proveOperator } from './operator-proof.ts';

const ordersBody = z.object({
  orderIds: z
    .array(z.uuid('is not an order'), 'Please select orders.')
    .min(1, 'Please select orders.')
    .max(maxOrders, `At most ${maxOrders} orders can be shipped at once.`)
    .optional(),
});

const parcelsBody = z.object({
  orderIds: z
    .array(z.uuid('is not an order'), 'Please select orders.')
    .min(1, 'Please select orders.')
    .max(maxOrders, `A file has at most ${maxOrders} parcels. Please select fewer.`),
  format: z.string('Please choose a file.').max(maxTyped),
  ...proofFields,
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
  )
  .get('/parcel-files', describeRoute('Lists the files of parcels that couriers import.'), (c) =>
    success(c, { formats: courierExports.formats.map(({ name }) => name) }),
  )
  .post(
    '/parcel-files',
    describeRoute('Makes the file of parcels that a courier imports.', [notFound, sessionCode]),
    body(parcelsBody),
    async (c) => {
      const { orderIds, format: name, ...proof } = c.req.valid('json');
      const format = courierExports.formats.find((one) => one.name === name);
      if (!format) throw notFound('This file');
      const person = await proveOperator(c, proof);
      const done = await makeParcelFile(c.get('db'), owner(c), person, orderIds, format);
      if (!done.ok) throw done;
      const { file, parcels, withoutWeight, leftOut } = done;
      return success(c, { file, parcels, withoutWeight, leftOut });
    },
  );
