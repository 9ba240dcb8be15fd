/**
 * The order's one write batch: order, lines, stock, payment, history, email and cart, or nothing. Each
 * statement that relies on something read earlier repeats it, so that a change in between breaks a
 * constraint and aborts:
 *
 * - the order is inserted only for a valid session, whose account has a free place in the hour, no more orders that
 *   wait for their payment than were seen, for a guest has the order's email, and may hold all of it unpaid
 *   (functions/orders/holds.ts), unless the order waits without its pieces;
 * - with a code: only while that code is still valid, at this percentage, for this person; being used
 *   is counted without a condition, and CHECK (uses <= max_uses) refuses the last use twice; a trigger refuses one use
 *   too many of a customer;
 * - a line takes its name from a product that is still sold, and not paused, by that name at that price, and its order's id
 *   from the order that was inserted: both columns are NOT NULL. Its HSN and unit are that product's;
 * - stock is lowered without a condition, and CHECK (stock >= 0) refuses the last unit twice
 *   (an UPDATE that matches no row would not abort anything).
 *
 * An order that is paid online keeps its stock while it waits, unless the shopper has agreed that it does not; its cart is emptied and its email
 * enqueued when the provider says that it is paid (functions/payments/confirm.ts).
 */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { coupons, orderEvents, orderLines, orders, payments, products, users } from '#db/schema/index.ts';
import type { OrderLine, OrderRow } from '#db/schema/orders.ts';
import type { Payment } from '#db/schema/payments.ts';
import type { Coupon } from '#domain/pricing/coupon.ts';
import { rememberAddress } from '../accounts/addresses.ts';
import { removeOrderedLines } from '../accounts/remove-ordered-lines.ts';
import type { Owner } from '../lib/owner.ts';
import { sessionUserId } from '../lib/session.ts';
import { rateOf } from '../lib/tax.ts';
import type { Network } from '../limits/network.ts';
import { addHolds, mayHold, newestOrders, type UnpaidLimits } from '../orders/holds.ts';
import { enqueueOrderEmail } from '../outbox/enqueue.ts';
import { enqueueNewOrderEmail } from '../outbox/enqueue-to-operators.ts';
import { recordCustomerUse } from './coupons.ts';

const hour = 60 * 60 * 1000;

/** Condition: the coupon is unchanged and still valid for the buyer. */
const stillApplies = ({ code, percent }: Coupon, { subtotal, createdAt }: OrderRow) => sql`
  EXISTS (SELECT 1 FROM ${coupons} WHERE code = ${code} AND percent = ${percent}
    AND min_subtotal <= ${subtotal} AND valid_until > ${createdAt}
    AND (email IS NULL OR email = (SELECT email FROM ${users} WHERE id = buyer.user_id)))`;

type Rules = {
  owner: Owner;
  pendingOrders: number;
  perHour: number;
  payment?: Payment | undefined;
  coupon?: Coupon | undefined;
  customers: readonly string[];
  saveInfo?: boolean | undefined;
  unpaid: UnpaidLimits;
  networks: readonly Network[];
  rates: Record<string, number>;
};

/**
 * @param owner of the session that buys
 * @param pendingOrders number of the buyer's orders that wait for their payment, as read or assumed
 * @param payment for an order that is paid online
 * @param perHour orders of the account within an hour
 * @param coupon the code that the order uses
 * @param customers what the customer is known by besides the account (domain/pricing/customer.ts)
 * @param saveInfo stores the address for the next order
 * @param unpaid limits of what may be held unpaid
 * @param networks of the client
 * @param rates of GST on the day of the order (domain/tax/tax.ts)
 * @throws libSQL's error when a constraint breaks; nothing was written then
 */
