/**
 * Prices an order from the database's own prices and sales: the server alone decides money (docs/behaviour.md,
 * "Checks of an order").
 */
import { inArray, or, sql } from 'drizzle-orm';
import { type PlaceOfSupply, taxNames } from 'gst/place-of-supply';
import { includedTax } from 'gst/split';
import type { Db } from '#db/client.ts';
import { products } from '#db/schema/index.ts';
import type { ApiPromise, ServedPromise } from '#domain/delivery/promise.ts';
import { notServedText } from '#domain/delivery/promise-text.ts';
import { isPaidOnDelivery, isPaidOnline, type PaymentMethod } from '#domain/payments/payment-methods.ts';
import { payableInCash } from '#domain/pricing/cash.ts';
import { problemMessage } from '#domain/pricing/coupon.ts';
import { spreadDiscount } from '#domain/pricing/offers.ts';
import {
  type ApiQuote,
  type PricedLine,
  type Quote,
  quote,
  type RequestedLine,
} from '#domain/pricing/quote.ts';
import { priceAt } from '#domain/pricing/sale.ts';
import type { UnavailableCode, UnavailableLine } from '#domain/pricing/unavailable.ts';
import type { Store } from '#domain/store/store.ts';
import { suppliedAs } from '#domain/tax/tax.ts';
import { formatPrice, type Paise, toRupees } from '#lib/money.ts';
import { asSentence } from '#lib/sentence.ts';
import { issuesInvoices } from '../documents/issue.ts';
import { type Refusal, refusal } from '../lib/refusal.ts';
import { store } from '../lib/store.ts';
import { tax } from '../lib/tax.ts';
import type { DiscountedOrder } from './coupons.ts';

const unavailable = (code: UnavailableCode) =>
  refusal(409, code, (items: UnavailableLine[]) => ({ message: unavailableMessage(code, items), items }));

/** Why an order has no price. */
export const priceRefusals = {
  notSold: unavailable('not_sold'),
  paused: unavailable('paused'),
  outOfStock: unavailable('out_of_stock'),
};

/** @param field of the request that has the pincode @param reason part of a sentence */
export const notServed = refusal(422, 'not_served', (field: string, pincode: string, reason: string) => {
  const message = notServedText(pincode, reason, store.care.phone);
  return { message, fields: { [field]: message } };
});

/** The order costs something else than what the shopper has agreed to. */
export const amountChanged = refusal(409, 'amount_changed', (quote: ApiQuote) => ({
  message: 'The total has changed. Please look at it again.',
  quote,
}));

/** Cash for more than the courier may take. */
export const codLimit = refusal(
  409,
  'cod_limit',
  `Cash on delivery is possible up to ${formatPrice(store.cashOnDelivery.maxOrder)}.`,
);

/** Statement: the current rows of the requested products, and of the parts of the kits among them. */
export const selectProducts = (db: Db, requested: readonly RequestedLine[]) => {
  const { id, name, price, sales, stock, paused, retired, partIds, hsn, category, hotUntil } = products;
  const ids = requested.map((line) => line._id);
  const isPart = sql`${id} IN (SELECT part.value FROM ${products} AS kit, json_each(kit.part_ids) AS part
    WHERE kit.part_ids IS NOT NULL AND kit.id IN ${ids})`;
  return db.read
    .select({ id, name, price, sales, stock, paused, retired, partIds, hsn, category, hotUntil })
    .from(products)
    .where(or(inArray(id, ids), isPart));
};

/** The columns of a product that an order depends on. */
export type CheckoutProduct = Awaited<ReturnType<typeof selectProducts>>[number];

type WantedRow = CheckoutProduct & { quantity: number };

/** What a row takes from the stock: a kit takes its parts. */
const takenBy = ({ id, partIds }: CheckoutProduct): readonly string[] => partIds ?? [id];

/** The pieces that lines take, of a kit those of its parts. */
export function piecesTaken(
  requested: readonly RequestedLine[],
  products: readonly CheckoutProduct[],
): Map<string, number> {
  const byId = new Map(products.map((product) => [product.id, product]));
  const taken = new Map<string, number>();
  for (const { _id, quantity } of requested) {
    const product = byId.get(_id);
    for (const one of product ? takenBy(product) : []) taken.set(one, (taken.get(one) ?? 0) + quantity);
  }
  return taken;
}

/** How many of the pieces are not there. */
export const shortage = (
  taken: ReadonlyMap<string, number>,
  products: readonly CheckoutProduct[],
): Map<string, number> =>
  new Map(
    products.map(({ id, stock }) => [id, (taken.get(id) ?? 0) - stock] as const).filter(([, n]) => n > 0),
  );

/** The lines that ask for more than there is. Pieces that lines before them take are not there for the others. */
function shortLines(
  rows: readonly WantedRow[],
  byId: ReadonlyMap<string, CheckoutProduct>,
): UnavailableLine[] {
  const taken = new Map<string, number>();
  return rows.flatMap((row) => {
    const { id, name, quantity } = row;
    const left = takenBy(row).map((one) => {
      const piece = byId.get(one);
      return !piece || piece.retired ? 0 : piece.stock - (taken.get(one) ?? 0);
    });
    const available = Math.max(0, Math.min(...left));
    if (available < quantity) return { _id: id, name, available };
    for (const one of takenBy(row)) taken.set(one, (taken.get(one) ?? 0) + quantity);
    return [];
  });
}

