/**
 * Places an order in three steps (docs/decisions/31-an-order-reads-decides-writes.md):
 *
 * 1. Read: one call reads the buyer with the version of their orders, the products, the code, and what is held unpaid.
 *    Older orders that wait for their payment, and a code with a limit per customer, take one call more.
 * 2. Decide: the rules are applied to what was read. Each rule is written once, here and in new-order.ts.
 * 3. Write: one batch writes the order, whole or not at all (write.ts). It compares versions and rows with what was read:
 *    if something has changed, nothing is written and the order begins again with step 1.
 */

import { eq, getTableColumns, sql } from 'drizzle-orm';
import { brokenConstraint, DatabaseUnavailable, type Db } from '#db/client.ts';
import { orders, payments, users } from '#db/schema/index.ts';
import type { Payment } from '#db/schema/payments.ts';
import { guestEmail } from '#domain/accounts/guest-email.ts';
import { isPaidOnDelivery, onlineMethods } from '#domain/payments/payment-methods.ts';
import { customerKeys } from '#domain/pricing/customer.ts';
import { oneHour } from '#lib/dates.ts';
import { sendVerification } from '../accounts/send-verification.ts';
import { type HotStock, learnHot } from '../catalogue/hot-stock.ts';
import type { Limits } from '../lib/limits.ts';
import type { Owner } from '../lib/owner.ts';
import { type Refusal, signedOut, tooMany, wrongFields } from '../lib/refusal.ts';
import { findSessionUser, sessionUserId } from '../lib/session.ts';
import { limitNow } from '../limits/sale-day.ts';
import { confirmFacts } from '../orders/confirmation.ts';
import { hasProvedMailbox, newestOrders, readExceeded } from '../orders/holds.ts';
import { releaseOutranked } from '../orders/outrank.ts';
import { type PlacedOrder, selectLines, withPayment } from '../orders/queries.ts';
import { newReference, referenceDigits } from '../orders/reference.ts';
import { forgetProviderId } from '../payments/create-payment.ts';
import { settle } from '../payments/settle.ts';
import {
  countCustomerUses,
  countGuess,
  selectCoupon,
  selectGuesses,
  tooManyGuesses,
} from '../pricing/coupons.ts';
import { selectProducts } from '../pricing/price.ts';
import type { RequestContext } from '../providers/context.ts';
import { timeToPay } from '../providers/hold.ts';
import { closedReason } from '../providers/providers.ts';
import { placeWithHotStock } from './hot.ts';
import {
  buildOrder,
  hashRequest,
  type NewOrder,
  type OrderContext,
  type OrderRequest,
  placeRefusals,
  type Refused,
} from './new-order.ts';
import { isRepeated } from './repeat.ts';
import { type WriteContext, writeOrder } from './write.ts';

export type PlaceContext = RequestContext &
  OrderContext & { owner: Owner; limits: Limits; hotStock: HotStock | undefined };

type Placed = { ok: true } & PlacedOrder;

/**
 * How often an order begins again: when the buyer's other orders are placed at the same moment, twice for each, as each is
 * written and replaced; and a few times when what is sold changes.
 */
const roundsFor = ({ limits }: PlaceContext): number => 2 * limits.ORDERS_PER_HOUR + 8;

/** Places an order; pieces of hot products are reserved first, if that part is on. */
export const placeOrder = (context: PlaceContext, request: OrderRequest): Promise<Placed | Refusal> =>
  placeWithHotStock(context, request, () => placeInRounds(context, request));

async function placeInRounds(context: PlaceContext, request: OrderRequest): Promise<Placed | Refusal> {
  const { db } = context;
  const settled = new Set<string>();
  for (let round = 0; round < roundsFor(context); round++) {
    const { buyer, products, exceeded, coupons, guesses } = await readOrderData(context, request);
    if (!buyer) return signedOut();
    learnHot(products);
    if (buyer.sameKey) return earlierOrder(db, buyer.sameKey, hashRequest(context, request));
    const refusal = refuseEarly(context, request, buyer, coupons, guesses);
    if (refusal) return refusal;

    // A pending order may hold the stock that this one needs: it is cancelled first.
    const pending = buyer.pendingOrders ? await pendingPayments(db, buyer.id) : [];
    const unsettled = pending.filter(({ orderId }) => !settled.has(orderId));
    const same = unsettled.find((payment) => canResume(context, request, payment));
    const resumed = same && unsettled.length === 1 ? await resume(context, same) : undefined;
    if (resumed) return resumed;
    if (unsettled.length) {
      for (const { requestHash: _, ...payment } of unsettled) {
        const state = await settle(context, payment, replacedByNewer(context));
        if (state === 'paid') return placeRefusals.alreadyPaid(payment.orderId);
        // A payment that was created after the order was read is asked for in the next round.
        if (payment.providerId || state !== 'open') settled.add(payment.orderId);
      }
      // Their stock is free again.
      continue;
    }

    const { email, lastDelivered, lastCameBack } = buyer;
    const customers = customerKeys({ emails: [request.address.email, email], phone: request.address.phone });
    const counted = await countCustomerUses(db, coupons, { id: sql`${buyer.id}`, customers });
    const newOrder = buildOrder(context, request, {
      products,
      coupons: counted,
      exceeded,
      isProved: Boolean(buyer.isProved),
      email,
      lastDelivered,
      lastCameBack,
    });
    if (!newOrder.ok) {
      if (await releaseFor(context, newOrder, buyer.id)) continue;
      return explain(context, newOrder);
    }
    const ofBuyer = { buyer, customers, saveInfo: request.address.saveInfo };
    const placed = await write(context, request, newOrder, products, ofBuyer);
    if (placed) return placed;
    // Something has changed since it was read: read again.
  }
  throw new DatabaseUnavailable('other orders kept overtaking this one');
}

