/**
 * Reads and checks `content/`: the rules of the build, which the editor runs before it saves (tools/edit/entry-problems.ts).
 * Pure: the files come from the caller. A mistake is reported with its file and field.
 */
import { parse, type ScalarTag } from 'yaml';
import type { z } from 'zod';
import { type ProductContent, productId } from '#features/catalogue/product.ts';
import type { DeliveryContent } from '#features/delivery/delivery.ts';
import type { IngredientContent } from '#features/ingredients/ingredient.ts';
import { fillIn, storeFacts } from '#features/policies/references.ts';
import type { Store } from '#features/store/store.ts';
import { startOfDay } from '#lib/dates.ts';
import { paths } from '#lib/paths.ts';
import {
  ContentError,
  checkDistricts,
  checkIngredients,
  checkLinks,
  checkTags,
  checkTax,
} from '#tools/lib/content-references.ts';
import { contentTypes, entryId } from '../../content/collections.ts';
import { routineMistake } from './check-routine.ts';

/** The files of `content/`, by their paths in it: `products/rose/index.md`. */
export type ContentFiles = {
  names(): readonly string[];
  /** @returns `undefined` when there is no such file */
  read(name: string): string | undefined;
  /** The directory of pincodes (src/features/delivery/pincodes.txt). */
  pincodes(): string;
};

type ContentType<T extends z.ZodType = z.ZodType> = { files: readonly string[]; schema: T };

