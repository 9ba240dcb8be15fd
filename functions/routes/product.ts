/** /api/product: the public catalogue. */
import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { createMiddleware } from 'hono/factory';
import * as z from 'zod';
import { type ApiProduct, oneForEach } from '#domain/catalogue/product.ts';
import { itemId } from '#domain/catalogue/product-id.ts';
import { mostVariants } from '#domain/catalogue/variant.ts';
import { freeFromGroups } from '#domain/ingredients/free-from-groups.ts';
import type { ChangedRow } from '#domain/pricing/sale-prices.ts';
import {
  type FacetName,
  facetNames,
  givenValues,
  isFacetValue,
  mostValues,
} from '#domain/search/facet-names.ts';
import { pageSize } from '#domain/search/paging.ts';
import { sortChoices } from '#domain/search/search-query.ts';
import { anySkin, longestSearch, skinChoices } from '#lib/product-constants.ts';
import { cachedCatalogue } from '../catalogue/cached.ts';
import { knownChanged, listWithChanged, noteChanged, selectChanged } from '../catalogue/changed-prices.ts';
import { readBestRated, readBestSelling, readSoldOut } from '../catalogue/live-lists.ts';
import { findWithVariants, listProducts, liveProducts, pageProducts } from '../catalogue/read.ts';
import { cardsOf, type LiveLists, loadEngine, loadFilters, searchProducts } from '../catalogue/search.ts';

import type { Env } from '../http/env.ts';
import { byId } from '../http/fields.ts';
import { answerLarge } from '../http/large-answer.ts';
import { annotate } from '../http/notes.ts';
import { route } from '../http/route.ts';
import { success } from '../http/success.ts';
import type { Call } from '../lib/call.ts';
import { logError } from '../lib/log.ts';
import { notFound, refusal, refuses } from '../lib/refusal.ts';

/** `?ids=a,b,c`. @param most so that queries are bounded */
const idsUpTo = (most: number) =>
  z
    .string()
    .transform((text) => [
      ...new Set(
        text
          .split(',')
          .map((id) => id.trim())
          .filter(Boolean),
      ),
    ])
    .pipe(
      z
        .array(itemId)
        .min(1, 'Please send at least one product.')
        .max(most, `At most ${most} products can be requested.`),
    )
    .meta({ description: 'Ids of products, sizes or shades.' });

/** `?limit=`: products of a page. */
const limit = z
  .string()
  .regex(/^\d{1,3}$/, 'The limit must be a whole number from 1 to 100.')
  .transform(Number)
  .pipe(z.int().min(1, 'The limit must be at least 1.').max(100, 'The limit can be at most 100.'))
  .meta({ description: 'Most products of the answer.' });

/** `?after=`: the `next` of another response. */
const cursor = (pattern: RegExp) => z.string().regex(pattern, 'The cursor is not valid.');

/** A page of a product asks for all of its sizes, and for the products that it also shows. */
export const liveQuery = z.object({ ids: idsUpTo(mostVariants + 50) });

export const listQuery = z.object({
  ids: idsUpTo(100).optional(),
  limit: limit.optional(),
  after: cursor(/^\d{1,9}\.[a-z0-9-]{1,182}$/)
    .transform((text) => {
      const [position = '', id = ''] = text.split('.');
      return { position: Number(position), id };
    })
    .optional()
    .meta({ description: 'The `next` of another answer.' }),
});

/**
 * `?brand=harita,anua`: values of a filter, separated by commas; an unknown one has no products. A range whose end is
 * below its start counts as not given.
 */
const facet = (name: FacetName, message: string, description: string) =>
  z
    .string()
    .max(2_000, 'The list is too long.')
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(
      z
        .array(z.string().refine((value) => isFacetValue(name, value), message))
        .max(mostValues, `At most ${mostValues} values can be chosen.`)
        .transform((values) => givenValues(name, values)),
    )
    .optional()
    .meta({ description });

