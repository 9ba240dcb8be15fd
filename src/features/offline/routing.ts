/**
 * What the service worker does with a request, by its address alone. What is not named here is left to the
 * browser as if there were no worker: whatever writes, orders, accounts, carts, the desk, videos.
 */
import { paths } from '#lib/paths.ts';
import { publicPlaces } from '#lib/public.ts';

/** Names of what is kept on a phone. Others that begin alike are of an older worker, and go. */
export const keptIn = {
  /** What every page needs, the cart and the offline page: of this build, complete. */
  shell: 'harita-shell',
  /** Scripts, styles and fonts that pages brought along, and the shells of earlier builds. */
  assets: 'harita-assets',
  pictures: 'harita-pictures',
  /** Public pages that were visited. */
  pages: 'harita-pages',
  /** Stars and stock on those pages. */
  live: 'harita-live',
  /** Names and prices of what lay in the cart; forgotten when somebody signs out. */
  facts: 'harita-facts',
} as const;

/** Names and prices of everything sold, as the build knew them; part of the shell. */
export const shelfFile = '/shelf.json';

/**
 * - `page`: public; the visited copy helps out; `ahead`: the same, before anybody has asked for it
 * - `cart`: the same, out of the shell
 * - `elsewhere`: any other page; only "You are offline" helps out, and nothing is kept
 * - `asset`, `picture`: files; `lines`, `live`: what the API says of products
 */
type Kind = 'page' | 'ahead' | 'cart' | 'elsewhere' | 'asset' | 'picture' | 'lines' | 'live';

/** The part of a request that decides. */
type Asked = { method: string; mode: string; url: string; headers: Pick<Headers, 'get' | 'has'> };

const publicPages = new RegExp(`^/($|(${publicPlaces.join('|')})(/|$))`);
const untouched = /^\/(api|desk|edit|dev)(\/|$)/;
const assets = /^\/_astro\/[^/]+\.(js|css|woff2)$/;
const pictures = /^\/(_astro|media\/products)\/.+\.(avif|webp|jpe?g|png|svg)$/;

function pageKind(path: string): Kind | undefined {
  if (untouched.test(path)) return undefined;
  if (path === paths.cart) return 'cart';
  return publicPages.test(path) ? 'page' : 'elsewhere';
}

/** @param origin of the shop. @returns undefined for what the worker never touches */
export function kindOf({ method, mode, url, headers }: Asked, origin: string): Kind | undefined {
  const { pathname, searchParams, origin: theirs } = new URL(url);
  // A part of a file (a video that is wound on) must come from where the rest comes from.
  if (method !== 'GET' || theirs !== origin || headers.has('range')) return undefined;
  const page = mode === 'navigate' ? pageKind(pathname) : undefined;
  // Fetched ahead (speculation rules) it is shown later: an old copy, or "You are offline", would then be wrong.
  if (headers.get('sec-purpose')?.startsWith('prefetch')) return page === 'page' ? 'ahead' : undefined;
  if (mode === 'navigate') return page;
  if (assets.test(pathname)) return 'asset';
  if (pictures.test(pathname)) return 'picture';
  if (pathname === '/api/product/live') return 'live';
  // Without `ids` it is the whole catalogue, and a search in an old one would mislead.
  return pathname === '/api/product/list' && searchParams.has('ids') ? 'lines' : undefined;
}
