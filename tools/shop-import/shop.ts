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
import type { ScalarTag } from 'yaml';
import { categoryOfSlug } from '#domain/catalogue/category.ts';
import type { KnownCategory } from '#domain/import/category.ts';
import type { ImportFacts } from '#domain/import/import-facts.ts';
import type { Fingerprint, ProductFile } from '#domain/import/merge.ts';
import { categoryFile, productFile } from '#domain/import/new-files.ts';
import type { ShopFacts } from '#domain/import/plan.ts';
import { type RecordedProduct, readRecord, recordFile, recordLine, saidText } from '#domain/import/record.ts';
import { conceptNames } from '#domain/import/words.ts';
import type { SearchContent } from '#domain/search/search-content.ts';
import type { ContentFields } from '#lib/content-style.ts';
import { fieldsIn, formatContent } from '#tools/edit/content-style.ts';
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

/** Short values are themselves, so that the record can be read; of long ones it has the beginning of their hash. */
export const fingerprint: Fingerprint = (value) => {
  const text = saidText(value);
  return text.length <= 24 ? text : createHash('sha256').update(text).digest('base64url').slice(0, 12);
};

/** Dates stay as they are written. */
const noTags: ScalarTag[] = [];

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
  return { matter: frontMatter(name, text, noTags) as ProductFile['matter'], text: bodyOf(text).trim() };
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
  const file = categoryFile(name);
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

/** The names and switches of fields, without what the editor shows of them. */
const withoutLabels = (fields: ContentFields): ContentFields =>
  fields.map(({ name, widget, required, fields: inner }) => ({
    name,
    ...(widget === 'boolean' && required && { widget, required }),
    ...(inner && { fields: withoutLabels(inner) }),
  }));

/** The same for the import at the desk. */
export function importFacts(content: string): ImportFacts {
  const { categories, concepts, record, others } = readShop(content, false);
  return {
    categories,
    concepts: [...concepts],
    imported: [...record.values()].map(({ key, id }) => [key, id]),
    others: [...others],
    fields: {
      products: withoutLabels(fieldsIn(`content/${productFile('')}`)),
      categories: withoutLabels(fieldsIn(`content/${categoryFile('')}`)),
    },
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
