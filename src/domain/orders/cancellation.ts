/**
 * Cancelling a part of an order before its parcel is handed over (docs/behaviour.md, "Cancelling"). Amounts are paise.
 */

import { spreadAmount } from 'gst/amount';
import type { Quote } from '#domain/pricing/quote.ts';
import type { Paise } from '#lib/money.ts';

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

/** A line from which units are cancelled. @property amount their value @property left, discount of the line afterwards */
export type CancelledLine = Pick<Line, 'position' | 'productId' | 'name' | 'discount'> & {
  quantity: number;
  amount: Paise;
  left: number;
};

/**
 * @property kept other lines whose discount changes
 * @property rest sums of the order afterwards
 * @property amount by how much the total falls
 */
export type PartCancellation = {
  lines: CancelledLine[];
  kept: Pick<Line, 'position' | 'discount'>[];
  rest: Quote;
  amount: Paise;
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
 * What is cancelled so that the order keeps what is wanted. Lines that are not named stay. Cancelling costs nothing (Consumer
 * Protection (E-Commerce) Rules 2020, rule 4): each unit gives back its share of what its line costs, the rest keeps its code
 * and its delivery as they were agreed.
 * @param stored the lines of the order
 * @param cancelled earlier
 * @param order its sums @property wholeRupees it is paid in cash: the rest of a rupee is taken off
 */
export function cancelUnits(
  stored: readonly Line[],
  cancelled: readonly { id: string; name: string }[],
  wanted: readonly KeptUnits[],
  order: Pick<Quote, 'delivery' | 'total'> & { wholeRupees: boolean },
): CancellationResult {
  const kept = new Map(stored.map(({ position, quantity }) => [position, quantity]));
  for (const { _id, keep } of wanted) {
    const line = stored.find(({ productId }) => productId === _id);
    const earlier = cancelled.find(({ id }) => id === _id);
    if (!line && keep === 0 && earlier) continue;
    if (!line || keep > line.quantity)
      return { ok: false, name: line?.name ?? earlier?.name ?? _id, left: line?.quantity ?? 0 };
    kept.set(line.position, keep);
  }
  const after = stored.map((line) => {
    const left = kept.get(line.position) ?? 0;
    const units = line.quantity - left;
    const [value = 0] = spreadAmount(line.price * line.quantity - line.discount, [units, left]);
    return { ...line, units, value, left, discount: line.discount - (line.price * units - value) };
  });
  if (after.every(({ left }) => left === 0)) return { ok: true, outcome: 'whole' };
  if (after.every(({ units }) => units === 0)) return { ok: true, outcome: 'nothing' };
  return { ok: true, outcome: 'part', cancellation: cancellationOf(stored, after, order) };
}

type Parted = Line & { units: number; value: Paise; left: number };

function cancellationOf(
  stored: readonly Line[],
  after: Parted[],
  { delivery: agreed, total: before, wholeRupees }: Parameters<typeof cancelUnits>[3],
): PartCancellation {
  const subtotal = after.reduce((sum, { price, left }) => sum + price * left, 0);
  const goods = () => after.reduce((sum, { discount }) => sum - discount, subtotal);
  const over = wholeRupees ? (goods() + agreed) % 100 : 0;
  // Goods that cost less than what is taken off leave the rest to the delivery.
  const delivery = agreed - takeOff(after, over);
  const total = goods() + delivery;
  const amount = before - total;
  const cancelled = after.filter(({ units }) => units > 0);
  const values = spreadAmount(
    amount,
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
    rest: { subtotal, discount: subtotal - goods(), delivery, total },
    amount,
  };
}

/** Raises the discounts of lines. @returns what of it the lines are not worth */
function takeOff(lines: Parted[], amount: Paise): Paise {
  let open = amount;
  for (const line of lines) {
    const part = Math.min(open, line.price * line.left - line.discount);
    line.discount += part;
    open -= part;
  }
  return open;
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
