/**
 * The service worker, `/sw.js` (docs/decisions/9-offline.md). Bundled by tools/astro/offline.ts, which puts the
 * list of the shell in; which request is what is decided in routing.ts.
 */
import {
  CacheFirst,
  copyResponse,
  ExpirationPlugin,
  NetworkFirst,
  NetworkOnly,
  type PrecacheEntry,
  Serwist,
  type SerwistPlugin,
  StaleWhileRevalidate,
  Strategy,
  type StrategyHandler,
} from 'serwist';
import { paths } from '#lib/paths.ts';
import { savesData } from '#lib/saving.ts';
import { keptIn, kindOf, shelfFile } from './routing.ts';
import { answerLines } from './snapshot.ts';

/** `first`: without it not even the offline page looks right. */
declare const SHELL: readonly (PrecacheEntry & { first: boolean })[];

/** What the types of a DOM lack. */
type Waiting = Event & { waitUntil(work: Promise<unknown>): void };
type Fetching = Waiting & { request: Request; respondWith(answer: Promise<Response>): void };
type Told = Waiting & { data: unknown };
type Scope = {
  addEventListener(type: 'install' | 'activate', listener: (event: Waiting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
  addEventListener(type: 'message', listener: (event: Told) => void): void;
};
const scope = globalThis as unknown as Scope & { location: Location };
const { origin } = scope.location;

const day = 24 * 60 * 60;
/**
 * A page that is slower than this is answered from the visited copy, s. Slow 4G (1.6 Mb/s, 0.6 s a round
 * trip) brings a page in two; whoever waits for four is nearly offline.
 */
const patience = 4;
/** Before a script is asked for once more, ms: a weak line is given four seconds, too. */
const pauses = [500, 1_000, 2_500];

const saving = savesData();
const serwist = new Serwist({
  precacheEntries: SHELL.filter(({ first }) => first || !saving).map(({ url, revision }) => ({
    url,
    revision,
  })),
  precacheOptions: { cacheName: keptIn.shell },
  // Safe with open tabs: files are named after their content, and those of their build stay (`Retired`).
  skipWaiting: true,
  clientsClaim: true,
});

/** Kept is what came whole from the shop itself, and what it has not forbidden. */
const sound: SerwistPlugin = {
  cacheWillUpdate: async ({ response }) =>
    response.status === 200 &&
    response.type === 'basic' &&
    !response.redirected &&
    !response.headers.get('cache-control')?.includes('no-store')
      ? response
      : null,
};

/** A static page is the same whatever its query: `/collection?q=rose` is searched in the browser. */
const withoutQuery: SerwistPlugin = {
  cacheKeyWillBeUsed: async ({ request }) => {
    const { pathname } = new URL(request.url);
    return origin + pathname;
  },
};

/** Lets the page know that it is an old one: the only header of its own that a page can read. */
const marked: SerwistPlugin = {
  cachedResponseWillBeUsed: async ({ cachedResponse }) =>
    cachedResponse &&
    copyResponse(cachedResponse, (init) => {
      const headers = new Headers(init.headers);
      headers.set('Server-Timing', 'kept');
      return { ...init, headers };
    }),
};

const elseOffline: SerwistPlugin = { handlerDidError: () => serwist.matchPrecache(paths.offline) };

const keptPages = [
  sound,
  withoutQuery,
  new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds: 30 * day }),
] satisfies SerwistPlugin[];
// Longer than the pages that need them: no kept page is without its scripts.
const keptAssets = [
  sound,
  new ExpirationPlugin({ maxEntries: 300, maxAgeSeconds: 60 * day, maxAgeFrom: 'last-used' }),
] satisfies SerwistPlugin[];
const keptPictures = [
  sound,
  new ExpirationPlugin({
    maxEntries: 150,
    maxAgeSeconds: 30 * day,
    maxAgeFrom: 'last-used',
    purgeOnQuotaError: true,
  }),
];

/** A script and what it imports at once; what it may import later is brought when it is used. */
async function bring(event: Waiting, url: string, seen: Set<string>): Promise<void> {
  if (seen.has(url)) return;
  seen.add(url);
  const file = await answer({ event, request: new Request(url) });
  const text = (await file?.clone().text()) ?? '';
  for (const [, name = ''] of text.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
    await bring(event, `/_astro/${name}`, seen);
}

/** A page comes without its islands until somebody uses them, and then the line may be gone. */
const withIslands: SerwistPlugin = {
  cacheDidUpdate: async ({ event, newResponse }) => {
    if (saving) return;
    const html = await newResponse.text();
    const seen = new Set<string>();
    for (const [, url = ''] of html.matchAll(/(?:component|renderer)-url="(\/_astro\/[^"]+\.js)"/g))
      await bring(event as Waiting, url, seen);
  },
};

/**
 * Kept first, else fetched, and fetched again: browsers remember of a script that it failed, and never ask for it
 * again as long as the page is open.
 */
class Patient extends CacheFirst {
  override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    for (const pause of pauses)
      try {
        return await super._handle(request, handler);
      } catch {
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    return super._handle(request, handler);
  }
}

/** Takes a file of an earlier shell over, for tabs that are still open and pages that are kept. */
class Retired extends Strategy {
  override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const file = await caches.match(request, { cacheName: keptIn.shell });
    if (!file) return Response.error();
    await handler.cachePut(request, file.clone());
    return file;
  }
}

