/**
 * Conditions for the orders after any fault: pure checks of the database's rows (`ledger.ts`) against the data of
 * clients and providers.
 */
import { isHandedOver } from '#domain/orders/order.ts';
import type { PaymentMethod } from '#domain/orders/payment-method.ts';
import { type Ledger, linesOf, type StoredOrder, sum } from './ledger.ts';

/** An order as a client requested it, with the responses. */
export type RequestedOrder = {
  key: string;
  userId: string;
  method: PaymentMethod;
  /** Pieces by product. */
  items: Record<string, number>;
  coupon?: string | undefined;
  saveInfo: boolean;
  /** paise */
  total: number;
  /** The order's id, once for every response that said it was placed or started. */
  acknowledged: string[];
  /** The provider's payment id, once for every response that had one. */
  payments: string[];
  /** Whether the final answer was a refusal. */
  refused: boolean;
};

/** A payment that a provider has captured. @property amount paise */
export type CapturedPayment = { orderId: string; paymentId: string; amount: number };

/** Stock is pieces; `maxOrder` and the total of what may be held unpaid are paise. */
export type Expected = {
  stockBefore: Record<string, number>;
  requested: readonly RequestedOrder[];
  cashOnDelivery: { maxOrder: number };
  unpaid: { orders: number; units: number; stockPercent: number; total: number };
  captured: readonly CapturedPayment[];
  /** Idempotency keys of the emails that the mail service accepted, once for each time. */
  mailed: readonly string[];
};

/** Returns one line for each violation; none when the invariant holds. */
export type InvariantCheck = (ledger: Ledger, expected: Expected) => string[];

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

const allAnswered: InvariantCheck = (_, { requested }) =>
  requested
    .filter(({ acknowledged, refused }) => !acknowledged.length && !refused)
    .map(({ key }) => `${key} has no answer`);

const acknowledgedStored: InvariantCheck = (ledger, { requested }) =>
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