export async function writeOrder(
  db: Db,
  order: OrderRow,
  lines: readonly OrderLine[],
  rules: Rules,
): Promise<void> {
  const { owner, pendingOrders, perHour, payment, coupon, saveInfo = false, unpaid, networks } = rules;
  const write = db.write;
  const linesJson = JSON.stringify(
    lines.map(({ productId, name, price, quantity, image, discount }) => ({
      productId,
      name,
      price,
      quantity,
      image,
      discount,
    })),
  );
  const withinHour = sql`(SELECT count(*) FROM ${orders}
    WHERE user_id = buyer.user_id AND created_at > ${order.createdAt - hour}) < ${perHour}`;
  const isPendingUnchanged = sql`(SELECT count(*) FROM ${newestOrders(sql`buyer.user_id`, sql`status`)}
    WHERE status = 'Payment Pending') <= ${pendingOrders}`;
  const hasOwnEmail = sql`NOT EXISTS (SELECT 1 FROM ${users} AS me
    WHERE me.id = buyer.user_id AND me.guest = 1 AND me.email <> ${order.address.email})`;
  const { address, total, createdAt: now, reserved } = order;
  const held = { buyer: sessionUserId(owner.tokenHash, owner.now), address, lines, total, networks, now };
  const buyer = sql<string>`(SELECT user_id FROM ${orders} WHERE id = ${order.id})`;
  const pieces = sql`SELECT value ->> 'productId' AS id, value ->> 'quantity' AS quantity FROM json_each(${linesJson})`;

  await write.batch([
    write.run(sql`
      INSERT INTO ${orders} (id, reference, user_id, status, paid, payment_method, subtotal, discount, delivery, total,
                             address, idempotency_key, request_hash, coupon_code, promised_from,
                             promised_to, gstin, business_name, sez, created_at, sample, coupon_minimum, reserved)
      SELECT ${order.id}, ${order.reference}, buyer.user_id, ${order.status}, ${order.paid ? 1 : 0},
             ${order.paymentMethod}, ${order.subtotal}, ${order.discount}, ${order.delivery}, ${order.total},
             ${JSON.stringify(order.address)}, ${order.idempotencyKey}, ${order.requestHash}, ${order.couponCode},
             ${order.promisedFrom}, ${order.promisedTo}, ${order.gstin}, ${order.businessName}, ${order.sez ? 1 : 0},
             ${order.createdAt}, 0, ${order.couponMinimum}, ${reserved ? 1 : 0}
      FROM ${sessionUserId(owner.tokenHash, owner.now)} AS buyer
      WHERE ${withinHour} AND ${isPendingUnchanged} AND ${hasOwnEmail} AND ${reserved ? mayHold(held, unpaid) : sql`true`}
        AND ${coupon ? stillApplies(coupon, order) : sql`true`}`),
    ...(coupon
      ? [
          write.run(sql`UPDATE ${coupons} SET uses = uses + 1 WHERE code = ${coupon.code}`),
          ...recordCustomerUse(db, order.id, coupon, rules.customers),
        ]
      : []),
    write.run(sql`
      INSERT INTO ${orderLines} (order_id, position, product_id, name, image, price, quantity, discount,
                                 hsn, rate, unit_code)
      SELECT (SELECT id FROM ${orders} WHERE id = ${order.id}), line.key, line.value ->> 'productId', sold.name,
             line.value ->> 'image', line.value ->> 'price', line.value ->> 'quantity', line.value ->> 'discount',
             sold.hsn, ${rateOf(rules.rates, sql`sold.hsn`)}, sold.unit_code
      FROM json_each(${linesJson}) AS line LEFT JOIN ${products} AS sold
        ON sold.id = line.value ->> 'productId' AND sold.name = line.value ->> 'name'
          AND sold.price = line.value ->> 'price' AND sold.retired = 0 AND sold.paused IS NULL`),
    ...(reserved
      ? [
          write.run(sql`
            UPDATE ${products} SET stock = stock - line.quantity FROM (${pieces}) AS line
            WHERE ${products}.id = line.id`),
          addHolds(db, order.id, held, unpaid),
        ]
      : []),
    write
      .insert(orderEvents)
      .values({
        id: crypto.randomUUID(),
        orderId: order.id,
        at: order.createdAt,
        actor: 'shopper',
        actorId: buyer,
        kind: 'status',
        toStatus: order.status,
      }),
    ...rememberAddress(db, order, buyer, saveInfo),
    ...(payment
      ? [write.insert(payments).values(payment)]
      : [
          ...removeOrderedLines(db, order.id),
          enqueueOrderEmail(
            db,
            { kind: 'order_placed', orderId: order.id },
            `order_placed:${order.id}`,
            order.createdAt,
          ),
          enqueueNewOrderEmail(db, order.id, order.createdAt),
        ]),
  ]);
}
