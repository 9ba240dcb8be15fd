/** Invariants of orders: their owner, their lines, and the stock. */
import type { InvariantCheck } from './expected.ts';
import { type Ledger, linesOf, type StoredOrder, sum } from './ledger.ts';

const several = (ids: readonly string[]): boolean => new Set(ids).size > 1;
const isLive = ({ status }: StoredOrder): boolean => status !== 'Cancelled';

/** `aloe ×2, serum ×1`, sorted, so that two baskets can be compared. */
const basket = (items: Record<string, number>): string =>
  Object.entries(items)
    .map(([id, quantity]) => `${id} ×${quantity}`)
    .sort()
    .join(', ');

const basketOf = (lines: Ledger['lines']): string =>
  basket(Object.fromEntries(lines.map(({ productId, quantity }) => [productId, quantity])));

export const allAnswered: InvariantCheck = (_, { requested }) =>
  requested
    .filter(({ acknowledged, refused }) => !acknowledged.length && !refused)
    .map(({ key }) => `${key} has no answer`);

export const acknowledgedStored: InvariantCheck = (ledger, { requested }) =>
  requested.flatMap(({ key, userId, method, items, total, acknowledged, refused }) => {
    if (!acknowledged.length) return [];
    if (refused) return [`${key} was placed and later refused`];
    return [...new Set(acknowledged)].flatMap((id) => {
      const order = ledger.orders.find((one) => one.id === id);
      if (!order) return [`${key} was placed as ${id}, which is not there`];
      const found = basketOf(linesOf(ledger, id));
      const same = order.userId === userId && order.idempotencyKey === key && order.paymentMethod === method;
      return [
        ...(same ? [] : [`${id} is not ${key} of ${userId} by ${method}`]),
        ...(order.total === total ? [] : [`${id} costs ${order.total}, not ${total}`]),
        ...(found === basket(items) ? [] : [`${id} holds ${found}, not ${basket(items)}`]),
      ];
    });
  });

export const oneOrderPerKey: InvariantCheck = (ledger, { requested }) => {
  const byKey = Map.groupBy(ledger.orders, (order) => `${order.idempotencyKey} of ${order.userId}`);
  return [
    ...[...byKey]
      .filter(([, orders]) => orders.length > 1)
      .map(([key, orders]) => `${key} has ${orders.length} orders`),
    ...requested
      .flatMap(({ key, acknowledged, payments }) => [
        { key, told: acknowledged },
        { key, told: payments },
      ])
      .filter(({ told: answers }) => several(answers))
      .map(({ key, told: answers }) => `${key} was answered with ${[...new Set(answers)].join(' and ')}`),
  ];
};

export const onlyRequested: InvariantCheck = (ledger, { requested }) => {
  const byKey = new Map(requested.map((one) => [one.key, one]));
  return ledger.orders.flatMap(({ id, idempotencyKey, userId }) => {
    const one = byKey.get(idempotencyKey ?? '');
    if (!one || one.userId !== userId) return [`${id} was requested by nobody`];
    return one.refused ? [`${id} is stored, but ${one.key} was refused`] : [];
  });
};

export const stockAddsUp: InvariantCheck = (ledger, { stockBefore }) => {
  const live = new Set(ledger.orders.filter(isLive).map(({ id }) => id));
  return Object.entries(stockBefore).flatMap(([product, before]) => {
    const lines = ledger.lines.filter(({ orderId, productId }) => productId === product && live.has(orderId));
    const sold = sum(lines.map(({ quantity }) => quantity));
    const now = ledger.stock[product] ?? Number.NaN;
    const says = `${product}: ${before} at first, ${now} now, ${sold} sold`;
    return now >= 0 && before === now + sold ? [] : [says];
  });
};

export const haveLines: InvariantCheck = (ledger) =>
  ledger.orders.filter(({ id }) => !linesOf(ledger, id).length).map(({ id }) => `${id} has no lines`);

export const totalsAddUp: InvariantCheck = (ledger) =>
  ledger.orders.flatMap(({ id, subtotal, discount, delivery, total }) => {
    const lines = linesOf(ledger, id);
    const all = sum(lines.map(({ price, quantity }) => price * quantity));
    const off = sum(lines.map((line) => line.discount));
    const after = subtotal - discount + delivery;
    return [
      ...(all === subtotal ? [] : [`${id}: the lines come to ${all}, it says ${subtotal}`]),
      ...(off === discount ? [] : [`${id}: the lines are ${off} cheaper, it says ${discount}`]),
      ...(total === after ? [] : [`${id}: ${subtotal} - ${discount} + ${delivery} is not ${total}`]),
    ];
  });

export const noOrphanLines: InvariantCheck = (ledger) => {
  const ids = new Set(ledger.orders.map(({ id }) => id));
  return ledger.lines
    .filter(({ orderId }) => !ids.has(orderId))
    .map(({ orderId, productId }) => `a line of ${productId} belongs to ${orderId}, which is not there`);
};

export const codLimits: InvariantCheck = (ledger, { cashOnDelivery: { maxOrder } }) => {
  const open = ledger.orders.filter(
    ({ paymentMethod, status }) => paymentMethod === 'cod' && /^(Order Placed|Packing)$/.test(status),
  );
  return open
    .filter(({ total }) => total > maxOrder)
    .map(({ id, total }) => `${id} costs ${total}, more than ${maxOrder}`);
};

/** Of known buyers, who may hold twice as much. Measured against the stock at the start, since later stock plus the account's own pieces is never more. */
export const unpaidLimits: InvariantCheck = (
  ledger,
  { stockBefore, unpaid: { orders: most, units, stockPercent, total } },
) => {
  const isOver = /^(Delivered|Cancelled|Returned)$/;
  return [...Map.groupBy(ledger.orders, ({ userId }) => userId)].flatMap(([userId, orders]) => {
    const times = 2;
    const held = orders.filter(({ paid, status }) => !paid && !isOver.test(status));
    const ids = new Set(held.map(({ id }) => id));
    const lines = ledger.lines.filter(({ orderId }) => ids.has(orderId));
    const worth = sum(held.map((order) => order.total));
    return [
      ...(held.length <= times * most ? [] : [`${userId} has ${held.length} unpaid orders`]),
      ...(worth <= times * total ? [] : [`${userId} holds ${worth} unpaid, more than ${times * total}`]),
      ...[...Map.groupBy(lines, ({ productId }) => productId)].flatMap(([product, of]) => {
        const pieces = sum(of.map(({ quantity }) => quantity));
        const share = Math.floor(((stockBefore[product] ?? 0) * stockPercent) / 100);
        const most = times * Math.max(units, share);
        return pieces <= most ? [] : [`${userId} holds ${pieces} of ${product} unpaid, more than ${most}`];
      }),
    ];
  });
};
