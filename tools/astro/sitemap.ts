/**
 * `sitemap.xml` and `llms.txt`, made from the built pages: which pages are public, their titles and dates are read
 * from the pages themselves, so that neither file can miss one.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { ProductContent } from '#features/catalogue/product.ts';
import { storeFacts } from '#features/policies/references.ts';
import { escapeXml } from '#features/seo/merchant.ts';
import type { Store } from '#features/store/store.ts';
import { formatPrice } from '#lib/money.ts';

/** A page as search engines see it. */
export type Page = {
  /** Its canonical URL. */
  address: string;
  title: string;
  description: string;
  /** `2026-11-21`; undefined when its content has no date. */
  updated?: string | undefined;
};

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" };
/** The text that HTML with escaped characters stands for. */
export const unescapeHtml = (html: string): string =>
  html.replace(/&(#?\w+);/g, (entity, name: string) => entities[name] ?? entity);

/** The value of one attribute of the first tag that has all the others. */
function attribute(html: string, tag: string, having: string, name: string): string | undefined {
  const found = html.match(new RegExp(`<${tag}\\b[^>]*>`, 'g'))?.find((one) => one.includes(having));
  return found && unescapeHtml(new RegExp(`\\b${name}="([^"]*)"`).exec(found)?.[1] ?? '');
}

/** @returns undefined for a page that is private, or whose canonical URL is another page */
export function readPage(html: string, path: string): Page | undefined {
  const [head = ''] = html.split('</head>');
  if (/noindex/.test(attribute(head, 'meta', 'name="robots"', 'content') ?? '')) return undefined;
  const address = attribute(head, 'link', 'rel="canonical"', 'href');
  if (!address || new URL(address).pathname !== path) return undefined;
  return {
    address,
    title: unescapeHtml(/<title>([^<]*)<\/title>/.exec(head)?.[1] ?? ''),
    description: attribute(head, 'meta', 'name="description"', 'content') ?? '',
    updated: attribute(head, 'meta', 'article:modified_time', 'content')?.slice(0, 10),
  };
}

/** Every public page of a build, by address. @param folder the built pages */
export function readPages(folder: string): Page[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.html'),
  );
  return files
    .flatMap((name) => {
      const path = `/${relative('.', name).split(sep).join('/')}`.replace(/(\/?index)?\.html$/, '') || '/';
      return readPage(readFileSync(join(folder, name), 'utf8'), path) ?? [];
    })
    .sort((a, b) => a.address.localeCompare(b.address, 'en'));
}

/** sitemaps.org, version 0.9. */
export const sitemapXml = (pages: readonly Page[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${pages
  .map(({ address, updated }) => {
    const changed = updated ? `<lastmod>${updated}</lastmod>` : '';
    return `  <url><loc>${escapeXml(address)}</loc>${changed}</url>`;
  })
  .join('\n')}
</urlset>
`;

/** A description of the shop and a list of its pages, for language models (llmstxt.org). */
export function llmsTxt(
  pages: readonly Page[],
  store: Store,
  products: ReadonlyMap<string, ProductContent>,
): string {
  const facts = storeFacts(store);
  const under = (path: string) => pages.filter(({ address }) => new URL(address).pathname.startsWith(path));
  const named = new Set([...under('/product/'), ...under('/journal'), ...under('/policies/')]);
  const line = ({ address, title, description }: Page): string => {
    const id = new URL(address).pathname.replace(/^\/product\//, '');
    const price = products.has(id) ? `${formatPrice(products.get(id)?.price ?? 0)}. ` : '';
    return `- [${title.replace(` | ${store.name}`, '')}](${address}): ${price}${description}`;
  };
  const section = (title: string, list: readonly Page[]) =>
    list.length ? `\n## ${title}\n\n${list.map(line).join('\n')}\n` : '';
  return `# ${store.name}

> ${store.description}

- Prices are in Indian rupees and include GST. Stock changes by the minute: ${new URL('/feed.xml', store.url)} has it.
- ${facts['delivery.cost']} ${facts['delivery.promise']}. Orders are delivered within India.
- Returns within ${store.returns.days} days of delivery; ${store.returns.condition}.
- Care: ${store.care.email}, ${store.care.phone}, ${store.care.hours}.
${section(
  'The shop',
  pages.filter((page) => !named.has(page)),
)}${section('Products', under('/product/'))}${section('Journal', under('/journal'))}${section('Policies', under('/policies/'))}`;
}

/** Writes both beside the pages when Astro has built them. */
export const sitemap = (store: Store, products: ReadonlyMap<string, ProductContent>): AstroIntegration => ({
  name: 'sitemap',
  hooks: {
    'astro:build:done': ({ dir }) => {
      const folder = fileURLToPath(dir);
      const pages = readPages(folder);
      writeFileSync(join(folder, 'sitemap.xml'), sitemapXml(pages));
      writeFileSync(join(folder, 'llms.txt'), llmsTxt(pages, store, products));
    },
  },
});
