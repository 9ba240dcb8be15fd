/** A preview without a database of its own: it reads its build's catalogue, and asks no database anything. */
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { readProducts } from '#tools/lib/content.ts';
import { dressAsPreview } from '#tools/preview.ts';
import { reads, writes } from '../support/routes.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true, ownPages: true, simulators: true });
const ids = [...readProducts().keys()];
const [first = ''] = ids;
const preview = { code: 'preview', message: 'This is a preview: nothing can be ordered or saved here.' };

type Answer = { status: number; body: Record<string, unknown> };
const ask = async (path: string, init: RequestInit = {}): Promise<Answer> => {
  const response = await fetch(shop.stack.url + path, init);
  return { status: response.status, body: (await response.json()) as Answer['body'] };
};

/** What pages read, with the answers of a new shop. */
const asked = [
  '/api/store',
  '/api/product/list',
  `/api/product/list?ids=${ids.slice(2, 5)},gone`,
  `/api/product/live?ids=${ids},gone`,
  `/api/product/${first}`,
  '/api/product/gone',
  '/api/product/search?q=serum',
  '/api/product/search?q=serum&sort=high-low&limit=2',
  '/api/product/search?skin=Oily+Skin&sort=low-high',
  '/api/product/search?q=serom',
  '/api/product/search?q=zzzzqqqq',
  '/api/product/search?sort=upwards',
  `/api/reviews/${first}`,
  `/api/reviews/${first}/ratings`,
  '/api/reviews/gone',
];
const answers = async () => Promise.all(asked.map(async (path) => [path, await ask(path)] as const));
let ofShop: Awaited<ReturnType<typeof answers>>;

beforeAll(async () => {
  dressAsPreview(shop.pages);
  ofShop = await answers();
  expect(shop.proxy.calls).not.toEqual([]);
  await shop.stack.restartWorker({ PREVIEW: 'on', DATABASE_URL: shop.proxy.url });
  shop.proxy.reset();
});

afterEach(() => {
  expect(shop.proxy.calls).toEqual([]);
});

/** Ends that only say where the next page begins, which each writes in its own way. */
const withoutNext = ({ status, body: { next: _, paymentMethods: __, ...body } }: Answer) => ({
  status,
  body,
});

test('what pages read is answered as a new shop answers it', async () => {
  const found = await answers();
  for (const [index, [path, answer]] of found.entries()) {
    const [, expected] = ofShop[index] ?? [];
    expect([path, withoutNext(answer)]).toEqual([path, expected && withoutNext(expected)]);
  }
});

test.each(['/api/product/list?limit=5', '/api/product/search?limit=5'])(
  '%s leads from page to page to every product, once',
  async (path) => {
    const seen: string[] = [];
    for (let next: unknown = ''; next !== null; ) {
      const { status, body } = await ask(next ? `${path}&after=${next}` : path);
      expect(status).toBe(200);
      seen.push(...(body.products as { _id: string }[]).map(({ _id }) => _id));
      next = body.next;
    }
    expect([...seen].sort()).toEqual([...ids].sort());
    expect(seen).toHaveLength(ids.length);
  },
);

test('no provider’s keys are used: nothing can be paid', async () => {
  const { body } = await ask('/api/store');
  const methods = body.paymentMethods as { id: string; enabled: boolean }[];
  expect(methods.filter(({ enabled }) => enabled).map(({ id }) => id)).toEqual(['cod']);
});

test('health says that there is no database', async () => {
  expect(await ask('/api/health')).toMatchObject({ status: 200, body: { success: true, database: 'none' } });
});

describe('everything that writes is refused', () => {
  test.each(writes)('$method $path', async ({ method, path }) => {
    for (const headers of [{}, { token: 'x'.repeat(43) }] as Record<string, string>[]) {
      const answer = await ask(path, {
        method,
        headers: { ...headers, 'Content-Type': 'application/json' },
        body: '{}',
      });
      expect(answer).toMatchObject({ status: 503, body: preview });
    }
  });
});

test('and whatever else could be read', async () => {
  const known = /^\/api\/(store|health|product\/|reviews\/)/;
  const others = reads.filter(({ path }) => !known.test(path));
  expect(others.length).toBeGreaterThan(10);
  for (const { path } of others)
    expect([path, await ask(path)]).toMatchObject([path, { status: 503, body: preview }]);
});

test('pages are there; what needs a database is not', async () => {
  const page = (path: string) => fetch(shop.stack.url + path);
  for (const path of ['/', '/collection', `/product/${first}`, '/checkout']) {
    const response = await page(path);
    expect([path, response.status, response.headers.get('x-robots-tag')]).toEqual([path, 200, 'noindex']);
  }
  for (const path of ['/product/gone', '/feed.xml', '/dev', '/edit', '/nowhere'])
    expect([path, (await page(path)).status]).toEqual([path, 404]);
});

test('the scheduled job rests', async () => {
  await shop.stack.scheduled();
});

test('no database has to be named', async () => {
  await shop.stack.restartWorker({ PREVIEW: 'on', DATABASE_URL: '' });
  expect((await ask('/api/product/list')).status).toBe(200);
  expect(await ask('/api/order/place', { method: 'POST' })).toMatchObject({ status: 503, body: preview });
});

test('videos are answered in parts here too', async () => {
  const home = await (await fetch(shop.stack.url)).text();
  const [, film = ''] = /src="(\/_astro\/[^"]+\.mp4)"/.exec(home) ?? [];
  const { status, headers } = await fetch(shop.stack.url + film, { headers: { Range: 'bytes=0-1' } });
  expect([status, headers.get('content-length')]).toEqual([206, '2']);
});
