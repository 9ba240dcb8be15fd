/** `llms.txt`, made from the built pages that the sitemap lists, so that it cannot miss one. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import type { DeliveryContent } from '#domain/delivery/delivery-content.ts';
import { storeFacts } from '#domain/policies/references.ts';
import { careLine } from '#domain/store/contact.ts';
import type { Store } from '#domain/store/store.ts';
import { formatPrice } from '#lib/money.ts';
import { paths } from '#lib/paths.ts';

/** A page as search engines see it. */
type Page = {
  /** Its canonical URL. */
  address: string;
  title: string;
  description: string;
};

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" };
/** The text that HTML with escaped characters stands for. */
export const unescapeHtml = (html: string): string =>
  html.replace(/&(#?\w+);/g, (entity, name: string) => entities[name] ?? entity);

/** Every page of the sitemap. @param folder the built pages */
export function readPages(folder: string): Page[] {
  const sitemap = readFileSync(join(folder, 'sitemap-0.xml'), 'utf8');
  return [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => {
    const { pathname } = new URL(address);
    const html = readFileSync(join(folder, `${pathname === '/' ? 'index' : pathname}.html`), 'utf8');
    const text = (pattern: RegExp) => unescapeHtml(pattern.exec(html)?.[1] ?? '');
    return {
      address,
      title: text(/<title>([^<]*)</),
      description: text(/<meta name="description" content="([^"]*)"/),
    };
  });
}

/** A description of the shop and a list of its pages, for language models (llmstxt.org). */
function llmsTxt(
  pages: readonly Page[],
  store: Store,
  delivery: DeliveryContent,
  products: ReadonlyMap<string, ProductContent>,
): string {
  const facts = storeFacts(store, delivery);
  const under = (path: string) => pages.filter(({ address }) => new URL(address).pathname.startsWith(path));
  const named = new Set(['/product/', '/ingredients', '/journal', '/policies/'].flatMap(under));
  const line = ({ address, title, description }: Page): string => {
    const id = new URL(address).pathname.replace(/^\/product\//, '');
    const price = products.has(id) ? `${formatPrice(products.get(id)?.price ?? 0)}. ` : '';
    return `- [${title.replace(` | ${store.name}`, '')}](${address}): ${price}${description}`;
  };
  const section = (title: string, list: readonly Page[]) =>
    list.length ? `\n## ${title}\n\n${list.map(line).join('\n')}\n` : '';
  return `# ${store.name}

> ${store.description}

- Prices are in Indian rupees${store.legal.gstin ? ' and include GST' : ''}. Stock changes by the minute: ${new URL('/feed.xml', store.url)} has it.
- ${facts['delivery.cost']} ${facts['delivery.promise']}. Orders are delivered within India.
- Working days until delivery, by zone: ${facts['delivery.zones']}.
- Returns within ${store.returns.days} days of delivery; ${store.returns.condition}.
- Care: ${careLine(store.care) || new URL(paths.contact, store.url)}.
${section(
  'The shop',
  pages.filter((page) => !named.has(page)),
)}${section('Products', under('/product/'))}${section('Ingredients', under('/ingredients'))}${section('Journal', under('/journal'))}${section('Policies', under('/policies/'))}`;
}

/** Must run after the sitemap. */
export const llms = (
  store: Store,
  delivery: DeliveryContent,
  products: ReadonlyMap<string, ProductContent>,
): AstroIntegration => ({
  name: 'llms',
  hooks: {
    'astro:build:done': ({ dir }) => {
      const folder = fileURLToPath(dir);
      writeFileSync(join(folder, 'llms.txt'), llmsTxt(readPages(folder), store, delivery, products));
    },
  },
});
