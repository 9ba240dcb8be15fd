/**
 * What an order gives back: units cancelled before the parcel is handed over, and units or amounts given back after it.
 * The rules say how much each line is worth; nothing is ever given back twice. Amounts are paise, with tax.
 */
import { spread } from '#domain/pricing/coupon.ts';
import type { Paise } from '#lib/money.ts';

/** `refunded`: the shopper keeps the goods. */
export type ReductionKind = 'cancelled' | 'returned' | 'refunded';

/** A line of the order. @property price each @property discount of the line */
type Line = { position: number; price: Paise; quantity: number; discount: Paise };

/** A stored reduction. @property position null for delivery @property quantity 0 when only an amount is given back */
export type Reduction = { position: number | null; quantity: number; amount: Paise };

/**
 * What is left of an order: units and value of each line, and of its delivery.
 * @property price each
 * @property minimum smallest subtotal of the order's code; null without one
 */
export type Remainder = {
  lines: { position: number; price: Paise; quantity: number; amount: Paise }[];
  delivery: Paise;
  minimum: Paise | null;
};

/**
 * What is to be given back: everything that is left, some units (with or without the delivery), or an amount. Units are
 * returned, unless the shopper keeps them (`returned: false`).
 * @property amount more than 0
 */
export type Wanted =
  | { everything: true }
  | { lines: readonly { position: number; quantity: number; returned?: boolean }[]; delivery?: boolean }
  | { amount: Paise };

export type ReductionResult =
  | { ok: true; reductions: Reduction[]; amount: Paise }
  /** Nothing is asked for, or nothing is left. */
  | { ok: false; code: 'nothing' }
  /** More units than the line has left. */
  | { ok: false; code: 'too_many'; position: number; left: number }
  /** More than the order has left. */
  | { ok: false; code: 'too_much'; left: Paise };

/**
 * What is left of an order.
 * @param lines as they are now: cancelled units are no longer in them
 * @param reductions of the order; cancelled ones are ignored
 * @param minimum smallest subtotal of the order's code; null without one
 */
export function remainderOf(
  delivery: Paise,
  lines: readonly Line[],
  reductions: readonly (Reduction & { kind: ReductionKind })[],
  minimum: Paise | null,
): Remainder {
  const given = reductions.filter(({ kind }) => kind !== 'cancelled');
  const sum = (position: number | null, of: 'quantity' | 'amount') =>
    given.reduce((all, one) => all + (one.position === position ? one[of] : 0), 0);
  return {
    lines: lines.map(({ position, price, quantity, discount }) => ({
      position,
      price,
      quantity: quantity - sum(position, 'quantity'),
      amount: price * quantity - discount - sum(position, 'amount'),
    })),
    delivery: delivery - sum(null, 'amount'),
    minimum,
  };
}

export const totalOf = ({
  lines,
  delivery,
}: Pick<Remainder, 'delivery'> & { lines: readonly { amount: Paise }[] }): Paise =>
  lines.reduce((sum, { amount }) => sum + amount, delivery);

/** The value of some of the units that a line has left; that of the last ones is the whole rest. */
const valueOfUnits = (line: Remainder['lines'][number], quantity: number): Paise =>
  line.quantity === quantity
    ? line.amount
    : (spread(line.amount, [quantity, line.quantity - quantity])[0] ?? 0);

/** The reductions that give back what is wanted, in the order of the lines, the delivery last. */
export function reduce(left: Remainder, wanted: Wanted): ReductionResult {
  if ('amount' in wanted) return reduceAmount(left, wanted.amount);
  const { lines, delivery } =
    'everything' in wanted
      ? { lines: left.lines, delivery: true }
      : { lines: wanted.lines, delivery: wanted.delivery ?? false };
  const units: Reduction[] = [];
  for (const { position, quantity } of lines) {
    const line = left.lines.find((one) => one.position === position);
    if (!line || quantity > line.quantity)
      return { ok: false, code: 'too_many', position, left: line?.quantity ?? 0 };
    const amount = 'everything' in wanted ? line.amount : quantity && valueOfUnits(line, quantity);
    if (quantity || amount) units.push({ position, quantity, amount });
  }
  const reductions =
    'lines' in wanted && wanted.lines.every(({ returned }) => returned !== false)
      ? withoutCode(left, units)
      : units;
  if (delivery && left.delivery) reductions.push({ position: null, quantity: 0, amount: left.delivery });
  return resultOf(reductions);
}

/**
 * Returned units are worth what the shopper has paid for all that is left, less what the rest costs: the condition of the
 * order's code holds for what is kept. Where the rest is too small for it, its price is that without the code.
 */
function withoutCode(left: Remainder, units: Reduction[]): Reduction[] {
  const unitsOf = (at: number) => units.find(({ position }) => position === at)?.quantity ?? 0;
  const rest = left.lines.reduce(
    (sum, { position, price, quantity }) => sum + price * (quantity - unitsOf(position)),
    0,
  );
  if (left.minimum === null || rest >= left.minimum || !units.length) return units;
  const amount = Math.max(0, totalOf({ ...left, delivery: 0 }) - rest);
  const values = units.reduce((sum, one) => sum + one.amount, 0);
  const shares = spread(
    Math.min(amount, values),
    units.map((one) => one.amount),
  );
  // What an earlier return did not give back is left in lines without units.
  const owed = left.lines.filter(
    ({ position, quantity, amount }) => quantity === 0 && amount > 0 && !unitsOf(position),
  );
  const more = spread(
    Math.max(0, amount - values),
    owed.map((line) => line.amount),
  );
  return [
    ...units.map((one, n) => ({ ...one, amount: shares[n] ?? 0 })),
    ...owed.flatMap(({ position }, n) => (more[n] ? [{ position, quantity: 0, amount: more[n] }] : [])),
  ];
}

/** An amount is spread over what is left, by value. */
function reduceAmount(left: Remainder, amount: Paise): ReductionResult {
  const most = totalOf(left);
  if (amount > most) return { ok: false, code: 'too_much', left: most };
  const rows = [
    ...left.lines.map((line) => ({ position: line.position, amount: line.amount })),
    { position: null, amount: left.delivery },
  ];
  const shares = spread(
    amount,
    rows.map((row) => row.amount),
  );
  return resultOf(
    rows.flatMap(({ position }, n) => {
      const share = shares[n] ?? 0;
      return share ? { position, quantity: 0, amount: share } : [];
    }),
  );
}

const resultOf = (reductions: Reduction[]): ReductionResult =>
  reductions.length
    ? { ok: true, reductions, amount: reductions.reduce((sum, one) => sum + one.amount, 0) }
    : { ok: false, code: 'nothing' };
