/**
 * Writes the products of content/products into the database (`npm run db:sync`). Stock and reviews are stored only in
 * the database and stay as they are. A product that is no longer in content is retired, not deleted, since orders refer
 * to it (docs/behaviour.md 2.2).
 */
import { createHash } from 'node:crypto';
import { getTableColumns, sql } from 'drizzle-orm';
import type { ProductContent } from '#features/catalogue/product.ts';
import { productPicture } from '#lib/paths.ts';
import { connect, type DatabaseAddress } from './client.ts';
import { incoming, products } from './schema/index.ts';
import { listed, pieces, restock } from './search-index/write.ts';

/** Longest that one call may take, ms: a whole catalogue is taken over in one. */
const patience = 60_000;

export type SyncResult = { added: number; changed: number; retired: number; unchanged: number };

/** The columns that content decides. */
export function contentRow(id: string, product: ProductContent) {
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

type Incoming = ReturnType<typeof contentRow> & { id: string; stock: number; opening: number };

/** Takes over what came in, in one statement. Stock counts for products that are new, and never again. */
function takeOver(changes: readonly Incoming[]) {
  const [first] = changes;
  if (!first) return [];
  const columns = getTableColumns(products);
  const keys = Object.keys(first) as (keyof Incoming)[];
  const names = keys.map((key) => sql.identifier(columns[key].name));
  const values = keys.map((key) => sql`"row" ->> ${sql.raw(`'${key}'`)}`);
  const contents = keys.filter((key) => !['id', 'stock', 'opening'].includes(key));
  const updates = contents.map((key) => {
    const name = sql.identifier(columns[key].name);
    return sql`${name} = excluded.${name}`;
  });
  return [
    sql`INSERT INTO ${products} (${sql.join(names, sql`, `)})
      SELECT ${sql.join(values, sql`, `)} FROM ${incoming} WHERE true
      ON CONFLICT (id) DO UPDATE SET ${sql.join(updates, sql`, `)}`,
    sql`DELETE FROM ${incoming}`,
  ];
}

/**
 * Upserts the catalogue, and the shelf that is searched. However large a change is, shoppers are shown all of
 * it from one moment on: rows come in beforehand, in pieces, and a single batch takes them over.
 */
export async function syncCatalogue(
  address: DatabaseAddress,
  catalogue: ReadonlyMap<string, ProductContent>,
): Promise<SyncResult> {
  const db = connect(address, { until: Number.POSITIVE_INFINITY, patience });
  const stored = await db.read
    .select({ id: products.id, version: products.version, retired: products.retired })
    .from(products);
  const known = new Map(stored.map((product) => [product.id, product]));
  const result: SyncResult = { added: 0, changed: 0, retired: 0, unchanged: 0 };
  const changes: Incoming[] = [];
  for (const [id, product] of catalogue) {
    const columns = contentRow(id, product);
    const before = known.get(id);
    if (before && !before.retired && before.version === columns.version) {
      result.unchanged++;
      continue;
    }
    result[before ? 'changed' : 'added']++;
    changes.push({ id, ...columns, stock: product.openingStock, opening: product.openingStock });
  }
  const gone = stored.filter(({ id, retired }) => !retired && !catalogue.has(id)).map(({ id }) => id);
  result.retired = gone.length;
  const restocking = await restock(db, catalogue);

  const retiring = sql`UPDATE ${products} SET retired = 1 WHERE id IN (SELECT value FROM ${listed(gone)})`;
  const [first, ...rest] = [
    ...[...takeOver(changes), ...(gone.length ? [retiring] : [])].map((change) => db.write.run(change)),
    ...restocking.turn,
  ];
  let turned = false;
  try {
    await restocking.before();
    if (changes.length) await db.write.delete(incoming);
    for (const piece of pieces(changes))
      await db.write.run(sql`INSERT INTO ${incoming} SELECT value ->> 'id', value FROM ${listed(piece)}`);
    if (first) await db.write.batch([first, ...rest]);
    turned = true;
  } finally {
    if (!turned) await db.write.delete(incoming);
    await restocking.after(turned);
  }
  return result;
}
