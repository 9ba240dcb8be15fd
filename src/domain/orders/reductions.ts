/**
 * What an order gives back: units cancelled before the parcel is handed over, and units or amounts given back after it. A
 * purchase is one thing over all its exchanges: the condition of its code is asked of everything that the shopper keeps.
 * Nothing is ever given back twice. Amounts are paise, with tax.
 */
import { spreadAmount } from 'gst/amount';
import type { ExchangedLine } from '#domain/returns/exchange.ts';
import type { Fault } from '#domain/returns/return.ts';
import type { Paise } from '#lib/money.ts';

/** `refunded`: the shopper keeps the goods. */
export type ReductionKind = 'cancelled' | 'returned' | 'refunded';

/** A line of the order. @property price each @property discount of the line */
type Line = { position: number; price: Paise; quantity: number; discount: Paise };

/** A stored reduction. @property position null for delivery @property quantity 0 when only an amount is given back */
export type Reduction = { position: number | null; quantity: number; amount: Paise };

/**
 * Units of a line that the shopper keeps.
 * @property price each @property amount what was paid for them and not given back
 * @property discount what the code takes off them, as far as it was not taken back
 */
export type KeptLine = { position: number; price: Paise; quantity: number; amount: Paise; discount: Paise };

/**
 * What is left of an order: units and value of each line, and of its delivery.
 * @property minimum smallest subtotal of the purchase's code; null without one
 * @property elsewhere what is kept of the other orders of its purchase
 */
export type Remainder = {
  lines: KeptLine[];
  delivery: Paise;
  minimum: Paise | null;
  elsewhere: readonly (KeptLine & { orderId: string })[];
};

/** Units of a line that go back. @property returned false: the shopper keeps them @property fault whose; the shopper's by default */
type WantedUnits = { position: number; quantity: number; returned?: boolean; fault?: Fault };

/**
 * What is to be given back: everything that is left, some units (with or without the delivery), or an amount.
 * @property amount more than 0
 */
export type Wanted =
  | { everything: true; fault?: Fault }
  | { lines: readonly WantedUnits[]; delivery?: boolean }
  | { amount: Paise };

/** A kept line that costs more, since the code's condition no longer holds. @property orderId undefined for the order itself */
export type Debit = { orderId?: string; position: number; amount: Paise };

/** What is sent instead of the units of a reduction. */
export type Exchanged = { position: number; line: ExchangedLine };

/**
 * @property reductions what is credited: the invoiced value of what goes back, in the order of the lines, the delivery last
 * @property debits what kept lines cost more
 * @property exchanged what the rest pays for; its discounts are less where the code no longer applies
 * @property amount what goes back: reductions less debits, in money and goods
 * @property minimum of the code from now on: what the shop could not deliver well never counts against the shopper
 */
export type GivenBack = {
  ok: true;
  reductions: Reduction[];
  debits: Debit[];
  exchanged: Exchanged[];
  amount: Paise;
  minimum: Paise | null;
};

export type ReductionResult =
  | GivenBack
  /** Nothing is asked for, or nothing is left. */
  | { ok: false; code: 'nothing' }
  /** More units than the line has left. */
  | { ok: false; code: 'too_many'; position: number; left: number }
  /** More than the order has left. */
  | { ok: false; code: 'too_much'; left: Paise };

export const sumOf = <T>(rows: readonly T[], of: (row: T) => number): number =>
  rows.reduce((sum, row) => sum + of(row), 0);

/** The sum of reductions, or of debits. */
export const amountOf = (rows: readonly { amount: Paise }[]): Paise => sumOf(rows, ({ amount }) => amount);

/** What is sent in exchange costs together. */
export const exchangedTotal = (exchanged: readonly Exchanged[]): Paise =>
  sumOf(exchanged, ({ line }) => line.total);

const priceOf = ({ price, quantity }: { price: Paise; quantity: number }): Paise => price * quantity;

/**
 * What is left of an order.
 * @param lines as they are now: cancelled units are no longer in them
 * @param reductions of the order; cancelled ones are ignored
 * @param minimum smallest subtotal of the purchase's code; null without one
 * @param debits by which lines of the order cost more than their invoice says
 */
