/** Metadata for search engines and link previews: it is there, refers only to this shop, and is true. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Validator from '@adobe/structured-data-validator';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { sellablesOf } from '#domain/catalogue/sellable.ts';
import { productPath } from '#lib/paths.ts';
import { readPages } from '#tools/astro/llms.ts';
import { readIngredients, readProducts, readStore } from '#tools/lib/content.ts';
import { attributeOf, builtPage, deadLinks, distinctFiles, fileOf, files, folder, htmlOf } from './pages.ts';

const { url: home, name: shopName } = readStore();
const products = readProducts();
const pages = readPages(folder);
const paths = pages.map(({ address }) => new URL(address).pathname);
const distinct = distinctFiles();
/** Every product, and one of all other pages with the same elements. */
const models = paths.filter((path) => path.startsWith('/product/') || distinct.includes(fileOf(path)));

/** Width, height and format of a built picture. */
async function sizeOf(address: string) {
  const { width, height, format } = await sharp(join(folder, new URL(address).pathname)).metadata();
  return { width, height, format };
}

/** A page's metadata and structured data. */
function read(path: string) {
  const { texts, find, attributes, data } = builtPage(path);
  const meta: Record<string, string[]> = {};
  for (const tag of find('head meta')) {
    const name = attributeOf(tag, 'name') ?? attributeOf(tag, 'property');
    if (name) meta[name] = [...(meta[name] ?? []), attributeOf(tag, 'content') ?? ''];
  }
  return {
    canonical: attributes('link[rel="canonical"]', 'href'),
    language: attributes('html', 'lang'),
    meta,
    text: texts('main').join(' '),
    typed: (type: string) => data().find((one) => one['@type'] === type),
    data: data(),
  };
}

test('security.txt names a contact, and is valid for most of a year', () => {
  const lines = htmlOf('.well-known/security.txt').trim().split('\n');
  const fields = Object.fromEntries(lines.map((line) => line.split(/: (.*)/).slice(0, 2)));
  expect(fields).toMatchObject({
    Contact: `mailto:${readStore().care.email}`,
    Canonical: `${home}/.well-known/security.txt`,
  });
  const days = (Date.parse(fields.Expires) - Date.now()) / (24 * 60 * 60 * 1000);
  expect(days).toBeGreaterThan(300);
  expect(days).toBeLessThan(365);
});

test('the journal has a feed with each article, and favicon.ico is an icon of 48 px', async () => {
  const feed = htmlOf('journal/feed.xml');
  const links = [...feed.matchAll(/<link>([^<]*)<\/link>/g)].map(([, link = '']) => link);
  const articles = paths.filter((path) => path.startsWith('/journal/'));
  expect(links.slice(1).sort()).toEqual(articles.map((path) => home + path).sort());
  expect(builtPage('/journal').attributes('link[type="application/rss+xml"]', 'href')).toEqual([
    '/journal/feed.xml',
  ]);
  const icon = readFileSync(join(folder, 'favicon.ico'));
  expect([...icon.subarray(0, 6)]).toEqual([0, 0, 1, 0, 1, 0]);
  expect(await sharp(icon.subarray(icon.readUInt32LE(18))).metadata()).toMatchObject({
    width: 48,
    height: 48,
  });
});