export const searchQuery = z.object({
  q: z
    .string()
    .max(longestSearch, `A search can have at most ${longestSearch} characters.`)
    .default('')
    .meta({ description: 'What is searched for.' }),
  only: z
    .string()
    .regex(/^[a-z\d -]{0,64}$/, 'This part of the collection is not valid.')
    .optional()
    .meta({
      description:
        'A category, `bestsellers`, `new` (of the last 60 days) or `sale`; an unknown one has no products.',
    }),
  skin: z
    .enum(skinChoices, 'The skin type is not valid.')
    .default(anySkin)
    .meta({ description: 'The skin type that the products are for.' }),
  with: z
    .string()
    .regex(/^[a-z\d-]{0,64}$/, 'The ingredient is not valid.')
    .default('')
    .meta({ description: 'Id of an ingredient; an unknown one is in no product.' }),
  free: z
    .string()
    .max(200, 'The list is too long.')
    .transform((text) => text.split(',').filter(Boolean))
    .pipe(z.array(z.enum(freeFromGroups, 'This group is not known.')))
    .default([])
    .meta({ description: 'What products must not contain.' }),
  category: facet('category', 'The category is not valid.', 'Categories.'),
  brand: facet('brand', 'The brand is not valid.', 'Brands.'),
  price: facet(
    'price',
    'The price must be a range such as 200-500.',
    'Prices in rupees, both ends included: `200-500`, `200-`, `-500`.',
  ),
  concern: facet('concern', 'The concern is not valid.', 'Concerns of the skin.'),
  spf: facet('spf', 'The SPF is not valid.', 'Sun protection factors.'),
  size: facet(
    'size',
    'The size must be a range such as 31-100.',
    'Millilitres or grams, both ends included.',
  ),
  origin: facet(
    'origin',
    'The country of origin must be a code of two letters such as in.',
    'Countries of origin, two letters of ISO 3166: `in,kr`.',
  ),
  in: facet('in', 'Only "stock" is known.', 'Only what can be bought now: `stock`.'),
  counts: z
    .literal('1', 'The counts are asked for with 1.')
    .optional()
    .transform((value) => value !== undefined)
    .meta({ description: 'With `1` the answer says how many results each value of the filters gives.' }),
  sort: z
    .enum(sortChoices, 'The sort order is not valid.')
    .default('relevant')
    .meta({ description: 'The order of the results.' }),
  limit: limit.default(pageSize),
  after: cursor(/^\d{1,6}$/)
    .transform(Number)
    .pipe(z.int().min(0).max(999_999))
    .default(0)
    .meta({ description: 'Number of results before the page.' }),
});

const noSearch = refusal(
  503,
  'unavailable',
  'The search is not available at the moment. Please try again.',
  5,
);

/** The filters of a query, under one name. */
const facetsOf = (request: z.output<typeof searchQuery>) =>
  Object.fromEntries(facetNames.flatMap((name) => (request[name]?.length ? [[name, request[name]]] : [])));

/** What a search is answered from: the Worker's call, or that of a preview. */
type SearchCall = Pick<Call, 'assets' | 'requestId' | 'now'>;

/** @param what of the build is read @throws Refusal 503 when its files cannot be read */
const read = <T>({ requestId }: SearchCall, what: Promise<T>): Promise<T> =>
  what.catch((error: unknown) => {
    logError(error, { requestId });
    throw noSearch();
  });

/**
 * The prices in sales, and those that the desk has changed since the build.
 * @param changed what the desk has changed @throws Refusal 503 when the files of the build cannot be read
 */
export async function readSalePrices(call: SearchCall, changed?: readonly ChangedRow[]) {
  const { prices } = await read(call, loadEngine(call.assets, call.now, changed));
  return { products: prices };
}

const readCurrentPrices = async (call: Call) =>
  readSalePrices(call, noteChanged(await selectChanged(call.db, call.now)));
refuses(readCurrentPrices, noSearch);

/**
 * The answer of a search.
 * @param readProducts reads products by their ids
 * @param lists what changes from minute to minute @param changed what the desk has changed since the build
 * @throws Refusal 503 when the files of the build cannot be read
 */
export async function search(
  call: SearchCall,
  request: z.output<typeof searchQuery>,
  readProducts: (ids: string[]) => Promise<ApiProduct[]>,
  lists: LiveLists,
  changed?: readonly ChangedRow[],
) {
  const { assets, now } = call;
  const asked = { ...request, facets: facetsOf(request) };
  const { engine, prices } = await read(call, loadEngine(assets, now, changed));
  const filters = await read(call, loadFilters(assets, asked, prices, lists));
  return searchProducts(engine, filters, asked, readProducts);
}

/**
 * The answer with the prices of now. What the desk has changed is read with the products; if it is not what the search was
 * answered from, it is answered once more.
 */
