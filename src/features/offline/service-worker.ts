/**
 * The service worker, `/sw.js` (docs/decisions/9-offline.md). tools/astro/offline.ts bundles it and inserts the list of
 * the shell; routing.ts classifies the requests.
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
import { cacheNames } from '#domain/offline/cache-names.ts';
import { respondWithCartProducts } from '#domain/offline/cart-snapshot.ts';
import { catalogueFile, kindOf } from '#domain/offline/routing.ts';
import { offlinePath, paths } from '#lib/paths.ts';
import { savesData } from '#lib/save-data.ts';

/** `first`: also needed by the offline page. */
declare const SHELL: readonly (PrecacheEntry & { first: boolean })[];

/** Types of service workers, which the DOM types lack. */
type Waiting = Event & { waitUntil(work: Promise<unknown>): void };
type Fetching = Waiting & { request: Request; respondWith(respond: Promise<Response>): void };
type ExtendableMessage = Waiting & { data: unknown };
type Scope = {
  addEventListener(type: 'install' | 'activate', listener: (event: Waiting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
  addEventListener(type: 'message', listener: (event: ExtendableMessage) => void): void;
};
const scope = globalThis as unknown as Scope & { location: Location };
const { origin } = scope.location;

const day = 24 * 60 * 60;
/**
 * After this time a page comes from the cache, s. Slow 4G (1.6 Mb/s, 0.6 s per round trip) loads a page in two seconds;
 * after four the connection is nearly offline.
 */
const networkTimeout = 4;
/** Pauses before a script is requested again, ms: four seconds together. */
const pauses = [500, 1_000, 2_500];

const dataSaver = savesData();
const serwist = new Serwist({
  precacheEntries: SHELL.filter(({ first }) => first || !dataSaver).map(({ url, revision }) => ({
    url,
    revision,
  })),
  precacheOptions: { cacheName: cacheNames.shell },
  // Safe with open tabs: file names contain a hash, and the files of their build stay (`RetiredShell`).
  skipWaiting: true,
  clientsClaim: true,
});

/** Only complete responses of the shop itself are cached, unless it forbids that. */
const onlySound: SerwistPlugin = {
  cacheWillUpdate: async ({ response }) =>
    response.status === 200 &&
    response.type === 'basic' &&
    !response.redirected &&
    !response.headers.get('cache-control')?.includes('no-store')
      ? response
      : null,
};

/** A static page does not depend on its query: `/collection?q=rose` is searched in the browser. */
const withoutQuery: SerwistPlugin = {
  cacheKeyWillBeUsed: async ({ request }) => {
    const { pathname } = new URL(request.url);
    return origin + pathname;
  },
};

/** Marks a cached page: `Server-Timing` is the only header of its own response that a page can read. */
const markCached: SerwistPlugin = {
  cachedResponseWillBeUsed: async ({ cachedResponse }) =>
    cachedResponse &&
    copyResponse(cachedResponse, (init) => {
      const headers = new Headers(init.headers);
      headers.set('Server-Timing', 'kept');
      return { ...init, headers };
    }),
};

const offlineFallback: SerwistPlugin = { handlerDidError: () => serwist.matchPrecache(offlinePath) };

const pagePlugins = [
  onlySound,
  withoutQuery,
  new ExpirationPlugin({ maxEntries: 60, maxAgeSeconds: 30 * day }),
] satisfies SerwistPlugin[];
// Longer than the pages, so that every cached page has its scripts.
const assetPlugins = [
  onlySound,
  new ExpirationPlugin({ maxEntries: 300, maxAgeSeconds: 60 * day, maxAgeFrom: 'last-used' }),
] satisfies SerwistPlugin[];
const picturePlugins = [
  onlySound,
  new ExpirationPlugin({
    maxEntries: 150,
    maxAgeSeconds: 30 * day,
    maxAgeFrom: 'last-used',
    purgeOnQuotaError: true,
  }),
];

/**
 * Caches a script and its static imports; dynamic imports are cached when they are used.
 * @param deep also the dynamic imports of this script itself
 */
async function cacheScript(event: Waiting, url: string, seen: Set<string>, deep = false): Promise<void> {
  if (seen.has(url)) return;
  seen.add(url);
  const file = await respond({ event, request: new Request(url) });
  const text = (await file?.clone().text()) ?? '';
  const imports = deep
    ? /(?:from|import)\s*\(?["'`]\.\/([\w.-]+\.js)["'`]/g
    : /(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g;
  for (const [, name = ''] of text.matchAll(imports)) await cacheScript(event, `/_astro/${name}`, seen);
}

/** Caches the islands of a page and their data, which load on intent, when the connection may be gone. */
const withIslands: SerwistPlugin = {
  cacheDidUpdate: async ({ event, newResponse }) => {
    if (dataSaver) return;
    const html = await newResponse.text();
    const seen = new Set<string>();
    for (const [, url = ''] of html.matchAll(/(?:component|renderer)-url="(\/_astro\/[^"]+\.js)"/g))
      await cacheScript(event as Waiting, url, seen);
    // A page that names its data loads its planner by a script of its own, not by one of the shell.
    const [, file] = /data-keep="([^"]+)"/.exec(html) ?? [];
    if (!file) return;
    for (const [, url = ''] of html.matchAll(/<script[^>]* src="(\/_astro\/[^"]+\.js)"/g))
      if (!serwist.getPrecacheKeyForUrl(url)) await cacheScript(event as Waiting, url, seen, true);
    await respond({ event: event as Waiting, request: new Request(file) });
  },
};

/**
 * Cache first, with several tries: browsers remember a script that failed, and do not request it again while the page
 * is open.
 */
class RetryingCacheFirst extends CacheFirst {
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

/** Moves a file of an earlier shell to the assets, for open tabs and cached pages. */
class RetiredShell extends Strategy {
  override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const file = await caches.match(request, { cacheName: cacheNames.shell });
    if (!file) return Response.error();
    await handler.cachePut(request, file.clone());
    return file;
  }
}

const pages = new NetworkFirst({
  cacheName: cacheNames.pages,
  networkTimeoutSeconds: networkTimeout,
  plugins: [...pagePlugins, withIslands, markCached, offlineFallback],
});
/** Prefetched pages: only from the network. They are cached, since opening them makes no request. */
const ahead = new NetworkFirst({
  cacheName: cacheNames.pages,
  plugins: [...pagePlugins, { cachedResponseWillBeUsed: async () => null }],
});
/** From the shell, whose cart and scripts belong to the same build. */
const cart = new NetworkFirst({
  cacheName: cacheNames.shell,
  networkTimeoutSeconds: networkTimeout,
  plugins: [
    {
      cacheKeyWillBeUsed: async () => serwist.getPrecacheKeyForUrl(paths.cart) ?? paths.cart,
      cacheWillUpdate: async () => null,
    },
    offlineFallback,
  ],
});
const elsewhere = new NetworkOnly({ plugins: [offlineFallback] });
const assets = new RetryingCacheFirst({ cacheName: cacheNames.assets, plugins: assetPlugins });
const retired = new RetiredShell({ cacheName: cacheNames.assets, plugins: assetPlugins });
const hashedPictures = new CacheFirst({ cacheName: cacheNames.pictures, plugins: picturePlugins });
const lastingPictures = new StaleWhileRevalidate({ cacheName: cacheNames.pictures, plugins: picturePlugins });
const live = new NetworkFirst({
  cacheName: cacheNames.live,
  networkTimeoutSeconds: networkTimeout,
  plugins: [onlySound, new ExpirationPlugin({ maxEntries: 40, maxAgeSeconds: 7 * day })],
});
/** From the network first: positions of products in one file must not meet those of another build. */
const search = new NetworkFirst({
  cacheName: cacheNames.search,
  networkTimeoutSeconds: networkTimeout,
  plugins: [onlySound, new ExpirationPlugin({ maxEntries: 5, maxAgeSeconds: 30 * day })],
});

type Handling = { event: Waiting; request: Request };

function respond(handling: Handling): Promise<Response> | undefined {
  const { request } = handling;
  const by = (strategy: Strategy): Promise<Response> => strategy.handle(handling as never);
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
    case 'search':
      return by(search);
    case 'lines':
      return respondWithCartProducts(request, networkTimeout, () => serwist.matchPrecache(catalogueFile));
    case 'live':
      return by(live);
    default:
      return undefined;
  }
}

/** Moves files that left the shell to the assets, and deletes caches of older workers. */
async function cleanUp(event: Waiting): Promise<void> {
  const shell = await caches.open(cacheNames.shell);
  const current = new Set(serwist.getUrlsToPrecacheKeys().values());
  for (const request of await shell.keys()) {
    if (current.has(request.url) || kindOf(request, origin) !== 'asset') continue;
    await retired.handle({ event, request } as never);
  }
  const known = new Set<string>(Object.values(cacheNames));
  for (const name of await caches.keys())
    if (name.startsWith('harita-') && !known.has(name)) await caches.delete(name);
}

scope.addEventListener('install', (event) => void serwist.handleInstall(event as never));
scope.addEventListener('activate', (event) => {
  event.waitUntil(cleanUp(event).then(() => serwist.handleActivate(event as never)));
});
scope.addEventListener('fetch', (event) => {
  const response = respond({ event, request: event.request });
  if (response) event.respondWith(response);
});
/** First visit: caches the page and its files, which were loaded before the worker was active. */
scope.addEventListener('message', (event) => {
  const { page, files } = event.data as { page: string; files: string[] };
  const wanted = files.filter((url) =>
    /^(asset|picture|search)$/.test(kindOf(new Request(url), origin) ?? ''),
  );
  const asVisit = { method: 'GET', mode: 'navigate', url: page, headers: new Headers() };
  const visited = kindOf(asVisit, origin) === 'page' ? [page] : [];
  event.waitUntil(
    Promise.allSettled([
      ...wanted.map((url) => respond({ event, request: new Request(url) })),
      ...visited.map((url) => pages.handle({ event, request: new Request(url) } as never)),
    ]),
  );
});
