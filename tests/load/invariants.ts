/**
 * What must be true of the orders whatever has happened to the machines: pure questions to what the
 * database holds and to what the clients were told. `ledger.ts` reads the former, `buyers.ts` keeps the
 * latter.
 */

/** An order as it is stored. Amounts are paise. */
export type StoredOrder = {
  id: string;
  userId: string | null;
  key: string | null;
  status: string;
  paymentMethod: string;
  subtotal: number;
  discount: number;
  delivery: number;
  total: number;
};

/** @property price paise, each */
export type StoredLine = { orderId: string; productId: string; price: number; quantity: number };

/** What the database holds of orders. @property stock pieces left, by product */
export type Ledger = { stock: Record<string, number>; orders: StoredOrder[]; lines: StoredLine[] };

/** What a client asked for, and what it was told. */
export type Asked = {
  key: string;
  userId: string;
  /** Pieces by product. */
  items: Record<string, number>;
  /** paise */
  total: number;
  /** The order's id, once for every answer that said it was placed. */
  acknowledged: string[];
  /** The last answer said that it was not, and will not be. */
  refused: boolean;
};

/** What the ledger is held against. Stock is pieces, `maxOrder` paise. */
export type Expected = {
  stockBefore: Record<string, number>;
  asked: readonly Asked[];
  cashOnDelivery: { maxOrder: number; maxOpenOrders: number };
};

/** One line for each way in which it is broken; none when it holds. */
type Question = (ledger: Ledger, expected: Expected) => string[];

const sum = (numbers: readonly number[]): number => numbers.reduce((before, number) => before + number, 0);
const same = (ids: readonly string[]): boolean => new Set(ids).size <= 1;
const isLive = ({ status }: StoredOrder): boolean => status !== 'Cancelled';

const linesOf = (ledger: Ledger, id: string): StoredLine[] =>
  ledger.lines.filter(({ orderId }) => orderId === id);

/** `aloe ×2, serum ×1`, in one order, so that two baskets can be compared. */
const basket = (items: Record<string, number>): string =>
  Object.entries(items)
    .map(([id, quantity]) => `${id} ×${quantity}`)
    .sort()
    .join(', ');

const basketOf = (lines: readonly StoredLine[]): string =>
  basket(Object.fromEntries(lines.map(({ productId, quantity }) => [productId, quantity])));

const answered: Question = (_, { asked }) =>
  asked
    .filter(({ acknowledged, refused }) => !acknowledged.length && !refused)
    .map(({ key }) => `${key} has no answer`);

const kept: Question = (ledger, { asked }) =>
  asked.flatMap(({ key, userId, items, total, acknowledged, refused }) => {
    if (!acknowledged.length) return [];
    if (refused) return [`${key} was placed and later refused`];
    return [...new Set(acknowledged)].flatMap((id) => {
      const order = ledger.orders.find((one) => one.id === id);
      if (!order) return [`${key} was placed as ${id}, which is not there`];
      const found = basketOf(linesOf(ledger, id));
      return [
        ...(order.userId === userId && order.key === key ? [] : [`${id} is not ${key} of ${userId}`]),
        ...(order.total === total ? [] : [`${id} costs ${order.total}, not ${total}`]),
        ...(found === basket(items) ? [] : [`${id} holds ${found}, not ${basket(items)}`]),
      ];
    });
  });

const once: Question = (ledger, { asked }) => {
  const byKey = Map.groupBy(ledger.orders, ({ userId, key }) => `${key} of ${userId}`);
  return [
    ...[...byKey]
      .filter(([, orders]) => orders.length > 1)
      .map(([key, orders]) => `${key} has ${orders.length} orders`),
    ...asked
      .filter(({ acknowledged }) => !same(acknowledged))
      .map(({ key, acknowledged }) => `${key} was answered with ${[...new Set(acknowledged)].join(' and ')}`),
  ];
};

const wanted: Question = (ledger, { asked }) => {
  const byKey = new Map(asked.map((one) => [one.key, one]));
  return ledger.orders.flatMap(({ id, key, userId }) => {
    const one = byKey.get(key ?? '');
    if (!one || one.userId !== userId) return [`${id} was asked for by nobody`];
    return one.refused ? [`${id} is there, and ${key} was told that it is not`] : [];
  });
};

const stock: Question = (ledger, { stockBefore }) => {
  const live = new Set(ledger.orders.filter(isLive).map(({ id }) => id));
  return Object.entries(stockBefore).flatMap(([product, before]) => {
    const lines = ledger.lines.filter(({ orderId, productId }) => productId === product && live.has(orderId));
    const sold = sum(lines.map(({ quantity }) => quantity));
    const now = ledger.stock[product] ?? Number.NaN;
    const says = `${product}: ${before} at first, ${now} now, ${sold} sold`;
    return now >= 0 && before === now + sold ? [] : [says];
  });
};

const filled: Question = (ledger) =>
  ledger.orders.filter(({ id }) => !linesOf(ledger, id).length).map(({ id }) => `${id} has no lines`);

const totals: Question = (ledger) =>
  ledger.orders.flatMap(({ id, subtotal, discount, delivery, total }) => {
    const lines = sum(linesOf(ledger, id).map(({ price, quantity }) => price * quantity));
    return [
      ...(lines === subtotal ? [] : [`${id}: the lines come to ${lines}, it says ${subtotal}`]),
      ...(total === subtotal - discount + delivery
        ? []
        : [`${id}: ${subtotal} - ${discount} + ${delivery} is not ${total}`]),
    ];
  });

const orphans: Question = (ledger) => {
  const ids = new Set(ledger.orders.map(({ id }) => id));
  return ledger.lines
    .filter(({ orderId }) => !ids.has(orderId))
    .map(({ orderId, productId }) => `a line of ${productId} belongs to ${orderId}, which is not there`);
};

const limits: Question = (ledger, { cashOnDelivery: { maxOrder, maxOpenOrders } }) => {
  const open = ledger.orders.filter(
    ({ paymentMethod, status }) => paymentMethod === 'cod' && /^(Order Placed|Packing)$/.test(status),
  );
  return [
    ...[...Map.groupBy(open, ({ userId }) => userId)]
      .filter(([, orders]) => orders.length > maxOpenOrders)
      .map(([userId, orders]) => `${userId} has ${orders.length} open orders`),
    ...open
      .filter(({ total }) => total > maxOrder)
      .map(({ id, total }) => `${id} costs ${total}, more than ${maxOrder}`),
  ];
};

/** All that must hold, in the words of the report. */
const questions = {
  'every order got a final answer': answered,
  'nothing acknowledged is lost': kept,
  'a key has one order': once,
  'nothing is stored that was refused or never asked for': wanted,
  'stock at first = stock now + pieces sold': stock,
  'every order has its lines': filled,
  'lines - discount + delivery = total': totals,
  'no line is without its order': orphans,
  'the limits of cash on delivery hold': limits,
} satisfies Record<string, Question>;

export type Invariant = keyof typeof questions;
export const invariants = Object.keys(questions) as Invariant[];

/** Asks everything. @returns by invariant, one line for each violation; an empty list where it holds */
export function examine(ledger: Ledger, expected: Expected): Record<Invariant, string[]> {
  const found = invariants.map((name) => [name, questions[name](ledger, expected)]);
  return Object.fromEntries(found) as Record<Invariant, string[]>;
}
