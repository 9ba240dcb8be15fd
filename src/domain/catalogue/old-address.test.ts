import { describe, expect, test } from 'vitest';
import { aliasKey, collectionOf, oldSearch, readOldAddress } from './old-address.ts';

describe('addresses of Shopify and WooCommerce', () => {
  test.each([
    ['/products/rose-mist', 'product', 'rose-mist'],
    ['/products/rose-mist.html', 'product', 'rose-mist'],
    ['/collections/mists/products/rose-mist', 'product', 'rose-mist'],
    ['/en-in/products/rose-mist', 'product', 'rose-mist'],
    ['/shop/rose-mist', 'product', 'rose-mist'],
    ['/shop/mists/rose-mist', 'product', 'rose-mist'],
    ['/product/rose-mist', 'product', 'rose-mist'],
    ['/products/हल्दी', 'product', 'हल्दी'],
    ['/collections/mists', 'category', 'mists'],
    ['/collections/mists/dry-skin', 'category', 'mists'],
    ['/product-category/mists', 'category', 'mists'],
    ['/product-category/face/mists', 'category', 'mists'],
    ['/product-tag/glow', 'category', 'glow'],
    ['/product-category/mists/page/12', 'category', 'mists'],
  ])('%s is a %s', (path, kind, name) => expect(readOldAddress(path)).toEqual({ kind, name }));

  test.each([
    ['/shop', '/collection'],
    ['/collections/all', '/collection'],
    ['/shop/page/2', '/collection'],
    ['/pages/contact-us', '/contact'],
    ['/account/login', '/login'],
    ['/blogs/news/how-to', '/journal'],
    ['/policies/refund-policy', '/policies/refund'],
  ])('%s is the page %s', (old, path) => expect(readOldAddress(old)).toEqual({ kind: 'page', path }));

  test.each(['/cart', '/desk', '/product', '/products/a/b/c', '/', '/wp-admin', '/collection/2'])(
    '%s is no address of theirs',
    (path) => expect(readOldAddress(path)).toBeUndefined(),
  );
});

test.each([
  ['face-oils', '/category/face-oil'],
  ['face-oil', '/category/face-oil'],
  ['masks', '/category/mask'],
  ['best-sellers', '/collection?only=bestsellers'],
  ['sale', '/collection?only=sale'],
  ['new-arrivals', '/collection?only=new'],
  ['gifts', '/collection'],
])('the category %s is %s', (slug, path) =>
  expect(
    collectionOf(
      slug,
      new Map([
        ['face-oil', '/category/face-oil'],
        ['mask', '/category/mask'],
      ]),
    ),
  ).toBe(path),
);

test('a search keeps its text', () => {
  expect(oldSearch('/search', new URLSearchParams('q=rose water&type=product'))).toBe(
    '/collection?q=rose+water',
  );
  expect(oldSearch('/search', new URLSearchParams())).toBeUndefined();
  expect(oldSearch('/elsewhere', new URLSearchParams('q=rose'))).toBeUndefined();
});

test('an alias has one form', () => expect(aliasKey('/Products/Rose-Mist/')).toBe('/products/rose-mist'));