/** Prices the lines without a coupon, or returns the lines that cannot be sold. @param now UTC ms */
export function priceLines(
  store: Store,
  requested: readonly RequestedLine[],
  products: readonly CheckoutProduct[],
  now: number,
): { ok: true; lines: PricedLine[]; quote: Quote } | Refusal {
  const byId = new Map(products.map((product) => [product.id, product]));
  const unsold = requested.filter(({ _id }) => byId.get(_id)?.retired ?? true);
  if (unsold.length) {
    const items = unsold.map(({ _id }) => ({ _id, name: byId.get(_id)?.name ?? _id, available: 0 }));
    return priceRefusals.notSold(items);
  }
  const rows = requested.map(({ _id, quantity }) => ({ ...(byId.get(_id) as CheckoutProduct), quantity }));
  const paused = rows.flatMap(({ id, name, paused }) =>
    paused === null ? [] : [{ _id: id, name, available: 0, reason: paused }],
  );
  if (paused.length) return priceRefusals.paused(paused);
  const short = shortLines(rows, byId);
  if (short.length) return priceRefusals.outOfStock(short);
  const lines = rows.map(({ id, name, quantity, hsn, category, ...listed }) => ({
    id,
    name,
    price: priceAt(listed, now),
    quantity,
    discount: 0,
    rate: suppliedAs(tax, { hsn, category, unit: null, rate: null }, now).rate,
  }));
  return { ok: true, lines, quote: quote(store, lines) };
}

/** An order that is paid in cash: its total is whole, and its discount is spread anew. */
export function inCash<Order extends { lines: PricedLine[]; quote: Quote }>(order: Order): Order {
  const quote = payableInCash(order.quote);
  if (quote.discount === order.quote.discount) return { ...order, quote };
  return { ...order, quote, lines: spreadDiscount(order.lines, quote.discount) };
}

/** The price of an order as it is paid with a method; without one it is exact. */
export function payableWith(method: PaymentMethod | undefined, order: DiscountedOrder): DiscountedOrder {
  if (!method) return order;
  if (isPaidOnDelivery(method)) return inCash(order);
  if (!isPaidOnline(method) || !order.online) return order;
  return { ...order, ...order.online, coupon: undefined, online: undefined };
}

type Discounted = Omit<DiscountedOrder, 'lines'> & {
  lines: readonly (Omit<PricedLine, 'rate'> & { rate?: number | null })[];
};

/** The GST within the total and within what is paid in cash. Null where the rates of the lines are not known. */
function serializeGst(
  { lines, quote, ...order }: Discounted,
  supply: PlaceOfSupply | undefined,
): ApiQuote['gst'] {
  if (!issuesInvoices) return null;
  const taxed = lines.flatMap(({ rate, ...line }) => (typeof rate === 'number' ? { ...line, rate } : []));
  if (taxed.length < lines.length) return null;
  const { amount, exact } = includedTax(taxed, quote.delivery, supply?.supply);
  const cash = inCash({ ...order, lines: taxed, quote });
  const inside = includedTax(cash.lines, cash.quote.delivery, supply?.supply);
  return { amount: toRupees(amount), inCash: toRupees(inside.amount), exact: exact && inside.exact };
}

/** @param promise, supply undefined without a pincode, and where they depend on a state that was not sent */
export const serializeQuote = (
  order: Discounted,
  promise: ServedPromise | undefined,
  supply: PlaceOfSupply | undefined,
): ApiQuote => {
  const { lines, quote, online, coupon, problem } = order;
  return {
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
    promise: promise ? serializePromise(promise) : null,
    tax:
      supply && issuesInvoices
        ? { placeOfSupply: supply.place.state, code: supply.place.code, taxes: taxNames(supply) }
        : null,
    gst: serializeGst(order, supply),
    online: online
      ? {
          discount: toRupees(online.quote.discount),
          amount: toRupees(online.quote.total),
          gst: serializeGst({ ...order, ...online }, supply),
          coupon: null,
          ...onlineTexts(quote.total - online.quote.total, coupon !== undefined),
        }
      : null,
  };
};

/** @param saves paise @param hasCode whether a code applies otherwise */
const onlineTexts = (saves: Paise, hasCode: boolean) => ({
  less: saves > 0 ? `${formatPrice(saves)} less by UPI or card` : null,
  unused: hasCode ? 'Paying online takes off as much as your code or more, so the code is not used.' : null,
});

const serializePromise = ({ served, cod, from, to, orderBy }: ServedPromise): ApiPromise => ({
  served,
  cod,
  from,
  to,
  orderBy: orderBy === undefined ? null : new Date(orderBy).toISOString(),
});

/** The message for a shopper about lines that cannot be sold. */
function unavailableMessage(code: UnavailableCode, items: readonly UnavailableLine[]): string {
  if (code === 'not_sold')
    return `${items.map(({ name }) => name).join(', ')} ${items.length > 1 ? 'are' : 'is'} no longer sold.`;
  if (code === 'paused')
    return items
      .map(({ name, reason }) => asSentence(`${name} is not sold at the moment: ${reason}`))
      .join(' ');
  const what = items.map(({ name, available }) =>
    available ? `only ${available} of ${name}` : `no ${name}`,
  );
  return `We have ${what.join(' and ')} left.`;
}
