/**
 * Content to catalogue: `npm run db:sync` writes what editors changed in content/products. Stock and
 * reviews live only in the database and are never touched; a product that left content is retired,
 * not deleted, since orders refer to it (decisions, "The shop").
 */
import { createHash } from 'node:crypto';
import { eq, notInArray, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { ProductContent } from '#features/catalogue/product.ts';
import { productPicture } from '#lib/paths.ts';
import { readProducts } from '#tools/content.ts';
import { connect, type DatabaseAddress } from './client.ts';
import { addressFromEnvironment, runAsCommand } from './command.ts';
import { products } from './schema.ts';

export type SyncResult = { added: number; changed: number; retired: number; unchanged: number };

/** The columns that content decides. */
function row(id: string, product: ProductContent) {
  const columns = {
    name: product.name,
    category: product.category,
    brand: product.brand,
    description: product.description,
    price: product.price,
    originalPrice: product.originalPrice,
    images: product.pictures.map((_, index) => productPicture(id, index + 1)),
    features: product.features,
    spf: product.spf ?? null,
    skinType: product.skinType,
    skinTypes: [...product.skinTypes],
    benefits: product.benefits.join('\n'),
    keyIngredients: product.keyIngredients.map(({ name, what }) => `${name}: ${what}`).join('\n'),
    volume: product.volume ?? null,
    bestseller: product.bestseller,
    position: product.order,
    editorRating: product.rating ?? null,
    retired: false,
  };
  const version = createHash('sha256').update(JSON.stringify(columns)).digest('base64url');
  return { ...columns, version };
}

/** Upserts the catalogue in one write batch, so that no shopper sees half of it. */
export async function syncCatalogue(
  address: DatabaseAddress,
  catalogue: ReadonlyMap<string, ProductContent>,
): Promise<SyncResult> {
  const db = connect(address);
  const stored = await db.read
    .select({ id: products.id, version: products.version, retired: products.retired })
    .from(products);
  const known = new Map(stored.map((product) => [product.id, product]));
  const result: SyncResult = { added: 0, changed: 0, retired: 0, unchanged: 0 };
  const statements: BatchItem<'sqlite'>[] = [];
  for (const [id, product] of catalogue) {
    const columns = row(id, product);
    const before = known.get(id);
    if (before && !before.retired && before.version === columns.version) result.unchanged++;
    else if (before) {
      result.changed++;
      statements.push(db.write.update(products).set(columns).where(eq(products.id, id)));
    } else {
      result.added++;
      statements.push(
        db.write.insert(products).values({
          id,
          ...columns,
          stock: product.openingStock,
          opening: product.openingStock,
        }),
      );
    }
  }
  const gone = stored.filter(({ id, retired }) => !retired && !catalogue.has(id));
  result.retired = gone.length;
  if (gone.length)
    statements.push(
      db.write
        .update(products)
        .set({ retired: true })
        .where(catalogue.size ? notInArray(products.id, [...catalogue.keys()]) : sql`true`),
    );
  const [first, ...rest] = statements;
  if (first) await db.write.batch([first, ...rest]);
  return result;
}

runAsCommand(import.meta.url, async () => {
  const { added, changed, retired, unchanged } = await syncCatalogue(
    addressFromEnvironment(),
    readProducts(),
  );
  console.log(`Catalogue: ${added} added, ${changed} changed, ${retired} retired, ${unchanged} unchanged`);
});
