/** What an import has to know of the shop, and the files that it writes. All paths are in the folder `content/`. */
import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { categoryOfSlug, slugOfCategory } from '#domain/catalogue/category.ts';
import type { KnownCategory } from '#domain/import/category.ts';
import type { Fingerprint, ProductFile } from '#domain/import/merge.ts';
import type { ShopFacts } from '#domain/import/plan.ts';
import { type RecordedProduct, readRecord, recordFile, recordLine } from '#domain/import/record.ts';
import { conceptNames } from '#domain/import/words.ts';
import type { SearchContent } from '#domain/search/search-content.ts';
import { formatContent } from '#tools/edit/content-style.ts';
import { bodyOf, frontMatter } from '#tools/lib/check-content.ts';
import { readCategories, readSearch } from '#tools/lib/content.ts';

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

/** A file is whole or not there: it is written beside its place and moved. */
export function writeWhole(path: string, data: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  const part = `${path}.part`;
  writeFileSync(part, data);
  renameSync(part, path);
}

/** The file of a product. */
export const productFile = (id: string): string => `products/${id}/index.md`;

/** Short values are themselves, so that the record can be read; of long ones it has the beginning of their hash. */
export const fingerprint: Fingerprint = (value) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= 24 ? text : createHash('sha256').update(text).digest('base64url').slice(0, 12);
};

/**
 * The product of a file, with dates as they are written; undefined where there is none.
 * @param content the folder `content/`
 * @throws ContentError
 */
export function readProductFile(content: string, id: string): ProductFile | undefined {
  const name = productFile(id);
  const path = join(content, name);
  if (!existsSync(path)) return undefined;
  const text = readFileSync(path, 'utf8');
  return { matter: frontMatter(name, text, []) as ProductFile['matter'], text: bodyOf(text).trim() };
}

/** The record of the last import. */
export const readImportRecord = (content: string): Map<string, RecordedProduct> => {
  const path = join(content, recordFile);
  return readRecord(existsSync(path) ? readFileSync(path, 'utf8') : '');
};

/** Adds a line to the record. */
export const addToRecord = (content: string, product: RecordedProduct): void =>
  appendFileSync(join(content, recordFile), recordLine(product));

/** Writes the record with one line for each product, in the order of their ids. */
export function writeRecord(content: string, record: ReadonlyMap<string, RecordedProduct>): void {
  const lines = [...record.values()].sort((a, b) => (a.id < b.id ? -1 : 1)).map(recordLine);
  if (lines.length) writeWhole(join(content, recordFile), lines.join(''));
}

/** Ids of the products in the folder. */
const productIds = (content: string): string[] => {
  const folder = join(content, 'products');
  return existsSync(folder)
    ? readdirSync(folder).filter((id) => existsSync(join(content, productFile(id))))
    : [];
};

/** The categories of the shop, with the words that shoppers use for their products. */
function knownCategories(content: string, search: SearchContent): KnownCategory[] {
  const known = new Map(
    [...readCategories(content)].map(([slug, { name, label }]) => [
      categoryOfSlug(slug),
      [name, label ?? name],
    ]),
  );
  for (const { categories, label, english, hindi, hinglish } of search.types)
    for (const category of categories)
      known.set(category, [...(known.get(category) ?? []), label, ...english, ...hindi, ...hinglish]);
  return [...known].map(([name, words]) => ({ name, words }));
}

/** Adds a category, which its editor may describe later. @param name as products have it */
export function addCategory(content: string, name: string, title: string): void {
  const file = `categories/${slugOfCategory(name)}.yaml`;
  writeWhole(join(content, file), formatContent(`content/${file}`, { name: title }));
}

/** @param withoutSamples whether the products that the shop comes with are about to be removed */
export function readShop(content: string, withoutSamples: boolean): ShopFacts {
  const record = readImportRecord(content);
  const search = readSearch(content);
  const written = new Set([...record.values()].map(({ id }) => id));
  const others = productIds(content).filter((id) => !written.has(id) && !(withoutSamples && isSample(id)));
  return {
    categories: knownCategories(content, search),
    concepts: conceptNames(search),
    record,
    others: new Map(others.map((id) => [id, String(readProductFile(content, id)?.matter.name)])),
  };
}

/** Removes the products that the shop comes with, but for those whose place the import has taken. */
export function removeSamples(content: string, record: ReadonlyMap<string, RecordedProduct>): void {
  const kept = new Set([...record.values()].map(({ id }) => id));
  for (const id of samples) if (!kept.has(id)) removeProduct(content, id);
}

/** Whether a product is one that the shop comes with. */
export const isSample = (id: string): boolean => samples.includes(id);

/** Removes the folder of a product. */
export const removeProduct = (content: string, id: string): void =>
  rmSync(join(content, 'products', id), { recursive: true, force: true });
