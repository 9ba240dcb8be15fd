/**
 * Amounts in the texts of products: `{{price}}` is replaced by the price of the product, `{{saving}}` by what a kit
 * costs less than its parts, so that no text keeps an old price.
 */
import type { Facts } from '#lib/fill-in.ts';
import { formatPrice, type Paise } from '#lib/money.ts';

/** What a product costs. Amounts are paise. @property originalPrice its MRP, if it has one */
export type Priced = {
  price: Paise;
  originalPrice?: Paise | undefined;
  parts?: readonly string[] | undefined;
};

/**
 * The names that the texts of a product may use, with their amounts: of the product itself, of a kit's parts together, and
 * of every other product. An MRP and a saving have a name only where there is one.
 */
export function amountsFor(id: string, products: ReadonlyMap<string, Priced>): Facts {
  const own = products.get(id);
  if (!own) return {};
  const parts = (own.parts ?? []).flatMap((part) => products.get(part) ?? []);
  const sum = (of: 'price' | 'originalPrice') =>
    parts.reduce((total, part) => total + (part[of] ?? part.price), 0);
  const saved = { saving: sum('price') - own.price, 'saving.mrp': sum('originalPrice') - own.price };
  const amounts: Record<string, Paise> = {
    price: own.price,
    ...(own.originalPrice !== undefined && { mrp: own.originalPrice }),
    ...(parts.length && { 'parts.price': sum('price'), 'parts.mrp': sum('originalPrice') }),
    ...Object.fromEntries(Object.entries(saved).filter(([, amount]) => amount > 0)),
  };
  for (const [other, { price, originalPrice }] of products) {
    amounts[`price.${other}`] = price;
    if (originalPrice !== undefined) amounts[`mrp.${other}`] = originalPrice;
  }
  return Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, formatPrice(amount)]));
}