const pages = new NetworkFirst({
  cacheName: keptIn.pages,
  networkTimeoutSeconds: patience,
  plugins: [...keptPages, withIslands, marked, elseOffline],
});
/** Fetched before anybody asks: from the shop or not at all. It is kept, since opening it asks no more. */
const ahead = new NetworkFirst({
  cacheName: keptIn.pages,
  plugins: [...keptPages, { cachedResponseWillBeUsed: async () => null }],
});
/** Out of the shell, whose cart and scripts are of one build. */
const cart = new NetworkFirst({
  cacheName: keptIn.shell,
  networkTimeoutSeconds: patience,
  plugins: [
    {
      cacheKeyWillBeUsed: async () => serwist.getPrecacheKeyForUrl(paths.cart) ?? paths.cart,
      cacheWillUpdate: async () => null,
    },
    elseOffline,
  ],
});
const elsewhere = new NetworkOnly({ plugins: [elseOffline] });
const assets = new Patient({ cacheName: keptIn.assets, plugins: keptAssets });
const retired = new Retired({ cacheName: keptIn.assets, plugins: keptAssets });
const hashedPictures = new CacheFirst({ cacheName: keptIn.pictures, plugins: keptPictures });
const lastingPictures = new StaleWhileRevalidate({ cacheName: keptIn.pictures, plugins: keptPictures });
const live = new NetworkFirst({
  cacheName: keptIn.live,
  networkTimeoutSeconds: patience,
  plugins: [sound, new ExpirationPlugin({ maxEntries: 40, maxAgeSeconds: 7 * day })],
});

type Asking = { event: Waiting; request: Request };

function answer(asking: Asking): Promise<Response> | undefined {
  const { request } = asking;
  const by = (strategy: Strategy): Promise<Response> => strategy.handle(asking as never);
  switch (kindOf(request, origin)) {
    case 'page':
      return by(pages);
    case 'ahead':
      return by(ahead);
    case 'cart':
      return by(cart);
    case 'elsewhere':
      return by(elsewhere);
    case 'asset':
      return serwist.matchPrecache(request).then((file) => file ?? by(assets));
    case 'picture':
      return by(new URL(request.url).pathname.startsWith('/_astro/') ? hashedPictures : lastingPictures);
    case 'lines':
      return answerLines(request, patience, () => serwist.matchPrecache(shelfFile));
    case 'live':
      return by(live);
    default:
      return undefined;
  }
}

/** What the shell no longer holds moves to the files; caches that no longer have a name go. */
async function tidy(event: Waiting): Promise<void> {
  const shell = await caches.open(keptIn.shell);
  const current = new Set(serwist.getUrlsToPrecacheKeys().values());
  for (const request of await shell.keys()) {
    if (current.has(request.url) || kindOf(request, origin) !== 'asset') continue;
    await retired.handle({ event, request } as never);
  }
  const known = new Set<string>(Object.values(keptIn));
  for (const name of await caches.keys())
    if (name.startsWith('harita-') && !known.has(name)) await caches.delete(name);
}

scope.addEventListener('install', (event) => void serwist.handleInstall(event as never));
scope.addEventListener('activate', (event) => {
  event.waitUntil(tidy(event).then(() => serwist.handleActivate(event as never)));
});
scope.addEventListener('fetch', (event) => {
  const response = answer({ event, request: event.request });
  if (response) event.respondWith(response);
});
/** A first visit: this page and its files came before there was anybody to keep them. */
scope.addEventListener('message', (event) => {
  const { page, files } = event.data as { page: string; files: string[] };
  const wanted = files.filter((url) => /^(asset|picture)$/.test(kindOf(new Request(url), origin) ?? ''));
  const asVisit = { method: 'GET', mode: 'navigate', url: page, headers: new Headers() };
  const visited = kindOf(asVisit, origin) === 'page' ? [page] : [];
  event.waitUntil(
    Promise.allSettled([
      ...wanted.map((url) => answer({ event, request: new Request(url) })),
      ...visited.map((url) => pages.handle({ event, request: new Request(url) } as never)),
    ]),
  );
});
