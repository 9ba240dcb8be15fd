/**
 * Reads and checks `content/` outside Astro, for the build, the sync and the start command. A mistake is reported with
 * its file and field.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, type ScalarTag } from 'yaml';
import type { z } from 'zod';
import { type ProductContent, productId } from '#features/catalogue/product.ts';
import type { DeliveryContent } from '#features/delivery/delivery.ts';
import type { IngredientContent } from '#features/ingredients/ingredient.ts';
import { fillIn, storeFacts } from '#features/policies/references.ts';
import type { RoutineContent } from '#features/routine/routine-content.ts';
import type { SearchContent } from '#features/search/search-content.ts';
import type { Store } from '#features/store/store.ts';
import type { TaxContent } from '#features/tax/tax.ts';
import { startOfDay } from '#lib/dates.ts';
import { paths } from '#lib/paths.ts';
import {
  ContentError,
  checkDistricts,
  checkIngredients,
  checkTags,
  checkTax,
} from '#tools/lib/content-references.ts';
import { contentTypes, entryId } from '../../content/collections.ts';
import { routineMistake } from './check-routine.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const contentFolder = join(root, 'content');

/** A file with its name for messages: `content/…`. */
type File = { path: string; name: string };
const fileIn = (folder: string, ...names: string[]): File => {
  const path = join(folder, ...names);
  return { path, name: relative(dirname(folder), path).split(sep).join('/') };
};

function check<T extends z.ZodType>({ name }: File, schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join('.') || 'the file';
  throw new ContentError(`${name}: ${field}: ${issue?.message}`);
}

/** Astro reads dates too; it would take `2026-02-30` for a day in March. */
const date: ScalarTag = {
  tag: 'tag:yaml.org,2002:timestamp',
  default: true,
  test: /^\d{4}-\d\d-\d\d$/,
  resolve(day, onError) {
    if (startOfDay(day) === undefined) onError(`${day} is not a day of the calendar`);
    return new Date(day);
  },
};

function yaml({ name }: File, text: string): unknown {
  try {
    return parse(text, { customTags: [date] });
  } catch (error) {
    throw new ContentError(`${name}: ${(error as Error).message.split('\n')[0]}`);
  }
}

function read({ path, name }: File): string {
  if (!existsSync(path)) throw new ContentError(`${name}: the file is missing`);
  return readFileSync(path, 'utf8');
}

/** The front matter of a Markdown file; the whole of a YAML file. */
function frontMatter(file: File, text: string): unknown {
  if (!file.name.endsWith('.md')) return yaml(file, text);
  const [, matter] = /^---\r?\n([\s\S]*?)\r?\n---(\r?\n|$)/.exec(text) ?? [];
  if (matter === undefined)
    throw new ContentError(`${file.name}: must begin with front matter between two lines of ---`);
  return yaml(file, matter);
}

/** The files of a content type. */
const filesOf = (folder: string, { files }: { files: readonly string[] }): File[] =>
  files.flatMap((file) => {
    const [parent = '', ending] = file.split('*');
    if (ending === undefined) return fileIn(folder, file);
    if (!existsSync(join(folder, parent))) return [];
    return readdirSync(join(folder, parent), { withFileTypes: true })
      .filter((entry) => (ending.startsWith('/') ? entry.isDirectory() : entry.name.endsWith(ending)))
      .map(({ name }) => fileIn(folder, file.replace('*', basename(name, ending))));
  });

/** A content type that is one YAML file. @throws ContentError */
function readOne<T extends z.ZodType>(
  folder: string,
  type: { files: readonly string[]; schema: T },
): z.output<T> {
  const file = fileIn(folder, ...type.files);
  return check(file, type.schema, yaml(file, read(file)));
}

/** `content/store.yaml`. @throws ContentError */
export const readStore = (folder = contentFolder): Store => readOne(folder, contentTypes.store);

/** `content/delivery.yaml`. @throws ContentError */
export const readDelivery = (folder = contentFolder): DeliveryContent =>
  readOne(folder, contentTypes.delivery);

/** `content/search.yaml`. @throws ContentError */
export const readSearch = (folder = contentFolder): SearchContent => readOne(folder, contentTypes.search);

/** `content/routine.yaml`. @throws ContentError */
export const readRoutine = (folder = contentFolder): RoutineContent => readOne(folder, contentTypes.routine);

/** `content/couriers.yaml`. @throws ContentError */
export const readCouriers = (folder = contentFolder) => readOne(folder, contentTypes.couriers);

