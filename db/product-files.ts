/**
 * The desk's changes of products over the content of a sync (docs/decisions/44-the-desk-changes-the-catalogue.md): those that
 * content does not have yet are applied, and the others end.
 */
import { createHash } from 'node:crypto';
import { asc, isNull, sql } from 'drizzle-orm';
import {
  compareWithContent,
  type FieldChange,
  withFields,
  withSale,
} from '#domain/catalogue/catalogue-change.ts';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import { changedProduct } from '#domain/catalogue/product-file.ts';
import { changeableProduct, listedOf } from '#domain/catalogue/write-changes.ts';
import type { Sale, Scope } from '#domain/pricing/sale.ts';
import { indianOffset, oneDay } from '#lib/dates.ts';
import { productPicture } from '#lib/paths.ts';
import type { Db } from './client.ts';
import { chunks, jsonRows } from './json-rows.ts';
import { catalogueChanges, productFiles } from './schema/index.ts';

/** The changes that content did not have at the last sync, the oldest first. */
export const readOpenChanges = (db: Db) => {
  const { id, at, productId, fields, state, endedAt } = catalogueChanges;
  return db.read
    .select({ id, at, productId, fields, state })
    .from(catalogueChanges)
    .where(isNull(endedAt))
    .orderBy(asc(at), asc(sql`rowid`));
};
type OpenChange = Awaited<ReturnType<typeof readOpenChanges>>[number];

type Content = { content: ReadonlyMap<string, ProductContent>; sales: readonly (Sale & Scope)[] };

/** What has ended: the ids of the changes. */
type Ended = Record<'built' | 'replaced', string[]>;

/**
 * The content with the open changes.
 * @param open the oldest first @param now UTC ms
 * @returns also which of the changes content has, and in the place of which it has something else
 */
export function withOpenChanges(
  written: ReadonlyMap<string, ProductContent>,
  writtenSales: readonly (Sale & Scope)[],
  open: readonly OpenChange[],
  now: number,
): Content & { ended: Ended } {
  const content = new Map(written);
  let sales = [...writtenSales];
  const ended: Ended = { built: [], replaced: [] };
  for (const [id, changes] of Map.groupBy(open, ({ productId }) => productId)) {
    const product = written.get(id);
    if (!product) {
      ended.replaced.push(...changes.map((one) => one.id));
      continue;
    }
    const before = changeableProduct(id, product, writtenSales);
    const settled = changes.map((one) => ({
      ...one,
      isSettled: one.state === 'written' && one.at < now - oneDay,
    }));
    const { fields, built, replaced } = compareWithContent(before, settled);
    ended.built.push(...built);
    ended.replaced.push(...replaced);
    content.set(id, changedProduct(id, product, listedOf(withFields(before, fields))));
    const isSale = (one: FieldChange): one is Extract<FieldChange, { field: 'sale' }> => one.field === 'sale';
    for (const one of fields.filter(isSale)) sales = withSale(sales, one, changes.at(-1)?.at ?? now);
  }
  return { content, sales, ended };
}

/** Ends changes. @param now UTC ms */
export async function endChanges(db: Db, ended: Ended, now: number): Promise<void> {
  for (const state of ['built', 'replaced'] as const)
    if (ended[state].length)
      await db.write.run(sql`UPDATE ${catalogueChanges} SET state = ${state}, ended_at = ${now},
        reason = iif(${state} = 'built', NULL, reason)
        WHERE id IN (SELECT value FROM json_each(${JSON.stringify(ended[state])}))`);
}

type Row = Omit<typeof productFiles.$inferSelect, 'version'>;
type Source = Content & { rowsOf: (id: string, product: ProductContent) => Row['rows'] };

function fileRow(id: string, product: ProductContent, { sales, rowsOf }: Source): Row {
  const { items, ...changeable } = changeableProduct(id, product, sales);
  const { name, order, publishFrom, pictures } = product;
  const codes = items.flatMap((item) => [item.id, item.label, item.sku, item.barcode]);
  const row = {
    ...changeable,
    name,
    publishFrom: publishFrom ? publishFrom.getTime() - indianOffset : null,
    picture: pictures.length ? productPicture(id) : null,
    position: order,
    words: [name, id, ...codes].filter(Boolean).join(' ').toLowerCase(),
    items: [...items],
    rows: rowsOf(id, product),
  };
  return { ...row, hash: createHash('sha256').update(JSON.stringify(row)).digest('base64url') };
}

const columns = [
  ...(['id', 'name', 'category', 'status', 'picture', 'position', 'words', 'hash'] as const),
  'publishFrom',
] as const;

/** Writes what differs. A change that the desk can see makes a new version. */
export async function writeProductFiles(db: Db, source: Source): Promise<void> {
  const stored = await db.read.select({ id: productFiles.id, hash: productFiles.hash }).from(productFiles);
  const known = new Map(stored.map(({ id, hash }) => [id, hash]));
  const changed = [...source.content]
    .map(([id, product]) => fileRow(id, product, source))
    .filter(({ id, hash }) => known.get(id) !== hash);
  const gone = stored.filter(({ id }) => !source.content.has(id)).map(({ id }) => id);
  const values = sql.join(
    columns.map((name) => sql`value ->> ${sql.raw(`'${name}'`)}`),
    sql`, `,
  );
  const names = sql.raw(columns.map((name) => productFiles[name].name).join(', '));
  const updates = sql.raw(
    columns.map((name) => `${productFiles[name].name} = excluded.${productFiles[name].name}`).join(', '),
  );
  for (const piece of chunks(changed))
    await db.write.run(sql`
      INSERT INTO ${productFiles} (${names}, items, rows)
      SELECT ${values}, value -> 'items', value -> 'rows' FROM ${jsonRows(piece)} WHERE true
      ON CONFLICT (id) DO UPDATE SET ${updates}, items = excluded.items, rows = excluded.rows,
        version = version + (items <> excluded.items OR status <> excluded.status)`);
  if (gone.length)
    await db.write.run(sql`DELETE FROM ${productFiles} WHERE id IN (SELECT value FROM ${jsonRows(gone)})`);
}
