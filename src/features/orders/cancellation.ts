/** Cancelling a part of an order before its parcel is handed over (docs/behaviour.md 8.3). Amounts are paise. */
import type { Paise } from '#lib/money.ts';
import type { CancelledUnits } from './order.ts';
import { reduce, remainderOf } from './reductions.ts';

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

/** @property subtotal, discount, amount by how much the order's sums fall */
export type PartCancellation = {
  lines: CancelledLine[];
  subtotal: Paise;
  discount: Paise;
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
 * What is cancelled so that the order keeps what is wanted. Lines that are not named stay. The discount of a line falls by
 * the share of its cancelled units.
 * @param stored the lines of the order
 * @param cancelled earlier
 */
export function cancelUnits(
  stored: readonly Line[],
  cancelled: readonly CancelledUnits[],
  wanted: readonly KeptUnits[],
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
  const left = remainderOf(0, stored, []);
  const result = reduce(left, {
    lines: stored.map(({ position }) => ({ position, quantity: quantities.get(position) ?? 0 })),
  });
  // The quantities were checked, so nothing else can be wrong.
  if (!result.ok) return { ok: true, outcome: 'nothing' };
  return { ok: true, outcome: 'part', cancellation: cancellationOf(stored, result) };
}

function cancellationOf(
  stored: readonly Line[],
  {
    reductions,
    amount,
  }: { reductions: { position: number | null; quantity: number; amount: Paise }[]; amount: Paise },
): PartCancellation {
  const sums = { subtotal: 0, discount: 0 };
  const lines = stored.flatMap((line): CancelledLine[] => {
    const taken = reductions.find(({ position }) => position === line.position);
    if (!taken) return [];
    const { position, productId, name, price, quantity } = line;
    const discount = price * taken.quantity - taken.amount;
    sums.subtotal += price * taken.quantity;
    sums.discount += discount;
    return [
      {
        ...{ position, productId, name, quantity: taken.quantity, amount: taken.amount },
        ...{ left: quantity - taken.quantity, discount: line.discount - discount },
      },
    ];
  });
  return { lines, ...sums, amount };
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
