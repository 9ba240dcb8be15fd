/**
 * Reads `content/` outside Astro, with the very schemas that the pages use, so that the catalogue
 * sync and the start command see what an editor wrote and can say which file and field is wrong.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { z } from 'zod';
import { aboutContent } from '#features/about/about.ts';
import { ingredientsContent } from '#features/about/ingredients.ts';
import { sustainabilityContent } from '#features/about/sustainability.ts';
import { teamContent } from '#features/about/team.ts';
import { collectionContent } from '#features/catalogue/collection.ts';
import { type ProductContent, productContent, productId } from '#features/catalogue/product.ts';
import { homeContent } from '#features/home/home.ts';
import { testimonialsContent } from '#features/home/testimonials.ts';
import { articleContent } from '#features/journal/article.ts';
import { policyContent, policySlugs } from '#features/policies/policies.ts';
import { fillIn, storeFacts } from '#features/policies/references.ts';
import { type Store, storeContent } from '#features/store/store.ts';
import { contactContent, faqTopics, topicContent } from '#features/support/faqs.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const contentFolder = join(root, 'content');

/** A mistake in `content/`: one line that names the file, the field and the reason. */
export class ContentError extends Error {
  override name = 'ContentError';
}

/** A file by the name that an editor knows it by: `content/…`. */
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

function yaml({ name }: File, text: string): unknown {
  try {
    // Astro reads dates too.
    return parse(text, { customTags: ['timestamp'] });
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

/** `content/store.yaml`. @throws ContentError */
export function readStore(folder = contentFolder): Store {
  const file = fileIn(folder, 'store.yaml');
  return check(file, storeContent, yaml(file, read(file)));
}

/** Every product of `content/products`, by id. @throws ContentError */
export function readProducts(folder = contentFolder): Map<string, ProductContent> {
  const ids = readdirSync(join(folder, 'products'), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  return new Map(
    ids.map(({ name: id }) => {
      const file = fileIn(folder, 'products', id, 'index.md');
      check(file, productId, id);
      const product = check(file, productContent, frontMatter(file, read(file)));
      for (const picture of product.pictures) isThere(file, 'pictures', picture.file);
      return [id, product];
    }),
  );
}

/** @throws ContentError when a picture does not lie beside the file that names it */
function isThere({ path, name }: File, field: string, picture: string): void {
  if (!existsSync(join(dirname(path), picture)))
    throw new ContentError(`${name}: ${field}: ${picture} is not in the folder`);
}

const markdownIn = (folder: string, name: string): string[] =>
  existsSync(join(folder, name))
    ? readdirSync(join(folder, name))
        .filter((file) => file.endsWith('.md'))
        .map((file) => `${name}/${file}`)
    : [];

/** All that editors write but store and products: which files there are, and what they may say. */
const collections: { files: (folder: string) => string[]; schema: z.ZodType }[] = [
  { files: () => ['home.yaml'], schema: homeContent },
  { files: () => ['testimonials.yaml'], schema: testimonialsContent },
  { files: () => ['collection.yaml'], schema: collectionContent },
  { files: (folder) => markdownIn(folder, 'journal'), schema: articleContent },
  { files: () => ['about/index.md'], schema: aboutContent },
  { files: () => ['about/ingredients.md'], schema: ingredientsContent },
  { files: () => ['about/sustainability.md'], schema: sustainabilityContent },
  { files: () => ['team.yaml'], schema: teamContent },
  { files: () => policySlugs.map((slug) => `policies/${slug}.md`), schema: policyContent },
  { files: () => faqTopics.map((topic) => `faqs/${topic}.yaml`), schema: topicContent },
  { files: () => ['faqs/contact.yaml'], schema: contactContent },
];

/** What a text names must be there: facts of the store, products and their pictures, pictures beside it. */
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
 * Reads and checks all of `content/`: mistakes are found here, in a moment, and not in a build.
 * @throws ContentError for the first one
 */
export function checkContent(folder = contentFolder): {
  store: Store;
  products: Map<string, ProductContent>;
} {
  const store = readStore(folder);
  const products = readProducts(folder);
  const facts = storeFacts(store);
  for (const { files, schema } of collections)
    for (const name of files(folder)) {
      const file = fileIn(folder, ...name.split('/'));
      const text = read(file);
      checkNames(file, check(file, schema, frontMatter(file, text)), products);
      try {
        fillIn(text, facts, file.name);
      } catch (error) {
        throw new ContentError((error as Error).message);
      }
    }
  return { store, products };
}
