/**
 * Writes an import into `content/`: for each product its pictures, its file, then its line of the record. After an
 * interruption, the next run writes the rest; no file is ever written in part. A dry run writes into a copy.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportFinding } from '#domain/import/finding.ts';
import { skusOf } from '#domain/import/ids.ts';
import { mergeProduct, type ProductFile } from '#domain/import/merge.ts';
import { productFile } from '#domain/import/new-files.ts';
import { isOwn, ownPictureName } from '#domain/import/own-fields.ts';
import { type ImportPlan, isRefused } from '#domain/import/plan.ts';
import { type PlannedProduct, picturesOf, productFileOf } from '#domain/import/product-file.ts';
import type { RecordedProduct } from '#domain/import/record.ts';
import { mistakeFindings, type Outcome, type Outcomes, withoutPictures } from '#domain/import/report.ts';
import { keptSales, keptWith } from '#domain/import/sales.ts';
import type { pictureEndings } from '#lib/content-fields.ts';
import { formatContent } from '#tools/edit/content-style.ts';
import { frontMatter } from '#tools/lib/check-content.ts';
import { contentTypes } from '../../content/collections.ts';
import { convertPicture } from './convert-picture.ts';
import { NoPicture } from './download.ts';
import {
  addCategory,
  addToRecord,
  fingerprint,
  isSample,
  readImportRecord,
  readProductFile,
  removeProduct,
  removeSamples,
  writeRecord,
  writeSales,
} from './shop.ts';
import { writeWhole } from './whole-file.ts';

/**
 * Gives the bytes of a picture.
 * @param file its name in the shop of which it is exported
 * @throws NoPicture
 */
export type PictureSource = (address: string, file?: string) => Promise<Buffer>;

export type WriteOptions = {
  /** The folder `content/`. */
  content: string;
  /** Undefined for an import without pictures. */
  pictures: PictureSource | undefined;
  replaceSamples: boolean;
  /** Called after each product. */
  onProgress(done: number, all: number): void;
};

/** Products whose pictures are loaded at the same time. */
const atOnce = 6;

/**
 * @property files of a product's pictures by address, those that are there and the new ones
 * @property fetched new ones by file
 */
type Pictures = { files: Map<string, string>; fetched: Map<string, Buffer>; gaps: Outcome['gaps'] };

const picturesIn = (mine: ProductFile | undefined): string[] =>
  ((mine?.matter.pictures ?? []) as { file: string }[]).map(({ file }) => file);

/** The pictures that a product has from the last import. One that an editor has removed is not downloaded again. */
function knownPictures(
  plan: PlannedProduct,
  mine: ProductFile | undefined,
  before: RecordedProduct | undefined,
  content: string,
): Map<string, string> {
  const listed = picturesIn(mine);
  const has = (file: string) =>
    !listed.includes(file) || existsSync(join(content, 'products', plan.id, file));
  return new Map(Object.entries(before?.pictures ?? {}).filter(([, file]) => has(file)));
}

const endingOf = (file: string) => file.split('.').at(-1) as (typeof pictureEndings)[number];

/**
 * Gets the pictures that a product does not have yet. The number in a name is its place in the export, but for names of an
 * export of this shop.
 */
async function fetchPictures(
  plan: PlannedProduct,
  known: ReadonlyMap<string, string>,
  listed: readonly string[],
  pictures: PictureSource | undefined,
): Promise<Pictures> {
  const { product, own } = plan;
  const files = new Map(known);
  const fetched = new Map<string, Buffer>();
  const gaps: Outcome['gaps'] = [];
  const taken = new Set([...known.values(), ...listed].map((file) => Number.parseInt(file, 10)));
  for (const [place, { address }] of picturesOf(product).entries()) {
    if (files.has(address)) continue;
    const name = ownPictureName(plan, address);
    const wanted = name ?? (isOwn(own) ? `${place + 1}.jpg` : undefined);
    const used = new Set([...files.values(), ...listed]);
    // The product has it, or shows one picture twice.
    if (wanted && (listed.includes(wanted) || fetched.has(wanted))) {
      files.set(address, wanted);
      continue;
    }
    let number = place + 1;
    while (taken.has(number)) number += 1;
    try {
      if (!pictures) throw new NoPicture('Pictures were not asked for.');
      const bytes = await pictures(address, name);
      const { data, ending } = await convertPicture(bytes, wanted ? endingOf(wanted) : undefined);
      const ownName = name && `${name.slice(0, name.lastIndexOf('.'))}.${ending}`;
      const file = ownName && !used.has(ownName) ? ownName : `${number}.${ending}`;
      taken.add(Number.parseInt(file, 10));
      files.set(address, file);
      fetched.set(file, data);
    } catch (error) {
      if (!(error instanceof NoPicture)) throw error;
      gaps.push({ address, reason: error.message });
    }
  }
  return { files, fetched, gaps };
}

