/**
 * Writes the products of content/products into the database (`npm run db:sync`), with the changes of the desk that content does
 * not have yet (db/product-files.ts). Stock and reviews are stored only in the database and stay as they are. A product that is no longer sold, or no longer in content, is retired, not deleted,
 * since orders refer to it (docs/behaviour.md, "Stock and retired products").
 */
import { createHash } from 'node:crypto';
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import { type StoredProduct, withFilled } from '#domain/catalogue/product.ts';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import { isListed, soldProducts } from '#domain/catalogue/publication.ts';
import { allSellables, firstStock, type Sellable, sellablesOf } from '#domain/catalogue/sellable.ts';
import { type Sale, type Scope, salesOf } from '#domain/pricing/sale.ts';
import { readNetQuantity } from '#lib/net-quantity.ts';
import { productPicture } from '#lib/paths.ts';
import { connect, type DatabaseAddress, type Db } from './client.ts';
import { chunks, jsonRows } from './json-rows.ts';
import { recordPrices } from './price-changes.ts';
import { endChanges, readOpenChanges, withOpenChanges, writeProductFiles } from './product-files.ts';
import { incoming, products } from './schema/index.ts';

/** Longest that one call may take, ms: a whole catalogue is taken over in one. */
const callTimeout = 60_000;

export type SyncResult = { added: number; changed: number; retired: number; unchanged: number };

type Row = typeof products.$inferSelect;

/** Columns that content does not decide. */
const ownColumns = [
  ...(['id', 'version', 'stock', 'opening', 'ratingSum', 'reviewCount'] as const),
  ...(['lowNotified', 'paused', 'pausedAt', 'pausedBy', 'hotUntil'] as const),
] as const;
type ContentColumns = Omit<Row, (typeof ownColumns)[number]>;

/** Columns that hold the field of their name as it is. */
type CopiedColumn = {
  [Name in Exclude<
    keyof ContentColumns & keyof StoredProduct,
    'lowStock'
  >]: StoredProduct[Name] extends Row[Name] ? Name : never;
}[Exclude<keyof ContentColumns & keyof StoredProduct, 'lowStock'>];

/** All that is sold, and the sales. */
type Catalogue = { sellables: ReadonlyMap<string, Sellable>; sales: readonly (Sale & Scope)[] };

/** How content becomes the other columns. */
const converted: {
  [Name in Exclude<keyof ContentColumns, CopiedColumn>]: (
    product: Sellable,
    id: string,
    catalogue: Catalogue,
  ) => Row[Name];
} = {
  // A variant has one picture of its own.
  images: ({ pictures, group }, id) =>
    pictures.slice(0, group && group !== id ? 1 : undefined).map((_, index) => productPicture(id, index + 1)),
  benefits: ({ benefits }) => benefits.join('\n'),
  keyIngredients: ({ keyIngredients }) =>
    keyIngredients.map(({ name, what }) => `${name}: ${what}`).join('\n'),
  // As invoices name what a kit contains: `Glow Serum, 30 ml`.
  parts: ({ parts = [] }, _, { sellables }) =>
    parts.flatMap((part) => {
      const { name, netQuantity } = sellables.get(part) ?? {};
      return name ? [netQuantity ? `${name}, ${netQuantity}` : name] : [];
    }),
  sales: (product, id, { sales }) => salesOf(id, product, sales),
  partIds: ({ parts = null }) => parts,
  netGrams: ({ netQuantity }) => Math.round(readNetQuantity(netQuantity)?.amount ?? 0) || null,
  position: ({ order }) => order,
  // The parts of a kit run out, the kit does not; nor does what is not counted.
  lowStock: ({ parts, trackStock, lowStock }) => (parts || trackStock === 'uncounted' ? -1 : lowStock),
  tracked: ({ trackStock }) => trackStock === 'counted',
  editorRating: ({ rating = null }) => rating,
  retired: () => false,
  hidden: (product) => !isListed(product),
};

const contentColumns = Object.keys(getTableColumns(products)).filter(
  (name) => !(ownColumns as readonly string[]).includes(name),
) as (keyof ContentColumns)[];

/** The columns that content decides. */
export function contentRow(
  id: string,
  product: Sellable,
  catalogue: Catalogue,
): ContentColumns & Pick<Row, 'version'> {
  const filled = withFilled(product);
  const columns = Object.fromEntries(
    contentColumns.map((name) => [
      name,
      name in converted
        ? converted[name as keyof typeof converted](product, id, catalogue)
        : (filled[name as CopiedColumn] ?? null),
    ]),
  ) as ContentColumns;
  const version = createHash('sha256').update(JSON.stringify(columns)).digest('base64url');
  return { ...columns, version };
}

type Incoming = ReturnType<typeof contentRow> & { id: string; stock: number; opening: number };

/** The row of what was not sold before. */
const newRow = ([id, product]: readonly [string, Sellable], catalogue: Catalogue): Incoming => ({
  id,
  ...contentRow(id, product, catalogue),
  stock: firstStock(product),
  opening: firstStock(product),
});

/**
 * Copies products, in one statement. Stock counts for products that are new, and for those whose stock is counted from now on,
 * or not any more.
 * @param first any of them @param from where their rows are, as `"row"`
 */
