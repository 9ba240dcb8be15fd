/** Sales with dates that an export has: they become sales of the shop (`content/sales.yaml`). */
import type { ImportedSale, ImportedVariant } from 'shop-import/product';
import type { Sale, Scope } from '#domain/pricing/sale.ts';
import { timeIn } from '#domain/pricing/sale-content.ts';
import { withSales } from '#domain/pricing/sales-file.ts';
import { dayOf } from '#lib/dates.ts';
import { formatPrice, type Paise, toPaise, toRupees } from '#lib/money.ts';

/** A sale as `content/sales.yaml` has it, of one price. @property price rupees @property products ids */
export type PlannedSale = { name: string; from: string; until: string; price: number; products: string[] };

/** The name that shoppers read: exports have none. */
const saleName = 'Sale';
/** The last day of a sale that has no end. */
const noEnd = '2099-12-31';

/** A variant whose sale is still to come or lasts. @property ended what is said of one that is over */
export type SettledVariant = ImportedVariant & { ended?: string };

/**
 * What a sale means today: one without an end that has begun is the price; one that is over ends; any other stays.
 * @param now UTC ms
 */
export function settleSale({ sale, ...variant }: ImportedVariant, now: number): SettledVariant {
  if (!sale) return variant;
  const { price, from, until } = sale;
  if (until && (timeIn(until, true) ?? 0) <= now)
    return { ...variant, ended: `The price of ${formatPrice(price)} ended on ${until}.` };
  const hasBegun = !from || (timeIn(from, false) ?? 0) <= now;
  if (hasBegun && !until)
    return { ...variant, price, originalPrice: Math.max(variant.originalPrice ?? 0, variant.price) };
  return { ...variant, sale };
}

const keyOf = ({ price, from = '', until = '' }: ImportedSale): string => [price, from, until].join('|');

/** The sales of a product by the ids of what is sold. @param now UTC ms */
export function salesOfProduct(
  id: string,
  variants: readonly (readonly [sellable: string, variant: ImportedVariant])[],
  now: number,
): PlannedSale[] {
  const all = variants.flatMap(([sellable, { sale }]) => (sale ? [{ sellable, sale }] : []));
  const [first] = all;
  // The id of the product names all its sizes and shades.
  const isOne =
    first && all.length === variants.length && new Set(all.map(({ sale }) => keyOf(sale))).size === 1;
  return (isOne ? [{ ...first, sellable: id }] : all).map(({ sellable, sale }) => ({
    name: saleName,
    from: sale.from ?? dayOf(now),
    until: sale.until ?? noEnd,
    price: toRupees(sale.price as Paise),
    products: [sellable],
  }));
}

/** Sales with the same price and dates as one, in their order. */
function joinSales(sales: readonly PlannedSale[]): PlannedSale[] {
  const joined = new Map<string, PlannedSale>();
  for (const sale of sales) {
    const key = [sale.from, sale.until, sale.price].join('|');
    const before = joined.get(key);
    joined.set(key, before ? { ...before, products: [...before.products, ...sale.products] } : sale);
  }
  return [...joined.values()];
}

/** The texts of a product in the record (record.ts), with its sales. */
export const keptWith = ({
  kept,
  sales,
}: {
  kept: Record<string, string>;
  sales: readonly PlannedSale[];
}) => ({ ...kept, ...(sales.length && { Sales: JSON.stringify(sales) }) });

/** The sales that {@link keptWith} has kept. */
export const keptSales = (kept: Record<string, string> | undefined): PlannedSale[] =>
  JSON.parse(kept?.Sales ?? '[]') as PlannedSale[];

/** Whether a sale of the shop has the price and the dates of one of an export. */
const isSame = (sale: Sale & Scope, { price, from, until }: PlannedSale): boolean =>
  'price' in sale &&
  sale.price === toPaise(price) &&
  sale.from === timeIn(from, false) &&
  sale.until === timeIn(until, true);

const productsIn = (sales: readonly PlannedSale[]): string[] => sales.flatMap(({ products }) => products);

/**
 * `content/sales.yaml` with the sales of an import, without its products in those that an earlier import has written.
 * @param text of the file @param sales of products whose sales have changed @param former their sales at the last import
 * @throws ZodError for a file that the shop cannot read
 */
export function withImportedSales(
  text: string,
  sales: readonly PlannedSale[],
  former: readonly PlannedSale[],
): string {
  if (!sales.length && !former.length) return text;
  const planned = joinSales(sales);
  return withSales(text, (present) => {
    const joined = new Set<PlannedSale>();
    const left = present.flatMap((sale, kept) => {
      const theirs = productsIn(former.filter((one) => isSame(sale, one)));
      const gone = sale.products.filter((id) => theirs.includes(id));
      const more = planned.filter((one) => !joined.has(one) && isSame(sale, one));
      if (!gone.length && !more.length) return [{ kept }];
      for (const one of more) joined.add(one);
      const products = new Set([...sale.products.filter((id) => !gone.includes(id)), ...productsIn(more)]);
      const isEmpty = !products.size && !sale.categories.length && !sale.brands.length;
      return isEmpty ? [] : [{ kept, products: [...products] }];
    });
    return [...left, ...planned.filter((one) => !joined.has(one))];
  });
}
