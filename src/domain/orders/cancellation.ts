/**
 * Cancelling a part of an order before its parcel is handed over (docs/behaviour.md, "Cancelling"). Amounts are paise.
 */

import { roundingOf } from '#domain/pricing/cash.ts';
import { spread } from '#domain/pricing/coupon.ts';
import type { Quote } from '#domain/pricing/quote.ts';
import type { Paise } from '#lib/money.ts';
import type { CancelledUnits } from './order.ts';
import { type Reduction, reduce, remainderOf } from './reductions.ts';

/** A line as it is stored. @property price each @property discount of the line */
type Line = {
  position: number;
  productId: string;
  name: string;
  price: Paise;
  quantity: number;
  discount: Paise;
};

/** How many units of a product stay in the order, so that the same request twice cancels once. */
export type KeptUnits = { _id: string; keep: number };

/**
 * What an order was placed under. @property minimum smallest subtotal of its code; null without one
 * @property fee the delivery fee of a subtotal after the discount, as it is charged today at the order's address
 * @property wholeRupees it is paid in cash, in whole rupees
 */
export type OrderTerms = Quote & {
  minimum: Paise | null;
  fee: (subtotal: Paise) => Paise;
  wholeRupees: boolean;
};

/** A line from which units are cancelled. @property amount their value @property left, discount of the line afterwards */
export type CancelledLine = Pick<Line, 'position' | 'productId' | 'name' | 'discount'> & {
  quantity: number;
  amount: Paise;
  left: number;
};

/**
 * @property kept other lines whose discount changes
 * @property rest sums of the order afterwards
 * @property amount by how much the total falls; negative if the rest costs more
 * @property lost what the rest no longer gets, so that the shopper has to agree to its sums
 */
export type PartCancellation = {
  lines: CancelledLine[];
  kept: Pick<Line, 'position' | 'discount'>[];
  rest: Quote;
  amount: Paise;
  lost: { code: boolean; freeDelivery: boolean };
};

export type CancellationResult =
  /** Nothing would be left. */
  | { ok: true; outcome: 'whole' }
  /** The order is so already. */
  | { ok: true; outcome: 'nothing' }
  | { ok: true; outcome: 'part'; cancellation: PartCancellation }
  /** More is to be kept than the order has. */
  | { ok: false; name: string; left: number };

/**
 * What is cancelled so that the order keeps what is wanted. Lines that are not named stay. The discount of a line falls by
 * the share of its cancelled units. The conditions of the code and of free delivery hold for what is kept: where the rest
 * is too small, the code is lost, and the delivery costs what it does for the rest.
 * @param stored the lines of the order
 * @param cancelled earlier
 */
export function cancelUnits(
  stored: readonly Line[],
  cancelled: readonly CancelledUnits[],
  wanted: readonly KeptUnits[],
  terms: OrderTerms,
): CancellationResult {
  const quantities = new Map(stored.map(({ position }) => [position, 0]));
  for (const { _id, keep } of wanted) {
    const line = stored.find(({ productId }) => productId === _id);
    const earlier = cancelled.find((one) => one._id === _id);
    if (!line && keep === 0 && earlier) continue;
    if (!line || keep > line.quantity)
      return { ok: false, name: line?.name ?? earlier?.name ?? _id, left: line?.quantity ?? 0 };
    quantities.set(line.position, line.quantity - keep);
  }
  if (stored.every(({ position, quantity }) => quantities.get(position) === quantity))
    return { ok: true, outcome: 'whole' };
  const left = remainderOf(0, stored, [], null);
  const result = reduce(left, {
    lines: stored.map(({ position }) => ({ position, quantity: quantities.get(position) ?? 0 })),
  });
  // The quantities were checked, so nothing else can be wrong.
  if (!result.ok) return { ok: true, outcome: 'nothing' };
  return { ok: true, outcome: 'part', cancellation: cancellationOf(stored, result.reductions, terms) };
}

function cancellationOf(
  stored: readonly Line[],
  reductions: readonly Reduction[],
  { minimum, fee, wholeRupees, ...before }: OrderTerms,
): PartCancellation {
  const after = stored.map((line) => {
    const taken = reductions.find(({ position }) => position === line.position);
    const units = taken?.quantity ?? 0;
    const discount = line.discount - (line.price * units - (taken?.amount ?? 0));
    return { ...line, units, value: taken?.amount ?? 0, left: line.quantity - units, discount };
  });
  const subtotal = after.reduce((sum, { price, left }) => sum + price * left, 0);
  const code = before.discount > 0 && minimum !== null && subtotal < minimum;
  if (code) for (const line of after) line.discount = 0;
  const discounted = () => after.reduce((sum, line) => sum - line.discount, subtotal);
  const freeDelivery =
    before.delivery === 0 && fee(before.subtotal - before.discount) === 0 && fee(discounted()) > 0;
  const delivery = freeDelivery ? fee(discounted()) : before.delivery;
  if (wholeRupees) changeDiscounts(after, roundingOf(discounted() + delivery, subtotal - discounted()));
  const total = discounted() + delivery;
  const amount = before.total - total;
  const cancelled = after.filter(({ units }) => units > 0);
  const values = spread(
    Math.max(0, amount),
    cancelled.map(({ value }) => value),
  );
  return {
    lines: cancelled.map(({ position, productId, name, units, left, discount }, n) => ({
      position,
      productId,
      name,
      left,
      discount,
      quantity: units,
      amount: values[n] ?? 0,
    })),
    kept: after
      .filter((line, n) => !line.units && line.discount !== stored[n]?.discount)
      .map(({ position, discount }) => ({ position, discount })),
    rest: { subtotal, discount: subtotal - discounted(), delivery, total },
    amount,
    lost: { code, freeDelivery },
  };
}

/** Changes the discounts of lines so that a cash total is whole, as an order does. @param change paise, negative: less discount */
function changeDiscounts(lines: { discount: Paise; price: Paise; left: number }[], change: Paise): void {
  let open = change;
  for (const line of lines) {
    const part = Math.max(-line.discount, Math.min(open, line.price * line.left - line.discount));
    line.discount += part;
    open -= part;
  }
}

/** `2 × Rose Toner and 1 × Glow Serum` */
export const unitsText = (units: readonly { name: string; quantity: number }[]): string =>
  new Intl.ListFormat('en').format(units.map(({ name, quantity }) => `${quantity} × ${name}`));

/** The line of the order's history. @param reason of whoever cancelled */
export function cancelledText(
  units: readonly { name: string; quantity: number }[],
  reason: string | null,
): string {
  const count = units.reduce((sum, { quantity }) => sum + quantity, 0);
  const sentence = `${unitsText(units)} ${count === 1 ? 'was' : 'were'} cancelled`;
  return reason ? `${sentence}: ${reason}` : sentence;
}
