/** Reads products in the format of the API. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { products, totals } from '#db/schema/index.ts';
import { type ApiProduct, apiFieldNames, type LiveProduct } from '#domain/catalogue/product.ts';
import { averageRating } from '#domain/reviews/rating.ts';
import { discountPercent, toRupees } from '#lib/money.ts';
import { pick } from '#lib/pick.ts';
import { isTotal } from '../lib/totals.ts';

type Row = Omit<typeof products.$inferSelect, 'lowNotified' | 'pausedAt' | 'pausedBy'>;

const rating = (row: Pick<Row, 'ratingSum' | 'reviewCount' | 'editorRating'>): number =>
  averageRating(row.ratingSum, row.reviewCount) ?? row.editorRating ?? 0;

export const serializeProduct = (row: Row): ApiProduct => ({
  _id: row.id,
  ...pick(row, apiFieldNames),
  price: toRupees(row.price),
  originalPrice: toRupees(row.originalPrice),
  discount: discountPercent(row.price, row.originalPrice),
  image: row.images,
  rating: rating(row),
  reviews: row.reviewCount,
  stock: row.stock,
  paused: row.paused,
  retired: row.retired,
});

/** The last product of a page of the catalogue. */
export type ListCursor = { position: number; id: string };

/** Rows per query: the database sends 10 MB at most. */
const maxRows = 2_000;

function listRows(db: Db, ids: readonly string[] | undefined, limit: number, after?: ListCursor) {
  const { position, id, retired } = products;
  return db.read
    .select()
    .from(products)
    .where(
      and(
        ids ? inArray(id, [...ids]) : eq(retired, false),
        after && sql`(${position}, ${id}) > (${after.position}, ${after.id})`,
      ),
    )
    .orderBy(asc(position), asc(id))
    .limit(limit);
}

/** The products with these ids in the editor's order, retired ones included. */
export const listProducts = async (db: Db, ids: readonly string[]): Promise<ApiProduct[]> =>
  (await listRows(db, ids, maxRows)).map(serializeProduct);

/** A query for the version of the catalogue, which triggers count (db/migrations), for a batch. */
export const selectVersion = (db: Db) =>
  db.read.select({ about: totals.about, count: totals.count }).from(totals).where(isTotal('catalogue'));

/** The whole catalogue in the editor's order, without retired products, and its version when the reading began. */
export async function readCatalogue(db: Db) {
  const [version, rows] = await db.read.batch([selectVersion(db), listRows(db, undefined, maxRows)]);
  for (let last = rows.at(-1), full = rows.length === maxRows; last && full; last = rows.at(-1)) {
    const more = await listRows(db, undefined, maxRows, last);
    rows.push(...more);
    full = more.length === maxRows;
  }
  return { products: rows.map(serializeProduct), version };
}

/** A page of the same list. @returns next the cursor of the next page */
export async function pageProducts(
  db: Db,
  {
    ids,
    limit,
    after,
  }: { ids?: readonly string[] | undefined; limit: number; after?: ListCursor | undefined },
): Promise<{ products: ApiProduct[]; next: string | null }> {
  const rows = await listRows(db, ids, limit + 1, after);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return { products: page.map(serializeProduct), next: last ? `${last.position}.${last.id}` : null };
}

/** One product, retired or not; undefined for an unknown id. */
export async function findProduct(db: Db, id: string): Promise<ApiProduct | undefined> {
  const [row] = await db.read.select().from(products).where(eq(products.id, id));
  return row && serializeProduct(row);
}

/** The changing data of products on pre-rendered pages. Unknown ids are left out. */
export async function liveProducts(db: Db, ids: readonly string[]): Promise<Record<string, LiveProduct>> {
  const { id, stock, ratingSum, reviewCount, editorRating, paused, retired } = products;
  const rows = await db.read
    .select({ id, stock, ratingSum, reviewCount, editorRating, paused, retired })
    .from(products)
    .where(inArray(id, [...ids]));
  return Object.fromEntries(
    rows.map((row) => {
      const { id, stock, reviewCount: reviews, paused, retired } = row;
      return [id, { stock, rating: rating(row), reviews, paused, retired }];
    }),
  );
}