function check<T extends z.ZodType>(name: string, schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue?.path.join('.') || 'the file';
  throw new ContentError(`content/${name}: ${field}: ${issue?.message}`);
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

function yaml(name: string, text: string): unknown {
  try {
    return parse(text, { customTags: [date] });
  } catch (error) {
    throw new ContentError(`content/${name}: ${(error as Error).message.split('\n')[0]}`);
  }
}

function read(files: ContentFiles, name: string): string {
  const text = files.read(name);
  if (text === undefined) throw new ContentError(`content/${name}: the file is missing`);
  return text;
}

/** The front matter of a Markdown file; the whole of a YAML file. @throws ContentError */
export function frontMatter(name: string, text: string): unknown {
  if (!name.endsWith('.md')) return yaml(name, text);
  const [, matter] = /^---\r?\n([\s\S]*?)\r?\n---(\r?\n|$)/.exec(text) ?? [];
  if (matter === undefined)
    throw new ContentError(`content/${name}: must begin with front matter between two lines of ---`);
  return yaml(name, matter);
}

/** The files of a content type. A folder below one with a `*` must have its file. */
const filesOf = (files: ContentFiles, { files: patterns }: ContentType): string[] =>
  patterns.flatMap((pattern) => {
    const [parent = '', ending] = pattern.split('*');
    if (ending === undefined) return pattern;
    const inside = files.names().filter((name) => name.startsWith(parent));
    const entries = ending.startsWith('/')
      ? inside.filter((name) => name.includes('/', parent.length)).map((name) => name.split('/')[1])
      : inside
          .filter((name) => name.endsWith(ending))
          .map((name) => name.slice(parent.length, -ending.length));
    return [...new Set(entries)].map((entry) => `${parent}${entry}${ending}`);
  });

/** A content type that is one YAML file. @throws ContentError */
export function readOne<T extends z.ZodType>(files: ContentFiles, type: ContentType<T>): z.output<T> {
  const [name = ''] = type.files;
  return check(name, type.schema, yaml(name, read(files, name)));
}

/** Every product of `products/`, by id. @throws ContentError */
export function readProducts(files: ContentFiles): Map<string, ProductContent> {
  const names = filesOf(files, contentTypes.products);
  // A sync of no products would retire all of them.
  if (!names.length) throw new ContentError('content/products: there is no product');
  return new Map(
    names.map((name) => {
      const id = check(name, productId, entryId(name));
      const product = check(name, contentTypes.products.schema, frontMatter(name, read(files, name)));
      for (const picture of product.pictures) isThere(files, name, 'pictures', picture.file);
      return [id, product];
    }),
  );
}

/** Every ingredient of `ingredients/`, by id. @throws ContentError */
export function readIngredients(files: ContentFiles): Map<string, IngredientContent> {
  return new Map(
    filesOf(files, contentTypes.ingredients).map((name) => [
      check(name, productId, entryId(name)),
      check(name, contentTypes.ingredients.schema, yaml(name, read(files, name))),
    ]),
  );
}

/** @throws ContentError when a picture is not beside the file that names it */
function isThere(files: ContentFiles, name: string, field: string, picture: string): void {
  if (!files.names().includes(name.replace(/[^/]*$/, picture)))
    throw new ContentError(`content/${name}: ${field}: ${picture} is not in the folder`);
}

/** All references of a text must exist: facts of the store, products and their pictures, pictures beside it. */
function checkNames(
  files: ContentFiles,
  name: string,
  value: unknown,
  products: Map<string, ProductContent>,
  field: string[] = [],
): void {
  if (typeof value !== 'object' || value === null) return;
  const { product: id, number, file: picture } = value as Record<string, unknown>;
  const where = field.join('.') || 'the file';
  if (typeof id === 'string') {
    const product = products.get(id);
    if (!product) throw new ContentError(`content/${name}: ${where}.product: there is no product "${id}"`);
    if (typeof number === 'number' && !product.pictures[number - 1])
      throw new ContentError(`content/${name}: ${where}.number: ${id} has no picture ${number}`);
  }
  if (typeof picture === 'string' && /^(about|journal)\//.test(name))
    isThere(files, name, `${where}.file`, picture);
  for (const [key, part] of Object.entries(value)) checkNames(files, name, part, products, [...field, key]);
}

/** All of `content/`, as {@link checkFiles} has read it. */
export type CheckedContent = {
  store: Store;
  delivery: DeliveryContent;
  products: Map<string, ProductContent>;
  /** When an article or a policy was last changed, by path. */
  dates: Map<string, Date>;
};

/**
 * Reads and checks all of `content/`, so that errors are found in a moment and not in a build.
 * @throws ContentError for the first one
 */
export function checkFiles(files: ContentFiles): CheckedContent {
  const store = readOne(files, contentTypes.store);
  const products = readProducts(files);
  const delivery = readOne(files, contentTypes.delivery);
  checkDistricts(delivery, 'content/delivery.yaml', files.pincodes());
  const search = readOne(files, contentTypes.search);
  checkTags(search, products);
  checkIngredients(readIngredients(files), products, search);
  const concerns = new Set(search.concerns.map(({ id }) => id));
  const mistake = routineMistake(readOne(files, contentTypes.routine), products, concerns);
  if (mistake) throw new ContentError(mistake);
  checkTax(readOne(files, contentTypes.tax), store, products);
  const facts = storeFacts(store, delivery);
  const dates = new Map<string, Date>();
  const known = new Set(Object.values(contentTypes).flatMap((type) => filesOf(files, type)));
  const { store: _store, delivery: _delivery, products: _products, tax: _tax, ...texts } = contentTypes;
  for (const type of Object.values(texts))
    for (const name of filesOf(files, type)) {
      const text = read(files, name);
      const data = check(name, type.schema, frontMatter(name, text));
      checkNames(files, name, data, products);
      if ('published' in data) dates.set(paths.article(entryId(name)), data.published);
      if ('updated' in data) dates.set(paths.policy(entryId(name)), data.updated);
      try {
        fillIn(text, facts, `content/${name}`);
      } catch (error) {
        throw new ContentError((error as Error).message);
      }
    }
  for (const name of known) checkLinks(name, read(files, name), known);
  for (const name of files.names())
    if (/\.(md|yaml)$/.test(name) && !known.has(name))
      throw new ContentError(`content/${name}: no content type has this file (content/collections.ts)`);
  return { store, delivery, products, dates };
}
