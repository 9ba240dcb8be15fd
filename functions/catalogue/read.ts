/** Reads products in the format of the API. */
import { and, asc, between, eq, getTableColumns, inArray, or, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { products, totals } from '#db/schema/index.ts';
import {
  type ApiProduct,
  apiFieldNames,
  type LiveProduct,
  oneForEach,
  type WithVariants,
  withVariants,
} from '#domain/catalogue/product.ts';
import { productOf, variantIds } from '#domain/catalogue/sellable-id.ts';
import { offeredCodes, offerNearPrice } from '#domain/pricing/offers.ts';
import { nextBegin, type PriceChange, priceAt, shownPrice, unchangedTime } from '#domain/pricing/sale.ts';
import { type Rated, shownRating } from '#domain/reviews/rating.ts';
import { isoTime } from '#lib/dates.ts';
import { discountPercent, toRupees, toRupeesOrNull } from '#lib/money.ts';
import { pick } from '#lib/pick.ts';
import { selectListedForAll } from '../lib/public-codes.ts';
import { store } from '../lib/store.ts';
import { isTotal } from '../lib/totals.ts';

/** Changes of the price of a product that has sales; of any other, none are needed. */
const changes = sql<PriceChange[]>`CASE WHEN sales = '[]' THEN '[]' ELSE (
  SELECT json_group_array(json_object('at', at, 'price', price))
  FROM (SELECT at, price FROM price_changes WHERE product_id = products.id ORDER BY at)) END`.mapWith(
  (text: string): PriceChange[] => JSON.parse(text),
);

type Row = Omit<typeof products.$inferSelect, 'lowNotified' | 'pausedAt' | 'pausedBy' | 'hotUntil'> & {
  changes: readonly PriceChange[];
};

/** The price at a time, in rupees. @param now UTC ms */
function serializePrice(
  row: Pick<Row, 'price' | 'originalPrice' | 'sales' | 'changes'>,
  now: number,
): Pick<ApiProduct, 'price' | 'originalPrice' | 'discount' | 'sale'> {
  const { price, originalPrice, sale } = shownPrice(row, row.changes, now);
  return {
    price: toRupees(price),
    originalPrice: toRupees(originalPrice),
    discount: discountPercent(price, originalPrice),
    sale: sale && {
      name: sale.name,
      from: isoTime(sale.from),
      until: isoTime(sale.until),
      before: toRupeesOrNull(sale.before),
    },
  };
}

/** 0 while reviews are off. */
const ratingOf = (row: Omit<Rated, 'id'>): Pick<LiveProduct, 'rating' | 'reviews'> =>
  store.features.reviews ? { rating: shownRating(row), reviews: row.reviewCount } : { rating: 0, reviews: 0 };

/** @param now the time of its price, UTC ms */
export const serializeProduct = (row: Row, now: number): ApiProduct => ({
  _id: row.id,
  ...pick(row, apiFieldNames),
  ...serializePrice(row, now),
  image: row.images,
  ...ratingOf(row),
  stock: row.stock,
  paused: row.paused,
  retired: row.retired,
});

const withChanges = { ...getTableColumns(products), changes };

/** The last product of a page of the catalogue. */
export type ListCursor = { position: number; id: string };

/** Rows per query: the database sends 10 MB at most. */
const maxRows = 2_000;

/** What a list has: these ids, all sizes and shades that are sold, or each product that is sold once. */
type Listing = readonly string[] | 'sellables' | 'products';

/** Rows of products, for a batch with other statements; {@link serializeProduct} makes products of them. */
export function listRows(db: Db, listing: Listing, limit: number, after?: ListCursor) {
  const { position, id, group, retired, hidden } = products;
  const isListed = and(eq(retired, false), eq(hidden, false));
  return db.read
    .select(withChanges)
    .from(products)
    .where(
      and(
        typeof listing === 'string' ? isListed : inArray(id, [...listing]),
        listing === 'products' ? sql`coalesce(${group}, ${id}) = ${id}` : undefined,
        after && sql`(${position}, ${id}) > (${after.position}, ${after.id})`,
      ),
    )
    .orderBy(asc(position), asc(id))
    .limit(limit);
}

/** The products with these ids in the editor's order, retired and hidden ones included. */
export const listProducts = async (db: Db, ids: readonly string[], now: number): Promise<ApiProduct[]> =>
  (await listRows(db, ids, maxRows)).map((row) => serializeProduct(row, now));

/** A query for the version of the catalogue, which triggers count (db/triggers), for a batch. */
export const selectVersion = (db: Db) =>
  db.read.select({ about: totals.about, count: totals.count }).from(totals).where(isTotal('catalogue'));

/**
 * All sizes and shades that are sold and listed, in the editor's order, and the version of the catalogue when the reading began.
 * @param now UTC ms @returns also the time in which its prices stay the same
 */
export async function readCatalogue(db: Db, now: number) {
  const [version, rows] = await db.read.batch([selectVersion(db), listRows(db, 'sellables', maxRows)]);
  for (let last = rows.at(-1), full = rows.length === maxRows; last && full; last = rows.at(-1)) {
    const more = await listRows(db, 'sellables', maxRows, last);
    rows.push(...more);
    full = more.length === maxRows;
  }
  const time = unchangedTime(
    rows.flatMap(({ sales }) => sales),
    now,
  );
  return { products: rows.map((row) => serializeProduct(row, now)), version, time };
}

/** A page of the products that are sold, or of these. @returns next the cursor of the next page */
export async function pageProducts(
  db: Db,
  {
    ids,
    limit,
    after,
    now,
  }: { now: number; ids?: readonly string[] | undefined; limit: number; after?: ListCursor | undefined },
): Promise<{ products: ApiProduct[]; next: string | null }> {
  const rows = await listRows(db, ids ?? 'products', limit + 1, after);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  const products = page.map((row) => serializeProduct(row, now));
  return {
    products: ids ? products : oneForEach(products),
    next: last ? `${last.position}.${last.id}` : null,
  };
}

/** One product, also a retired or hidden one; undefined for an unknown id. */
export async function findProduct(db: Db, id: string, now: number): Promise<ApiProduct | undefined> {
  const [row] = await db.read.select(withChanges).from(products).where(eq(products.id, id));
  return row && serializeProduct(row, now);
}

/**
 * One product, also a retired or hidden one; undefined for an unknown id.
 * @returns variants all its sizes and shades that are sold, in the order of content; empty where it has none
 */
export async function findWithVariants(db: Db, id: string, now: number): Promise<WithVariants | undefined> {
  const product = productOf(id);
  const rows = await db.read
    .select(withChanges)
    .from(products)
    .where(or(eq(products.id, product), between(products.id, ...variantIds(product))))
    .orderBy(asc(products.variantPosition));
  return withVariants(
    rows.map((row) => serializeProduct(row, now)),
    id,
  );
}

/** The changing data of products on pre-rendered pages. Unknown ids are left out. @param now UTC ms */
export async function liveProducts(
  db: Db,
  ids: readonly string[],
  now: number,
): Promise<Record<string, LiveProduct>> {
  const { id, stock, ratingSum, reviewCount, editorRating, paused, retired } = products;
  const { price, originalPrice, sales } = products;
  const selectRows = db.read
    .select({
      id,
      stock,
      ratingSum,
      reviewCount,
      editorRating,
      paused,
      retired,
      price,
      originalPrice,
      sales,
      changes,
    })
    .from(products)
    .where(inArray(id, [...ids]));
  const [rows, codes] = await db.read.batch([selectRows, selectListedForAll(db, now)]);
  return Object.fromEntries(
    rows.map((row) => {
      const { id, stock, paused, retired } = row;
      const { discount: _, ...priced } = serializePrice(row, now);
      const [best] = offeredCodes(store, codes, { subtotal: priceAt(row, now), now });
      const offer = best && { offer: offerNearPrice(best) };
      const next = nextBegin(row.sales, now);
      const nextSale = next !== undefined && { nextSale: isoTime(next) };
      return [id, { stock, ...ratingOf(row), paused, retired, ...priced, ...offer, ...nextSale }];
    }),
  );
}
