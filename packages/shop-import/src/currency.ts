/** Prices in another currency become rupees only by a rate that the owner has named. */
import { moneyText } from './money.ts';
import type { ImportedProduct, ImportedVariant } from './product.ts';
import { amountText, type Paise } from './rupees.ts';

/** In whole rupees. */
const inRupees = (amount: number, rate: number): Paise =>
  Math.max(1, Math.round((amount * rate) / 100)) * 100;

function convert({ currency: _, ...variant }: ImportedVariant, rate: number): ImportedVariant {
  const { price, originalPrice, sale } = variant;
  return {
    ...variant,
    price: inRupees(price, rate),
    ...(originalPrice !== undefined && { originalPrice: inRupees(originalPrice, rate) }),
    ...(sale && { sale: { ...sale, price: inRupees(sale.price, rate) } }),
  };
}

/**
 * Prices in rupees.
 * @param rate rupees for one of the other currency; without one, a product with such prices is refused
 * @returns the currencies that need a rate
 */
export function toRupeePrices(product: ImportedProduct, rate: number | undefined): string[] {
  const foreign = product.variants.filter(({ currency }) => currency !== undefined);
  const [first] = foreign;
  if (!first?.currency) return [];
  const codes = [...new Set(foreign.map(({ currency = '' }) => currency))];
  const report = (severity: 'refused' | 'guessed', message: string) =>
    void product.findings.push({ severity, row: first.row, message });
  if (codes.length > 1 || foreign.length < product.variants.length)
    report('refused', `Its prices are in several currencies: ${codes.join(', ')}.`);
  else if (rate === undefined)
    report(
      'refused',
      `Its price is ${moneyText(first.price, first.currency)}, and no rate for rupees is given.`,
    );
  else {
    product.variants = product.variants.map((one) => convert(one, rate));
    const { price = 0 } = product.variants[0] ?? {};
    report(
      'guessed',
      `${moneyText(first.price, first.currency)} becomes ${amountText(price)}, at ${rate} rupees.`,
    );
  }
  return codes;
}
