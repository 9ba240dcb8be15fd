/**
 * The prices of products that may change after the build. The build writes what products with sales cost without them, and
 * their sales (`/api/product/sales.json`). The Worker adds the products that the desk has changed since, and says what all of
 * them cost now, to browsers too, whose clocks may be wrong.
 */
import { type CardProduct, cheapestOf } from '#domain/catalogue/product.ts';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import { sellablesOf } from '#domain/catalogue/sellable.ts';
import { type Paise, toRupees } from '#lib/money.ts';
import { type Sale, type Scope, salesOf, shownPrice, unchangedTime } from './sale.ts';

/** What is sold, its price without a sale and MRP in paise, and the positions of its sales. */
type Row = [id: string, price: Paise, originalPrice: Paise, sales: number[]];

/** @property products those with sales, by id: all that is sold of each */
export type SaleFile = { sales: Sale[]; products: Record<string, Row[]> };

/**
 * @param catalogue products with their prices without a sale
 * @param sales those that are over at `at` (UTC ms) are left out
 */
export function makeSaleFile(
  catalogue: readonly (readonly [id: string, product: ProductContent])[],
  sales: readonly (Sale & Scope)[],
  at: number,
): SaleFile {
  const coming = sales.filter(({ until }) => until > at);
  const rowsOf = (id: string, product: ProductContent): Row[] =>
    sellablesOf(id, product).map(([one, sellable]) => [
      one,
      sellable.price,
      sellable.originalPrice ?? sellable.price,
      coming.flatMap((sale, n) => (salesOf(one, sellable, [sale]).length ? n : [])),
    ]);
  return {
    sales: coming.map(({ everything: _, products: _p, categories: _c, brands: _b, ...sale }) => sale as Sale),
    products: Object.fromEntries(
      catalogue
        .map(([id, product]) => [id, rowsOf(id, product)] as const)
        .filter(([, rows]) => rows.some(([, , , own]) => own.length)),
    ),
  };
}

/** What is sold of a product that the desk has changed. @property group the product of which it is a size or shade */
export type ChangedRow = {
  id: string;
  group: string | null;
  price: Paise;
  originalPrice: Paise;
  sales: readonly Sale[];
};

/** The products of a build with those that have been changed since. @param rows all that is sold of each of them */
export function withChanged({ sales, products }: SaleFile, rows: readonly ChangedRow[]): SaleFile {
  const all = [...sales];
  const changed = Map.groupBy(rows, ({ id, group }) => group ?? id);
  const rowsOf = (sold: readonly ChangedRow[]): Row[] =>
    sold.map(({ id, price, originalPrice, sales: own }) => [
      id,
      price,
      originalPrice,
      own.map((sale) => all.push(sale) - 1),
    ]);
  return {
    products: { ...products, ...Object.fromEntries([...changed].map(([id, sold]) => [id, rowsOf(sold)])) },
    sales: all,
  };
}

/** What a card says of a price, in paise. @property amounts whole rupees: the prices of all sizes and shades, by their ids */
type SalePrice = Pick<CardProduct, 'price' | 'originalPrice' | 'varies' | 'cheapest' | 'onSale'> & {
  amounts: Record<string, number>;
};

/** By the ids of products. */
export type SalePrices = Record<string, SalePrice>;

function priceOf(rows: readonly Row[], sales: readonly Sale[], now: number): SalePrice {
  const shown = rows.map(([id, price, originalPrice, own]) => {
    const listed = { price, originalPrice, sales: own.flatMap((n) => sales[n] ?? []) };
    return { id, ...shownPrice(listed, [], now) };
  });
  const { cheapest, varies, ...lowest } = cheapestOf(shown);
  return {
    ...lowest,
    ...(rows.length > 1 && { cheapest, varies }),
    onSale: shown.some(({ sale }) => sale !== null),
    amounts: Object.fromEntries(shown.map((one) => [one.id, Math.floor(toRupees(one.price))])),
  };
}

/** @param now UTC ms @property time in which these prices stay, UTC ms */
export function salePricesAt({ sales, products }: SaleFile, now: number) {
  const prices: SalePrices = Object.fromEntries(
    Object.entries(products).map(([id, rows]) => [id, priceOf(rows, sales, now)]),
  );
  return { prices, time: unchangedTime(sales, now) };
}

/** The products with these prices; the same list where none has another. */
export const priced = <T extends CardProduct>(products: readonly T[], prices: SalePrices): readonly T[] =>
  products.some(({ id }) => Object.hasOwn(prices, id))
    ? products.map((product) => {
        if (!Object.hasOwn(prices, product.id)) return product;
        const { amounts: _, ...own } = prices[product.id] as SalePrice;
        return { ...product, ...own };
      })
    : products;
