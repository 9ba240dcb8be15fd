import type { Card, Picture } from '#features/catalogue/card.ts';
import type { FoundProduct } from '#features/catalogue/product.ts';
import type { api, ResponseOf } from '#lib/api.ts';
import { toPaise } from '#lib/money.ts';
import { paths, productThumbnail, thumbnailWidths } from '#lib/paths.ts';
import { fromIndex, type IndexFile } from './index-file.ts';
import { hasIndex, pageSize } from './paging.ts';
import { buildIndex, type SearchIndex, searchIndex } from './search.ts';
import { type Search, searchParams } from './search-query.ts';
import { suggest } from './suggestions.ts';
/**
 * A page of what was found.
 * @property total products of all pages
 * @property next what the following page begins after; null on the last
 * @property nearest what is shown instead, where nothing was found
 */
export type Found = {
  cards: Card[];
  total: number;
  next: string | null;
  didYouMean: string | null;
  nearest: Card[];
};

/** @throws Error when there is no answer; also when `signal` says that nobody waits for it any more */
type Source = (search: Search, after: string | undefined, signal: AbortSignal) => Promise<Found>;

async function fetchJson<T>(address: string, signal: AbortSignal | null): Promise<T> {
  const response = await fetch(address, { signal });
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response.json();
}

let index: Promise<SearchIndex<Card>> | undefined;

/** The whole collection, fetched once; once more, if that failed. */
async function fetchIndex(): Promise<SearchIndex<Card>> {
  index ??= fetchJson<IndexFile>(paths.collectionIndex, null).then((file) => buildIndex(fromIndex(file)));
  try {
    return await index;
  } catch (error) {
    index = undefined;
    throw error;
  }
}

const inIndex: Source = async (search, after = '0') => {
  const shelf = await fetchIndex();
  const found = searchIndex(shelf, search);
  const end = Number(after) + pageSize;
  const { didYouMean = null, products } = found.length ? { products: [] } : suggest(shelf, search.q);
  return {
    cards: found.slice(Number(after), end),
    total: found.length,
    next: end < found.length ? String(end) : null,
    didYouMean,
    nearest: products,
  };
};

/** The addresses of the build's own pictures are not in the database: these last. */
const pictureOf = (id: string): Picture => {
  const [small, large] = thumbnailWidths;
  const address = (width: typeof small | typeof large) => productThumbnail(id, 1, width);
  return {
    avif: '',
    webp: `${address(small)} ${small}w, ${address(large)} ${large}w`,
    src: address(large),
    width: large,
    height: large,
    alt: '',
    colour: '',
  };
};

const cardOf = ({ _id: id, price, originalPrice, ...product }: FoundProduct): Card => ({
  ...product,
  id,
  price: toPaise(price) ?? 0,
  originalPrice: toPaise(originalPrice) ?? 0,
  order: 0,
  picture: pictureOf(id),
});

const inApi: Source = async (search, after, signal) => {
  const query = new URLSearchParams({ ...searchParams(search), ...(after && { after }) });
  const answer = await fetchJson<ResponseOf<typeof api.product.search.$get>>(
    `/api/product/search?${query}`,
    signal,
  );
  return { ...answer, cards: answer.products.map(cardOf), nearest: answer.nearest.map(cardOf) };
};

/** @param count products of the collection */
export const sourceOf = (count: number): Source => (hasIndex(count) ? inIndex : inApi);
