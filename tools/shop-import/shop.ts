/** What an import has to know of the shop, and the files that it writes. All paths are in the folder `content/`. */
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { categoryOfSlug, namesOfGroup } from '#domain/catalogue/category.ts';
import type { KnownCategory } from '#domain/import/category.ts';
import type { ShopProduct } from '#domain/import/ids.ts';
import type { ImportFacts } from '#domain/import/import-facts.ts';
import type { Fingerprint, ProductFile } from '#domain/import/merge.ts';
import { categoryFile, productFile } from '#domain/import/new-files.ts';
import type { ProductMatter } from '#domain/import/own-fields.ts';
import { pricedOf, type ShopNames } from '#domain/import/own-references.ts';
import type { ShopFacts } from '#domain/import/plan.ts';
import { type RedirectFacts, redirectsFile } from '#domain/import/plan-redirects.ts';
import { productNames } from '#domain/import/product-names.ts';
import { type RecordedProduct, readRecord, recordFile, recordLine, saidText } from '#domain/import/record.ts';
import { type PlannedSale, withImportedSales } from '#domain/import/sales.ts';
import { conceptNames } from '#domain/import/words.ts';
import { noSales, salesFile } from '#domain/pricing/sales-file.ts';
import type { SearchContent } from '#domain/search/search-content.ts';
import type { ContentFields } from '#lib/content-style.ts';
import { ownPagePaths } from '#lib/own-pages.build.ts';
import { fieldsIn, formatContent } from '#tools/edit/content-style.ts';
import { bodyOf, frontMatter } from '#tools/lib/check-content.ts';
import {
  contentFiles,
  readCategories,
  readRedirects,
  readRoutine,
  readSearch,
  readStore,
  readTax,
} from '#tools/lib/content.ts';
import { pagesIn } from '#tools/lib/content-references.ts';
import { removeSampleClaims } from './sample-claims.ts';
import { writeWhole } from './whole-file.ts';

/** The products that the shop comes with. */
const samples = [
  'aloe-gel-cream',
  'bakuchiol-renewal-serum',
  'barrier-cream',
  'daily-veil-spf-50',
  'hyaluronic-dew-serum',
  'hydra-moisturizer',
  'kumkumadi-face-oil',
  'matte-shield-spf-50',
  'mineral-tint-spf-40',
  'morning-ritual-kit',
  'niacinamide-clarity-serum',
  'purifying-cleanser',
  'rose-balance-toner',
  'soft-milk-cleanser',
  'turmeric-clay-mask',
  'vitamin-c-glow-serum',
];

/** Short values are themselves, so that the record can be read; of long ones it has the beginning of their hash. */
export const fingerprint: Fingerprint = (value) => {
  const text = saidText(value);
  return text.length <= 24 ? text : createHash('sha256').update(text).digest('base64url').slice(0, 12);
};

/**
 * The product of a file; undefined where there is none.
 * @param content the folder `content/`
 * @throws ContentError
 */
export function readProductFile(content: string, id: string): ProductFile | undefined {
  const name = productFile(id);
  const path = join(content, name);
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, 'utf8');
  return { matter: frontMatter(name, text) as ProductFile['matter'], text: bodyOf(text).trim() };
}

/** The files of the record: that of the command comes last, those of imports at the desk before it. */
const recordFiles = (content: string): string[] =>
  readdirSync(content)
    .filter((name) => /^imported(-[\d-]+)?\.jsonl$/.test(name))
    .sort()
    .map((name) => join(content, name));

/** The record of all imports. Those at the desk do not shorten what the export said. */
export function readImportRecord(content: string): Map<string, RecordedProduct> {
  const record = readRecord(
    recordFiles(content)
      .map((path) => readFileSync(path, 'utf8'))
      .join('\n'),
  );
  for (const product of record.values())
    for (const [place, text] of Object.entries(product.said)) product.said[place] = fingerprint(text);
  return record;
}

/** Adds a line to the record. */
export const addToRecord = (content: string, product: RecordedProduct): void =>
  appendFileSync(join(content, recordFile), recordLine(product));

/** Writes the record into one file, with one line for each product, in the order of their ids. */
export function writeRecord(content: string, record: ReadonlyMap<string, RecordedProduct>): void {
  const path = join(content, recordFile);
  const lines = [...record.values()].sort((a, b) => (a.id < b.id ? -1 : 1)).map(recordLine);
  if (lines.length) writeWhole(path, lines.join(''));
  for (const other of recordFiles(content)) if (other !== path) rmSync(other);
}

/** Ids of the products in the folder. */
const productIds = (content: string): string[] => {
  const folder = join(content, 'products');
  return existsSync(folder)
    ? readdirSync(folder).filter((id) => existsSync(join(content, productFile(id))))
    : [];
};

/**
 * The categories of the shop, with the words that shoppers use for their products. A single word of search such as `gift` or
 * `oil` says too little of what a merchant calls a type.
 */
function knownCategories(content: string, search: SearchContent): KnownCategory[] {
  const wordsOf = (category: string) =>
    search.types
      .filter(({ categories }) => categories.includes(category))
      .flatMap(({ label, english, hindi, hinglish }) => [
        label,
        ...[...english, ...hindi, ...hinglish].filter((word) => word.includes(' ')),
      ]);
  return [...readCategories(content)].map(([slug, { name, label }]) => {
    const category = categoryOfSlug(slug);
    return { name: category, words: [name, label ?? name, ...wordsOf(category)] };
  });
}

type NamingFields = Pick<ShopProduct, 'name' | 'sku' | 'variants'> & { aliases: readonly string[] };

