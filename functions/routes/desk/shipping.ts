/**
 * /api/desk/shipping: couriers, the orders to ship, what statuses of couriers mean, orders by tracking number or reference, and files of parcels. The route that ships an order is
 * `/api/order/update-tracking` (functions/routes/order-admin.ts).
 */
import { Hono } from 'hono';
import * as z from 'zod';
import { maxOrders } from '#domain/shipping/shipping-constants.ts';
import { maxTyped } from '#lib/clean-fields.ts';
import { proofFields } from '../../accounts/prove-operator.ts';
import { makeParcelFile } from '../../desk/parcel-file.ts';
import { findByNumber, listToShip } from '../../desk/shipping.ts';
import { trackingNumber } from '../../http/fields.ts';
import type { DeskEnv } from '../../http/operator.ts';
import { desk } from '../../http/route.ts';
import { courierExports, courierStatuses, couriers } from '../../lib/couriers.ts';

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
  .get(
    '/couriers',
    desk('Lists the couriers.', {}, () => ({
      couriers: couriers.map(({ name, pattern, numbers }) => ({ name, pattern, numbers })),
    })),
  )
  .get(
    '/statuses',
    desk('Lists the phrases of couriers’ statuses, by what they say of a parcel.', {}, () => ({
      statuses: courierStatuses,
    })),
  )
  .post('/orders', desk('Lists the orders to ship.', { body: ordersBody }, listToShip))
  .post(
    '/numbers',
    desk('Finds orders by tracking number or reference.', { body: numbersBody }, findByNumber),
  )
  .get(
    '/parcel-files',
    desk('Lists the files of parcels that couriers import.', {}, () => ({
      formats: courierExports.formats.map(({ name }) => name),
    })),
  )
  .post(
    '/parcel-files',
    desk('Makes the file of parcels that a courier imports.', { body: parcelsBody }, makeParcelFile),
  );
