/** Products as the API answers them (docs/behaviour.md 2.1). */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { products } from '#db/schema/index.ts';
import type { ApiProduct, LiveProduct } from '#features/catalogue/product.ts';
import { averageRating } from '#features/reviews/rating.ts';
import { discountPercent, toRupees } from '#lib/money.ts';

type Row = typeof products.$inferSelect;

const rating = (row: Pick<Row, 'ratingSum' | 'reviewCount' | 'editorRating'>): number =>
  averageRating(row.ratingSum, row.reviewCount) ?? row.editorRating ?? 0;

/** A row as it is answered. */
export const answer = (row: Row): ApiProduct => ({
  _id: row.id,
  name: row.name,
  category: row.category,
  description: row.description,
  brand: row.brand,
  price: toRupees(row.price),
  originalPrice: toRupees(row.originalPrice),
  discount: discountPercent(row.price, row.originalPrice),
  image: row.images,
  features: row.features,
  spf: row.spf,
  rating: rating(row),
  reviews: row.reviewCount,
  skinType: row.skinType,
  skinTypes: row.skinTypes,
  benefits: row.benefits,
  keyIngredients: row.keyIngredients,
  volume: row.volume,
  bestseller: row.bestseller,
  stock: row.stock,
  retired: row.retired,
});

/** Where a page of the catalogue begins: the product before it. */
export type ListPlace = { position: number; id: string };

/** Rows that are asked for at a time: the database sends 10 MB at most. */
const mostRows = 2_000;

function listRows(db: Db, ids: readonly string[] | undefined, limit: number, after?: ListPlace) {
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

/** The whole catalogue in the editor's order; or just the named ones, those no longer sold included. */
export async function listProducts(db: Db, ids?: readonly string[]): Promise<ApiProduct[]> {
  const rows = await listRows(db, ids, mostRows);
  for (let last = rows.at(-1), full = rows.length === mostRows; last && full; last = rows.at(-1)) {
    const more = await listRows(db, ids, mostRows, last);
    rows.push(...more);
    full = more.length === mostRows;
  }
  return rows.map(answer);
}

/** A page of the same list, and where the next one begins. */
export async function pageProducts(
  db: Db,
  {
    ids,
    limit,
    after,
  }: { ids?: readonly string[] | undefined; limit: number; after?: ListPlace | undefined },
): Promise<{ products: ApiProduct[]; next: string | null }> {
  const rows = await listRows(db, ids, limit + 1, after);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { products: shown.map(answer), next: last ? `${last.position}.${last.id}` : null };
}

/** One product, sold or not; undefined when there never was one. */
export async function findProduct(db: Db, id: string): Promise<ApiProduct | undefined> {
  const [row] = await db.read.select().from(products).where(eq(products.id, id));
  return row && answer(row);
}

/** What pre-rendered pages leave open, for the products that they show. Unknown ids are left out. */
export async function liveProducts(db: Db, ids: readonly string[]): Promise<Record<string, LiveProduct>> {
  const { id, stock, ratingSum, reviewCount, editorRating, retired } = products;
  const rows = await db.read
    .select({ id, stock, ratingSum, reviewCount, editorRating, retired })
    .from(products)
    .where(inArray(id, [...ids]));
  return Object.fromEntries(
    rows.map((row) => [
      row.id,
      { stock: row.stock, rating: rating(row), reviews: row.reviewCount, retired: row.retired },
    ]),
  );
}
