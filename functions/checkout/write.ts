/**
 * The order's one write batch: order, lines, stock, payment, history, email and cart, or nothing. Each
 * statement that relies on something read earlier repeats it, so that a change in between breaks a
 * constraint and aborts:
 *
 * - the order is inserted only for a valid session, whose account has a free place among its open orders and in
 *   the hour, no more orders that wait for their payment than were seen, may hold all of it unpaid, for a guest has
 *   the order's email, and, for an order that is paid online, need not wait longer than was seen;
 * - with a code: only while that code is still valid, at this percentage, for this person; being used
 *   is counted without a condition, and CHECK (uses <= max_uses) refuses the last use twice; a trigger refuses one use
 *   too many of a customer;
 * - a line takes its name from a product that is still sold, and not paused, by that name at that price, and its order's id
 *   from the order that was inserted: both columns are NOT NULL. Its HSN and unit are that product's;
 * - stock is lowered without a condition, and CHECK (stock >= 0) refuses the last unit twice
 *   (an UPDATE that matches no row would not abort anything).
 *
 * An order that is paid online keeps its stock while it waits; its cart is emptied and its email
 * enqueued when the provider says that it is paid (functions/payments/confirm.ts).
 */
import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { coupons, orderEvents, orderLines, orders, payments, products, users } from '#db/schema/index.ts';
import type { OrderLine, OrderRow } from '#db/schema/orders.ts';
import type { Payment } from '#db/schema/payments.ts';
import { unshipped } from '#features/orders/order.ts';
import type { Coupon } from '#features/pricing/coupon.ts';
import { rememberAddress } from '../accounts/addresses.ts';
import { removeOrderedLines } from '../cart/remove-ordered-lines.ts';
import { rateOf } from '../lib/tax.ts';
import { countedTogether } from '../orders/counted-together.ts';
import { mayHold, type UnpaidLimits } from '../orders/unpaid.ts';
import { blockedUntil } from '../orders/unpaid-holds.ts';
import { enqueueOrderEmail } from '../outbox/enqueue.ts';
import { enqueueNewOrderEmail } from '../outbox/enqueue-to-operators.ts';
import type { Owner } from '../session/owner.ts';
import { sessionUserId } from '../session/session.ts';
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
  openLimit?: number | undefined;
  perHour: number;
  payment?: Payment | undefined;
  coupon?: Coupon | undefined;
  customers: readonly string[];
  saveInfo?: boolean | undefined;
  unpaid: UnpaidLimits;
  blockedUntil: number;
  rates: Record<string, number>;
};

/**
 * @param owner of the session that buys
 * @param pendingOrders number of the buyer's orders that wait for their payment, as read or assumed
 * @param openLimit open orders of the same method that the account may have; undefined for no limit
 * @param payment for an order that is paid online
 * @param perHour orders of the account within an hour
 * @param coupon the code that the order uses
 * @param customers what the customer is known by besides the account (features/pricing/customer.ts)
 * @param saveInfo stores the address for the next order
 * @param unpaid limits of what an account may hold unpaid
 * @param blockedUntil the account cannot order online before it, as read or assumed, UTC ms
 * @param rates of GST on the day of the order (features/tax/tax.ts)
 * @throws libSQL's error when a constraint breaks; nothing was written then
 */
export async function writeOrder(
  db: Db,
  order: OrderRow,
  lines: readonly OrderLine[],
  rules: Rules,
): Promise<void> {
  const { owner, pendingOrders, openLimit, perHour, payment, coupon, saveInfo = false } = rules;
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
  const theirs = sql`SELECT count(*) FROM ${orders} WHERE user_id = buyer.user_id`;
  const counted = sql`SELECT count(*) FROM ${orders} WHERE user_id IN ${countedTogether(sql`buyer.user_id`)}`;
  const hasFreePlace =
    openLimit === undefined
      ? sql`true`
      : sql`(${counted} AND payment_method = ${order.paymentMethod} AND status IN ${unshipped}) < ${openLimit}`;
  const withinHour = sql`(${counted} AND created_at > ${order.createdAt - hour}) < ${perHour}`;
  const isPendingUnchanged = sql`(${theirs} AND status = 'Payment Pending') <= ${pendingOrders}`;
  const hasOwnEmail = sql`NOT EXISTS (SELECT 1 FROM ${users} AS me
    WHERE me.id = buyer.user_id AND me.guest = 1 AND me.email <> ${order.address.email})`;
  const isWithinLimits = mayHold(sql`buyer.user_id`, linesJson, order.total, rules.unpaid);
  const mayPayOnline = payment?.network
    ? sql`${blockedUntil(sql`buyer.user_id`, payment.network)} <= ${Math.max(order.createdAt, rules.blockedUntil)}`
    : sql`true`;
  const buyer = sql<string>`(SELECT user_id FROM ${orders} WHERE id = ${order.id})`;
  const pieces = sql`SELECT value ->> 'productId' AS id, value ->> 'quantity' AS quantity FROM json_each(${linesJson})`;

  await write.batch([
    write.run(sql`
      INSERT INTO ${orders} (id, reference, user_id, status, paid, payment_method, subtotal, discount, delivery, total,
                             address, idempotency_key, request_hash, coupon_code, promised_from,
                             promised_to, gstin, business_name, sez, created_at, sample, coupon_minimum)
      SELECT ${order.id}, ${order.reference}, buyer.user_id, ${order.status}, ${order.paid ? 1 : 0},
             ${order.paymentMethod}, ${order.subtotal}, ${order.discount}, ${order.delivery}, ${order.total},
             ${JSON.stringify(order.address)}, ${order.idempotencyKey}, ${order.requestHash}, ${order.couponCode},
             ${order.promisedFrom}, ${order.promisedTo}, ${order.gstin}, ${order.businessName}, ${order.sez ? 1 : 0},
             ${order.createdAt}, 0, ${order.couponMinimum}
      FROM ${sessionUserId(owner.tokenHash, owner.now)} AS buyer
      WHERE ${hasFreePlace} AND ${withinHour} AND ${isPendingUnchanged} AND ${isWithinLimits} AND ${mayPayOnline}
        AND ${hasOwnEmail} AND ${coupon ? stillApplies(coupon, order) : sql`true`}`),
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
    write.run(sql`
      UPDATE ${products} SET stock = stock - line.quantity FROM (${pieces}) AS line
      WHERE ${products}.id = line.id`),
    write.insert(orderEvents).values({
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
