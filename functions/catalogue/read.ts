/** Products as the API answers them (spec section 3). */
import { asc, eq, inArray } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { products } from '#db/schema.ts';
import type { ApiProduct, LiveProduct } from '#features/catalogue/product.ts';
import { averageRating } from '#features/reviews/rating.ts';
import { discountPercent, toRupees } from '#lib/money.ts';

type Row = typeof products.$inferSelect;

const rating = (row: Pick<Row, 'ratingSum' | 'reviewCount' | 'editorRating'>): number =>
  averageRating(row.ratingSum, row.reviewCount) ?? row.editorRating ?? 0;

const answer = (row: Row): ApiProduct => ({
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

/** The whole catalogue in the editor's order; or just the named ones, those no longer sold included. */
export async function listProducts(db: Db, ids?: readonly string[]): Promise<ApiProduct[]> {
  const rows = await db.read
    .select()
    .from(products)
    .where(ids ? inArray(products.id, [...ids]) : eq(products.retired, false))
    .orderBy(asc(products.position), asc(products.id));
  return rows.map(answer);
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
