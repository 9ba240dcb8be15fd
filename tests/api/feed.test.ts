/**
 * /feed.xml: the catalogue for Google Merchant Center, with the present stock. tests/browser/pages.test.ts parses it with
 * Chromium's strict XML parser.
 */
import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { products } from '#db/schema/index.ts';
import { allSellables } from '#domain/catalogue/sellable.ts';
import { productPath } from '#lib/paths.ts';
import { readProducts, readStore } from '#tools/lib/content.ts';
import { cream, serum, toner } from '../support/orders.ts';
import { setRetired, setStock } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true });
const content = allSellables(readProducts());
const { url, name: shopName } = readStore();

const ask = (headers: Record<string, string> = {}) => shop.client().get('/feed.xml', headers);

type Item = Record<string, string[]>;

/** The items, each a list of values by tag. */
const itemsOf = (feed: string): Item[] =>
  [...feed.matchAll(/<item>(.*?)<\/item>/gs)].map(([, item = '']) => {
    const fields: Item = {};
    // The value of a nested element, such as the price of shipping, is its inner XML.
    for (const [, tag = '', value = ''] of item.matchAll(/<(g:\w+)>(.*?)<\/\1>/gs))
      fields[tag] = [...(fields[tag] ?? []), value];
    return fields;
  });

const itemOf = async (id: string): Promise<Item | undefined> =>
  itemsOf((await ask()).text).find((item) => item['g:id']?.[0] === id);
const availabilityOf = async (id: string) => (await itemOf(id))?.['g:availability']?.[0];

afterEach(async () => {
  shop.proxy.answerWith();
  await shop.db.write.update(products).set({ stock: 100, paused: null, retired: false });
});

describe('the feed', () => {
  test('is RSS 2.0 with Google’s namespace, and names the shop', async () => {
    const { status, text, headers } = await ask();
    expect(status).toBe(200);
    expect(headers.get('content-type')).toBe('application/rss+xml; charset=utf-8');
    expect(text).toMatch(
      /^<\?xml version="1\.0" encoding="UTF-8"\?>\n<rss version="2\.0" xmlns:g="http:\/\/base\.google\.com\/ns\/1\.0">\n/,
    );
    expect(text).toContain(`<title>${shopName}</title>`);
  });

  test('has every product once, in the shop’s order', async () => {
    const ids = itemsOf((await ask()).text).map((item) => item['g:id']?.[0]);
    expect([...ids].sort()).toEqual([...content.keys()].sort());
    const order = ids.map((id) => content.get(id ?? '')?.order ?? -1);
    expect(order).toEqual([...order].sort((a, b) => a - b));
  });

  test('has every field that Google requires, once, with absolute URLs that stay valid after a deploy', async () => {
    for (const item of itemsOf((await ask()).text)) {
      const id = item['g:id']?.[0] ?? '';
      const product = content.get(id);
      for (const tag of 'title description link image_link availability price brand condition'.split(' '))
        expect(item[`g:${tag}`], `${id}: ${tag}`).toHaveLength(1);
      expect(item['g:link']).toEqual([url + productPath(id)]);
      expect(item['g:image_link']).toEqual([`${url}/media/products/${id}/1.jpg`]);
      expect(item['g:additional_image_link'] ?? []).toHaveLength(
        id.includes('--') ? 0 : (product?.pictures.length ?? 0) - 1,
      );
      expect(item['g:price']?.[0]).toBe(`${((product?.price ?? 0) / 100).toFixed(2)} INR`);
      expect(item['g:identifier_exists']).toEqual(['no']);
      expect(item['g:shipping']?.[0]).toMatch(
        /^<g:country>IN<\/g:country><g:price>\d+\.\d\d INR<\/g:price>$/,
      );
    }
  });

  test('escapes a product’s name', async () => {
    const named = (name: string) =>
      shop.db.write.update(products).set({ name }).where(eq(products.id, cream));
    await named(`Salt & "Neem" <b>'s`);
    const title = 'Harita Salt &amp; &quot;Neem&quot; &lt;b&gt;&apos;s';
    expect((await itemOf(cream))?.['g:title']).toEqual([title]);
    await named(content.get(cream)?.name ?? '');
  });
});

describe('availability', () => {
  test('is live: it changes as soon as the last piece is sold, or selling is paused', async () => {
    await setStock(shop.db, serum, 1);
    expect(await availabilityOf(serum)).toBe('in_stock');
    await setStock(shop.db, serum, 0);
    expect(await availabilityOf(serum)).toBe('out_of_stock');
    expect(await availabilityOf(cream)).toBe('in_stock');
    await shop.db.write.update(products).set({ paused: 'A new label.' }).where(eq(products.id, cream));
    expect(await availabilityOf(cream)).toBe('out_of_stock');
  });

  test('a retired product is not offered', async () => {
    await setRetired(shop.db, toner, true);
    expect(await itemOf(toner)).toBeUndefined();
  });
});

describe('caching', () => {
  test('it may be cached for five minutes, and an unchanged one is an empty 304', async () => {
    const first = await ask();
    expect(first.headers.get('cache-control')).toBe('public, max-age=300');
    const etag = first.headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    const again = await ask({ 'If-None-Match': etag });
    expect([again.status, again.text]).toEqual([304, '']);
    expect(again.headers.get('cache-control')).toBe('public, max-age=300');
    await setStock(shop.db, serum, 0);
    const changed = await ask({ 'If-None-Match': etag });
    expect([changed.status, changed.headers.get('etag') === etag]).toEqual([200, false]);
  });

  test('without a database it is a 503 with Retry-After that is not cached, never an empty feed', async () => {
    shop.proxy.answerWith(502, 'Bad gateway');
    const { status, headers, text } = await ask();
    expect(status).toBe(503);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(text).not.toContain('<rss');
  });
});
