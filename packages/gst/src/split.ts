/**
 * How GST is taken out of prices that contain it (CGST Rules 2017, rule 35). All amounts are whole paise, and every split
 * adds up exactly: the tax is calculated from the gross amount, and the taxable value is what remains. (Rounding the taxable
 * value first is a paisa off for half of all prices.)
 */
import { type Paise, spreadAmount } from './amount.ts';

/** Whether the place of supply is in the supplier's state (IGST Act 2017, sections 7 and 8). */
export type Supply = 'intra' | 'inter';

/** `sgst` is UTGST in a union territory without a legislature. `taxable + cgst + sgst + igst` is the gross amount. */
export type Tax = { taxable: Paise; cgst: Paise; sgst: Paise; igst: Paise };

export const noTax: Tax = { taxable: 0, cgst: 0, sgst: 0, igst: 0 };
export const addTax = (a: Tax, b: Tax): Tax => ({
  taxable: a.taxable + b.taxable,
  cgst: a.cgst + b.cgst,
  sgst: a.sgst + b.sgst,
  igst: a.igst + b.igst,
});
export const grossOf = ({ taxable, cgst, sgst, igst }: Tax): Paise => taxable + cgst + sgst + igst;

/** `numerator / denominator`, rounded half up; exact, since products of amounts may exceed a double. */
const divide = (numerator: bigint, denominator: bigint): number =>
  Number((2n * numerator + denominator) / (2n * denominator));

/**
 * The tax in a gross amount.
 * @param gross paise, not negative
 * @param rate hundredths of a per cent, the whole rate: 1800 for 18%
 */
export function splitGross(gross: Paise, rate: number, supply: Supply): Tax {
  const [amount, base] = [BigInt(gross) * BigInt(rate), 10_000n + BigInt(rate)];
  if (supply === 'inter') {
    const igst = divide(amount, base);
    return { taxable: gross - igst, cgst: 0, sgst: 0, igst };
  }
  const half = divide(amount, 2n * base);
  return { taxable: gross - 2 * half, cgst: half, sgst: half, igst: 0 };
}

/** The tax in a split amount, of all kinds. */
export const taxOf = ({ cgst, sgst, igst }: Omit<Tax, 'taxable'>): Paise => cgst + sgst + igst;

/** A line of an order. @property price paise, each @property discount paise, of the line @property rate as above */
export type TaxedLine = { price: Paise; quantity: number; discount: Paise; rate: number };

const grossOfLine = ({ price, quantity, discount }: TaxedLine): Paise => price * quantity - discount;

/**
 * The tax of an order, line by line, and of its delivery. Delivery takes the rates of the goods (CGST Act 2017, section 8):
 * with several rates it is spread over them by value.
 * @param delivery paise
 * @returns `delivery` has one row for each rate, the lowest first; none when delivery is free
 */
export function taxOrder(
  lines: readonly TaxedLine[],
  delivery: Paise,
  supply: Supply,
): { lines: Tax[]; delivery: { rate: number; tax: Tax }[]; total: Tax } {
  const rows = lines.map((line) => splitGross(grossOfLine(line), line.rate, supply));
  const byRate = new Map<number, Paise>();
  for (const line of lines.toSorted((a, b) => a.rate - b.rate))
    byRate.set(line.rate, (byRate.get(line.rate) ?? 0) + grossOfLine(line));
  const rates = [...byRate.keys()];
  const values = [...byRate.values()];
  // A discount may take away the whole value: then the rates share the delivery equally.
  const shares = spreadAmount(delivery, values.some(Boolean) ? values : values.map(() => 1));
  const fees = rates.flatMap((rate, n) => {
    const share = shares[n] ?? 0;
    return share ? { rate, tax: splitGross(share, rate, supply) } : [];
  });
  return {
    lines: rows,
    delivery: fees,
    total: [...rows, ...fees.map(({ tax }) => tax)].reduce(addTax, noTax),
  };
}

/** The GST within a total. @property exact whether it is known to the paisa: it depends on where the goods go */
export type IncludedTax = { amount: Paise; exact: boolean };

/**
 * The GST within the total of an order, as its invoice states it.
 * @param delivery paise @param supply undefined while the place of supply is not known
 */
export function includedTax(
  lines: readonly TaxedLine[],
  delivery: Paise,
  supply: Supply | undefined,
): IncludedTax {
  const within = (as: Supply) => taxOf(taxOrder(lines, delivery, as).total);
  const amount = within(supply ?? 'inter');
  return { amount, exact: supply !== undefined || amount === within('intra') };
}
