/** Prices an order from the database's own prices: the server alone decides money (docs/behaviour.md 6.3). */
import { inArray } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { products } from '#db/schema/index.ts';
import { problemMessage } from '#features/pricing/coupon.ts';
import { type ApiQuote, type PricedLine, type Quote, quote } from '#features/pricing/quote.ts';
import type { Store } from '#features/store/store.ts';
import { toRupees } from '#lib/money.ts';
import type { Sums } from './coupons.ts';

/** What a client asks for. Whatever else it sends of a product, prices included, is never read. */
export type Wanted = { _id: string; quantity: number };

/** A line that cannot be had. @property available pieces left, 0 when it is not sold */
export type Missing = { _id: string; name: string; available: number };

export type Priced =
  | { ok: true; lines: PricedLine[]; quote: Quote }
  | { ok: false; code: 'not_sold' | 'out_of_stock'; items: Missing[] };

/** The wanted products as they are now. A part of a query, for a batch of the caller's. */
export const offers = (db: Db, wanted: readonly Wanted[]) => {
  const { id, name, price, stock, retired } = products;
  return db.read
    .select({ id, name, price, stock, retired })
    .from(products)
    .where(
      inArray(
        id,
        wanted.map((line) => line._id),
      ),
    );
};

/** A product as it is sold. */
export type Offer = Awaited<ReturnType<typeof offers>>[number];

export function price(store: Store, wanted: readonly Wanted[], found: readonly Offer[]): Priced {
  const byId = new Map(found.map((offer) => [offer.id, offer]));
  const unsold = wanted.filter(({ _id }) => byId.get(_id)?.retired ?? true);
  if (unsold.length) {
    const items = unsold.map(({ _id }) => ({ _id, name: byId.get(_id)?.name ?? _id, available: 0 }));
    return { ok: false, code: 'not_sold', items };
  }
  const rows = wanted.map(({ _id, quantity }) => ({ ...(byId.get(_id) as Offer), quantity }));
  const short = rows.filter(({ stock, quantity }) => stock < quantity);
  if (short.length) {
    const items = short.map(({ id, name, stock }) => ({ _id: id, name, available: stock }));
    return { ok: false, code: 'out_of_stock', items };
  }
  const lines = rows.map(({ id, name, price, quantity }) => ({ id, name, price, quantity }));
  return { ok: true, lines, quote: quote(store, lines) };
}

export const answerQuote = ({ lines, quote, coupon, problem }: Sums): ApiQuote => ({
  items: lines.map(({ id, name, price, quantity }) => ({
    _id: id,
    name,
    price: toRupees(price),
    quantity,
    total: toRupees(price * quantity),
  })),
  subtotal: toRupees(quote.subtotal),
  discount: toRupees(quote.discount),
  delivery: toRupees(quote.delivery),
  amount: toRupees(quote.total),
  coupon: coupon ? { code: coupon.code, percent: coupon.percent } : null,
  couponProblem: problem?.code ?? null,
  couponMessage: problem ? problemMessage(problem) : null,
});

/** What a shopper reads when lines cannot be had. */
export function missingMessage(code: 'not_sold' | 'out_of_stock', items: readonly Missing[]): string {
  if (code === 'not_sold')
    return `${items.map(({ name }) => name).join(', ')} ${items.length > 1 ? 'are' : 'is'} no longer sold.`;
  const what = items.map(({ name, available }) =>
    available ? `only ${available} of ${name}` : `no ${name}`,
  );
  return `We have ${what.join(' and ')} left.`;
}
