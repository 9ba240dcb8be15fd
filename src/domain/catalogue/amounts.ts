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

const format = (amounts: Readonly<Record<string, Paise>>): Record<string, string> =>
  Object.fromEntries(Object.entries(amounts).map(([name, amount]) => [name, formatPrice(amount)]));

const known = new WeakMap<ReadonlyMap<string, Priced>, Facts>();

/** The amounts of all products, by `price.ID` and `mrp.ID`: made once for a catalogue, since each product needs them. */
function amountsOfAll(products: ReadonlyMap<string, Priced>): Facts {
  const amounts =
    known.get(products) ??
    format(
      Object.fromEntries(
        [...products].flatMap(([id, { price, originalPrice }]) => [
          [`price.${id}`, price],
          ...(originalPrice === undefined ? [] : [[`mrp.${id}`, originalPrice]]),
        ]),
      ),
    );
  known.set(products, amounts);
  return amounts;
}

/**
 * The names that the texts of a product may use, with their amounts: of the product itself, of a kit's parts together, and
 * (not as keys of its own) of every product. An MRP and a saving have a name only where there is one.
 * @param products do not change any more
 */
export function amountsFor(id: string, products: ReadonlyMap<string, Priced>): Facts {
  const own = products.get(id);
  if (!own) return {};
  const parts = (own.parts ?? []).flatMap((part) => products.get(part) ?? []);
  const sum = (of: 'price' | 'originalPrice') =>
    parts.reduce((total, part) => total + (part[of] ?? part.price), 0);
  const saved = { saving: sum('price') - own.price, 'saving.mrp': sum('originalPrice') - own.price };
  const amounts = format({
    price: own.price,
    ...(own.originalPrice !== undefined && { mrp: own.originalPrice }),
    ...(parts.length && { 'parts.price': sum('price'), 'parts.mrp': sum('originalPrice') }),
    ...Object.fromEntries(Object.entries(saved).filter(([, amount]) => amount > 0)),
  });
  return Object.assign(Object.create(amountsOfAll(products)), amounts);
}