/** Whether orders that give way to this one have given back pieces that it lacked: then it is tried again. */
async function releaseFor({ db, now }: PlaceContext, { first }: Refused, buyerId: string): Promise<boolean> {
  if (typeof first !== 'object') return false;
  const only = sql`o.user_id IS NOT ${buyerId}`;
  return releaseOutranked(db, first.needs, { now, only, whole: first.whole });
}

/** Writes the order. @returns undefined if something that it relies on has changed: then nothing was written */
async function write(
  placing: PlaceContext,
  request: OrderRequest,
  { order: unnamed, lines, payment, coupon }: NewOrder,
  products: WriteContext['products'],
  ofBuyer: Pick<WriteContext, 'buyer' | 'customers' | 'saveInfo'>,
): Promise<Placed | undefined> {
  const { db, owner, store, rates, networks, enteredBy } = placing;
  const { unpaid } = store.limits;
  const unlessRepeated = asksForRepeated(placing, request) ? request : undefined;
  const operatorId = enteredBy?.operatorId;
  const context = {
    owner,
    products,
    payment,
    coupon,
    rates,
    unpaid,
    networks,
    operatorId,
    unlessRepeated,
    ...ofBuyer,
  };
  for (const digits of referenceDigits) {
    const order = { ...unnamed, reference: newReference(digits) };
    try {
      await writeOrder(db, order, lines, context);
      return { ok: true, order, lines, payment };
    } catch (error) {
      const constraint = brokenConstraint(error);
      if (!constraint) throw error;
      if (!constraint.includes('orders.reference')) return undefined;
    }
  }
  return undefined;
}

/** Whether an order that repeats another one is asked about: not of clients without keys, which are no screens of ours. */
const asksForRepeated = ({ key, enteredBy }: PlaceContext, { again }: OrderRequest): boolean =>
  key !== undefined && !enteredBy && !again;

/**
 * Columns about the buyer, for {@link findSessionUser}: the version of their orders, recent and pending orders, and the order
 * that was placed with the same key; of a cash order also what decides whether it is confirmed. Details of these orders are read only if there are any.
 */
const buyerColumns = (context: PlaceContext, request: OrderRequest) => {
  const { owner, key = '', provider } = context;
  const { now } = owner;
  const theirs = sql`FROM ${orders} WHERE user_id = ${users.id}`;
  return {
    orderVersion: sql<number>`${users.orderVersion}`,
    mostInHour: limitNow('accountOrders', context.limits.ORDERS_PER_HOUR, now),
    inLastHour: sql<number>`(SELECT count(*) ${theirs} AND created_at > ${now - oneHour})`,
    firstInHour: sql<number | null>`(SELECT min(created_at) ${theirs} AND created_at > ${now - oneHour})`,
    pendingOrders: sql<number>`(SELECT count(*) FROM ${newestOrders(sql`${users.id}`, sql`status, payment_method`)} WHERE ${waitsForProvider})`,
    sameKey: sql<string | null>`(SELECT id ${theirs} AND idempotency_key = ${key})`,
    isRepeated: sql<number>`${asksForRepeated(context, request) ? isRepeated(request, sql`${users.id}`, now) : 0}`,
    isProved: sql<number>`${hasProvedMailbox(sql`${users}`)}`,
    ...(isPaidOnDelivery(provider.id)
      ? confirmFacts(
          { id: sql`${users.id}`, email: sql`${users.email}`, guest: sql`${users.guest}` },
          request.address.phone,
        )
      : { lastDelivered: sql<null>`NULL`, lastCameBack: sql<null>`NULL` }),
  };
};

/** Condition: an order that a newer one replaces. A bank transfer may be on its way for days. */
const waitsForProvider = sql`status = 'Payment Pending' AND payment_method IN ${onlineMethods}`;

