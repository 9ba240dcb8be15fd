/**
 * The order's one write batch (docs/behaviour.md, "What an order writes"): order, lines, stock, payment, history, email
 * and cart, or nothing. Its words and the totals follow from it (functions/orders/follow.ts). It repeats no rule: it compares what was read, and what several buyers share is held by
 * constraints. A difference breaks a constraint, which aborts the batch:
 *
 * - the order is inserted only for a valid session, while the buyer has the email and the version of their orders that were
 *   read. Triggers raise `users.order_version` with each new order of the buyer and each change of one's status, payment or
 *   account (db/triggers/history.sql);
 * - what buyers hold unpaid together is the one rule that is read again: as the same query (functions/orders/holds.ts). An
 *   order that waits without its pieces needs no place;
 * - what was ordered a moment ago is ordered again only when the shopper says so: two guests of one person have no version in
 *   common, so this is read again too (repeat.ts);
 * - with a code: only while its row is the one that was read. Its uses may have grown: they are counted without a
 *   condition, CHECK (uses <= max_uses) refuses the last use twice, and a trigger refuses one use too many of a customer;
 * - a line takes its name from a product that is still sold, and not paused, by that name, with the price and the sales that
 *   were read (functions/orders/insert-order.ts). Its HSN and unit are that product's;
 * - stock is lowered without a condition, that of a kit's parts for a kit, and CHECK (stock >= 0) refuses the last unit twice
 *   (an UPDATE that matches no row would not abort anything);
 * - an operator who enters an order for its buyer answers for it, so that what is held unpaid does not limit it.
 *
 * An order that is paid online keeps its stock while it waits, unless too many are held already; its cart is
 * emptied and its email enqueued when the provider says that it is paid (functions/payments/confirm.ts).
 */

import { sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { coupons, orderEvents, orders, payments, users } from '#db/schema/index.ts';
import type { OrderLine, OrderRow } from '#db/schema/orders.ts';
import type { Payment } from '#db/schema/payments.ts';
import { isPaidOnline } from '#domain/payments/payment-methods.ts';
import type { Coupon } from '#domain/pricing/coupon.ts';
import { rememberAddress } from '../accounts/addresses.ts';
import { removeOrderedLines } from '../accounts/remove-ordered-lines.ts';
import type { Network } from '../lib/network.ts';
import type { Owner } from '../lib/owner.ts';
import { sessionUserId } from '../lib/session.ts';
import { eventRow } from '../orders/effects.ts';
import { writeOrderBatch } from '../orders/gate.ts';
import { addHolds, mayHold, type UnpaidLimits } from '../orders/holds.ts';
import { insertOrder } from '../orders/insert-order.ts';
import { enqueueOrderEmail } from '../outbox/enqueue.ts';
import { enqueueNewOrderEmail } from '../outbox/enqueue-to-operators.ts';
import { recordCustomerUse } from '../pricing/coupons.ts';
import type { CheckoutProduct } from '../pricing/price.ts';
import type { OrderRequest } from './new-order.ts';
import { isRepeated } from './repeat.ts';

/** Condition: the coupon's row is the one that was read, but for its uses. */
const isUnchanged = (coupon: Coupon) => sql`
  EXISTS (SELECT 1 FROM ${coupons} WHERE code = ${coupon.code}
    AND (percent, min_subtotal, email, valid_until, max_uses, max_uses_per_customer, counted_as)
      IS (${coupon.percent}, ${coupon.minSubtotal}, ${coupon.email}, ${coupon.validUntil}, ${coupon.maxUses},
          ${coupon.maxUsesPerCustomer}, ${coupon.countedAs}))`;

/**
 * @property owner of the session that buys
 * @property buyer as read
 * @property products of the lines, as read
 * @property payment for an order that is paid online
 * @property coupon the code that the order uses, as read
 * @property customers what the customer is known by besides the account (domain/pricing/customer.ts)
 * @property saveInfo stores the address for the next order
 * @property unpaid limits of what may be held unpaid
 * @property networks of the client
 * @property rates of GST on the day of the order (domain/tax/tax.ts)
 */
export type WriteContext = {
  owner: Owner;
  buyer: { id: string; email: string; orderVersion: number };
  products: readonly Pick<CheckoutProduct, 'id' | 'price' | 'sales'>[];
  payment?: Payment | undefined;
  coupon?: Coupon | undefined;
  customers: readonly string[];
  saveInfo?: boolean | undefined;
  unpaid: UnpaidLimits;
  networks: readonly Network[];
  rates: Record<string, number>;
  /** The operator who enters the order for its buyer. */
  operatorId?: string | undefined;
  /** The request of an order that must not repeat one that was placed a moment ago. */
  unlessRepeated: OrderRequest | undefined;
};

/** Writes an order. @throws libSQL's error when a constraint breaks; nothing was written then */
export async function writeOrder(
  db: Db,
  order: OrderRow,
  lines: readonly OrderLine[],
  context: WriteContext,
): Promise<void> {
  const { owner, buyer: seen, payment, coupon, saveInfo = false, unpaid, networks, operatorId } = context;
  const { unlessRepeated } = context;
  const { write } = db;
  const listed = new Map(context.products.map(({ id, price, sales }) => [id, { price, sales }]));
  const newLines = lines.map(({ productId, name, price, quantity, discount }) => {
    const as = listed.get(productId);
    return { productId, price, quantity, discount, seen: as && { name, ...as } };
  });
  const { address, total, createdAt: now, reserved } = order;
  const buyerId = sessionUserId(owner.tokenHash, owner.now);
  const held = { buyer: buyerId, address, lines, total, networks, now };
  const buyer = sql<string>`(SELECT user_id FROM ${orders} WHERE id = ${order.id})`;
  const isAsRead = sql`EXISTS (SELECT 1 FROM ${users} AS buyer
    WHERE buyer.id = ${seen.id} AND buyer.id = ${buyerId} AND buyer.order_version = ${seen.orderVersion} AND buyer.email = ${seen.email}
      AND NOT ${unlessRepeated ? isRepeated(unlessRepeated, sql`buyer.id`, owner.now) : sql`false`}
      AND ${reserved && !operatorId ? mayHold(held, unpaid) : sql`true`} AND ${coupon ? isUnchanged(coupon) : sql`true`})`;
  const made = operatorId
    ? ({ by: 'operator', actorId: operatorId } as const)
    : ({ by: 'shopper', actorId: seen.id } as const);
  const event = {
    kind: 'status' as const,
    to: order.status,
    text: operatorId ? 'Ordered by phone or message.' : null,
  };

  await writeOrderBatch(db, order.id, [
    ...insertOrder(db, { ...order, userId: seen.id }, newLines, { rates: context.rates, when: isAsRead }),
    ...(coupon
      ? [
          write.run(sql`UPDATE ${coupons} SET uses = uses + 1 WHERE code = ${coupon.code}`),
          ...recordCustomerUse(db, order.id, coupon, context.customers),
        ]
      : []),
    ...(reserved ? [addHolds(db, order.id, held, unpaid)] : []),
    write.insert(orderEvents).values(eventRow(event, { orderId: order.id, now, ...made })),
    ...rememberAddress(db, order, buyer, saveInfo),
    ...(payment
      ? [
          write.insert(payments).values(payment),
          ...(isPaidOnline(payment.method)
            ? []
            : [
                ...removeOrderedLines(db, order.id),
                enqueueOrderEmail(
                  db,
                  { kind: 'order_transfer', orderId: order.id },
                  `order_transfer:${order.id}`,
                  order.createdAt,
                ),
              ]),
        ]
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