/** `content/tax.yaml`. @throws ContentError */
export const readTax = (folder = contentFolder): TaxContent => readOne(folder, contentTypes.tax);

/** Every product of `content/products`, by id. @throws ContentError */
export function readProducts(folder = contentFolder): Map<string, ProductContent> {
  const files = filesOf(folder, contentTypes.products);
  // A sync of no products would retire all of them.
  if (!files.length) throw new ContentError('content/products: there is no product');
  return new Map(
    files.map((file) => {
      const id = check(file, productId, entryId(file.name));
      const product = check(file, contentTypes.products.schema, frontMatter(file, read(file)));
      for (const picture of product.pictures) isThere(file, 'pictures', picture.file);
      return [id, product];
    }),
  );
}

const directoryFile = join(root, 'src/features/delivery/pincodes.txt');

/** Every ingredient of `content/ingredients`, by id. @throws ContentError */
export function readIngredients(folder = contentFolder): Map<string, IngredientContent> {
  return new Map(
    filesOf(folder, contentTypes.ingredients).map((file) => [
      check(file, productId, entryId(file.name)),
      check(file, contentTypes.ingredients.schema, yaml(file, read(file))),
    ]),
  );
}

/** @throws ContentError when a picture is not beside the file that names it */
function isThere({ path, name }: File, field: string, picture: string): void {
  if (!existsSync(join(dirname(path), picture)))
    throw new ContentError(`${name}: ${field}: ${picture} is not in the folder`);
}

/** All references of a text must exist: facts of the store, products and their pictures, pictures beside it. */
function checkNames(
  file: File,
  value: unknown,
  products: Map<string, ProductContent>,
  field: string[] = [],
): void {
  if (typeof value !== 'object' || value === null) return;
  const { product: id, number, file: picture } = value as Record<string, unknown>;
  const where = field.join('.') || 'the file';
  if (typeof id === 'string') {
    const product = products.get(id);
    if (!product) throw new ContentError(`${file.name}: ${where}.product: there is no product "${id}"`);
    if (typeof number === 'number' && !product.pictures[number - 1])
      throw new ContentError(`${file.name}: ${where}.number: ${id} has no picture ${number}`);
  }
  if (typeof picture === 'string' && /^content\/(about|journal)\//.test(file.name))
    isThere(file, `${where}.file`, picture);
  for (const [name, part] of Object.entries(value)) checkNames(file, part, products, [...field, name]);
}

/**
 * Reads and checks all of `content/`, so that errors are found in a moment and not in a build. `dates` says by path when
 * an article or a policy was last changed.
 * @throws ContentError for the first one
 */
export function checkContent(folder = contentFolder): {
  store: Store;
  delivery: DeliveryContent;
  products: Map<string, ProductContent>;
  dates: Map<string, Date>;
} {
  const store = readStore(folder);
  const products = readProducts(folder);
  const delivery = readDelivery(folder);
  checkDistricts(delivery, 'content/delivery.yaml', readFileSync(directoryFile, 'utf8'));
  const search = readSearch(folder);
  checkTags(search, products);
  checkIngredients(readIngredients(folder), products, search);
  const concerns = new Set(search.concerns.map(({ id }) => id));
  const mistake = routineMistake(readRoutine(folder), products, concerns);
  if (mistake) throw new ContentError(mistake);
  checkTax(readTax(folder), store, products);
  const facts = storeFacts(store, delivery);
  const dates = new Map<string, Date>();
  const { store: _store, delivery: _delivery, products: _products, tax: _tax, ...texts } = contentTypes;
  for (const type of Object.values(texts))
    for (const file of filesOf(folder, type)) {
      const text = read(file);
      const data = check(file, type.schema, frontMatter(file, text));
      checkNames(file, data, products);
      if ('published' in data) dates.set(paths.article(entryId(file.name)), data.published);
      if ('updated' in data) dates.set(paths.policy(entryId(file.name)), data.updated);
      try {
        fillIn(text, facts, file.name);
      } catch (error) {
        throw new ContentError((error as Error).message);
      }
    }
  const known = new Set(
    Object.values(contentTypes)
      .flatMap((type) => filesOf(folder, type))
      .map(({ path }) => path),
  );
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (/\.(md|yaml)$/.test(name) && !known.has(join(folder, name)))
      throw new ContentError(
        `${fileIn(folder, name).name}: no content type has this file (content/collections.ts)`,
      );
  return { store, delivery, products, dates };
}
