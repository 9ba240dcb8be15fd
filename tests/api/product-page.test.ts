/**
 * Product pages that were not built as files (docs/behaviour.md, "Product shell"): one shell for all, with the right
 * status. A built page is served without the Worker.
 */
import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { products } from '#db/schema/index.ts';
import { serum } from '../support/orders.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop();
let shell = '';
let notFound = '';

/** A product that was added to the database after the pages were built. */
async function insertProduct(id: string, retired: boolean): Promise<void> {
  const [row] = await shop.db.read.select().from(products).where(eq(products.id, serum));
  if (row) await shop.db.write.insert(products).values({ ...row, id, retired });
}

beforeAll(async () => {
  await insertProduct('newer-than-the-build', false);
  await insertProduct('gone-before-the-build', true);
  shell = (await shop.client().get('/shell/product')).text;
  notFound = (await shop.client().get('/404')).text;
  expect(shell).toMatch(/<html/);
  expect(notFound).not.toBe(shell);
});

test.each([
  ['newer-than-the-build', 200],
  ['gone-before-the-build', 410],
  ['nothing-like-it', 404],
  ['__proto__', 404],
  ['constructor', 404],
  ['NOT-AN-ID', 404],
  ['%00', 404],
  ["'%20OR%201=1%20--", 404],
])('/product/%s is the shell with status %i', async (id, wanted) => {
  const { status, text, headers } = await shop.client().get(`/product/${id}`);
  expect(status).toBe(wanted);
  expect(text).toBe(shell);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': expect.stringMatching(/^text\/html/),
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
  });
});

test('password managers find where a password is changed', async () => {
  const { status, headers } = await shop.client().get('/.well-known/change-password');
  expect([status, headers.get('location')]).toEqual([302, '/account']);
  expect((await shop.client().get('/.well-known/no-such-resource')).status).toBe(404);
});

test('HEAD has the same status and no body', async () => {
  const { status, text } = await shop.client().send('HEAD', '/product/gone-before-the-build');
  expect([status, text]).toEqual([410, '']);
});

test('without a database it is a 503 with Retry-After; a built page is served as usual', async () => {
  const built = await shop.client().get(`/product/${serum}`);
  await shop.stack.database.kill();
  const { status, text, headers } = await shop.client().get('/product/newer-than-the-build');
  expect([status, headers.get('retry-after'), headers.get('cache-control')]).toEqual([503, '5', 'no-store']);
  expect(text).toBe(shell);
  const still = await shop.client().get(`/product/${serum}`);
  expect([still.status, still.text]).toEqual([200, built.text]);
  expect(still.text).not.toBe(shell);
  await shop.stack.database.start();
  expect((await shop.client().get('/product/newer-than-the-build')).status).toBe(200);
});

test.each([
  [`/product/${serum.toUpperCase()}`, `/product/${serum}`],
  [`/product/${serum}.`, `/product/${serum}`],
  [`/product/${serum}),`, `/product/${serum}`],
  ['/product/Newer-Than-The-Build!', '/product/newer-than-the-build'],
  ['/Collection%E2%80%9D?q=a%29', '/collection?q=a%29'],
  [`/products/${serum}`, `/product/${serum}`],
  [`/Products/${serum.toUpperCase()}/?variant=123&utm_source=news`, `/product/${serum}?utm_source=news`],
  [`/collections/serums/products/${serum}.`, `/product/${serum}`],
  ['/shop/newer-than-the-build', '/product/newer-than-the-build'],
  ['/products/hydra-moisturiser', '/product/hydra-moisturizer'],
  ['/product/hydra-moisturiser', '/product/hydra-moisturizer'],
  ['/pages/brand-story', '/about/sustainability'],
  ['/Pages/Brand-Story/?utm_source=x&ref=1', '/about/sustainability?utm_source=x'],
  ['/collections/face-oils', '/category/face-oil'],
  ['/product-category/skin/serums/?utm_medium=mail', '/category/serum?utm_medium=mail'],
  ['/collections/gifts', '/collection'],
  ['/search?q=rose%20water&type=product', '/collection?q=rose+water'],
  ['/policies/Refund.', '/policies/refund'],
  ['/shop/page/2', '/collection'],
  ['/collection/', '/collection'],
  [`/product/${serum}/?utm_source=x`, `/product/${serum}?utm_source=x`],
])('%s leads to %s for good', async (path, page) => {
  for (const method of ['GET', 'HEAD'] as const) {
    const { status, headers } = await shop.client().send(method, path);
    expect([status, headers.get('location')]).toEqual([301, page]);
  }
});

test.each([
  '/product/Gone-Before-The-Build',
  '/Nowhere.',
  '//Nowhere.example.',
  '/API/product/list',
  '/POLICIES/nothing',
])('%s leads nowhere', async (path) => expect((await shop.client().get(path)).status).toBe(404));

// Without the editor, its URLs are like any unknown ones.
const editor = ['/edit', '/edit/', '/edit/config.json', '/edit/assets/edit.js', '/edit.html'];

test.each(['/nowhere', '/product', '/product/a/b', '/shell/nothing', ...editor])(
  '%s is the 404 page',
  async (path) => {
    const { status, text, headers } = await shop.client().get(path);
    expect([status, text]).toEqual([404, notFound]);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-frame-options')).toBe('DENY');
  },
);
