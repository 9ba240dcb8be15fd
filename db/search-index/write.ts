/**
 * Keeps the shelf, which searches look through (db/schema/search-index.ts). Texts are written before and taken away
 * after the one batch that turns shoppers to them; meanwhile nothing leads to them. So what is large goes in
 * pieces, and nobody sees half a change.
 */
import { createHash } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import type { BatchItem } from 'drizzle-orm/batch';
import type { ProductContent } from '#features/catalogue/product.ts';
import { wordsOf } from '#features/search/nearest.ts';
import { inEditorsOrder, suitsSkin } from '#features/search/search.ts';
import { skinChoices } from '#lib/product-constants.ts';
import type { Db } from '../client.ts';
import { shelf, shelfFacts } from '../schema/index.ts';
import { lettersOf, skinBits, textOf } from './text.ts';

type Row = typeof shelf.$inferSelect;
type Statement = BatchItem<'sqlite'>;

/** Rows that one call carries, at most: some 500 kB of text. */
const pieceOf = 250;

/** A list in pieces. */
export const pieces = <T>(list: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(list.length / pieceOf) }, (_, n) =>
    list.slice(n * pieceOf, (n + 1) * pieceOf),
  );

/** A list as one parameter, a row each. */
export const listed = (list: readonly unknown[]): SQL => sql`json_each(${JSON.stringify(list)})`;

const hashOf = (texts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('base64url');

/** What is written of a product, by the names that {@link restock} reads it by. */
const text = (entry: number, texts: string[]) => ({ entry, texts, ...lettersOf(texts) });

/**
 * @property turn what to put into the batch that changes the catalogue; nothing when all is as it was
 * @property after takes away what nothing leads to: old texts; or the new ones, when the batch failed
 */
export type Restocking = {
  before(): Promise<void>;
  turn: Statement[];
  after(turned: boolean): Promise<void>;
};

/** Compares the shelf with a catalogue. Whatever is missing, also in a shop that had no shelf yet, is made. */
export async function restock(
  { read, write }: Db,
  catalogue: ReadonlyMap<string, ProductContent>,
): Promise<Restocking> {
  const stored = await read.select().from(shelf).orderBy(shelf.place);
  const entries = await read.all<{ entry: number }>(sql`SELECT rowid AS entry FROM shelf_text`);
  const written = new Set(entries.map(({ entry }) => entry));
  const known = new Map(stored.map((row) => [row.productId, row]));
  const fresh: ReturnType<typeof text>[] = [];
  let last = Math.max(0, entries.at(-1)?.entry ?? 0);
  const products = [...catalogue].map(([id, product]) => ({ ...product, id })).sort(inEditorsOrder);
  const rows = products.map((product, place): Row => {
    const texts = textOf(product);
    const version = hashOf(texts);
    const before = known.get(product.id);
    const kept = before?.version === version && written.has(before.entry);
    const entry = kept ? before.entry : ++last;
    if (!kept) fresh.push(text(entry, texts));
    const { id: productId, price } = product;
    return { entry, productId, place, price, skins: skinBits(product), version };
  });
  const facts: Record<typeof shelfFacts.$inferSelect.kind, unknown> = {
    words: wordsOf(products),
    names: products.map(({ name }) => name),
    counts: skinChoices.map((skin) => products.filter((product) => suitsSkin(product, skin)).length),
  };
  const shown = new Set(rows.map(({ entry }) => entry));
  const unused = [...written].filter((entry) => !shown.has(entry));

  return {
    async before() {
      for (const piece of pieces(fresh))
        await write.batch([
          write.run(sql`INSERT INTO shelf_text (rowid, name, category, brand, id, description)
            SELECT value ->> 'entry', value ->> '$.texts[0]', value ->> '$.texts[1]', value ->> '$.texts[2]',
              value ->> '$.texts[3]', value ->> '$.texts[4]' FROM ${listed(piece)}`),
          write.run(sql`INSERT INTO shelf_letters (rowid, letters, pairs)
            SELECT value ->> 'entry', value ->> 'letters', value ->> 'pairs' FROM ${listed(piece)}`),
        ]);
    },
    turn: same(rows, stored)
      ? []
      : [
          write.delete(shelf),
          write.run(sql`INSERT INTO shelf (entry, product_id, place, price, skins, version)
            SELECT value ->> 'entry', value ->> 'productId', value ->> 'place', value ->> 'price',
              value ->> 'skins', value ->> 'version' FROM ${listed(rows)}`),
          write.delete(shelfFacts),
          write.insert(shelfFacts).values(
            (Object.keys(facts) as (keyof typeof facts)[]).map((kind) => ({
              kind,
              list: JSON.stringify(facts[kind]),
            })),
          ),
        ],
    async after(turned) {
      for (const piece of pieces(turned ? unused : fresh.map(({ entry }) => entry)))
        await write.batch([
          write.run(sql`DELETE FROM shelf_text WHERE rowid IN (SELECT value FROM ${listed(piece)})`),
          write.run(sql`DELETE FROM shelf_letters WHERE rowid IN (SELECT value FROM ${listed(piece)})`),
        ]);
    },
  };
}

const same = (rows: readonly Row[], stored: readonly Row[]): boolean =>
  rows.length === stored.length &&
  rows.every((row, n) => (Object.keys(row) as (keyof Row)[]).every((key) => row[key] === stored[n]?.[key]));
