/** Orders that were placed a moment ago (docs/behaviour.md, "The same order twice"): the second press asks. */
import { type SQL, sql } from 'drizzle-orm';
import { orders, users } from '#db/schema/index.ts';
import { oneMinute } from '#lib/dates.ts';
import { store } from '../lib/store.ts';
import type { OrderRequest } from './new-order.ts';

/** Orders of an email address that are looked at. */
const newest = 10;

/**
 * Condition: the same products were ordered to the same person and address a moment ago, by this account or guest or, since a
 * guest is new on each device, by another guest with the email address. Their own order that waits for its payment is
 * resumed or replaced instead.
 * @param buyer a query for the account's id @param now UTC ms
 */
export function isRepeated({ address, items }: OrderRequest, buyer: SQL, now: number): SQL {
  const sorted = items
    .map(({ _id, quantity }) => [_id, quantity] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const { email, phone, zipcode } = address;
  return sql`EXISTS (
    SELECT 1 FROM (SELECT id, user_id, status, address, created_at FROM ${orders} INDEXED BY orders_email
      WHERE lower(address ->> 'email') = lower(${email}) ORDER BY rowid DESC LIMIT ${newest}) AS o
    WHERE o.created_at > ${now - store.limits.repeatMinutes * oneMinute}
      AND (o.user_id IS ${buyer} OR 2 = (SELECT count(*) FROM ${users} AS one WHERE one.id IN (o.user_id, ${buyer}) AND one.guest = 1))
      AND o.status <> 'Cancelled' AND NOT (o.status = 'Payment Pending' AND o.user_id IS ${buyer})
      AND (o.address ->> 'phone', o.address ->> 'zipcode', o.address ->> 'address') = (${phone}, ${zipcode}, ${address.address})
      AND (SELECT json_group_object(product_id, quantity) FROM
        (SELECT product_id, quantity FROM order_lines WHERE order_id = o.id ORDER BY product_id))
        = ${JSON.stringify(Object.fromEntries(sorted))})`;
}
