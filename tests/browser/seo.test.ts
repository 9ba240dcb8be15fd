/** Metadata for search engines and link previews: it is there, refers only to this shop, and is true. */

import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { readPages } from '#tools/astro/llms.ts';
import { parts } from '#tools/lib/build.ts';
import { readProducts, readStore } from '#tools/lib/content.ts';
import { useShop } from '../support/shop.ts';
import { useBrowser } from './visitor.ts';

const shop = useShop();
const { visit } = useBrowser(shop);
const { url: home, name: shopName } = readStore();
const products = readProducts();

const pages = readPages(parts.pages.folder);
const paths = pages.map(({ address }) => new URL(address).pathname);

const htmlOf = async (path: string): Promise<string> => (await fetch(shop.stack.url + path)).text();

type Head = {
  title: string;
  canonical: string[];
  meta: Record<string, string[]>;
  data: Data[];
  text: string;
};
// biome-ignore lint/suspicious/noExplicitAny: structured data has any depth
type Data = Record<string, any>;

/** A page's metadata and structured data, as a browser parses them; no script of the page runs. */
async function read(page: Page, path: string): Promise<Head> {
  return page.evaluate(
    async (html) => {
      const parsed = new DOMParser().parseFromString(html, 'text/html');
      const meta: Record<string, string[]> = {};
      for (const tag of parsed.head.querySelectorAll('meta')) {
        const name = tag.getAttribute('name') ?? tag.getAttribute('property');
        if (name) meta[name] = [...(meta[name] ?? []), tag.content];
      }
      const all = (selector: string) => [...parsed.querySelectorAll(selector)];
      return {
        title: parsed.title,
        canonical: all('link[rel=canonical]').map((link) => link.getAttribute('href') ?? ''),
        meta,
        data: all('script[type="application/ld+json"]').map((script) => JSON.parse(script.textContent ?? '')),
        text: (parsed.querySelector('main')?.textContent ?? '').replace(/\s+/g, ' '),
      };
    },
    await htmlOf(path),
  );
}

/** Any page of the shop, whose DOMParser is used. */
async function parser(): Promise<Page> {
  const { page } = await visit(1280, { javaScriptEnabled: true });
  await page.goto('/robots.txt');
  return page;
}

const typed = (data: Data[], type: string): Data | undefined => data.find((one) => one['@type'] === type);

describe('the sitemap', () => {
  test('lists public pages only, each answers 200 without a redirect, and robots.txt names it', async () => {
    const xml = await htmlOf('/sitemap-0.xml');
    const listed = [...xml.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address);
    expect(listed.every((address) => address.startsWith(`${home}/`))).toBe(true);
    expect(new Set(listed).size).toBe(listed.length);
    for (const address of listed) {
      const { status } = await fetch(shop.stack.url + new URL(address).pathname, { redirect: 'manual' });
      expect([status, address]).toEqual([200, address]);
    }
    expect(await htmlOf('/robots.txt')).toContain(`Sitemap: ${home}/sitemap-index.xml`);
    expect(await htmlOf('/sitemap-index.xml')).toContain(`<loc>${home}/sitemap-0.xml</loc>`);
  });

  test('has every product and public page, and nothing private', () => {
    const wanted = [
      '/',
      '/collection',
      '/about',
      '/about/ingredients',
      '/about/sustainability',
      '/about/team',
      '/contact',
      '/journal',
    ];
    const policies = ['shipping', 'refund', 'privacy', 'terms', 'grievance'].map(
      (slug) => `/policies/${slug}`,
    );
    expect(paths).toEqual(
      expect.arrayContaining([...wanted, ...policies, ...[...products.keys()].map((id) => `/product/${id}`)]),
    );
    expect(
      paths.filter((path) =>
        /cart|checkout|place-order|login|register|orders|shell|404|offline|unsubscribe|verify/.test(path),
      ),
    ).toEqual([]);
  });

  test('shows the date of a text that states when it was changed', async () => {
    const xml = await htmlOf('/sitemap-0.xml');
    for (const path of ['policies/grievance', 'journal/turmeric-and-saffron'])
      expect(xml).toMatch(new RegExp(`${path}</loc><lastmod>\\d{4}-\\d\\d-\\d\\d`));
  });
});

test('the sitemap and the feed are valid XML', async () => {
  const page = await parser();
  for (const path of ['/sitemap-0.xml', '/feed.xml']) {
    const found = await page.evaluate(
      (text) => {
        const parsed = new DOMParser().parseFromString(text, 'application/xml');
        return {
          error: parsed.querySelector('parsererror')?.textContent,
          root: parsed.documentElement.tagName,
        };
      },
      await htmlOf(path),
    );
    expect(found).toEqual({ error: undefined, root: path === '/feed.xml' ? 'rss' : 'urlset' });
  }
});

describe('titles and descriptions', () => {
  test('every page has its own, short enough to be shown', () => {
    for (const part of ['title', 'description'] as const)
      expect(new Set(pages.map((page) => page[part])).size).toBe(pages.length);
    for (const { address, title, description } of pages) {
      expect(title, address).toContain(shopName);
      expect(title.length, `${address}: ${title}`).toBeLessThanOrEqual(70);
      expect(description.length, address).toBeGreaterThanOrEqual(40);
      expect(description.length, address).toBeLessThanOrEqual(320);
    }
  });
});