describe('the sitemap', () => {
  test('lists public pages only, each is built, and robots.txt names it', () => {
    const listed = [...htmlOf('sitemap-0.xml').matchAll(/<loc>(.*?)<\/loc>/g)].map(([, link = '']) => link);
    expect(listed.every((address) => address.startsWith(`${home}/`))).toBe(true);
    expect(new Set(listed).size).toBe(listed.length);
    expect(listed.filter((address) => !files.includes(fileOf(new URL(address).pathname)))).toEqual([]);
    expect(htmlOf('robots.txt')).toContain(`Sitemap: ${home}/sitemap-index.xml`);
    expect(htmlOf('sitemap-index.xml')).toContain(`<loc>${home}/sitemap-0.xml</loc>`);
  });

  test('has every product and public page, and nothing private', () => {
    const about = ['/about', '/about/ingredients', '/about/sustainability', '/about/team'];
    const policies = ['shipping', 'refund', 'privacy', 'terms', 'reviews', 'grievance', 'fair-design'];
    expect(paths).toEqual(
      expect.arrayContaining([
        ...['/', '/collection', ...about, '/contact', '/journal', '/ingredients'],
        ...policies.map((slug) => `/policies/${slug}`),
        ...[...products.keys()].map((id) => `/product/${id}`),
        ...[...readIngredients().keys()].map((id) => `/ingredients/${id}`),
      ]),
    );
    const own =
      /^\/(cart|checkout|place-order|login|register|orders|shell|404|offline|unsubscribe|subscribed|verify)/;
    expect(paths.filter((path) => own.test(path))).toEqual([]);
  });

  test.each(['policies/grievance', 'journal/turmeric-and-saffron'])('shows the date of %s', (path) =>
    expect(htmlOf('sitemap-0.xml')).toMatch(new RegExp(`${path}</loc><lastmod>\\d{4}-\\d\\d-\\d\\d`)),
  );
});

test('every page has its own address, title and description, short enough to be shown', () => {
  for (const part of ['title', 'description'] as const)
    expect(new Set(pages.map((page) => page[part])).size).toBe(pages.length);
  for (const { address, title, description } of pages) {
    expect(htmlOf(fileOf(new URL(address).pathname))).toContain(`<link rel="canonical" href="${address}">`);
    expect(title, address).toContain(shopName);
    expect(title.length, `${address}: ${title}`).toBeLessThanOrEqual(70);
    expect(description.length, address).toBeGreaterThanOrEqual(40);
    expect(description.length, address).toBeLessThanOrEqual(320);
  }
});

describe.each(models)('%s', (path) => {
  test('canonical, Open Graph and Twitter agree, and the picture has its stated size', async () => {
    const { canonical, language, meta } = read(path);
    const address = new URL(path, home).href;
    expect(language).toEqual(['en-IN']);
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
    const picture = meta['og:image']?.[0] ?? '';
    expect(new URL(picture).origin).toBe(home);
    expect(await sizeOf(picture)).toEqual({ width: 1200, height: 630, format: 'jpeg' });
    expect([meta['og:image:width'], meta['og:image:height']]).toEqual([['1200'], ['630']]);
  });

  test('its schema.org data is complete, and contains only what the page shows', () => {
    const { data, text, typed } = read(path);
    for (const one of data)
      expect(one).toMatchObject({ '@context': 'https://schema.org', '@type': expect.any(String) });
    const crumbs = typed('BreadcrumbList');
    if (/^\/(product|ingredients|policies|about)\/./.test(path)) expect(crumbs).toBeDefined();
    for (const [n, item] of (crumbs?.itemListElement ?? []).entries()) {
      expect(item).toMatchObject({
        '@type': 'ListItem',
        position: n + 1,
        item: expect.stringContaining(home),
      });
      expect(text).toContain(item.name);
    }
    for (const { name, acceptedAnswer } of typed('FAQPage')?.mainEntity ?? []) {
      expect(text).toContain(name);
      for (const paragraph of acceptedAnswer.text.split('\n\n')) expect(text).toContain(paragraph);
    }
  });
});

