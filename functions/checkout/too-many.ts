/** Which lines of an order are more than its account may hold unpaid (unpaid.ts), and how many of each it may order. */
import type { Paise } from '#lib/money.ts';
import type { Unpaid, UnpaidLimits } from '../orders/unpaid.ts';

/** @property price paise, each @property stock pieces on the shelf */
type Line = { id: string; name: string; price: Paise; quantity: number; stock: number };

/** @property most pieces that may be ordered now, 0 when none */
type Excess = { _id: string; name: string; most: number };

/** @property total what all unpaid orders of the account may come to, paise, where that is in the way still */
export type TooMuch = { items: Excess[]; total?: Paise };

/** Pieces of a product that the account may order now. */
const mostOf = ({ id, quantity, stock }: Line, { pieces, trusted }: Unpaid, limits: UnpaidLimits) => {
  const held = pieces.get(id) ?? 0;
  const share = Math.floor(((stock + held) * limits.stockPercent) / 100);
  const most = Math.max(limits.units, share) * (trusted ? 2 : 1);
  return Math.min(quantity, Math.max(0, most - held));
};

/**
 * Fewer of one line, so that the order fits: of the line that costs most, if that is enough.
 * @param wanted pieces of each line
 * @returns undefined when no single line can be made small enough
 */
function reduced(lines: readonly Line[], wanted: readonly number[], fits: (wanted: number[]) => boolean) {
  const worth = (n: number) => (lines[n]?.price ?? 0) * (wanted[n] ?? 0);
  const least = wanted.filter((quantity) => quantity > 0).length > 1 ? 0 : 1;
  const byWorth = [...lines.keys()].sort((a, b) => worth(b) - worth(a));
  const line = byWorth.find((n) => (wanted[n] ?? 0) > least && fits(wanted.with(n, least)));
  if (line === undefined) return undefined;
  let most = (wanted[line] ?? 0) - 1;
  while (!fits(wanted.with(line, most))) most -= 1;
  return wanted.with(line, most);
}

/**
 * @param totalOf what an order of so many pieces of each line costs, paise
 * @returns undefined when the account may hold all of it
 */
export function tooManyAtOnce(
  limits: UnpaidLimits,
  unpaid: Unpaid,
  lines: readonly Line[],
  totalOf: (wanted: readonly number[]) => Paise,
): TooMuch | undefined {
  if (unpaid.lifted) return undefined;
  const total = limits.total * (unpaid.trusted ? 2 : 1);
  const fits = (wanted: readonly number[]) => unpaid.total + totalOf(wanted) <= total;
  const allowed = lines.map((line) => mostOf(line, unpaid, limits));
  const fitting = fits(allowed) ? allowed : reduced(lines, allowed, fits);
  const possible = fitting ?? allowed;
  const items = lines.flatMap(({ id, name, quantity }, n) => {
    const most = possible[n] ?? 0;
    return most < quantity ? [{ _id: id, name, most }] : [];
  });
  if (!fitting) return { items, total };
  return items.length ? { items } : undefined;
}
