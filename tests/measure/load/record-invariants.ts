/** Invariants of what belongs to an order: its history, code, address, email and payments. */
import type { InvariantCheck } from './expected.ts';
import { type Ledger, type StoredOrder, sum } from './ledger.ts';

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

export const historyComplete: InvariantCheck = (ledger) =>
  ledger.orders.flatMap((order) => {
    const steps = stepsOf(ledger, order.id);
    const path = steps?.slice(1).join(' → ');
    if (steps?.[1] === first(order) && steps.at(-1) === order.status) return [];
    return [`${order.id} is ${order.status}; its history says ${path ?? 'no single path'}`];
  });

export const couponUses: InvariantCheck = ({ coupons, orders }) =>
  coupons.flatMap(({ code, uses, maxUses }) => {
    const having = orders.filter(({ couponCode, status }) => couponCode === code && status !== 'Cancelled');
    const right = uses === having.length && uses <= (maxUses ?? uses);
    return right ? [] : [`${code}: ${uses} uses of ${maxUses}, ${having.length} orders`];
  });

export const addressesSavedOnce: InvariantCheck = ({ addresses, orders }, { requested }) => {
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

export const oneEmailPerOrder: InvariantCheck = (ledger) =>
  ledger.orders.flatMap((order) => {
    const causes = ['order_placed', 'order_paid'].map((kind) => `${kind}:${order.id}`);
    const count = ledger.emails.filter(({ cause }) => causes.includes(cause)).length;
    return count === Number(wasPlaced(order)) ? [] : [`${order.id}, ${order.status}, has ${count} emails`];
  });

export const emailsSentOnce: InvariantCheck = (ledger, expected) =>
  ledger.emails.flatMap(({ id, cause, status }) => {
    const times = expected.mailed.filter((key) => key === id).length;
    return status === 'sent' && times === 1 ? [] : [`${cause} is ${status}, and was mailed ${times} times`];
  });

export const capturesAccounted: InvariantCheck = ({ orders, payments, refunds }, expected) =>
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

export const paymentsCaptured: InvariantCheck = ({ orders, payments, refunds }, expected) => {
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

export const nonePending: InvariantCheck = ({ orders }) =>
  orders.filter(({ status }) => status === 'Payment Pending').map(({ id }) => `${id} still waits`);