/** How a place of a product's file reads: `variants/100-ml/price` is `100-ml, price`. */
const placeName = (place: string): string =>
  place.replace(/^(variants|pictures)\//, '').replaceAll('/', ', ');

const shownValue = (value: unknown): string => {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? 'nothing');
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
};

/** Writes one product, if its file would be one of the shop. */
async function writeProduct(
  plan: PlannedProduct,
  before: RecordedProduct | undefined,
  hasPricesBefore: boolean,
  { content, pictures, replaceSamples }: WriteOptions,
): Promise<Outcome> {
  const { id, key, product, main } = plan;
  const isInPlace = !before && replaceSamples && isSample(id);
  const mine = isInPlace ? undefined : readProductFile(content, id);
  if (before && !mine) return { ...withoutPictures, result: 'deleted here' };
  const name = productFile(id);
  const mergeWith = (files: ReadonlyMap<string, string>) => {
    const theirs = productFileOf(plan, (address) => files.get(address));
    const { file, ...merged } = mergeProduct(
      { base: before?.said ?? {}, mine, theirs, hasPricesBefore },
      fingerprint,
    );
    return {
      ...merged,
      listed: picturesIn(file),
      text: formatContent(`content/${name}`, file.matter, file.text && `${file.text}\n`),
    };
  };
  const known = knownPictures(plan, mine, before, content);
  const withKnown = mergeWith(known);
  const { error } = contentTypes.products.schema.safeParse(frontMatter(name, withKnown.text));
  if (error) return { ...withoutPictures, findings: mistakeFindings(error, product.row), result: 'refused' };
  const { files, fetched, gaps } = await fetchPictures(plan, known, picturesIn(mine), pictures);
  const { base, conflicts, listed, text } = fetched.size ? mergeWith(files) : withKnown;
  const isSame = mine !== undefined && text === readFileSync(join(content, name), 'utf8');
  // Nothing here is awaited: no other product is written between the pictures and the file.
  if (isInPlace) removeProduct(content, id);
  for (const [file, data] of fetched) writeWhole(join(content, 'products', id, file), data);
  if (!isSame) writeWhole(join(content, name), text);
  addToRecord(content, {
    key,
    id,
    skus: skusOf(product),
    main: main ?? before?.main,
    pictures: Object.fromEntries(files),
    kept: keptWith(plan),
    said: base,
  });
  const findings = conflicts.map(
    ({ place, theirs }): ImportFinding => ({
      severity: 'conflict',
      row: product.row,
      about: placeName(place),
      message: `the editor’s stays; the export says ${shownValue(theirs)}`,
    }),
  );
  const result = isSame ? 'unchanged' : mine ? 'updated' : 'added';
  return { result, pictures: listed.length, gaps, findings };
}

/** Writes the sales of products whose sales differ from those of the last import. */
function writeChangedSales(
  products: readonly PlannedProduct[],
  record: ReadonlyMap<string, RecordedProduct>,
  { content }: WriteOptions,
): void {
  const changed = products
    .map(({ key, formerKey = key, sales }) => ({ sales, former: keptSales(record.get(formerKey)?.kept) }))
    .filter(({ sales, former }) => JSON.stringify(sales) !== JSON.stringify(former));
  writeSales(
    content,
    changed.flatMap(({ sales }) => sales),
    changed.flatMap(({ former }) => former),
  );
}

/**
 * Writes an import.
 * @throws Error of the file system; the next run writes the rest
 */
export async function writeImport(plan: ImportPlan, options: WriteOptions): Promise<Outcomes> {
  const { content, replaceSamples, onProgress } = options;
  const record = readImportRecord(content);
  const products = plan.products.filter(({ product }) => !isRefused(product));
  const outcomes = new Map<string, Outcome>(
    products.map(({ key }) => [key, { ...withoutPictures, result: 'refused' }]),
  );
  for (const [name, title] of plan.newCategories) addCategory(content, name, title);
  const waiting = [...products];
  let done = 0;
  const work = async () => {
    for (let one = waiting.shift(); one; one = waiting.shift()) {
      const outcome = await writeProduct(
        one,
        record.get(one.formerKey ?? one.key),
        plan.catalogue.hasPricesBefore,
        options,
      );
      outcomes.set(one.key, outcome);
      done += 1;
      onProgress(done, products.length);
    }
  };
  // After an error, the products that have begun are finished, and no other begins.
  const endOf = (error: unknown) => {
    waiting.length = 0;
    throw error;
  };
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, () => work().catch(endOf)));
  for (const one of ended) if (one.status === 'rejected') throw one.reason;
  const written = readImportRecord(content);
  const isInShop = ({ key }: PlannedProduct) =>
    !['refused', 'deleted here'].includes(outcomes.get(key)?.result ?? 'refused');
  writeChangedSales(products.filter(isInShop), record, options);
  writeRecord(content, written);
  if (replaceSamples && written.size) removeSamples(content, written);
  return outcomes;
}