describe('structured data', () => {
  test('home: the organization, and the site with its search', async () => {
    const { typed } = read('/');
    const logo = `${home}/media/logo.png`;
    expect(typed('OnlineStore')).toMatchObject({ name: shopName, url: `${home}/`, logo });
    expect(typed('WebSite')?.publisher['@id']).toBe(typed('OnlineStore')?.['@id']);
    const template: string = typed('WebSite')?.potentialAction.target.urlTemplate;
    expect(template).toBe(`${home}/collection?q={search_term_string}`);
    expect(await sizeOf(logo)).toMatchObject({ width: 512, height: 512 });
  });

  test.each([...products])(
    '%s: the offer has the real price, and there is no rating without reviews',
    (id, product) => {
      const { typed, meta } = read(`/product/${id}`);
      const group = typed('ProductGroup');
      const sold = sellablesOf(id, product);
      expect(group?.hasVariant.length ?? 1).toBe(sold.length);
      for (const [sellable, { name, price, brand }] of sold) {
        const said = group
          ? group.hasVariant.find(({ sku }: { sku: string }) => sku === sellable)
          : typed('Product');
        expect(said).toMatchObject({ name, sku: sellable, brand: { name: brand } });
        expect(said.offers).toMatchObject({
          price: (price / 100).toFixed(2),
          priceCurrency: 'INR',
          url: home + productPath(sellable),
          availability: 'https://schema.org/InStock',
        });
      }
      const first = group ? group.hasVariant[0] : typed('Product');
      expect(first?.offers).toMatchObject({
        itemCondition: 'https://schema.org/NewCondition',
        shippingDetails: {
          shippingDestination: { addressCountry: 'IN' },
          deliveryTime: { cutoffTime: '14:00:00+05:30' },
        },
        hasMerchantReturnPolicy: { merchantReturnDays: 30, merchantReturnLink: `${home}/policies/refund` },
      });
      expect(first).not.toHaveProperty('aggregateRating');
      expect(first).not.toHaveProperty('review');
      expect(typed('FAQPage')?.mainEntity).toHaveLength(product.faqs.length);
      expect(meta['og:image']).toEqual([`${home}/media/og/${id}.jpg`]);
    },
  );

  test('the fields that Google requires and recommends are there, except those that the shop does not know', async () => {
    // A price without an end, the whole country, no numbers of GS1, and what the catalogue does not record.
    const unknown =
      `priceValidUntil addressRegion postalCode gtin gtin8 gtin12 gtin13 gtin14 isbn audience color
      hasCertification inProductGroupWithID isVariantOf material mpn pattern size subjectOf aggregateRating
      review`.split(/\s+/);
    const validator = new Validator();
    for (const path of models)
      for (const one of read(path).data) {
        const issues = await validator.validate({ jsonld: { [one['@type']]: [one] } });
        expect(
          issues.filter(({ fieldNames = [] }) => !fieldNames.every((name) => unknown.includes(name))),
          path,
        ).toEqual([]);
      }
  });

  test('contact: every answer', () =>
    expect(read('/contact').typed('FAQPage')?.mainEntity.length).toBeGreaterThan(20));
});

test('llms.txt describes the shop, and lists each page once, products with their prices', () => {
  const text = htmlOf('llms.txt');
  expect(text).toMatch(new RegExp(`^# ${shopName}\n\n> \\S`));
  for (const { address } of pages) expect(text.split(`](${address})`), address).toHaveLength(2);
  expect(text.match(/: ₹[\d,]+\.\d\d\. /g)).toHaveLength(products.size);
});

const unlisted = `/cart /checkout /place-order /login /register /forgot /reset /account /account/email /orders /order
  /invoice /track /offline /subscribed /unsubscribe /verify /desk /shell/product /shell/reviews`;
test.each(unlisted.split(/\s+/))('%s has a title, and is not for search engines', (path) => {
  expect(builtPage(path).texts('title')).toEqual([expect.stringContaining(shopName)]);
  expect(read(path)).toMatchObject({
    language: ['en-IN'],
    meta: { robots: [expect.stringContaining('noindex')] },
  });
});

test('the home screen gets a name, a colour and icons, also some that fill any shape', async () => {
  const [href = ''] = builtPage('/').attributes('link[rel="manifest"]', 'href');
  const manifest: { icons: { src: string; sizes: string; purpose?: string }[] } = JSON.parse(
    htmlOf(href.slice(1)),
  );
  expect(manifest).toMatchObject({
    short_name: shopName,
    start_url: '/',
    theme_color: '#234d38',
    display: 'standalone',
  });
  const icons = manifest.icons.map(({ src }) => src);
  expect(deadLinks(icons, '/')).toEqual([]);
  const maskable = manifest.icons.filter(({ purpose }) => purpose === 'maskable');
  expect(maskable.map(({ sizes }) => sizes)).toEqual(['192x192', '512x512']);
  for (const { src, sizes } of maskable) {
    const { width, height } = await sizeOf(`${home}${src}`);
    expect(`${width}x${height}`).toBe(sizes);
    expect((await sharp(join(folder, src)).stats()).isOpaque).toBe(true);
  }
});
