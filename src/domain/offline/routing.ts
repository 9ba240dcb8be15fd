/**
 * What the service worker does with a request, depending on its URL (docs/behaviour.md, "Offline"). It leaves all other
 * requests to the browser: all writes, orders, accounts, carts, the desk, videos.
 */
import {
  collectionFile,
  facetsFile,
  ingredientNamesFile,
  ingredientProductsFile,
  ingredientWordsFile,
  popularFile,
  routineFile,
  searchFile,
  servicesFile,
  skinMarksFile,
} from '#lib/more-paths.ts';
import { paths } from '#lib/paths.ts';
import { isPublicPath } from '#lib/public-paths.ts';

/** Names and prices of all products at build time; part of the shell. */
export const catalogueFile = '/cart-catalogue.json';

/**
 * - `page`: a public page, cached for offline use; `ahead`: the same, prefetched
 * - `cart`: the cart page, from the shell
 * - `elsewhere`: any other page: not cached; offline it shows "You are offline"
 * - `asset`, `picture`: files; `search`: data of the search and of the planner; `lines`, `live`: responses of the API about products
 */
type Kind = 'page' | 'ahead' | 'cart' | 'elsewhere' | 'asset' | 'picture' | 'search' | 'lines' | 'live';

/** The relevant part of a request. */
type RequestParts = { method: string; mode: string; url: string; headers: Pick<Headers, 'get' | 'has'> };

const untouched = /^\/(api|desk|edit|dev)(\/|$)/;
/** Also the directory of pincodes, once it was used. */
const assets = /^\/_astro\/[^/]+\.(js|css|woff2|txt)$/;
const pictures = /^\/(_astro|media\/products)\/.+\.(avif|webp|jpe?g|png|svg)$/;

const dataFiles = new Set<string>([
  searchFile,
  collectionFile,
  facetsFile,
  ingredientNamesFile,
  ingredientProductsFile,
  popularFile,
  routineFile,
  servicesFile,
  ingredientWordsFile,
  skinMarksFile,
]);

function pageKind(path: string): Kind | undefined {
  if (untouched.test(path)) return undefined;
  if (path === paths.cart) return 'cart';
  return isPublicPath(path) ? 'page' : 'elsewhere';
}

/** @param origin of the shop @returns undefined for requests that the worker leaves to the browser */
export function kindOf({ method, mode, url, headers }: RequestParts, origin: string): Kind | undefined {
  const { pathname, searchParams, origin: theirs } = new URL(url);
  // A range of a file, such as a video, must come from the same source as the rest.
  if (method !== 'GET' || theirs !== origin || headers.has('range')) return undefined;
  const page = mode === 'navigate' ? pageKind(pathname) : undefined;
  // A prefetched page is shown later: an old copy, or "You are offline", would then be wrong.
  if (headers.get('sec-purpose')?.startsWith('prefetch')) return page === 'page' ? 'ahead' : undefined;
  if (mode === 'navigate') return page;
  if (assets.test(pathname)) return 'asset';
  if (pictures.test(pathname)) return 'picture';
  if (dataFiles.has(pathname)) return 'search';
  if (pathname === '/api/product/live') return 'live';
  // Without `ids` the response is the whole catalogue, which must not be outdated.
  return pathname === '/api/product/list' && searchParams.has('ids') ? 'lines' : undefined;
}
