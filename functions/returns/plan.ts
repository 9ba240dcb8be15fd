/**
 * What a return gives back (docs/behaviour.md, "Returns"): one rule for the quote that shopper and operator see before they
 * confirm, and for the check that writes it.
 */

import { moneyBack } from '#domain/orders/money-back.ts';
import {
  amountOf,
  exchangedTotal,
  type GivenBack,
  type Remainder,
  reduceOrder,
  type Wanted,
} from '#domain/orders/reductions.ts';
import { faultOf, type ReturnReason } from '#domain/returns/return.ts';
import { type Paise, type Rupees, toRupees } from '#lib/money.ts';
import type { Refusal } from '../lib/refusal.ts';
import { firstDelivery } from '../orders/give-back.ts';
import { type OrderToReduce, remainderOfOrder } from '../orders/purchase.ts';
import { refuseGiving } from '../orders/refund-order.ts';

/** Units that come back. @property quantity more than 0 @property isExchanged another piece is sent instead */
export type ReturnedUnits = {
  position: number;
  quantity: number;
  reason: ReturnReason;
  isExchanged: boolean;
};

/**
 * What is given back with returned units: the delivery too, where the shop is at fault or nothing of the purchase is kept.
 */
export function wantedOf(
  left: Remainder,
  units: readonly ReturnedUnits[],
): Extract<Wanted, { lines: unknown }> {
  const returned = (at: number) =>
    units.reduce(
      (sum, { position, quantity, isExchanged }) => sum + (position === at && !isExchanged ? quantity : 0),
      0,
    );
  const keepsNothing =
    !left.elsewhere.length && left.lines.every(({ position, quantity }) => quantity <= returned(position));
  return {
    lines: units.map(({ position, quantity, reason }) => ({ position, quantity, fault: faultOf(reason) })),
    delivery:
      keepsNothing || units.some(({ reason, isExchanged }) => !isExchanged && faultOf(reason) === 'shop'),
  };
}

type Exchange = Parameters<typeof reduceOrder>[2];

/** A return's amounts before it is confirmed. */
export type ReturnQuote<Unit extends number = Paise> = {
  /** What is credited, by line: its invoiced value. */
  lines: { name: string; quantity: number; amount: Unit }[];
  delivery: Unit;
  /** What kept goods cost more without the code, by line. */
  withoutCode: { name: string; amount: Unit }[];
  /** What is sent in exchange costs. */
  exchange: Unit;
  /** The value of the credit note. */
  creditNote: Unit;
  /** What goes back in money: to the online payment, and by hand. */
  amount: Unit;
  toPayment: Unit;
  toAccount: Unit;
};

/** The amounts of a return that was not checked yet. */
export function quoteReturn(
  read: OrderToReduce,
  units: readonly ReturnedUnits[],
  exchange: Exchange,
): ({ ok: true } & ReturnQuote) | Refusal {
  const left = remainderOfOrder(read);
  const wanted = wantedOf(left, units);
  const given = reduceOrder(left, wanted, exchange);
  if (!given.ok) return refuseGiving(given, read.lines);
  return { ok: true, ...amountsOf(read, given, wanted.delivery === true) };
}

function amountsOf(read: OrderToReduce, given: GivenBack, withDelivery: boolean): ReturnQuote {
  const nameOf = (orderId: string, position: number | null): string =>
    [read, ...read.others]
      .find(({ order }) => order.id === orderId)
      ?.lines.find((line) => line.position === position)?.name ?? '';
  const of = (position: number | null) => given.reductions.filter((one) => one.position === position);
  const first = withDelivery ? (firstDelivery(read)?.amount ?? 0) : 0;
  const exchange = exchangedTotal(given.exchanged);
  const amount = given.amount - exchange + first;
  const back = moneyBack(read.paidWith, amount);
  return {
    lines: given.reductions.flatMap(({ position, quantity, amount }) =>
      position === null ? [] : [{ name: nameOf(read.order.id, position), quantity, amount }],
    ),
    delivery: amountOf(of(null)) + first,
    withoutCode: given.debits.map(({ orderId = read.order.id, position, amount }) => ({
      name: nameOf(orderId, position),
      amount,
    })),
    exchange,
    creditNote: amountOf(given.reductions) + first,
    amount,
    toPayment: back.payment,
    toAccount: back.account,
  };
}

/** The amounts as the API returns them to shoppers, in rupees. */
export function apiQuote({ lines, withoutCode, ...sums }: ReturnQuote): ReturnQuote<Rupees> {
  const inRupees = <Line extends { amount: Paise }>(line: Line) => ({
    ...line,
    amount: toRupees(line.amount),
  });
  const each = Object.entries(sums).map(([name, paise]) => [name, toRupees(paise)]);
  return {
    ...(Object.fromEntries(each) as Record<keyof typeof sums, Rupees>),
    lines: lines.map(inRupees),
    withoutCode: withoutCode.map(inRupees),
  };
}