const oneOrderPerKey: InvariantCheck = (ledger, { requested }) => {
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

const onlyRequested: InvariantCheck = (ledger, { requested }) => {
  const byKey = new Map(requested.map((one) => [one.key, one]));
  return ledger.orders.flatMap(({ id, idempotencyKey, userId }) => {
    const one = byKey.get(idempotencyKey ?? '');
    if (!one || one.userId !== userId) return [`${id} was requested by nobody`];
    return one.refused ? [`${id} is stored, but ${one.key} was refused`] : [];
  });
};

const stockAddsUp: InvariantCheck = (ledger, { stockBefore }) => {
  const live = new Set(ledger.orders.filter(isLive).map(({ id }) => id));
  // A kit takes the pieces of its parts, and has none of its own.
  const takes = (id: string): readonly string[] => ledger.kits[id] ?? [id];
  return Object.entries(stockBefore).flatMap(([product, before]) => {
    if (ledger.kits[product]) return [];
    const lines = ledger.lines.filter(
      ({ orderId, productId }) => takes(productId).includes(product) && live.has(orderId),
    );
    const sold = sum(lines.map(({ quantity }) => quantity));
    const now = ledger.stock[product] ?? Number.NaN;
    const says = `${product}: ${before} at first, ${now} now, ${sold} sold`;
    return now >= 0 && before === now + sold ? [] : [says];
  });
};

const haveLines: InvariantCheck = (ledger) =>
  ledger.orders.filter(({ id }) => !linesOf(ledger, id).length).map(({ id }) => `${id} has no lines`);

const totalsAddUp: InvariantCheck = (ledger) =>
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

const noOrphanLines: InvariantCheck = (ledger) => {
  const ids = new Set(ledger.orders.map(({ id }) => id));
  return ledger.lines
    .filter(({ orderId }) => !ids.has(orderId))
    .map(({ orderId, productId }) => `a line of ${productId} belongs to ${orderId}, which is not there`);
};

const codLimits: InvariantCheck = (ledger, { cashOnDelivery: { maxOrder } }) => {
  const open = ledger.orders.filter(
    ({ paymentMethod, status }) => paymentMethod === 'cod' && /^(Order Placed|Packing)$/.test(status),
  );
  return open
    .filter(({ total }) => total > maxOrder)
    .map(({ id, total }) => `${id} costs ${total}, more than ${maxOrder}`);
};

/** Of known buyers, who may hold twice as much. Measured against the stock at the start, since later stock plus the account's own pieces is never more. */
const unpaidLimits: InvariantCheck = (
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

/** The statuses in the order in which they follow each other; undefined when there is no such order. */
function stepsOf({ events }: Ledger, id: string): (string | null)[] | undefined {
  const left = events.filter(({ orderId, kind }) => orderId === id && kind === 'status');
  const steps: (string | null)[] = [null];
  while (left.length) {
    const next = left.findIndex(({ fromStatus }) => fromStatus === steps.at(-1));
    if (next < 0) return undefined;
    steps.push(...left.splice(next, 1).map(({ toStatus }) => toStatus));
  }
  return steps;
}

const first = ({ paymentMethod }: StoredOrder): string =>
  paymentMethod === 'cod' ? 'Order Placed' : 'Payment Pending';

const historyComplete: InvariantCheck = (ledger) =>
  ledger.orders.flatMap((order) => {
    const steps = stepsOf(ledger, order.id);
    const path = steps?.slice(1).join(' → ');
    if (steps?.[1] === first(order) && steps.at(-1) === order.status) return [];
    return [`${order.id} is ${order.status}; its history says ${path ?? 'no single path'}`];
  });

const couponUses: InvariantCheck = ({ coupons, orders }) =>
  coupons.flatMap(({ code, uses, maxUses }) => {
    const having = orders.filter(({ couponCode, status }) => couponCode === code && status !== 'Cancelled');
    const right = uses === having.length && uses <= (maxUses ?? uses);
    return right ? [] : [`${code}: ${uses} uses of ${maxUses}, ${having.length} orders`];
  });

const addressesSavedOnce: InvariantCheck = ({ addresses, orders }, { requested }) => {
  const wanting = requested.filter(({ acknowledged, saveInfo }) => saveInfo && acknowledged.length);
  const stored = new Set(orders.map(({ id }) => id));
  const owners = new Set(
    wanting.filter(({ acknowledged: [id = ''] }) => stored.has(id)).map((one) => one.userId),
  );
  return [...owners].flatMap((owner) => {
    const book = addresses.filter(({ userId }) => userId === owner);
    return book.length === 1 ? [] : [`${owner} has ${book.length} addresses`];
  });
};

/** Whether the buyer gets an email about the order. */
const wasPlaced = ({ paymentMethod, paid }: StoredOrder): boolean => paymentMethod === 'cod' || paid;

const oneEmailPerOrder: InvariantCheck = (ledger) =>
  ledger.orders.flatMap((order) => {
    const causes = ['order_placed', 'order_paid'].map((kind) => `${kind}:${order.id}`);
    const count = ledger.emails.filter(({ cause }) => causes.includes(cause)).length;
    return count === Number(wasPlaced(order)) ? [] : [`${order.id}, ${order.status}, has ${count} emails`];
  });

const emailsSentOnce: InvariantCheck = (ledger, expected) =>
  ledger.emails.flatMap(({ id, cause, status }) => {
    const times = expected.mailed.filter((key) => key === id).length;
    return status === 'sent' && times === 1 ? [] : [`${cause} is ${status}, and was mailed ${times} times`];
  });

const capturesAccounted: InvariantCheck = ({ orders, payments, refunds }, expected) =>
  expected.captured.flatMap(({ orderId, paymentId, amount }) => {
    const order = orders.find(({ id, paid, total }) => id === orderId && paid && total === amount);
    const known = payments.some((one) => one.orderId === orderId && one.paymentId === paymentId);
    const back = sum(refunds.filter((one) => one.paymentId === paymentId).map((one) => one.amount));
    const isSold = order !== undefined && known && !['Cancelled', 'Returned'].includes(order.status);
    if (isSold ? back === 0 : back === amount) return [];
    return [
      `${paymentId}: ${amount} taken for ${orderId} (${order?.status ?? 'not paid'}), ${back} owed back`,
    ];
  });

const paymentsCaptured: InvariantCheck = ({ orders, payments, refunds }, expected) => {
  const paidBy = new Map(payments.map(({ orderId, paymentId }) => [orderId, paymentId]));
  const unpaid = (id: string | null | undefined) =>
    !expected.captured.some(({ paymentId }) => paymentId === id);
  return [
    ...orders
      .filter(({ id, paid }) => paid && unpaid(paidBy.get(id)))
      .map(({ id }) => `${id} is paid by ${paidBy.get(id)}, which nobody took`),
    ...refunds
      .filter(({ paymentId }) => unpaid(paymentId))
      .map(({ id, paymentId }) => `refund ${id} is for ${paymentId}, which nobody took`),
  ];
};

const nonePending: InvariantCheck = ({ orders }) =>
  orders.filter(({ status }) => status === 'Payment Pending').map(({ id }) => `${id} still waits`);

export const oneInvoicePerParcel = ({ orders, documents }: Ledger): string[] =>
  orders.flatMap(({ id, status, total }) => {
    const issued = documents.filter(({ orderId, kind }) => orderId === id && kind === 'invoice');
    if (issued.length !== Number(isHandedOver(status)))
      return [`${id}, ${status}, has ${issued.length} invoices`];
    return issued
      .filter(({ data }) => data.total !== total)
      .map(({ number, data }) => `${number} is for ${data.total}, its order for ${total}`);
  });

export const numbersHaveNoGap = ({ documents, counters }: Ledger): string[] =>
  counters.flatMap(({ kind, year, last }) => {
    const serials = documents
      .filter((one) => one.kind === kind && one.year === year)
      .map(({ serial }) => serial)
      .toSorted((a, b) => a - b);
    const isWhole = serials.length === last && serials.every((serial, n) => serial === n + 1);
    return isWhole ? [] : [`${kind} ${year} is at ${last}, and has ${serials.join(', ')}`];
  });

/** What was given back has its credit note, and its refund if it had been paid; never more than the invoice. */
const givenBackOnce = ({ orders, documents, reductions, refunds }: Ledger): string[] =>
  orders.flatMap(({ id, status, paid, total }) => {
    const of = ({ orderId }: { orderId: string }) => orderId === id;
    const given = sum(reductions.filter(of).map(({ amount }) => amount));
    const credited = sum(
      documents.filter((one) => of(one) && one.kind === 'credit_note').map(({ data }) => data.total),
    );
    const back = sum(
      refunds.filter((one) => of(one) && one.reason === 'returned').map(({ amount }) => amount),
    );
    const right = status === 'Returned' ? total : 0;
    if (given === right && credited === right && back === (paid ? right : 0)) return [];
    return [`${id}, ${status}: ${given} given back, ${credited} credited, ${back} refunded of ${total}`];
  });

/** All invariants, by their text in the report. */
const checks = {
  'every order got a final answer': allAnswered,
  'nothing acknowledged is lost': acknowledgedStored,
  'a key has one order, and one payment': oneOrderPerKey,
  'no stored order was refused or never requested': onlyRequested,
  'stock at the start = stock now + pieces sold': stockAddsUp,
  'every order has its lines': haveLines,
  'lines - discount + delivery = total': totalsAddUp,
  'no line is without its order': noOrphanLines,
  'the limits of cash on delivery hold': codLimits,
  'no account holds more unpaid than it may': unpaidLimits,
  'the history has every step, and ends with the status of the order': historyComplete,
  'a code has as many uses as orders': couponUses,
  'an address to be saved is saved once': addressesSavedOnce,
  'every placed order has one email, and no other order has': oneEmailPerOrder,
  'every email was sent, once': emailsSentOnce,
  'every captured payment belongs to a paid order, or is due for refund': capturesAccounted,
  'every online payment or refund due was captured by a provider': paymentsCaptured,
  'no order stays pending': nonePending,
  'every parcel that left has one invoice, and no other order has one': oneInvoicePerParcel,
  'the numbers of invoices and credit notes have no gap': numbersHaveNoGap,
  'what came back was credited and refunded once': givenBackOnce,
} satisfies Record<string, InvariantCheck>;

export type Invariant = keyof typeof checks;
const invariants = Object.keys(checks) as Invariant[];

/** Runs all checks. @returns the violations by invariant; an empty list where it holds */
export function checkInvariants(ledger: Ledger, expected: Expected): Record<Invariant, string[]> {
  const found = invariants.map((name) => [name, checks[name](ledger, expected)]);
  return Object.fromEntries(found) as Record<Invariant, string[]>;
}