describe.each(paths)('%s', (path) => {
  test('canonical, Open Graph and Twitter agree, and the picture has its stated size', async () => {
    const { canonical, meta } = await read(await parser(), path);
    const address = new URL(path, home).href;
    expect(canonical).toEqual([address]);
    expect(meta['og:url']).toEqual([address]);
    expect(meta['twitter:card']).toEqual(['summary_large_image']);
    for (const name of ['title', 'description', 'image', 'image:alt']) {
      expect(meta[`og:${name}`], name).toEqual([expect.stringMatching(/\S/)]);
      expect(meta[`twitter:${name}`], name).toEqual(meta[`og:${name}`]);
    }
    expect(meta['og:type']).toEqual([
      path.startsWith('/product/') ? 'product' : /^\/journal\/./.test(path) ? 'article' : 'website',
    ]);
    const picture = new URL(meta['og:image']?.[0] ?? '');
    expect(picture.origin).toBe(home);
    const response = await fetch(shop.stack.url + picture.pathname);
    expect(response.status).toBe(200);
    const { width, height, format } = await sharp(await response.arrayBuffer()).metadata();
    expect({ width, height, format }).toEqual({ width: 1200, height: 630, format: 'jpeg' });
    expect([meta['og:image:width'], meta['og:image:height']]).toEqual([['1200'], ['630']]);
  });

  test('its schema.org data is complete, and contains only what the page shows', async () => {
    const { data, text } = await read(await parser(), path);
    for (const one of data)
      expect(one).toMatchObject({ '@context': 'https://schema.org', '@type': expect.any(String) });
    const crumbs = typed(data, 'BreadcrumbList');
    if (/^\/(product|policies|about)\/./.test(path)) expect(crumbs).toBeDefined();
    for (const [n, item] of (crumbs?.itemListElement ?? []).entries()) {
      expect(item).toMatchObject({
        '@type': 'ListItem',
        position: n + 1,
        item: expect.stringContaining(home),
      });
      expect(text).toContain(item.name);
    }
    for (const { name, acceptedAnswer } of typed(data, 'FAQPage')?.mainEntity ?? []) {
      expect(text).toContain(name);
      for (const paragraph of acceptedAnswer.text.split('\n\n')) expect(text).toContain(paragraph);
    }
  });
});

describe('structured data', () => {
  test('home: the organization, and the site with its search', async () => {
    const { data } = await read(await parser(), '/');
    expect(typed(data, 'OnlineStore')).toMatchObject({
      name: shopName,
      url: `${home}/`,
      logo: `${home}/media/logo.png`,
    });
    const site = typed(data, 'WebSite');
    expect(site?.publisher['@id']).toBe(typed(data, 'OnlineStore')?.['@id']);
    const template: string = site?.potentialAction.target.urlTemplate;
    expect(template).toBe(`${home}/collection?q={search_term_string}`);
    const logo = await fetch(`${shop.stack.url}/media/logo.png`);
    const { width, height } = await sharp(await logo.arrayBuffer()).metadata();
    expect([width, height]).toEqual([512, 512]);
  });

  test.each([...products])(
    '%s: the offer has the real price, and there is no rating without reviews',
    async (id, product) => {
      const { data, meta } = await read(await parser(), `/product/${id}`);
      const found = typed(data, 'Product');
      expect(found).toMatchObject({ name: product.name, sku: id, brand: { name: product.brand } });
      expect(found?.offers).toMatchObject({
        price: (product.price / 100).toFixed(2),
        priceCurrency: 'INR',
        url: `${home}/product/${id}`,
      });
      expect(found).not.toHaveProperty('aggregateRating');
      expect(found).not.toHaveProperty('review');
      expect(typed(data, 'FAQPage')?.mainEntity).toHaveLength(product.faqs.length);
      expect(meta['og:image']).toEqual([`${home}/media/og/${id}.jpg`]);
    },
  );

  test('contact: every answer', async () => {
    const { data } = await read(await parser(), '/contact');
    expect(typed(data, 'FAQPage')?.mainEntity.length).toBeGreaterThan(20);
  });

  test.each(paths.filter((path) => /^\/journal\/./.test(path)))(
    '%s: an article with its date and its picture',
    async (path) => {
      const { data } = await read(await parser(), path);
      expect(typed(data, 'Article')).toMatchObject({
        headline: expect.any(String),
        image: [expect.stringMatching(/\/media\/og\/journal\/.*\.jpg$/)],
        datePublished: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        mainEntityOfPage: home + path,
        author: expect.objectContaining({ name: expect.any(String) }),
        publisher: expect.objectContaining({ name: shopName }),
      });
    },
  );
});

test('llms.txt describes the shop, and lists each page once, products with their prices', async () => {
  const text = await htmlOf('/llms.txt');
  expect(text).toMatch(new RegExp(`^# ${shopName}\n\n> \\S`));
  for (const { address } of pages) expect(text.split(`](${address})`), address).toHaveLength(2);
  expect(text.match(/: ₹[\d,]+\.\d\d\. /g)).toHaveLength(products.size);
});

test('private pages are not for search engines', async () => {
  const page = await parser();
  for (const path of [
    '/cart',
    '/checkout',
    '/login',
    '/register',
    '/orders',
    '/offline',
    '/unsubscribe',
    '/shell/product',
  ])
    expect([path, (await read(page, path)).meta.robots]).toEqual([path, ['noindex']]);
});