export function remainderOf(
  delivery: Paise,
  lines: readonly Line[],
  reductions: readonly (Reduction & { kind: ReductionKind })[],
  minimum: Paise | null,
  debits: readonly Pick<Debit, 'position' | 'amount'>[] = [],
  elsewhere: Remainder['elsewhere'] = [],
): Remainder {
  const given = reductions.filter(({ kind }) => kind !== 'cancelled');
  const at = <T extends { position: number | null }>(rows: readonly T[], position: number | null) =>
    rows.filter((row) => row.position === position);
  return {
    lines: lines.map(({ position, price, quantity, discount }) => {
      const back = at(given, position);
      const left = quantity - sumOf(back, (one) => one.quantity);
      const amount =
        price * quantity -
        discount -
        sumOf(back, (one) => one.amount) +
        sumOf(at(debits, position), (one) => one.amount);
      // A price that was reduced for the shopper is not the code's.
      const isReduced = back.some((one) => one.kind === 'refunded' && !one.quantity);
      const share = isReduced ? Math.ceil((discount * left) / quantity) : price * left;
      return {
        position,
        price,
        quantity: left,
        amount,
        discount: left && Math.max(0, Math.min(share, price * left - amount)),
      };
    }),
    delivery: delivery - amountOf(at(given, null)),
    minimum,
    elsewhere,
  };
}

export const totalOf = ({
  lines,
  delivery,
}: Pick<Remainder, 'delivery'> & { lines: readonly { amount: Paise }[] }): Paise =>
  amountOf(lines) + delivery;

/** The value of some of the units that a line has left; that of the last ones is the whole rest. */
const valueOfUnits = (line: Remainder['lines'][number], quantity: number): Paise =>
  line.quantity === quantity
    ? line.amount
    : (spreadAmount(line.amount, [quantity, line.quantity - quantity])[0] ?? 0);

/**
 * The reductions that give back what is wanted.
 * @param exchange what the units of a reduction are exchanged for
 */
export function reduceOrder(
  left: Remainder,
  wanted: Wanted,
  exchange: (reduction: Reduction) => ExchangedLine | undefined = () => undefined,
): ReductionResult {
  if ('amount' in wanted) return reduceAmount(left, wanted.amount);
  const { lines, delivery }: { lines: readonly WantedUnits[]; delivery: boolean } =
    'everything' in wanted
      ? {
          lines: left.lines.map(({ position, quantity }) => ({
            position,
            quantity,
            ...(wanted.fault && { fault: wanted.fault }),
          })),
          delivery: true,
        }
      : { lines: wanted.lines, delivery: wanted.delivery ?? false };
  const units: Reduction[] = [];
  for (const { position, quantity } of lines) {
    const line = left.lines.find((one) => one.position === position);
    if (!line || quantity > line.quantity)
      return { ok: false, code: 'too_many', position, left: line?.quantity ?? 0 };
    const amount = 'everything' in wanted ? line.amount : quantity && valueOfUnits(line, quantity);
    if (quantity || amount) units.push({ position, quantity, amount });
  }
  const exchanged = units.flatMap((one) => {
    const line = one.quantity && one.position !== null ? exchange(one) : undefined;
    return line && one.position !== null ? [{ position: one.position, line }] : [];
  });
  const { reductions, ...rest } = withCondition(left, lines, units, exchanged);
  if (delivery && left.delivery) reductions.push({ position: null, quantity: 0, amount: left.delivery });
  return resultOf({ reductions, ...rest });
}

/** What of a line stays when some of its units go. */
function restOf(line: KeptLine, gone: Reduction | undefined): KeptLine {
  if (!gone) return line;
  const quantity = line.quantity - gone.quantity;
  const amount = line.amount - gone.amount;
  const isReduced = line.discount < line.price * line.quantity - line.amount;
  const share = isReduced ? Math.ceil((line.discount * quantity) / line.quantity) : line.price * quantity;
  return {
    ...line,
    quantity,
    amount,
    discount: Math.max(0, Math.min(share, line.price * quantity - amount)),
  };
}

