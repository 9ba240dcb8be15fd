/** The unit sale price that Legal Metrology (rule 6(11) for packaged commodities) wants beside a price. */
import { formatPrice, type Paise } from '#lib/money.ts';
import { readNetQuantity } from '#lib/net-quantity.ts';

const largeUnits = { ml: 'l', g: 'kg' } as const;

/** @property price rounded to whole paise, which are the two decimals */
export type UnitPrice = { price: Paise; unit: 'ml' | 'g' | 'l' | 'kg' };

/**
 * The price of a millilitre or a gram; above 1,000 of them, that of a litre or a kilogram.
 * @param netQuantity as the label says it: `30 ml`
 * @returns undefined where the label has no single quantity, as on a kit: `150 ml + 30 ml`
 */
export function unitPrice(price: Paise, netQuantity: string): UnitPrice | undefined {
  const quantity = readNetQuantity(netQuantity);
  if (!quantity) return undefined;
  const { amount, unit } = quantity;
  return amount > 1_000
    ? { price: Math.round((price * 1_000) / amount), unit: largeUnits[unit] }
    : { price: Math.round(price / amount), unit };
}

/**
 * The same as the label has it: `₹19.97 per ml (at the MRP ₹23.30 per ml)`. Amounts are paise.
 * @returns empty where nothing is known of the quantity
 */
export function unitPriceText(price: Paise, mrp: Paise | undefined, netQuantity: string): string {
  const textOf = (paise: Paise): string | undefined => {
    const each = unitPrice(paise, netQuantity);
    return each && `${formatPrice(each.price)} per ${each.unit}`;
  };
  const text = textOf(price);
  // A kit: `150 ml + 30 ml`.
  if (!text) return netQuantity.includes('+') ? 'None: several items are sold as one' : '';
  return mrp !== undefined && price < mrp ? `${text} (at the MRP ${textOf(mrp)})` : text;
}