export function copyProducts(first: Record<string, unknown>, from: SQL): SQL {
  const columns = getTableColumns(products);
  const keys = Object.keys(first) as (keyof Incoming)[];
  const names = keys.map((key) => sql.identifier(columns[key].name));
  const values = keys.map((key) => sql`"row" ->> ${sql.raw(`'${key}'`)}`);
  const contents = keys.filter((key) => !['id', 'stock', 'opening'].includes(key));
  const updates = contents.map((key) => {
    const name = sql.identifier(columns[key].name);
    return sql`${name} = excluded.${name}`;
  });
  const stock = sql`stock = iif(${products}.tracked = excluded.tracked, ${products}.stock, excluded.stock)`;
  return sql`INSERT INTO ${products} (${sql.join(names, sql`, `)})
    SELECT ${sql.join(values, sql`, `)} FROM ${from}
    ON CONFLICT (id) DO UPDATE SET ${sql.join([...updates, stock], sql`, `)}`;
}

/** Copies the incoming products. */
function takeOver([first]: readonly Incoming[]): SQL[] {
  return first ? [copyProducts(first, sql`${incoming} WHERE true`), sql`DELETE FROM ${incoming}`] : [];
}

/** Every kit has the stock that can be built of its parts (view `kit_stock`). */
export const countKits = sql`
  UPDATE ${products} SET stock = (SELECT stock FROM kit_stock WHERE kit_stock.id = ${products}.id)
  WHERE part_ids IS NOT NULL`;

/**
 * Upserts the catalogue. However large a change is, shoppers see all of it from one moment on: rows come in beforehand,
 * in pieces, and a single batch takes them over. Then the prices are recorded.
 * @param sales of `content/sales.yaml` @param at the time for which products are sold or not yet, UTC ms
 */
export async function syncCatalogue(
  address: DatabaseAddress,
  content: ReadonlyMap<string, ProductContent>,
  sales: readonly (Sale & Scope)[] = [],
  at = Date.now(),
): Promise<SyncResult> {
  const db = connect(address, { until: Number.POSITIVE_INFINITY, callTimeout });
  let open = await readOpenChanges(db);
  for (let round = 1; ; round++) {
    const result = await syncOnce(db, withOpenChanges(content, sales, open, at), at);
    const now = await readOpenChanges(db);
    // An operator has changed something meanwhile, which has been overwritten.
    const isNew = now.some(({ id }) => !open.some((one) => one.id === id));
    if (isNew && round < mostRounds) {
      open = now;
      continue;
    }
    await recordPrices(db, Date.now());
    return result;
  }
}

/** Rounds of a sync while operators change products. */
const mostRounds = 5;

async function syncOnce(
  db: Db,
  { content, sales, ended }: ReturnType<typeof withOpenChanges>,
  at: number,
): Promise<SyncResult> {
  // A kit also names those of its products that are not sold.
  const catalogue = { sellables: allSellables(content), sales };
  const soldNow = soldProducts(content, at);
  const result = await writeCatalogue(db, catalogue, allSellables(soldNow));
  const rowsOf = (id: string, product: ProductContent) =>
    soldNow.has(id) ? [] : sellablesOf(id, product).map((one) => newRow(one, catalogue));
  await writeProductFiles(db, { content, sales, rowsOf });
  await endChanges(db, ended, at);
  return result;
}

/** @param sold what is sold now */
async function writeCatalogue(
  db: Db,
  catalogue: Catalogue,
  sold: Catalogue['sellables'],
): Promise<SyncResult> {
  const stored = await db.read
    .select({ id: products.id, version: products.version, retired: products.retired })
    .from(products);
  const known = new Map(stored.map((product) => [product.id, product]));
  const result: SyncResult = { added: 0, changed: 0, retired: 0, unchanged: 0 };
  const changes: Incoming[] = [];
  for (const [id, product] of sold) {
    const columns = contentRow(id, product, catalogue);
    const before = known.get(id);
    if (before && !before.retired && before.version === columns.version) {
      result.unchanged++;
      continue;
    }
    result[before ? 'changed' : 'added']++;
    changes.push(newRow([id, product], catalogue));
  }
  const gone = stored.filter(({ id, retired }) => !retired && !sold.has(id)).map(({ id }) => id);
  result.retired = gone.length;
  const retiring = sql`UPDATE ${products} SET retired = 1 WHERE id IN (SELECT value FROM ${jsonRows(gone)})`;
  const statements = [...takeOver(changes), ...(gone.length ? [retiring] : [])];
  const [first, ...rest] = [...statements, ...(statements.length ? [countKits] : [])].map((change) =>
    db.write.run(change),
  );
  if (!first) return result;
  try {
    if (changes.length) await db.write.delete(incoming);
    for (const piece of chunks(changes))
      await db.write.run(sql`INSERT INTO ${incoming} SELECT value ->> 'id', value FROM ${jsonRows(piece)}`);
    await db.write.batch([first, ...rest]);
  } catch (error) {
    await db.write.delete(incoming);
    throw error;
  }
  return result;
}
