/** The unit sale price that Legal Metrology (rule 6(11) for packaged commodities) wants beside a price. */
import type { Paise } from '#lib/money.ts';

const units: Record<string, { unit: 'ml' | 'g'; large: 'l' | 'kg'; factor: number }> = {
  ml: { unit: 'ml', large: 'l', factor: 1 },
  l: { unit: 'ml', large: 'l', factor: 1_000 },
  g: { unit: 'g', large: 'kg', factor: 1 },
  kg: { unit: 'g', large: 'kg', factor: 1_000 },
};

/** @property price rounded to whole paise, which are the two decimals */
export type UnitPrice = { price: Paise; unit: 'ml' | 'g' | 'l' | 'kg' };

/**
 * The price of a millilitre or a gram; above 1,000 of them, that of a litre or a kilogram.
 * @param netQuantity as the label says it: `30 ml`
 * @returns undefined where the label has no single quantity, as on a kit: `150 ml + 30 ml`
 */
export function unitPrice(price: Paise, netQuantity: string): UnitPrice | undefined {
  const [, amount, name = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]+)$/i.exec(netQuantity.trim()) ?? [];
  const known = units[name.toLowerCase()];
  const quantity = Number(amount) * (known?.factor ?? 0);
  if (!known || !quantity) return undefined;
  return quantity > 1_000
    ? { price: Math.round((price * 1_000) / quantity), unit: known.large }
    : { price: Math.round(price / quantity), unit: known.unit };
}
