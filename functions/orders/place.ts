/**
 * Placing an order: everything is read in one call (in two where an older order has a say) and written
 * in one batch, which the database carries out whole or not at all. Between the two, prices, stock and other orders may change; the
 * batch states what it relied on, so that a change aborts it, and then all is read afresh.
 */
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { brokenConstraint, DatabaseUnavailable, type Db } from '#db/client.ts';
import { orders, payments, users } from '#db/schema.ts';
import type { DeliveryAddress } from '#features/checkout/address.ts';
import type { Coupon } from '#features/checkout/coupon.ts';
import type { ApiQuote } from '#features/checkout/quote.ts';
import { holdMinutes, unshipped } from '#features/orders/order.ts';
import type { Store } from '#features/store/store.ts';
import { productPicture } from '#lib/paths.ts';
import { personOf, userIdOf } from '../accounts/session.ts';
import { sha256 } from '../accounts/token.ts';
import type { Owner } from '../cart/cart.ts';
import type { TooMany } from '../limits/attempts.ts';
import type { Payment, PaymentProvider } from '../payments/provider.ts';
import { settle } from '../payments/settle.ts';
import type { Shop } from '../shop.ts';
import type { LineRow, OrderRow } from './answer.ts';
import { type Asked, countGuess, couponRow, guesses, sums, tooManyGuesses } from './coupons.ts';
import { linesOf, withPayment } from './parts.ts';
import { answerQuote, type Missing, offers, price, type Wanted } from './price.ts';
import { writeOrder } from './write.ts';

export type PlaceRequest = {
  address: DeliveryAddress;
  items: readonly Wanted[];
  /** paise: the total that the shopper agreed to */
  amount: number;
  couponCode?: string | undefined;
};

type PlainRefusal = 'signed_out' | 'key_reused' | 'too_many_open' | 'too_large_for_cod' | 'method_closed';

export type PlacedOrder = { order: OrderRow; lines: LineRow[]; payment: Payment | undefined };

export type Placed =
  | ({ ok: true } & PlacedOrder)
  | { ok: false; code: PlainRefusal }
  | { ok: false; code: 'not_sold' | 'out_of_stock'; items: Missing[] }
  | { ok: false; code: 'amount_changed'; quote: ApiQuote }
  /** The code does not apply (any more). @property quote without it */
  | { ok: false; code: 'coupon'; quote: ApiQuote }
  | TooMany
  | { ok: false; code: 'too_many_orders'; seconds: number }
  /** An earlier order, still waiting for its payment, turned out to be paid: it is shown instead. */
  | { ok: false; code: 'already_paid'; orderId: string };

/**
 * @property asked the code that was sent
 * @property origin where the shopper shops, for the way back from the provider's page
 */
type Context = Shop & {
  store: Store;
  owner: Owner;
  provider: PaymentProvider;
  key: string | undefined;
  asked: Asked | undefined;
  origin: string;
  /** Orders that the account may place in an hour. */
  perHour: number;
};

/** How often a batch may be overtaken before we call the shop busy. */
const mostRounds = 8;

/** Minutes that an unpaid online order keeps its stock, and after which the provider is first asked, as ms. */
const minute = 60 * 1000;
const hour = 60 * minute;
const hold = holdMinutes * minute;
const firstQuestion = 5 * minute;

export async function placeOrder(context: Context, request: PlaceRequest): Promise<Placed> {
  const requestHash = sha256(JSON.stringify([context.provider.id, request]));
  const asked = new Set<string>();
  for (let round = 0; round < mostRounds; round++) {
    const ready = await prepare(context, request, requestHash);
    if ('answer' in ready) return ready.answer;
    const older = ready.older.filter(({ orderId }) => !asked.has(orderId));
    if (older.length) {
      for (const payment of older) {
        asked.add(payment.orderId);
        const actorId = userIdOf(context.owner.tokenHash, context.owner.now);
        const ending = { by: 'shopper', actorId, reason: 'A newer order took its place.' } as const;
        if ((await settle(context, payment, ending)) === 'paid')
          return { ok: false, code: 'already_paid', orderId: payment.orderId };
      }
      // Their stock is free again: look at the shelf anew.
      continue;
    }
    if ('refused' in ready) return (await guessed(context, ready.refused)) ?? ready.refused;
    try {
      const { order, lines, payment, coupon } = ready;
      const { saveInfo } = request.address;
      const { perHour } = context;
      const rules = { openLimit: openLimit(context), perHour, payment, coupon, saveInfo };
      await writeOrder(context.db, order, lines, rules);
      return { ok: true, order, lines, payment };
    } catch (error) {
      // Some rule of the batch did not hold any more: look again, and say why or try once more.
      if (!brokenConstraint(error)) throw error;
    }
  }
  throw new DatabaseUnavailable('other orders kept overtaking this one');
}

const openLimit = ({ provider, store }: Context) =>
  provider.atTheDoor ? store.cashOnDelivery.maxOpenOrders : undefined;

/** A code that nobody has was a guess: it is counted. @returns the refusal, if it was one too many */
const guessed = async ({ db, asked }: Context, refused: Placed): Promise<Placed | undefined> =>
  asked && 'quote' in refused && refused.quote.couponProblem === 'unknown'
    ? countGuess(db, asked)
    : undefined;

type Ready =
  | { answer: Placed }
  | ({ older: Payment[] } & ({ refused: Placed } | (PlacedOrder & { coupon: Coupon | undefined })));

