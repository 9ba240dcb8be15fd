/** A preview without its own database: it reads its build's catalogue, and never calls a database. */
import { afterEach, beforeAll, expect, test } from 'vitest';
import { allSellables } from '#domain/catalogue/sellable.ts';
import { readProducts } from '#tools/lib/content.ts';
import { markAsPreview } from '#tools/preview.ts';
import { type Route, readRoutes, writeRoutes } from '../support/routes/index.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true, ownPages: true, simulators: true });
const ids = [...allSellables(readProducts()).keys()];
const [first = ''] = ids;
const preview = { code: 'preview', message: 'This is a preview: nothing can be ordered or saved here.' };

type Answer = { status: number; body: Record<string, unknown> };
const request = async (path: string, init: RequestInit = {}): Promise<Answer> => {
  const response = await fetch(shop.stack.url + path, init);
  return { status: response.status, body: (await response.json()) as Answer['body'] };
};

/** The requests of pages, which a new shop answers. */
const requestPaths = [
  '/api/store',
  '/api/product/list',
  `/api/product/list?ids=${ids.slice(2, 5)},gone`,
  `/api/product/live?ids=${ids},gone`,
  `/api/product/cards?ids=${ids.slice(2, 9)},gone`,
  `/api/product/${first}`,
  '/api/product/gone',
  '/api/product/search?q=serum',
  '/api/product/search?q=serum&sort=high-low&limit=2',
  '/api/product/search?skin=Oily+Skin&sort=low-high',
  '/api/product/search?q=serom',
  '/api/product/search?q=zzzzqqqq',
  '/api/product/search?q=serum+under+500&limit=1',
  '/api/product/search?sort=upwards',
  `/api/reviews/${first}`,
  `/api/reviews/${first}/ratings`,
  '/api/reviews/gone',
  '/api/reviews/counts',
];
const readAll = async () =>
  Promise.all(requestPaths.map(async (path) => [path, await request(path)] as const));
let ofShop: Awaited<ReturnType<typeof readAll>>;

beforeAll(async () => {
  markAsPreview(shop.pages);
  ofShop = await readAll();
  expect(shop.proxy.calls).not.toEqual([]);
  await shop.stack.restartWorker({ PREVIEW: 'on', DATABASE_URL: shop.proxy.url });
  shop.proxy.reset();
});

afterEach(() => {
  expect(shop.proxy.calls).toEqual([]);
});

/** A response without the `next` of lists and the time of counts, which preview and shop write differently. */
const withoutNext = ({ status, body: { next: _, paymentMethods: __, asOf: ___, ...body } }: Answer) => ({
  status,
  body,
});

test('requests of pages get the same responses as in a new shop', async () => {
  const found = await readAll();
  for (const [index, [path, answer]] of found.entries()) {
    const [, expected] = ofShop[index] ?? [];
    expect([path, withoutNext(answer)]).toEqual([path, expected && withoutNext(expected)]);
  }
});

test.each([
  // Products, not their sizes and shades.
  '/api/product/list?limit=5',
  '/api/product/search?limit=5',
])('%s has every product once in its pages', async (path) => {
  const ids = [...readProducts().keys()];
  const seen: string[] = [];
  for (let next: unknown = ''; next !== null; ) {
    const { status, body } = await request(next ? `${path}&after=${next}` : path);
    expect(status).toBe(200);
    seen.push(...(body.products as { _id: string }[]).map(({ _id }) => _id));
    next = body.next;
  }
  expect([...seen].sort()).toEqual([...ids].sort());
  expect(seen).toHaveLength(ids.length);
});

test('provider keys are not used: nothing can be paid', async () => {
  const { body } = await request('/api/store');
  const methods = body.paymentMethods as { id: string; enabled: boolean }[];
  expect(methods.filter(({ enabled }) => enabled).map(({ id }) => id)).toEqual(['cod']);
});

test('health reports that there is no database', async () => {
  expect(await request('/api/health')).toMatchObject({
    status: 200,
    body: { success: true, database: 'none' },
  });
});

test('everything that writes is refused', async () => {
  const refused = async ({ method, path }: Route, token: Record<string, string>) => {
    const headers = { ...token, 'Content-Type': 'application/json' };
    const answer = await request(path, { method, headers, body: '{}' });
    expect(answer, `${method} ${path}`).toMatchObject({ status: 503, body: preview });
  };
  await Promise.all(
    writeRoutes.flatMap((route) => [refused(route, {}), refused(route, { token: 'x'.repeat(43) })]),
  );
});

test('and all other reads', async () => {
  const known = /^\/api\/(store|health|product\/|reviews\/)/;
  const others = readRoutes.filter(({ path }) => !known.test(path));
  expect(others.length).toBeGreaterThan(10);
  for (const { path } of others)
    expect([path, await request(path)]).toMatchObject([path, { status: 503, body: preview }]);
});

test('pages are served; pages that need a database are not', async () => {
  const page = (path: string) => fetch(shop.stack.url + path);
  for (const path of ['/', '/collection', `/product/${first}`, '/checkout']) {
    const response = await page(path);
    expect([path, response.status, response.headers.get('x-robots-tag')]).toEqual([path, 200, 'noindex']);
  }
  for (const path of ['/product/gone', '/feed.xml', '/dev', '/edit', '/nowhere'])
    expect([path, (await page(path)).status]).toEqual([path, 404]);
});

test('the scheduled job does nothing', async () => {
  await shop.stack.scheduled();
});

test('needs no database setting', async () => {
  await shop.stack.restartWorker({ PREVIEW: 'on', DATABASE_URL: '' });
  expect((await request('/api/product/list')).status).toBe(200);
  expect(await request('/api/order/place', { method: 'POST' })).toMatchObject({ status: 503, body: preview });
});

test('videos are served in parts here too', async () => {
  const home = await (await fetch(shop.stack.url)).text();
  const [, film = ''] = /src="(\/_astro\/[^"]+\.mp4)"/.exec(home) ?? [];
  const { status, headers } = await fetch(shop.stack.url + film, { headers: { Range: 'bytes=0-1' } });
  expect([status, headers.get('content-length')]).toEqual([206, '2']);
});
