/**
 * Searches the database as src/features/search/search.ts searches in the browser: over the index that db/sync.ts
 * writes. Three characters and more are found by trigrams, fewer by words of their own. Both are exact, so the results
 * equal those of the browser, which searches smaller catalogues itself.
 */
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { products, shelf, shelfFacts } from '#db/schema/index.ts';
import { letterWord, skinBit } from '#db/search-index/text.ts';
import { type ApiProduct, cardFieldNames, type FoundProduct } from '#features/catalogue/product.ts';
import { defaultSearch, type Search, type SortChoice } from '#features/search/search-query.ts';
import { closestWord, nearestNames, suggestionCount } from '#features/search/suggestions.ts';
import { pick } from '#lib/pick.ts';
import { anySkin, skinChoices } from '#lib/product-constants.ts';
import { serializeProduct } from './read.ts';

/** Position of the last product of a page. @property price paise */
export type SearchCursor = { price: number; rank: number; place: number };

/** @property by ORDER BY @property beyond condition: after a position */
type Order = { by: SQL; beyond: (after: SearchCursor) => SQL };

const orders: Record<SortChoice | 'shelf', Order> = {
  shelf: { by: sql`at_place`, beyond: ({ place }) => sql`at_place > ${place}` },
  relevant: {
    by: sql`at_rank, at_place`,
    beyond: ({ rank, place }) => sql`(at_rank, at_place) > (${rank}, ${place})`,
  },
  'low-high': {
    by: sql`at_price, at_rank, at_place`,
    beyond: ({ price, rank, place }) => sql`(at_price, at_rank, at_place) > (${price}, ${rank}, ${place})`,
  },
  'high-low': {
    by: sql`at_price DESC, at_rank, at_place`,
    beyond: ({ price, rank, place }) =>
      sql`at_price <= ${price} AND (at_price < ${price} OR (at_rank, at_place) > (${rank}, ${place}))`,
  },
};

const startCursor = (sort: SortChoice): SearchCursor => ({
  price: sort === 'high-low' ? Number.MAX_SAFE_INTEGER : 0,
  rank: 0,
  place: -1,
});

/** The text as an FTS5 phrase, so that none of its words is an operator. */
const phrase = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/** FROM and WHERE of the matching rows. */
function matching(text: string, skin: Search['skin']): SQL {
  const suits = skin === anySkin ? sql`true` : sql`shelf.skins & ${skinBit(skin)}`;
  if (!text) return sql`shelf WHERE ${suits}`;
  const letters = [...text];
  if (letters.length > 2)
    return sql`shelf_text JOIN shelf ON shelf.entry = shelf_text.rowid
      WHERE shelf_text MATCH ${phrase(text)} AND ${suits}`;
  return sql`shelf_letters JOIN shelf ON shelf.entry = shelf_letters.rowid
      JOIN shelf_text ON shelf_text.rowid = shelf_letters.rowid
    WHERE shelf_letters MATCH ${phrase(letterWord(letters))} AND ${suits}`;
}

/** The rank of a row, as src/features/search/search.ts ranks products. */
const rankOf = (text: string): SQL =>
  text
    ? sql`CASE instr(shelf_text.name, ${text}) WHEN 1 THEN 0 WHEN 0 THEN
        CASE WHEN instr(category, ${text}) OR instr(brand, ${text}) OR instr(id, ${text})
        THEN 2 ELSE 3 END ELSE 1 END`
    : sql`0`;

const textOf = ({ q }: Search): string => q.trim().toLowerCase();

/** Statement: a page of results, and one more row if there are more. */
function selectPage(db: Db, search: Search, limit: number, after = startCursor(search.sort)) {
  const text = textOf(search);
  const { by, beyond } = orders[text || search.sort !== 'relevant' ? search.sort : 'shelf'];
  const once = text ? sql`MATERIALIZED` : sql`NOT MATERIALIZED`;
  const found = sql`(WITH matches AS ${once} (
      SELECT product_id, price AS at_price, place AS at_place, ${rankOf(text)} AS at_rank
      FROM ${matching(text, search.skin)}
    ) SELECT * FROM matches WHERE ${beyond(after)} ORDER BY ${by} LIMIT ${limit + 1}) AS found`;
  return db.read
    .select({ product: products, rank: sql<number>`at_rank`, place: sql<number>`at_place` })
    .from(products)
    .innerJoin(found, sql`${products.id} = found.product_id`)
    .orderBy(by);
}

type Row = Awaited<ReturnType<typeof selectPage>>[number];

/** The fields that product cards show. None of them changes from minute to minute. */
export const toFoundProduct = (product: ApiProduct): FoundProduct =>
  pick(product, ['_id', ...cardFieldNames, 'discount', 'image']);

const toCard = ({ product }: Pick<Row, 'product'>): FoundProduct => toFoundProduct(serializeProduct(product));

/** A list of `shelf_facts`. */
const listOf = <T>(facts: readonly (typeof shelfFacts.$inferSelect)[], kind: 'words' | 'names' | 'counts') =>
  JSON.parse(facts.find((fact) => fact.kind === kind)?.list ?? '[]') as T[];

/** Suggestions without results: the closest word, and the nearest products. */
async function suggestions(db: Db, q: string, facts: readonly (typeof shelfFacts.$inferSelect)[]) {
  const didYouMean = closestWord(listOf(facts, 'words'), q) ?? null;
  if (didYouMean) {
    const rows = await selectPage(db, { ...defaultSearch, q: didYouMean }, suggestionCount);
    return { didYouMean, nearest: rows.slice(0, suggestionCount).map(toCard) };
  }
  const places = nearestNames(listOf(facts, 'names'), q);
  const rows = await db.read
    .select({ product: products, place: shelf.place })
    .from(shelf)
    .innerJoin(products, eq(products.id, shelf.productId))
    .where(inArray(shelf.place, places));
  rows.sort((a, b) => places.indexOf(a.place) - places.indexOf(b.place));
  return { didYouMean, nearest: rows.map(toCard) };
}

/**
 * A page of search results and the total number of results. One call to the database; a second one without results.
 * @param limit products per page
 */
export async function searchProducts(db: Db, search: Search, limit: number, after?: SearchCursor) {
  const text = textOf(search);
  const matches = matching(text, search.skin);
  const facts = db.read.select().from(shelfFacts);
  const [rows, counted, factRows] = await db.read.batch([
    selectPage(db, search, limit, after),
    db.read.all<{ total: number }>(
      text ? sql`SELECT count(*) AS total FROM ${matches}` : sql`SELECT 0 AS total`,
    ),
    text
      ? facts.where(sql`${shelfFacts.kind} IN ('words', 'names') AND NOT EXISTS (SELECT 1 FROM ${matches})`)
      : facts.where(eq(shelfFacts.kind, 'counts')),
  ]);
  const total = text
    ? (counted[0]?.total ?? 0)
    : (listOf<number>(factRows, 'counts')[skinChoices.indexOf(search.skin)] ?? 0);
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    total,
    products: page.map(toCard),
    next: last ? `${last.product.price}.${last.rank}.${last.place}` : null,
    ...(text && !total ? await suggestions(db, search.q, factRows) : { didYouMean: null, nearest: [] }),
  };
}