/**
 * How the buyer stands: orders to be paid at the door that are not on their way yet, those of the last hour, those
 * that wait for their payment, and the one that was placed with the same key. Most have none: what they are is
 * read when they are there.
 */
const standing = ({ owner: { now }, key = '' }: Context) => {
  const theirs = sql`FROM ${orders} WHERE user_id = ${users.id}`;
  return {
    open: sql<number>`(SELECT count(*) ${theirs} AND payment_method = 'cod' AND status IN ${unshipped})`,
    recent: sql<number>`(SELECT count(*) ${theirs} AND created_at > ${now - hour})`,
    first: sql<number | null>`(SELECT min(created_at) ${theirs} AND created_at > ${now - hour})`,
    waiting: sql<number>`(SELECT count(*) ${theirs} AND status = 'Payment Pending')`,
    earlier: sql<string | null>`(SELECT id ${theirs} AND idempotency_key = ${key})`,
  };
};

/** Payments that the buyer's other orders wait for. */
const waitingPayments = (db: Db, buyer: string): Promise<Payment[]> =>
  db.read
    .select(getTableColumns(payments))
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(eq(orders.userId, buyer), eq(orders.status, 'Payment Pending')));

/** An order that was placed earlier, as it was answered then; refused if it was another one. */
async function placedEarlier(db: Db, orderId: string, requestHash: string): Promise<Placed> {
  const [[found], lines] = await db.read.batch([withPayment(db, orderId), linesOf(db, orderId)]);
  // Its account has been deleted since.
  if (!found) return { ok: false, code: 'signed_out' };
  if (found.order.requestHash !== requestHash) return { ok: false, code: 'key_reused' };
  return { ok: true, order: found.order, lines, payment: found.payment ?? undefined };
}

/** Reads all that decides, mostly in one call: an answer at once, or what is to be written. */
async function prepare(context: Context, request: PlaceRequest, requestHash: string): Promise<Ready> {
  const { db, store, owner, provider, key, asked } = context;
  const always = [
    personOf(db, owner.tokenHash, owner.now, standing(context)),
    offers(db, request.items),
  ] as const;
  const [[person], found, rows, [used]] = asked
    ? await db.read.batch([...always, couponRow(db, asked), guesses(db, asked)])
    : ([...(await db.read.batch(always)), [], []] as const);
  if (!person) return { answer: { ok: false, code: 'signed_out' } };
  if (person.earlier) return { answer: await placedEarlier(db, person.earlier, requestHash) };
  if (person.recent >= context.perHour) {
    const seconds = Math.ceil(((person.first ?? owner.now) + hour - owner.now) / 1000);
    return { answer: { ok: false, code: 'too_many_orders', seconds } };
  }
  const tooMany = asked && tooManyGuesses(asked, used);
  if (tooMany) return { answer: tooMany };
  if (provider.closed) return { answer: { ok: false, code: 'method_closed' } };
  const older = person.waiting ? await waitingPayments(db, person.id) : [];
  // What an older, unpaid order holds may be just what this one lacks: that one ends first.
  const refuse = (refused: Placed): Ready => ({ older, refused });

  const priced = price(store, request.items, found);
  if (!priced.ok) return refuse(priced);
  const all = sums(store, priced, asked, rows, person.email);
  if (all.problem) return refuse({ ok: false, code: 'coupon', quote: answerQuote(all) });
  const { total } = all.quote;
  if (total !== request.amount) return refuse({ ok: false, code: 'amount_changed', quote: answerQuote(all) });
  if (total < provider.minimum) return refuse({ ok: false, code: 'method_closed' });
  if (provider.atTheDoor && total > store.cashOnDelivery.maxOrder)
    return refuse({ ok: false, code: 'too_large_for_cod' });
  const limit = openLimit(context);
  if (limit !== undefined && person.open >= limit) return refuse({ ok: false, code: 'too_many_open' });

  const { saveInfo: _, ...address } = request.address;
  const order: OrderRow = {
    id: crypto.randomUUID(),
    reference: newReference(),
    userId: person.id,
    status: provider.atTheDoor ? 'Order Placed' : 'Payment Pending',
    paid: false,
    paymentMethod: provider.id,
    ...all.quote,
    address: { ...address, country: 'India' },
    idempotencyKey: key ?? null,
    requestHash,
    trackingId: null,
    courier: null,
    couponCode: all.coupon?.code ?? null,
    createdAt: owner.now,
    sample: false,
  };
  const lines = all.lines.map((line) => ({ ...line, productId: line.id, image: productPicture(line.id) }));
  return { older, order, lines, payment: paymentOf(order, context.origin), coupon: all.coupon };
}

/** What an order that is paid online waits for. */
function paymentOf({ id, paymentMethod, total, createdAt }: OrderRow, origin: string): Payment | undefined {
  if (paymentMethod === 'cod') return undefined;
  return {
    orderId: id,
    method: paymentMethod,
    amount: total,
    providerId: null,
    url: null,
    paymentId: null,
    holdUntil: createdAt + hold,
    nextAskAt: createdAt + firstQuestion,
    asked: 0,
    origin,
  };
}

/** `ORD-` and six random digits. The database keeps it unique; a conflict aborts the batch, and a new one is drawn. */
function newReference(): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return `ORD-${String(random % 1_000_000).padStart(6, '0')}`;
}
