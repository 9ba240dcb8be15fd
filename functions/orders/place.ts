/**
 * Placing an order: everything is read in one call and written in one batch, which the database
 * carries out whole or not at all. Between the two, prices, stock and other orders may change; the
 * batch states what it relied on, so that a change aborts it, and then all is read afresh.
 */
import { and, asc, count, eq, inArray } from 'drizzle-orm';
import { brokenConstraint, DatabaseUnavailable, type Db } from '#db/client.ts';
import { orderLines, orders } from '#db/schema.ts';
import type { DeliveryAddress } from '#features/checkout/address.ts';
import type { ApiQuote } from '#features/checkout/quote.ts';
import { type ApiOrder, type PaymentMethod, unshipped } from '#features/orders/order.ts';
import type { Store } from '#features/store/store.ts';
import { productPicture } from '#lib/paths.ts';
import { personOf, userIdOf } from '../accounts/session.ts';
import { sha256 } from '../accounts/token.ts';
import type { Owner } from '../cart/cart.ts';
import { answerOrder, type LineRow, type OrderRow } from './answer.ts';
import { answerQuote, type Missing, offers, price, type Wanted } from './price.ts';
import { writeOrder } from './write.ts';

export type PlaceRequest = {
  address: DeliveryAddress;
  items: readonly Wanted[];
  /** paise: the total that the shopper agreed to */
  amount: number;
  couponCode?: string | undefined;
};

type PlainRefusal = 'signed_out' | 'key_reused' | 'coupon' | 'too_many_open' | 'too_large_for_cod';

export type Placed =
  | { ok: true; order: ApiOrder; repeated: boolean }
  | { ok: false; code: PlainRefusal }
  | { ok: false; code: 'not_sold' | 'out_of_stock'; items: Missing[] }
  | { ok: false; code: 'amount_changed'; quote: ApiQuote };

type Context = { db: Db; store: Store; owner: Owner; method: PaymentMethod; key: string | undefined };

/** How often a batch may be overtaken before we call the shop busy. */
const mostRounds = 8;

export async function placeOrder(context: Context, request: PlaceRequest): Promise<Placed> {
  const requestHash = await sha256(JSON.stringify([context.method, request]));
  for (let round = 0; round < mostRounds; round++) {
    const ready = await prepare(context, request, requestHash);
    if ('answer' in ready) return ready.answer;
    try {
      await writeOrder(context.db, ready.order, ready.lines, openLimit(context));
      return { ok: true, order: answerOrder(ready.order, ready.lines), repeated: false };
    } catch (error) {
      // Some rule of the batch did not hold any more: look again, and say why or try once more.
      if (!brokenConstraint(error)) throw error;
    }
  }
  throw new DatabaseUnavailable('other orders kept overtaking this one');
}

const openLimit = ({ method, store }: Context) =>
  method === 'cod' ? store.cashOnDelivery.maxOpenOrders : undefined;

type Ready = { answer: Placed } | { order: OrderRow; lines: LineRow[] };

/** Reads, in one call, all that decides: an answer at once, or what is to be written. */
async function prepare(context: Context, request: PlaceRequest, requestHash: string): Promise<Ready> {
  const { db, store, owner, method, key } = context;
  const me = userIdOf(owner.tokenHash, owner.now);
  const sameKey = and(eq(orders.userId, me), eq(orders.idempotencyKey, key ?? ''));
  const [[person], found, [earlier], earlierLines, [open]] = await db.read.batch([
    personOf(db, owner.tokenHash, owner.now),
    offers(db, request.items),
    db.read.select().from(orders).where(sameKey),
    db.read
      .select()
      .from(orderLines)
      .where(inArray(orderLines.orderId, db.read.select({ id: orders.id }).from(orders).where(sameKey)))
      .orderBy(asc(orderLines.position)),
    db.read
      .select({ count: count() })
      .from(orders)
      .where(
        and(eq(orders.userId, me), eq(orders.paymentMethod, 'cod'), inArray(orders.status, [...unshipped])),
      ),
  ]);
  if (!person) return refuse('signed_out');
  if (key && earlier)
    return earlier.requestHash === requestHash
      ? { answer: { ok: true, order: answerOrder(earlier, earlierLines), repeated: true } }
      : refuse('key_reused');

  const priced = price(store, request.items, found);
  if (!priced.ok) return { answer: priced };
  if (request.couponCode) return refuse('coupon');
  if (priced.quote.total !== request.amount)
    return { answer: { ok: false, code: 'amount_changed', quote: answerQuote(priced.lines, priced.quote) } };
  if (method === 'cod' && priced.quote.total > store.cashOnDelivery.maxOrder)
    return refuse('too_large_for_cod');
  const limit = openLimit(context);
  if (limit !== undefined && (open?.count ?? 0) >= limit) return refuse('too_many_open');

  const { saveInfo: _, ...address } = request.address;
  const order: OrderRow = {
    id: crypto.randomUUID(),
    reference: newReference(),
    userId: person.id,
    status: 'Order Placed',
    paid: false,
    paymentMethod: method,
    ...priced.quote,
    address: { ...address, country: 'India' },
    idempotencyKey: key ?? null,
    requestHash,
    trackingId: null,
    courier: null,
    cancelledBy: null,
    createdAt: owner.now,
    sample: false,
  };
  return {
    order,
    lines: priced.lines.map((line) => ({ ...line, productId: line.id, image: productPicture(line.id) })),
  };
}

const refuse = (code: PlainRefusal): Ready => ({ answer: { ok: false, code } });

/** `ORD-` and six random digits. The database keeps it unique; a conflict aborts the batch, and a new one is drawn. */
function newReference(): string {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  return `ORD-${String(random % 1_000_000).padStart(6, '0')}`;
}
