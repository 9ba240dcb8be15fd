/**
 * Exchanges (docs/behaviour.md, "Exchanges"): what is wanted has to be sold, in stock and not dearer. It becomes an order of
 * its own, which the returned pieces have paid.
 */
import type { orders } from '#db/schema/index.ts';
import type { Reduction } from '#domain/orders/reductions.ts';
import { type ExchangedLine, exchangedLine, exchangeProblem } from '#domain/returns/exchange.ts';
import type { CheckedLine, ReturnReason } from '#domain/returns/return.ts';
import { ratesAt } from '#domain/tax/tax.ts';
import { newDays } from '../lib/delivery.ts';
import { type Refusal, refusal, wrongFields } from '../lib/refusal.ts';
import { tax } from '../lib/tax.ts';
import type { Effect } from '../orders/effects.ts';
import { insertOrder } from '../orders/insert-order.ts';
import { choiceFor, type selectReturnableLines } from '../orders/returns.ts';

/** Why a piece is not exchanged. */
export const exchangeRefusals = {
  noExchange: refusal(
    409,
    'no_exchange',
    (problem: NonNullable<ReturnType<typeof exchangeProblem>>, name: string) => ({
      message: {
        not_sold: `${name} cannot be exchanged for that. Please choose the money back.`,
        sold_out: `There is not enough left of what ${name} is to be exchanged for. Please choose the money back.`,
        costs_more: `What ${name} is to be exchanged for costs more. Please choose the money back, and order it.`,
      }[problem],
    }),
  ),
};

type Line = Awaited<ReturnType<typeof selectReturnableLines>>[number];

/** What is wanted for units of a line. */
type Wanted = {
  position: number;
  quantity: number;
  reason: ReturnReason;
  exchangeFor?: string | null | undefined;
};

/** @returns the first unit that cannot be exchanged as asked for; undefined for none. @param now UTC ms */
export function refuseExchange(
  wanted: readonly Wanted[],
  lines: readonly Line[],
  now: number,
): Refusal | undefined {
  const chosen = wanted.flatMap(({ exchangeFor }) => exchangeFor ?? []);
  if (new Set(chosen).size < chosen.length)
    return wrongFields({ lines: 'Two products cannot be exchanged for the same one.' });
  for (const unit of wanted) {
    const { position, quantity, exchangeFor } = unit;
    const line = exchangeFor ? lines.find((one) => one.position === position) : undefined;
    if (!line) continue;
    const problem = exchangeProblem(choiceFor(line, unit, now), quantity);
    if (problem) return exchangeRefusals.noExchange(problem, line.name);
  }
  return undefined;
}

/**
 * What is exchanged at the check of a return. @param accepted lines; one with `exchange` is exchanged as its unit asks for
 * @returns a refusal, or what a reduction of the order pays for: undefined for one that is sent back as money
 */
export function planExchange(
  accepted: readonly CheckedLine[],
  units: readonly Wanted[],
  lines: readonly Line[],
  now: number,
):
  | Refusal
  | {
      lineOf: (reduction: Reduction) => ExchangedLine | undefined;
      productAt: (position: number) => string | undefined;
    } {
  const wanted = accepted.flatMap(({ position, accepted: quantity, exchange }) => {
    const unit = exchange ? units.find((one) => one.position === position) : undefined;
    return unit ? [{ ...unit, quantity }] : [];
  });
  if (wanted.some(({ exchangeFor }) => !exchangeFor))
    return wrongFields({ lines: 'The shopper has not asked to exchange this.' });
  const refused = refuseExchange(wanted, lines, now);
  if (refused) return refused;
  return {
    lineOf({ position, quantity, amount: value }) {
      const one = quantity ? wanted.find((unit) => unit.position === position) : undefined;
      const line = one && lines.find((of) => of.position === position);
      const choice = line && choiceFor(line, one, now);
      if (!choice) return undefined;
      return exchangedLine({ price: line.price, quantity, value }, choice.difference);
    },
    productAt: (position) => wanted.find((unit) => unit.position === position)?.exchangeFor ?? undefined,
  };
}

/**
 * @property of the order whose pieces have paid @property about what the history says @property now UTC ms
 */
type ExchangeOrder = {
  id: string;
  reference: string;
  of: typeof orders.$inferSelect;
  lines: readonly (ExchangedLine & { productId: string })[];
  about: string;
  now: number;
};

/** The order with what was exchanged, for the same address and business. It is paid. */
export function placeExchange({ id, reference, of, lines, about, now }: ExchangeOrder): Effect[] {
  const sum = (field: (line: ExchangedLine) => number) => lines.reduce((all, line) => all + field(line), 0);
  const subtotal = sum(({ price, quantity }) => price * quantity);
  const discount = sum((line) => line.discount);
  const { userId, address, gstin, businessName, sez, registeredAddress } = of;
  const order = {
    id,
    reference,
    userId,
    status: 'Order Placed' as const,
    paid: true,
    paymentMethod: 'exchange' as const,
    subtotal,
    discount,
    delivery: 0,
    total: subtotal - discount,
    address,
    gstin,
    businessName,
    sez,
    registeredAddress,
    requestHash: '',
    createdAt: now,
    ...newDays(address, now),
  };
  const rates = ratesAt(tax, now);
  return [
    { effect: 'also', statements: (db) => insertOrder(db, order, lines, { rates }) },
    { effect: 'event', event: { orderId: id, kind: 'status', to: 'Order Placed', text: about } },
    { effect: 'event', event: { orderId: id, kind: 'payment', text: about } },
    { effect: 'email', email: { kind: 'order_placed', orderId: id }, cause: `order_placed:${id}` },
    { effect: 'new order', orderId: id },
  ];
}
