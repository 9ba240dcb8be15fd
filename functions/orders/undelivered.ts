/** Parcels that came back undelivered, counted for a phone number (docs/behaviour.md, "States and moves"). */
import { type SQL, sql } from 'drizzle-orm';
import { orders } from '#db/schema/index.ts';

/**
 * A query: how many other orders with the phone number of an order came back undelivered. Deleting an account empties the
 * phone number of its orders, which are not counted then.
 * @param id the id of the order @param phone its phone number
 */
export const undeliveredBefore = (id: SQL | string, phone: SQL): SQL<number> => sql`
  (SELECT count(*) FROM ${orders} AS earlier INDEXED BY orders_undelivered
   WHERE earlier.address ->> 'phone' = ${phone} AND earlier.undelivered = 1
   AND ${phone} <> '' AND earlier.id <> ${id})`;