/** The words that name each product. @param record of all imports */
export function namesOfProducts(content: string, record: ShopFacts['record']) {
  const records = Map.groupBy(record.values(), ({ id }) => id);
  return productNames(
    productIds(content).map((id) => {
      const matter = readProductFile(content, id)?.matter as Partial<NamingFields> | undefined;
      const { name = '', sku, variants = [], aliases = [] } = matter ?? {};
      const skus = [sku, ...variants.map((one) => one.sku)].flatMap((one) => one ?? []);
      return { id, name: String(name), aliases, keys: (records.get(id) ?? []).map(({ key }) => key), skus };
    }),
  );
}

/** What an import has to know of a product of the shop. */
function shopProduct(content: string, id: string): ShopProduct {
  const { name, sku, variants = [] } = (readProductFile(content, id)?.matter ?? {}) as Partial<ShopProduct>;
  return {
    name: String(name),
    sku,
    variants: variants.map(({ id, label, sku, choices }) => ({ id, label, sku, choices })),
  };
}

/** Adds a category that the shop does not have, which its editor may describe later. @param name as products have it */
export function addCategory(content: string, name: string, title: string): void {
  const file = categoryFile(name);
  if (existsSync(join(content, file))) return;
  writeWhole(join(content, file), formatContent(`content/${file}`, { name: title }));
}

/** What fields of an export of this shop may name. @param ids of the products that stay */
function shopNames(content: string, ids: readonly string[]): ShopNames {
  // A shop without the planner has none, nor products that name some.
  const { steps, actives, kinds } = readStore(content).features.routine
    ? readRoutine(content)
    : { steps: [], actives: [], kinds: [] };
  return {
    steps: steps.map(({ id }) => id),
    actives: actives.map(({ id }) => id),
    codes: kinds.map(({ code }) => code),
    stepped: [...readCategories(content)].flatMap(([slug, { step }]) => (step ? categoryOfSlug(slug) : [])),
    products: ids.map((id) => [id, pricedOf((readProductFile(content, id)?.matter ?? {}) as ProductMatter)]),
  };
}

/** @param withoutSamples whether the products that the shop comes with are about to be removed */
export function readShop(content: string, withoutSamples: boolean, now = Date.now()): ShopFacts {
  const record = readImportRecord(content);
  const search = readSearch(content);
  const written = new Set([...record.values()].map(({ id }) => id));
  const others = productIds(content).filter((id) => !written.has(id) && !(withoutSamples && isSample(id)));
  return {
    categories: knownCategories(content, search),
    concepts: conceptNames(search),
    record,
    others: new Map(others.map((id) => [id, shopProduct(content, id)])),
    rates: new Set(readTax(content).goods.map(({ hsn }) => hsn)),
    names: shopNames(
      content,
      productIds(content).filter((id) => !(withoutSamples && isSample(id))),
    ),
    now,
  };
}

/** What an import of redirects has to know. */
export const redirectFacts = (content: string): RedirectFacts => ({
  categories: [...readCategories(content)].flatMap(([slug, category]) =>
    namesOfGroup(slug, category).map((name): [string, string] => [name, slug]),
  ),
  redirects: readRedirects(content),
  host: new URL(readStore(content).url).host.replace(/^www\./, ''),
  pages: [...pagesIn(contentFiles(content).names()), ...ownPagePaths()],
});

/** The names and switches of fields, without what the editor shows of them. */
const withoutLabels = (fields: ContentFields): ContentFields =>
  fields.map(({ name, widget, required, fields: inner }) => ({
    name,
    ...(widget === 'boolean' && required && { widget, required }),
    ...(inner && { fields: withoutLabels(inner) }),
  }));

/** The same for the import at the desk. */
export function importFacts(content: string): ImportFacts {
  const { categories, concepts, record, others, rates, names } = readShop(content, false);
  return {
    categories,
    concepts: [...concepts],
    imported: [...record.values()].map(({ key, id, skus = [] }) => [key, id, skus]),
    others: [...others],
    rates: [...rates],
    names,
    productNames: namesOfProducts(content, record),
    redirects: redirectFacts(content),
    sales: readSales(content),
    keepMonths: readStore(content).invoices.keepMonths,
    fields: {
      products: withoutLabels(fieldsIn(`content/${productFile('')}`)),
      categories: withoutLabels(fieldsIn(`content/${categoryFile('')}`)),
      redirects: withoutLabels(fieldsIn(`content/${redirectsFile}`)),
    },
  };
}

/** The text of `content/sales.yaml`. */
const readSales = (content: string): string => contentFiles(content).read(salesFile) ?? noSales;

/**
 * Adds sales to `sales.yaml`, and takes products out of those that an earlier import has written.
 * @param former sales that the record has of products whose sales have changed
 */
export function writeSales(
  content: string,
  sales: readonly PlannedSale[],
  former: readonly PlannedSale[],
): void {
  const before = readSales(content);
  const text = withImportedSales(before, sales, former);
  if (text !== before) writeWhole(join(content, salesFile), text);
}

/**
 * Removes the products that the shop comes with, but for those whose place the import has taken, and what is claimed of their
 * brand.
 */
export function removeSamples(content: string, record: ReadonlyMap<string, RecordedProduct>): void {
  const kept = new Set([...record.values()].map(({ id }) => id));
  for (const id of samples) if (!kept.has(id)) removeProduct(content, id);
  removeSampleClaims(content);
}

/** Whether a product is one that the shop comes with. */
export const isSample = (id: string): boolean => samples.includes(id);

/** Removes the folder of a product. */
export const removeProduct = (content: string, id: string): void =>
  rmSync(join(content, 'products', id), { recursive: true, force: true });
