/** The lines of an order that exceed what its account may hold unpaid (orders/unpaid.ts), with allowed quantities. */
import type { LimitedLine } from '#features/pricing/unavailable.ts';
import type { Paise } from '#lib/money.ts';
import type { Unpaid, UnpaidLimits } from '../orders/unpaid.ts';

/** @property price paise, each @property stock pieces on the shelf */
type StockedLine = { id: string; name: string; price: Paise; quantity: number; stock: number };

/** @property total limit of all unpaid orders of the account, paise; given if reducing one line is not enough */
export type OrderExcess = { items: LimitedLine[]; total?: Paise };

/** Pieces of a line that the account may order now. */
const allowedOf = (
  { id, quantity, stock }: StockedLine,
  { pieces, trusted }: Unpaid,
  limits: UnpaidLimits,
) => {
  const held = pieces.get(id) ?? 0;
  const share = Math.floor(((stock + held) * limits.stockPercent) / 100);
  const most = Math.max(limits.units, share) * (trusted ? 2 : 1);
  return Math.min(quantity, Math.max(0, most - held));
};

/**
 * Reduces one line so that the order fits: the most expensive one for which that is enough.
 * @param quantities of each line
 * @returns the new quantities, or undefined if reducing one line is not enough
 */
function reduceOneLine(
  lines: readonly StockedLine[],
  quantities: readonly number[],
  fits: (quantities: number[]) => boolean,
) {
  const totalOf = (n: number) => (lines[n]?.price ?? 0) * (quantities[n] ?? 0);
  const least = quantities.filter((quantity) => quantity > 0).length > 1 ? 0 : 1;
  const byTotal = [...lines.keys()].sort((a, b) => totalOf(b) - totalOf(a));
  const line = byTotal.find((n) => (quantities[n] ?? 0) > least && fits(quantities.with(n, least)));
  if (line === undefined) return undefined;
  let most = (quantities[line] ?? 0) - 1;
  while (!fits(quantities.with(line, most))) most -= 1;
  return quantities.with(line, most);
}

/**
 * @param totalOf the total of an order with these quantities, paise
 * @returns undefined if the account may hold the whole order
 */
export function unpaidExcess(
  limits: UnpaidLimits,
  unpaid: Unpaid,
  lines: readonly StockedLine[],
  totalOf: (quantities: readonly number[]) => Paise,
): OrderExcess | undefined {
  if (unpaid.lifted) return undefined;
  const total = limits.total * (unpaid.trusted ? 2 : 1);
  const fits = (quantities: readonly number[]) => unpaid.total + totalOf(quantities) <= total;
  const allowed = lines.map((line) => allowedOf(line, unpaid, limits));
  const fitting = fits(allowed) ? allowed : reduceOneLine(lines, allowed, fits);
  const possible = fitting ?? allowed;
  const items = lines.flatMap(({ id, name, quantity }, n) => {
    const most = possible[n] ?? 0;
    return most < quantity ? [{ _id: id, name, most }] : [];
  });
  if (!fitting) return { items, total };
  return items.length ? { items } : undefined;
}