async function searchNow(call: Call, request: z.output<typeof searchQuery>) {
  const { db, now } = call;
  const changed = knownChanged();
  const lists = {
    readSoldOut: () => readSoldOut(db),
    readBestSelling: () => readBestSelling(db, now),
    readBestRated: () => readBestRated(db, now),
  };
  const readProducts = async (ids: string[]) => {
    const { products, changed } = await listWithChanged(db, ids, now);
    noteChanged(changed);
    return products;
  };
  const answer = await search(call, request, readProducts, lists, changed);
  return changed === knownChanged() ? answer : search(call, request, readProducts, lists, knownChanged());
}

export const cardsQuery = z.object({ ids: idsUpTo(100) });

/**
 * The cards of products with the prices of now.
 * @param rows of these products @param changed what the desk has changed since the build
 * @throws Refusal 503 when the files of the build cannot be read
 */
export async function readCards(
  call: SearchCall,
  ids: readonly string[],
  rows: readonly ApiProduct[],
  changed?: readonly ChangedRow[],
) {
  const { engine } = await read(call, loadEngine(call.assets, call.now, changed));
  return { products: cardsOf(engine, ids, rows) };
}

async function readCardsNow(call: Call, { ids }: z.output<typeof cardsQuery>) {
  const { products, changed } = await listWithChanged(call.db, ids, call.now);
  return readCards(call, ids, products, noteChanged(changed));
}
refuses(readCardsNow, noSearch);

const mustRevalidate = 'public, max-age=0, must-revalidate';

/** Cacheable, but revalidated for each request: the response is then usually an empty 304. */
const revalidated = createMiddleware<Env>(async (c, next) => {
  await next();
  if (c.res.ok || c.res.status === 304) c.header('Cache-Control', mustRevalidate);
});

/** The products with these ids, a page of products, or undefined for the whole list. */
async function readList({ db, now }: Call, { ids, limit, after }: z.output<typeof listQuery>) {
  if (limit !== undefined || after !== undefined)
    return pageProducts(db, { ids, limit: limit ?? 100, after, now });
  return ids && { products: await listProducts(db, ids, now) };
}

async function readProduct({ db, now }: Call, { id: asked }: { id: string }) {
  const id = itemId.safeParse(asked);
  const found = id.success ? await findWithVariants(db, id.data, now) : undefined;
  return found ?? notFound('This product');
}
refuses(readProduct, notFound);

export const product = new Hono<Env>()
  .use(revalidated, annotate(etag(), { revalidates: true }))
  .get(
    '/list',
    route(
      'Lists products: each that is sold once, a page of them, or the products, sizes and shades with these ids.',
      { query: listQuery },
      readList,
      async (found, _, c) => {
        if (found) return success(c, found);
        const serialize = (products: ApiProduct[]) =>
          JSON.stringify({ success: true, products: oneForEach(products) });
        const list = await cachedCatalogue(c.var.db, 'list', serialize, c.var.now);
        const headers = { 'Content-Type': 'application/json', 'Cache-Control': mustRevalidate };
        // Made from bytes: the type of its body is that of the answers above.
        return (await answerLarge(c, list, headers)) as unknown as ReturnType<
          typeof success<{ products: ApiProduct[] }>
        >;
      },
    ),
  )
  .get('/search', route('Searches products.', { query: searchQuery }, searchNow))
  .get(
    '/sold-out',
    route(
      'Lists the products, and of others the sizes and shades, that cannot be bought.',
      {},
      async ({ db }) => ({ products: await readSoldOut(db) }),
    ),
  )
  .get(
    '/best-selling',
    route('Lists the products that sell most.', {}, async ({ db, now }) => ({
      products: await readBestSelling(db, now),
    })),
  )
  .get(
    '/best-rated',
    route('Lists the products with the highest ratings.', {}, async ({ db, now }) => ({
      products: await readBestRated(db, now),
    })),
  )
  .get(
    '/sale-prices',
    route(
      'Lists the prices of the products that are or will be in a sale, and of those that have changed since the pages were built.',
      {},
      readCurrentPrices,
    ),
  )
  .get(
    '/live',
    route(
      'Reads stock, ratings and prices of products.',
      { query: liveQuery },
      async ({ db, now }, { ids }) => ({ products: await liveProducts(db, ids, now) }),
    ),
  )
  .get('/cards', route('Reads the cards of products that are sold.', { query: cardsQuery }, readCardsNow))
  .get('/:id', route('Reads a product, with its sizes and shades.', { params: byId }, readProduct));
