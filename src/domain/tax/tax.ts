/** GST of the shop's goods (`content/tax.yaml`): the rates of a day, and the rate of a supply. */
import { dayOf } from '#lib/dates.ts';
import type { ShopTax, TaxContent } from './tax-content.ts';

/**
 * The rates of a day, by HSN, in hundredths of a per cent: 1800 is 18%. A code without a rate on that day is absent.
 * @param at UTC ms
 */
export function ratesAt({ goods }: Pick<TaxContent, 'goods'>, at: number): Record<string, number> {
  const today = dayOf(at);
  return Object.fromEntries(
    goods.flatMap(({ hsn, rates }) => {
      const current = rates.findLast(({ from }) => from.toISOString().slice(0, 10) <= today);
      return current ? [[hsn, Math.round(current.percent * 100)]] : [];
    }),
  );
}

/**
 * A line of an order, as far as the tax needs it; null: not known.
 * @property rate of the day of the order, hundredths of a per cent @property category of the product
 */
export type UntaxedLine = { hsn: string | null; unit: string | null; rate: number | null; category: string };

/** @property rate hundredths of a per cent */
export type SuppliedAs = { hsn: string; unit: string; rate: number };

/** Code and unit of goods that have none of their own: those of their category, else those of the shop. */
export const usualGoods = (
  { categories, ...usual }: ShopTax['defaults'],
  category: string | null | undefined,
) => categories.find((one) => one.category === category) ?? usual;

/**
 * Code, unit and rate of what is supplied now: never undefined, so that every parcel gets an invoice. What the line does not
 * have comes from `defaults` of its category.
 *
 * The rate is that of the invoice's date, not of the order's. CGST Act 2017, section 14, asks on which side of a change lie
 * supply, invoice and payment; two of the three decide. The shop writes the invoice when it hands the goods over, so
 * supply and invoice lie on one side, and decide whenever the buyer paid: handed over before the change at the old rate
 * (14(a)(ii) where cash is paid after it), handed over after it at the new rate, also what was paid online before
 * (14(b)(iii)). 14(a)(i) and (iii), 14(b)(i) and (ii) need an invoice on the other side than the goods. Prices contain the
 * tax: the gross amount stays. Where the content has no rate for the code any more, that of the order's day counts, then
 * that of `defaults`.
 * @param at when the goods are handed over and invoiced, UTC ms
 */
export function suppliedAs(
  content: Pick<ShopTax, 'defaults' | 'goods'>,
  line: UntaxedLine,
  at: number,
): SuppliedAs {
  const { defaults, goods } = content;
  const usual = usualGoods(defaults, line.category);
  const rates = ratesAt(content, at);
  const hsn = line.hsn ?? usual.hsn;
  const unit = line.unit ?? usual.unit;
  const rate = rates[hsn] ?? line.rate ?? undefined;
  if (rate !== undefined) return { hsn, unit, rate };
  // A day before the first rate: the first one counts.
  const [first] = goods.find((row) => row.hsn === usual.hsn)?.rates ?? [];
  return { hsn: usual.hsn, unit, rate: rates[usual.hsn] ?? Math.round((first?.percent ?? 0) * 100) };
}