/**
 * The condition of the code holds for what is kept of the whole purchase, with what is sent in exchange. Where that is too
 * little for it, what is kept costs its price without the code, as far as what comes back reaches. What the shop is at
 * fault for, and what the shopper keeps, is not judged, and counts as if it were kept.
 */
function withCondition(
  left: Remainder,
  lines: readonly WantedUnits[],
  units: readonly Reduction[],
  exchanged: readonly Exchanged[],
): Omit<GivenBack, 'ok' | 'amount'> {
  const reductions = [...units];
  const unitsAt = (at: number) => units.find(({ position }) => position === at);
  const exchangedAt = (at: number) => exchanged.find(({ position }) => position === at)?.line;
  const kept = left.lines
    .map((line) => restOf(line, unitsAt(line.position)))
    .filter(({ quantity }) => quantity > 0);
  const sums = [...kept, ...left.elsewhere, ...exchanged.map(({ line }) => line)];
  const rest = sumOf(sums, priceOf);
  // What an earlier return did not give back, before kept lines were debited: it is in lines without units.
  const withheld = left.lines.filter((line) => !line.quantity && line.amount > 0 && !unitsAt(line.position));
  if (!rest && units.length)
    reductions.push(...withheld.map(({ position, amount }) => ({ position, quantity: 0, amount })));
  const priceAt = ({ position, quantity }: WantedUnits) =>
    (left.lines.find((line) => line.position === position)?.price ?? 0) * quantity;
  const isJudged = ({ returned = true, fault }: WantedUnits) => returned && fault !== 'shop';
  const unjudged = lines.filter((one) => !isJudged(one));
  const excused = sumOf(unjudged, (one) => {
    const line = exchangedAt(one.position);
    return priceAt(one) - (line ? priceOf(line) : 0);
  });
  const minimum = left.minimum === null ? null : Math.max(0, left.minimum - Math.max(0, excused));
  const same = { reductions, debits: [], exchanged: [...exchanged], minimum };
  if (minimum === null || rest >= minimum) return same;
  const reach = sumOf(
    lines.filter(isJudged),
    ({ position }) => (unitsAt(position)?.amount ?? 0) - (exchangedAt(position)?.total ?? 0),
  );
  const discounts = sums.map(({ discount }) => Math.max(0, discount));
  const lost = sumOf(discounts, (one) => one) - (rest ? amountOf(withheld) : 0);
  const shares = spreadAmount(Math.max(0, Math.min(reach, lost)), discounts);
  const own: Debit[] = kept.map(({ position }, n) => ({ position, amount: shares[n] ?? 0 }));
  const others: Debit[] = left.elsewhere.map(({ orderId, position }, n) => ({
    orderId,
    position,
    amount: shares[kept.length + n] ?? 0,
  }));
  const first = kept.length + left.elsewhere.length;
  return {
    reductions,
    debits: [...own, ...others].filter(({ amount }) => amount > 0),
    exchanged: exchanged.map(({ position, line }, n) => {
      const more = shares[first + n] ?? 0;
      return { position, line: { ...line, discount: line.discount - more, total: line.total + more } };
    }),
    minimum,
  };
}

/** An amount is spread over what is left, by value. */
function reduceAmount(left: Remainder, amount: Paise): ReductionResult {
  const most = totalOf(left);
  if (amount > most) return { ok: false, code: 'too_much', left: most };
  const rows = [
    ...left.lines.map((line) => ({ position: line.position, amount: line.amount })),
    { position: null, amount: left.delivery },
  ];
  const shares = spreadAmount(
    amount,
    rows.map((row) => row.amount),
  );
  const reductions = rows.flatMap(({ position }, n) => {
    const share = shares[n] ?? 0;
    return share ? [{ position, quantity: 0, amount: share }] : [];
  });
  return resultOf({ reductions, debits: [], exchanged: [], minimum: left.minimum });
}

const resultOf = (given: Omit<GivenBack, 'ok' | 'amount'>): ReductionResult =>
  given.reductions.length
    ? {
        ok: true,
        ...given,
        amount: sumOf(given.reductions, (one) => one.amount) - sumOf(given.debits, (one) => one.amount),
      }
    : { ok: false, code: 'nothing' };