/** Reads the buyer, the products and the coupon in one call. */
async function readOrderData(context: PlaceContext, request: OrderRequest) {
  const { db, owner, couponRequest, store, networks, now } = context;
  const { address, amount: total, items } = request;
  const buyerId = sessionUserId(owner.tokenHash, owner.now);
  const lines = items.map(({ _id, quantity }) => ({ productId: _id, quantity }));
  const held = { buyer: buyerId, address, lines, total, networks, now };
  const always = [
    findSessionUser(db, owner.tokenHash, owner.now, buyerColumns(context, request)),
    selectProducts(db, request.items),
    readExceeded(db, held, store.limits.unpaid),
  ] as const;
  const [[buyer], products, rows, coupons, guesses] = couponRequest
    ? await db.read.batch([...always, selectCoupon(db, couponRequest), selectGuesses(db, couponRequest)])
    : ([...(await db.read.batch(always)), [], []] as const);
  const exceeded = rows.map(({ kind, confirming }) => ({ kind, confirming: Boolean(confirming) }));
  return { buyer, products, exceeded, coupons, guesses };
}

type Rows = Awaited<ReturnType<typeof readOrderData>>;
type Buyer = NonNullable<Rows['buyer']>;

/** The result of an earlier request with the same key; refused if that request was another one. */
async function earlierOrder(db: Db, orderId: string, requestHash: string): Promise<Placed | Refusal> {
  const [[row], lines] = await db.read.batch([withPayment(db, orderId), selectLines(db, orderId)]);
  // The account has been deleted in the meantime.
  if (!row) return signedOut();
  if (row.order.requestHash !== requestHash) return placeRefusals.keyReused();
  return { ok: true, order: row.order, lines, payment: row.payment ?? undefined };
}

/** The refusals that do not depend on the products. */
function refuseEarly(
  { owner, couponRequest, provider }: PlaceContext,
  { address }: OrderRequest,
  buyer: Buyer,
  coupons: Rows['coupons'],
  guesses: Rows['guesses'],
): Refusal | undefined {
  // The link to the order is emailed to the guest's own address.
  if (buyer.guest && guestEmail(address) !== buyer.email)
    return wrongFields({ 'address.email': 'Please use the email address that you entered first.' });
  if (buyer.inLastHour >= buyer.mostInHour) {
    const seconds = Math.ceil(((buyer.firstInHour ?? owner.now) + oneHour - owner.now) / 1000);
    return tooMany(
      seconds,
      'Many orders were placed from this account. Please try again in a while, or call us.',
    );
  }
  if (buyer.isRepeated) return placeRefusals.orderedAlready();
  const guessed = couponRequest && tooManyGuesses(couponRequest, coupons, guesses);
  if (guessed) return guessed;
  return closedReason(provider) ? placeRefusals.methodClosed() : undefined;
}

/** @property requestHash of its order */
type PendingPayment = Payment & { requestHash: string };

/** Whether the buyer asks for this very order once more, and has time to pay it: after closing the window or declining. */
const canResume = (
  context: PlaceContext,
  request: OrderRequest,
  { requestHash, holdUntil }: PendingPayment,
) => requestHash === hashRequest(context, request) && holdUntil > context.now + timeToPay;

/** Returns the pending order for another try to pay it, or the one that is paid by now. @returns undefined if it has ended */
async function resume(
  context: PlaceContext,
  { requestHash: _, ...payment }: PendingPayment,
): Promise<Placed | Refusal | undefined> {
  const { orderId } = payment;
  const state = await settle(context, payment, 'keep');
  if (state === 'paid') return placeRefusals.alreadyPaid(orderId);
  if (!['open', 'paying', 'expired', 'unreachable'].includes(state)) return undefined;
  if (state === 'expired') await forgetProviderId(context.db, payment);
  const [[row], lines] = await context.db.read.batch([
    withPayment(context.db, orderId),
    selectLines(context.db, orderId),
  ]);
  if (row?.order.status !== 'Payment Pending' || !row.payment) return undefined;
  return { ok: true, order: row.order, lines, payment: row.payment };
}

/** The payments of the buyer's pending orders. */
const pendingPayments = (db: Db, buyer: string): Promise<PendingPayment[]> =>
  db.read
    .select({ ...getTableColumns(payments), requestHash: orders.requestHash })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      sql`${orders.id} IN (SELECT id FROM ${newestOrders(sql`${buyer}`, sql`id, status, payment_method`)} WHERE ${waitsForProvider})`,
    );

/** How an older pending order is cancelled. */
const replacedByNewer = ({ owner }: PlaceContext) =>
  ({
    by: 'shopper',
    actorId: sessionUserId(owner.tokenHash, owner.now),
    reason: 'A newer order replaced it.',
  }) as const;

/**
 * Why an order is not placed. A code that does not exist counts as a guess, and may be one too many. Where it is enough to
 * confirm the buyer's address, a link is sent to it, unless no more may be sent.
 */
async function explain(context: PlaceContext, { why, first }: Refused): Promise<Refusal> {
  const { db, couponRequest } = context;
  if (first === 'count guess' && couponRequest) return (await countGuess(db, couponRequest)) ?? why;
  if (first !== 'send link') return why;
  const sent = await sendVerification(context);
  return sent.ok ? placeRefusals.payOnline(sent.email) : why;
}
