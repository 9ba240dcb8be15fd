/** What a courier's remittances mean for orders. Pure. */
import { describeProblem } from 'shop-import/problem';
import { collectable } from '#domain/orders/moves.ts';
import type { OrderStatus } from '#domain/orders/order.ts';
import { isPaidOnDelivery, type OrderPaymentMethod } from '#domain/payments/payment-methods.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import { type RemittanceLine, type RemittanceProblem, sumOfCharges } from './remittance-file.ts';
import { largestCharge } from './shipping-constants.ts';
import { cleanNumber } from './tracking-numbers.ts';

/** An order, with what was remitted for it before. */
type RemittedOrder = {
  reference: string;
  status: OrderStatus;
  trackingId: string | null;
  paymentMethod: OrderPaymentMethod;
  paid: boolean;
  total: Paise;
  remittances: readonly { amount: Paise; charges: Paise; utr: string }[];
};

/**
 * `charged`: what is due of the order, less a charge of the courier that the file does not name. `short` and `over`: another
 * amount than what is due.
 */
export type RemittanceKind = 'matched' | 'charged' | 'short' | 'over';

/** Whether an operator need not say that the amount is right. */
export const isExpected = (kind: RemittanceKind): boolean => kind === 'matched' || kind === 'charged';

/** @property due the order's total, less what was remitted before @property line with the charge, where it is `charged` */
export type PlannedRemittance<T> = { order: T; line: RemittanceLine; kind: RemittanceKind; due: Paise };

export const remittanceKind = (amount: Paise, due: Paise): RemittanceKind =>
  amount === due ? 'matched' : amount < due ? 'short' : 'over';

/** A line with what is due of its order. What is missing of a net amount is the courier's charge, up to {@link largestCharge}. */
function withCharge(line: RemittanceLine, due: Paise): { line: RemittanceLine; kind: RemittanceKind } {
  const missing = due - line.amount;
  if (!line.isNet || missing <= 0 || missing > largestCharge)
    return { line, kind: remittanceKind(line.amount, due) };
  return {
    line: { ...line, amount: due, charges: { ...line.charges, otherCharges: missing } },
    kind: 'charged',
  };
}

/** Of a line that is recorded already: the same transfer. */
const isSame = (
  before: { amount: Paise; charges: Paise },
  { amount, charges, isNet }: RemittanceLine,
): boolean =>
  before.amount - before.charges === amount - sumOfCharges(charges) && (isNet || before.amount === amount);

/**
 * Sorts the lines of a file.
 * @returns `planned` can be recorded; `known` are recorded already; `problems` change nothing
 */
export function planRemittances<T extends RemittedOrder>(
  lines: readonly RemittanceLine[],
  orders: readonly T[],
) {
  const planned: PlannedRemittance<T>[] = [];
  const known: { order: T; line: RemittanceLine }[] = [];
  const problems: RemittanceProblem[] = [];
  const refuse = ({ raw, row }: RemittanceLine, message: string) =>
    void problems.push({ number: raw, message: describeProblem({ row, message }) });
  const byNumber = Map.groupBy(orders, ({ trackingId }) => cleanNumber(trackingId ?? ''));
  const byReference = Map.groupBy(orders, ({ reference }) => reference);
  const ordersOf = (number: string): readonly T[] => byNumber.get(number) ?? byReference.get(number) ?? [];
  // Lines of one order may name it by its tracking number and by its reference.
  const parcels = Map.groupBy(lines, ({ number }) => {
    const [order, ...others] = number ? ordersOf(number) : [];
    return order && !others.length ? order : number;
  });
  for (const [order, same] of parcels)
    for (const line of same) {
      if (typeof order === 'string') refuse(line, withoutOrder(order, ordersOf(order)));
      else if (same.length > 1)
        refuse(line, `The file has ${order.reference} in rows ${same.map(({ row }) => row).join(', ')}.`);
      else {
        const before = order.remittances.find(({ utr }) => utr === line.utr);
        const why = before ? undefined : withoutCash(order);
        const due = order.remittances.reduce((sum, { amount }) => sum - amount, order.total);
        if (before && isSame(before, line)) known.push({ order, line });
        else if (before)
          refuse(line, `${order.reference} has ${formatPrice(before.amount)} with the same UTR already.`);
        else if (why) refuse(line, `${order.reference} ${why}`);
        else planned.push({ order, ...withCharge(line, due), due });
      }
    }
  return { planned, known, problems };
}

/** Why the lines of a number are about no order. @param orders that have it */
function withoutOrder(number: string, orders: readonly { reference: string }[]): string {
  if (!number) return 'There is no tracking number.';
  const all = orders.map(({ reference }) => reference).join(', ');
  return all ? `Several orders have this number: ${all}.` : 'No order has this number.';
}

/** Why no cash of an order can come in. */
function withoutCash({ paymentMethod, status, paid }: RemittedOrder): string | undefined {
  if (!isPaidOnDelivery(paymentMethod)) return paid ? 'was paid online.' : 'is to be paid online.';
  if (collectable.includes(status)) return undefined;
  return status === 'Returned' || status === 'Cancelled'
    ? `is ${status}: the shop expects no cash of it.`
    : `is ${status}. Please record its delivery first.`;
}
