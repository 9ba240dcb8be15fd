/** The page of one customer (docs/desk.md, "Customers"). */

import { desc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import {
  isOrdersPayment,
  isUnconfirmed,
  orders,
  payments,
  products,
  refunds,
  returns,
  reviewOptOuts,
  reviews,
  subscribers,
  tickets,
  users,
} from '#db/schema/index.ts';
import { isForeignPayment } from '#db/schema/payments.ts';
import { mailAddress } from '#domain/accounts/guest-email.ts';
import { productName } from '#domain/catalogue/sellable-id.ts';
import { maxCustomerOrders } from '#domain/customers/customer.ts';
import { isSale } from '#domain/payments/is-sale.ts';
import { returnReference } from '#domain/returns/return.ts';
import { ticketReference } from '#domain/support/reference.ts';
import { pick } from '#lib/pick.ts';
import { customerIds } from '../guests/customer.ts';
import type { DeskCall } from '../lib/call.ts';
import { emailHashes } from '../lib/email-hash.ts';
import { notFound, refuses } from '../lib/refusal.ts';
import { selectPastOrders, serializePastOrder } from '../orders/past-orders.ts';
import { selectNotes, unknownCustomer } from './customer-notes.ts';

/** Returns, tickets and reviews of a page: the newest ones. */
const most = 20;

/** An account, or a guest with the newest row of the address. */
export type Customer = Pick<
  typeof users.$inferSelect,
  'id' | 'name' | 'email' | 'guest' | 'role' | 'phone' | 'createdAt' | 'verifiedAt'
>;

/** @returns `undefined` for an unknown id */
export async function findCustomer(db: Db, id: string): Promise<Customer | undefined> {
  const { name, email, guest, role, phone, createdAt, verifiedAt } = users;
  const [customer] = await db.read
    .select({ id: users.id, name, email, guest, role, phone, createdAt, verifiedAt })
    .from(users)
    .where(eq(users.id, id));
  return customer;
}

// The full names `orders.…`: drizzle omits the table where a query selects from one table.
/** What was received for an order, less what was sent back; paise. */
const received = sql<number>`iif(orders.paid = 1, coalesce(
    (SELECT coalesce(p.paid_amount, p.amount) FROM ${orders} AS o JOIN ${payments} AS p ON ${isOrdersPayment}
      WHERE o.id = orders.id), orders.total), 0)
  - coalesce((SELECT sum(amount) FROM ${refunds} INDEXED BY refunds_order
      WHERE order_id = orders.id AND status = 'done' AND NOT (${isForeignPayment})), 0)`;

const newestOrders = (
  id: string,
) => sql`(SELECT o.id FROM ${orders} AS o WHERE o.user_id IN ${customerIds(id)}
  ORDER BY o.created_at DESC LIMIT ${maxCustomerOrders})`;

/** The orders of a customer, and one more than are shown. */
const selectOrders = (db: Db, id: string) =>
  db.read
    .select({
      id: orders.id,
      reference: orders.reference,
      status: orders.status,
      total: orders.total,
      method: orders.paymentMethod,
      createdAt: orders.createdAt,
      toConfirm: sql<number>`${isUnconfirmed}`,
      phone: sql<string | null>`${orders.address} ->> 'phone'`,
      received,
    })
    .from(orders)
    .where(sql`${orders.userId} IN ${customerIds(id)}`)
    .orderBy(desc(orders.createdAt))
    .limit(maxCustomerOrders + 1);

const selectReturns = (db: Db, id: string) =>
  db.read
    .select({
      id: returns.id,
      number: returns.number,
      status: returns.status,
      at: returns.createdAt,
      orderId: orders.id,
      reference: orders.reference,
    })
    .from(orders)
    .innerJoin(returns, eq(returns.orderId, orders.id))
    .where(sql`${orders.id} IN ${newestOrders(id)}`)
    .orderBy(desc(returns.createdAt))
    .limit(most);

/** Anybody can have written them: the contact form asks for an address, and proves none. */
const selectTickets = (db: Db, { email }: Customer) =>
  db.read
    .select({ id: tickets.id, subject: tickets.subject, status: tickets.status, at: tickets.createdAt })
    .from(tickets)
    .where(eq(tickets.email, email))
    .orderBy(desc(tickets.createdAt))
    .limit(most);

/** Those of the account, and those that the link of one of the orders wrote. */
const selectReviews = (db: Db, { id }: Customer, hashes: readonly string[]) =>
  db.read
    .select({
      id: reviews.id,
      productId: reviews.productId,
      name: products.name,
      label: products.label,
      rating: reviews.rating,
      title: reviews.title,
      hidden: reviews.hidden,
      at: reviews.createdAt,
    })
    .from(reviews)
    .innerJoin(products, eq(products.id, reviews.productId))
    .where(
      sql`${reviews.id} IN (SELECT r.id FROM ${reviews} AS r WHERE r.user_id IN ${customerIds(id)}
        UNION SELECT r.id FROM ${reviews} AS r
          WHERE ${inArray(sql`r.email_hash`, [...hashes])} AND r.order_id IN ${newestOrders(id)})`,
    )
    .orderBy(desc(reviews.createdAt))
    .limit(most);

/**
 * The page of a customer. Amounts are paise.
 * @param key EMAIL_HASH_KEY, under which reviews by a link and the wish not to be asked are stored; undefined: they are left out
 * @returns `undefined` for an unknown id
 */
export async function readCustomer({ db, keys }: DeskCall, { id }: { id: string }) {
  const customer = await findCustomer(db, id);
  if (!customer) return unknownCustomer();
  const { email, guest } = customer;
  const hashes = keys ? emailHashes(keys, email) : [];
  const [orderRows, returnRows, ticketRows, reviewRows, [subscriber], [optOut], notes, [also], pastRows] =
    await db.read.batch([
      selectOrders(db, id),
      selectReturns(db, id),
      selectTickets(db, customer),
      selectReviews(db, customer, hashes),
      db.read.select().from(subscribers).where(eq(subscribers.email, email)),
      db.read.select().from(reviewOptOuts).where(inArray(reviewOptOuts.emailHash, hashes)),
      selectNotes(db, id),
      sameAddress(db, customer),
      selectPastOrders(db, email),
    ]);
  const listed = orderRows.slice(0, maxCustomerOrders);
  return {
    customer: {
      id: customer.id,
      name: customer.name,
      email: mailAddress(email),
      phone: listed[0]?.phone ?? customer.phone,
      guest,
      operator: customer.role === 'operator',
      createdAt: customer.createdAt,
      verified: !guest && customer.verifiedAt !== null,
      /** The guest with the address of an account, or the account with that of a guest. */
      also: also?.id ?? null,
    },
    orders: listed.map((order) =>
      pick(order, ['id', 'reference', 'status', 'total', 'createdAt', 'toConfirm']),
    ),
    /** Those of the orders that are exchanges, and no sales. */
    exchanges: listed.filter(({ method }) => !isSale(method)).length,
    /** Of an earlier shop, by the email address. They are in no sum. */
    pastOrders: pastRows.map(serializePastOrder),
    /** There are older orders, which are not added up. */
    hasOlder: orderRows.length > maxCustomerOrders,
    paid: listed.reduce((sum, order) => sum + order.received, 0),
    returns: returnRows.map(({ number, ...row }) => ({
      ...row,
      reference: returnReference(row.reference, number),
    })),
    tickets: ticketRows.map((ticket) => ({ ...ticket, reference: ticketReference(ticket.id) })),
    reviews: reviewRows.map(({ productId, name, label, ...review }) => ({
      ...review,
      product: { id: productId, name: productName(name, label) },
    })),
    newsletter: subscriber
      ? {
          since: subscriber.createdAt,
          /** Nobody has confirmed the subscription. */
          waits: subscriber.askedAt !== null && subscriber.unsubscribedAt === null,
          left: subscriber.unsubscribedAt,
        }
      : null,
    /** Since when the customer is not asked for reviews. */
    notAskedSince: optOut?.createdAt ?? null,
    notes: notes.map((note) => ({ ...note, actor: note.actor ?? 'A former operator' })),
  };
}

/** The newest guest with the address of an account, or the account with that of a guest. */
const sameAddress = (db: Db, { email, guest }: Customer) =>
  db.read
    .select({ id: users.id })
    .from(users)
    .where(sql`${users.email} = ${email} AND ${users.guest} = ${sql.raw(guest ? '0' : '1')}`)
    .orderBy(desc(users.createdAt))
    .limit(1);
refuses(readCustomer, notFound);
