/**
 * Searches, as src/features/search/search.ts has them, in the database: over the shelf that db/sync.ts
 * keeps. Text is found by its trigrams, one or two characters by words of their own; both are exact, so
 * that the answers are those of the browser, which searches smaller catalogues by itself.
 */
import { eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { products, shelf, shelfFacts } from '#db/schema/index.ts';
import { letterWord, skinBit } from '#db/search-index/text.ts';
import type { ApiProduct, FoundProduct } from '#features/catalogue/product.ts';
import { howMany, meant, nearestNames } from '#features/search/nearest.ts';
import { everything, type Search, type SortChoice } from '#features/search/search-query.ts';
import { anySkin, skinChoices } from '#lib/product-constants.ts';
import { answer } from './read.ts';

/** Where a product stands among those found: what a page begins after. @property price paise */
export type Place = { price: number; rank: number; place: number };

type Order = { by: SQL; beyond: (after: Place) => SQL };

/** The order of what is found, and the condition that leaves out what comes before a place. */
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

const beginning = (sort: SortChoice): Place => ({
  price: sort === 'high-low' ? Number.MAX_SAFE_INTEGER : 0,
  rank: 0,
  place: -1,
});

/** As a phrase, so that no word of it is taken for FTS5's own. */
const phrase = (wanted: string): string => `"${wanted.replaceAll('"', '""')}"`;

/** FROM and WHERE of the rows of the shelf that a search finds. */
function matching(wanted: string, skin: Search['skin']): SQL {
  const suits = skin === anySkin ? sql`true` : sql`shelf.skins & ${skinBit(skin)}`;
  if (!wanted) return sql`shelf WHERE ${suits}`;
  const letters = [...wanted];
  if (letters.length > 2)
    return sql`shelf_text JOIN shelf ON shelf.entry = shelf_text.rowid
      WHERE shelf_text MATCH ${phrase(wanted)} AND ${suits}`;
  return sql`shelf_letters JOIN shelf ON shelf.entry = shelf_letters.rowid
      JOIN shelf_text ON shelf_text.rowid = shelf_letters.rowid
    WHERE shelf_letters MATCH ${phrase(letterWord(letters))} AND ${suits}`;
}

/** How well a row answers, as `findOn` ranks it. */
const rankOf = (wanted: string): SQL =>
  wanted
    ? sql`CASE instr(shelf_text.name, ${wanted}) WHEN 1 THEN 0 WHEN 0 THEN
        CASE WHEN instr(category, ${wanted}) OR instr(brand, ${wanted}) OR instr(id, ${wanted})
        THEN 2 ELSE 3 END ELSE 1 END`
    : sql`0`;

const textOf = ({ q }: Search): string => q.trim().toLowerCase();

/** A statement: one page of what is found, and one more row when there are more. */
function page(db: Db, search: Search, limit: number, after = beginning(search.sort)) {
  const wanted = textOf(search);
  const { by, beyond } = orders[wanted || search.sort !== 'relevant' ? search.sort : 'shelf'];
  const once = wanted ? sql`MATERIALIZED` : sql`NOT MATERIALIZED`;
  const found = sql`(WITH matches AS ${once} (
      SELECT product_id, price AS at_price, place AS at_place, ${rankOf(wanted)} AS at_rank
      FROM ${matching(wanted, search.skin)}
    ) SELECT * FROM matches WHERE ${beyond(after)} ORDER BY ${by} LIMIT ${limit + 1}) AS found`;
  return db.read
    .select({ product: products, rank: sql<number>`at_rank`, place: sql<number>`at_place` })
    .from(products)
    .innerJoin(found, sql`${products.id} = found.product_id`)
    .orderBy(by);
}

type Row = Awaited<ReturnType<typeof page>>[number];

/** What cards show, as the API names it: nothing of it changes from minute to minute. */
export function toFound(product: ApiProduct): FoundProduct {
  const { _id, name, category, brand, description, features, spf, bestseller, ...rest } = product;
  const { skinType, skinTypes, price, originalPrice, discount, image } = rest;
  return {
    ...{ _id, name, category, brand, description, features, spf, bestseller },
    ...{ skinType, skinTypes, price, originalPrice, discount, image },
  };
}

const card = ({ product }: Pick<Row, 'product'>): FoundProduct => toFound(answer(product));

/** A list of the shelf's facts. @throws SyntaxError when there is none */
const listOf = <T>(facts: readonly (typeof shelfFacts.$inferSelect)[], kind: 'words' | 'names' | 'counts') =>
  JSON.parse(facts.find((fact) => fact.kind === kind)?.list ?? '[]') as T[];

/** What stands in for products when nothing was found: a word that was perhaps meant, and the nearest. */
async function instead(db: Db, q: string, facts: readonly (typeof shelfFacts.$inferSelect)[]) {
  const didYouMean = meant(listOf(facts, 'words'), q) ?? null;
  if (didYouMean) {
    const rows = await page(db, { ...everything, q: didYouMean }, howMany);
    return { didYouMean, nearest: rows.slice(0, howMany).map(card) };
  }
  const places = nearestNames(listOf(facts, 'names'), q);
  const rows = await db.read
    .select({ product: products, place: shelf.place })
    .from(shelf)
    .innerJoin(products, eq(products.id, shelf.productId))
    .where(inArray(shelf.place, places));
  rows.sort((a, b) => places.indexOf(a.place) - places.indexOf(b.place));
  return { didYouMean, nearest: rows.map(card) };
}

/**
 * A page of what a search finds, in the order in which it is shown, and how many there are in all. One call
 * to the database; another where nothing was found.
 * @param limit products of a page
 */
export async function searchProducts(db: Db, search: Search, limit: number, after?: Place) {
  const wanted = textOf(search);
  const matches = matching(wanted, search.skin);
  const facts = db.read.select().from(shelfFacts);
  const [rows, counted, known] = await db.read.batch([
    page(db, search, limit, after),
    db.read.all<{ total: number }>(
      wanted ? sql`SELECT count(*) AS total FROM ${matches}` : sql`SELECT 0 AS total`,
    ),
    wanted
      ? facts.where(sql`${shelfFacts.kind} IN ('words', 'names') AND NOT EXISTS (SELECT 1 FROM ${matches})`)
      : facts.where(eq(shelfFacts.kind, 'counts')),
  ]);
  const total = wanted
    ? (counted[0]?.total ?? 0)
    : (listOf<number>(known, 'counts')[skinChoices.indexOf(search.skin)] ?? 0);
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return {
    total,
    products: shown.map(card),
    next: last ? `${last.product.price}.${last.rank}.${last.place}` : null,
    ...(wanted && !total ? await instead(db, search.q, known) : { didYouMean: null, nearest: [] }),
  };
}
