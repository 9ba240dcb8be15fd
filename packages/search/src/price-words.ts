/** Amounts in a search: "under 500", "500 se kam", "300-600", "₹500". */
import { isKind, type Reading } from './reading.ts';
import type { KnownKind } from './search-file.ts';
import type { Token } from './tokens.ts';

/** Rupees; smaller numbers without a currency are strengths, sizes and years: "spf 50 wali", "under 30". */
const leastPrice = 100;

/** A barcode is no amount. */
const barcode = /^\d{8,}$/;

type Price = { least: number; most: number; taken: number };

/** @returns limits in paise, and how many readings they take; undefined where no amount begins */
export function readPrice(all: readonly Reading[], at: number, tokens: readonly Token[]): Price | undefined {
  let n = at;
  let currency = false;
  const tokenAt = (position: number): Token | undefined => tokens[all[position]?.start ?? -1];
  const skip = (...kinds: KnownKind[]): boolean => {
    const from = n;
    while (isKind(all[n], ...kinds)) n += 1;
    return n > from;
  };
  const amount = (): number | undefined => {
    if (skip('currency')) currency = true;
    const { number: value, text = '' } = tokenAt(n) ?? {};
    if (value === undefined || barcode.test(text)) return undefined;
    n += 1;
    if (skip('currency')) currency = true;
    return value;
  };
  const price = (least: number, most: number): Price => ({
    least: Math.round(Math.min(least, most) * 100),
    most: Math.round(Math.max(least, most) * 100),
    taken: n - at,
  });
  // "budget 500"
  const under = skip('under', 'cheap');
  const above = !under && skip('above');
  const between = !under && !above && skip('between');
  const first = amount();
  if (first === undefined || (!currency && first < leastPrice)) return undefined;
  if (above) return price(first, Number.POSITIVE_INFINITY);
  if (under) {
    skip('underAfter');
    return price(0, first);
  }
  const afterFirst = n;
  if (skip('between') || (/^[-–—&]$/.test(tokenAt(n)?.text ?? '') && ++n)) {
    const second = amount();
    if (second !== undefined && (between || currency || Math.min(first, second) >= leastPrice)) {
      skip('underAfter', 'between');
      return price(first, second);
    }
    n = afterFirst;
  }
  const limit = (kind: KnownKind): boolean => skip(kind) && (skip('filler', kind) || true);
  if (limit('underAfter')) return price(0, first);
  if (limit('aboveAfter')) return price(first, Number.POSITIVE_INFINITY);
  // A number alone, which no product has on its label, is the most that somebody wants to pay.
  return currency || !all[at]?.entry ? price(0, first) : undefined;
}
