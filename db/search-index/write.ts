/**
 * Updates the search index (db/schema/search-index.ts). New texts are written before, and old texts deleted after, the
 * one batch that refers to the new ones. So large texts are written in chunks, and a search never sees half an update.
 */
import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { ProductContent } from '#features/catalogue/product.ts';
import { inEditorsOrder, suitsSkin } from '#features/search/search.ts';
import { wordsOf } from '#features/search/suggestions.ts';
import { skinChoices } from '#lib/product-constants.ts';
import type { Db } from '../client.ts';
import { shelf, shelfFacts } from '../schema/index.ts';
import { lettersOf, skinBits, textOf } from './text.ts';

type Row = typeof shelf.$inferSelect;
type Statement = BatchItem<'sqlite'>;

/** Rows per call: about 500 kB of text. */
const chunkSize = 250;

/** Splits a list. */
export const chunks = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / chunkSize) }, (_, n) =>
    list.slice(n * chunkSize, (n + 1) * chunkSize),
  );

/** A list as one parameter, with a row for each entry. */
export const jsonRows = (list: readonly unknown[]): SQL => sql`json_each(${JSON.stringify(list)})`;

const hashOf = (texts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('base64url');

/** A row of the two text tables. */
const textRow = (entry: number, texts: string[]) => ({ entry, texts, ...lettersOf(texts) });

/**
 * @property statements for the batch that changes the catalogue; none if nothing changes
 * @property deleteTexts deletes unused texts: the old ones; or the new ones if the batch failed
 */
export type SearchIndexUpdate = {
  writeTexts(): Promise<void>;
  statements: Statement[];
  deleteTexts(succeeded: boolean): Promise<void>;
};

/** Compares the search index with a catalogue. Works with an empty index too. */
export async function prepareSearchIndex(
  { read, write }: Db,
  catalogue: ReadonlyMap<string, ProductContent>,
): Promise<SearchIndexUpdate> {
  const stored = await read.select().from(shelf).orderBy(shelf.place);
  const entries = await read.all<{ entry: number }>(sql`SELECT rowid AS entry FROM shelf_text`);
  const written = new Set(entries.map(({ entry }) => entry));
  const known = new Map(stored.map((row) => [row.productId, row]));
  const newTexts: ReturnType<typeof textRow>[] = [];
  let last = Math.max(0, entries.at(-1)?.entry ?? 0);
  const products = [...catalogue].map(([id, product]) => ({ ...product, id })).sort(inEditorsOrder);
  const rows = products.map((product, place): Row => {
    const texts = textOf(product);
    const version = hashOf(texts);
    const before = known.get(product.id);
    const isUnchanged = before?.version === version && written.has(before.entry);
    const entry = isUnchanged ? before.entry : ++last;
    if (!isUnchanged) newTexts.push(textRow(entry, texts));
    const { id: productId, price } = product;
    return { entry, productId, place, price, skins: skinBits(product), version };
  });
  const facts: Record<typeof shelfFacts.$inferSelect.kind, unknown> = {
    words: wordsOf(products),
    names: products.map(({ name }) => name),
    counts: skinChoices.map((skin) => products.filter((product) => suitsSkin(product, skin)).length),
  };
  const used = new Set(rows.map(({ entry }) => entry));
  const unused = [...written].filter((entry) => !used.has(entry));

  return {
    async writeTexts() {
      for (const chunk of chunks(newTexts))
        await write.batch([
          write.run(sql`INSERT INTO shelf_text (rowid, name, category, brand, id, description)
            SELECT value ->> 'entry', value ->> '$.texts[0]', value ->> '$.texts[1]', value ->> '$.texts[2]',
              value ->> '$.texts[3]', value ->> '$.texts[4]' FROM ${jsonRows(chunk)}`),
          write.run(sql`INSERT INTO shelf_letters (rowid, letters, pairs)
            SELECT value ->> 'entry', value ->> 'letters', value ->> 'pairs' FROM ${jsonRows(chunk)}`),
        ]);
    },
    statements: areEqual(rows, stored)
      ? []
      : [
          write.delete(shelf),
          write.run(sql`INSERT INTO shelf (entry, product_id, place, price, skins, version)
            SELECT value ->> 'entry', value ->> 'productId', value ->> 'place', value ->> 'price',
              value ->> 'skins', value ->> 'version' FROM ${jsonRows(rows)}`),
          write.delete(shelfFacts),
          write.insert(shelfFacts).values(
            (Object.keys(facts) as (keyof typeof facts)[]).map((kind) => ({
              kind,
              list: JSON.stringify(facts[kind]),
            })),
          ),
        ],
    async deleteTexts(succeeded) {
      for (const chunk of chunks(succeeded ? unused : newTexts.map(({ entry }) => entry)))
        await write.batch([
          write.run(sql`DELETE FROM shelf_text WHERE rowid IN (SELECT value FROM ${jsonRows(chunk)})`),
          write.run(sql`DELETE FROM shelf_letters WHERE rowid IN (SELECT value FROM ${jsonRows(chunk)})`),
        ]);
    },
  };
}

const areEqual = (rows: readonly Row[], stored: readonly Row[]): boolean =>
  rows.length === stored.length &&
  rows.every((row, n) => (Object.keys(row) as (keyof Row)[]).every((key) => row[key] === stored[n]?.[key]));
