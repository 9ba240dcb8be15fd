/**
 * Reads and checks `content/`: the rules of the build, which the editor runs before it saves (tools/edit/entry-problems.ts).
 * Pure: the files come from the caller. A mistake names its file and field.
 */
import { parse, type ScalarTag } from 'yaml';
import type { z } from 'zod';
import { amountsFor } from '#domain/catalogue/amounts.ts';
import { withCategories } from '#domain/catalogue/category.ts';
import type { CategoryContent } from '#domain/catalogue/category-content.ts';
import { namesMissing, withoutMissing } from '#domain/catalogue/left-out.ts';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import { productId } from '#domain/catalogue/product-id.ts';
import { summaryOf } from '#domain/catalogue/summary.ts';
import type { DeliveryContent } from '#domain/delivery/delivery-content.ts';
import { inciLookup } from '#domain/ingredients/inci.ts';
import type { IngredientContent } from '#domain/ingredients/ingredient.ts';
import { type UnknownName, unknownNames } from '#domain/ingredients/unknown-names.ts';
import { waysToPay } from '#domain/payments/ways-to-pay.ts';
import { policySlugs } from '#domain/policies/policies.ts';
import { storeFacts } from '#domain/policies/references.ts';
import { type Feature, type Features, switchesOf } from '#domain/store/features.ts';
import type { Store } from '#domain/store/store.ts';
import { faqTopics } from '#domain/support/faqs.ts';
import type { ShopTax } from '#domain/tax/tax-content.ts';
import { fillIn, fillInAll } from '#lib/fill-in.ts';
import { ownPagePath } from '#lib/more-paths.ts';
import { articlePath, policyPath } from '#lib/paths.ts';
import { referringFields } from '#lib/referring-fields.ts';
import { contentTags } from '#lib/yaml-dates.ts';
import {
  ContentError,
  checkAliases,
  checkAmounts,
  checkCategories,
  checkIngredients,
  checkLinks,
  checkRoutine,
  checkSearch,
  checkTax,
  checkTyped,
  type Report,
  refuse,
} from '#tools/lib/content-references.ts';
import { contentTypes, entryId } from '../../content/collections.ts';
import { checkBrand } from './brand-files.ts';
import { referenceChecker } from './field-references.ts';
import { switchedOffIn } from './switched-off-texts.ts';

/** The files of `content/`, by their paths in it: `products/<id>/index.md`. */
export type ContentFiles = {
  names(): readonly string[];
  /** @returns `undefined` when there is no such file */
  read(name: string): string | undefined;
  /** The directory of pincodes (src/domain/delivery/pincodes.txt). */
  pincodes(): string;
  /** The addresses of the pages of `src/own/pages`. */
  ownPages(): readonly string[];
};

const nameSets = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Whether there is a file of this name: one of thousands, for each of thousands of pictures. */
function hasFile(files: ContentFiles, name: string): boolean {
  const names = files.names();
  const known = nameSets.get(names) ?? new Set(names);
  nameSets.set(names, known);
  return known.has(name);
}

export type ContentType<T extends z.ZodType = z.ZodType> = {
  files: readonly string[];
  schema: T;
  feature?: Feature;
  mayBeMissing?: true;
};

/** A mistake in a file that its schema finds. */
export const schemaMistake = (name: string, { path, message }: z.core.$ZodIssue): string =>
  `content/${name}: ${path.join('.') || 'the file'}: ${message}`;

function check<T extends z.ZodType>(name: string, schema: T, value: unknown): z.output<T> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw new ContentError(result.error.issues.map((issue) => schemaMistake(name, issue)));
}

/** Reports what is wrong with what is read. @returns `undefined` then */
export function attempt<T>(read: () => T, report: Report): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    for (const mistake of error.mistakes) report(mistake);
    return undefined;
  }
}

/** What the files said when they were last read: `npm start` reads all of them again after each change. */
const parsed = new Map<string, { text: string; customTags: ScalarTag[]; value: unknown }>();

function yaml(name: string, text: string, customTags: ScalarTag[] = contentTags): unknown {
  const before = parsed.get(name);
  if (before?.text === text && before.customTags === customTags) return before.value;
  try {
    const value: unknown = parse(text, { customTags });
    parsed.set(name, { text, customTags, value });
    return value;
  } catch (error) {
    throw new ContentError([`content/${name}: ${(error as Error).message.split('\n')[0]}`]);
  }
}

function read(files: ContentFiles, name: string): string {
  const text = files.read(name);
  if (text === undefined) throw new ContentError([`content/${name}: the file is missing`]);
  return text;
}

/**
 * The front matter of a Markdown file; the whole of a YAML file.
 * @param tags of values that are more than text, numbers and switches: dates
 * @throws ContentError
 */
export function frontMatter(name: string, text: string, tags?: ScalarTag[]): unknown {
  if (!name.endsWith('.md')) return yaml(name, text, tags);
  const [, matter] = /^---\r?\n([\s\S]*?)\r?\n---(\r?\n|$)/.exec(text) ?? [];
  if (matter === undefined)
    throw new ContentError([`content/${name}: must begin with front matter between two lines of ---`]);
  return yaml(name, matter, tags);
}

/** The text below the front matter of a Markdown file. */
export const bodyOf = (text: string): string => text.replace(/^---\r?\n[\s\S]*?\r?\n---(\r?\n|$)/, '');

/** The files of a content type. A folder below one with a `*` must have its file. */
export const filesOf = (files: ContentFiles, { files: patterns }: ContentType): string[] =>
  patterns.flatMap((pattern) => {
    const [parent = '', ending] = pattern.split('*');
    if (ending === undefined) return pattern;
    const inside = files.names().filter((name) => name.startsWith(parent));
    const entries = ending.startsWith('/')
      ? inside.filter((name) => name.includes('/', parent.length)).map((name) => name.split('/')[1])
      : inside
          .filter((name) => name.endsWith(ending) && !name.includes('/', parent.length))
          .map((name) => name.slice(parent.length, -ending.length));
    return [...new Set(entries)].map((entry) => `${parent}${entry}${ending}`);
  });

/** Whether the part of the shop that needs a content type is on. @param features undefined while they cannot be read */
export const isOn = ({ feature }: Pick<ContentType, 'feature'>, features: Features | undefined): boolean =>
  !feature || !features || features[feature];

const isMissing = (files: ContentFiles, { files: [name = ''] }: ContentType): boolean =>
  !hasFile(files, name);

/** A content type that is one YAML file. @throws ContentError */
export function readOne<T extends z.ZodType>(files: ContentFiles, type: ContentType<T>): z.output<T> {
  const [name = ''] = type.files;
  return check(name, type.schema, yaml(name, read(files, name)));
}

/** Every product of `products/` without a mistake, by id, with its texts as they are written. */
function readWritten(files: ContentFiles, report: Report): Map<string, ProductContent> {
  const names = filesOf(files, contentTypes.products);
  if (!names.length) report('content/products: there is no product yet', 'advice');
  return readEach(files, names, contentTypes.products.schema, report);
}

/** The same, with the amounts in their texts. @param report throws a ContentError when left out */
export const readProducts = (files: ContentFiles, report = refuse): Map<string, ProductContent> =>
  withAmounts(files, readWritten(files, report), report);

/** Of the text below the front matter of a product, characters: about sixty pages. */
const longestText = 200_000;

/** The amounts of the catalogue are in its texts; those below the front matter are only checked here. */
function withAmounts(
  files: ContentFiles,
  products: Map<string, ProductContent>,
  report: Report,
): Map<string, ProductContent> {
  const filled = new Map<string, ProductContent>();
  // One with a mistake exists too.
  const exists = (id: string) => hasFile(files, `products/${id}/index.md`);
  for (const [id, product] of products) {
    const name = `products/${id}/index.md`;
    const amounts = amountsFor(id, products);
    const body = bodyOf(files.read(name) ?? '').trim();
    if (body.length > longestText)
      report(`content/${name}: body: has ${body.length} characters; it may have ${longestText}`);
    checkTyped(product, `content/${name}`, report);
    checkTyped(body, `content/${name}: body`, report);
    const said = { ...product, description: product.description || summaryOf(body) };
    for (const [field, value] of Object.entries({ ...said, body }))
      if (namesMissing(JSON.stringify(value ?? ''), product, exists))
        report(`content/${name}: ${field}: names the amount of a product that does not exist`, 'advice');
    filled.set(id, fillInAll(withoutMissing(said, exists), amounts, `content/${name}`, report));
    const blocks = body.split(/\n\s*\n/).filter((block) => !namesMissing(block, product, exists));
    fillIn(blocks.join('\n\n'), amounts, `content/${name}: body`, report);
  }
  return filled;
}

/** Every category without a mistake, by slug. @param report throws a ContentError when left out */
export const readCategories = (files: ContentFiles, report = refuse): Map<string, CategoryContent> =>
  readEach(files, filesOf(files, contentTypes.categories), contentTypes.categories.schema, report);

/** Codes and rates of the shop, with those of its categories. @throws ContentError */
export const readTax = (files: ContentFiles): ShopTax =>
  withCategories(readOne(files, contentTypes.tax), readCategories(files));

/** Every ingredient of `ingredients/` without a mistake, by id. @param report throws a ContentError when left out */
export const readIngredients = (files: ContentFiles, report = refuse): Map<string, IngredientContent> =>
  readEach(files, filesOf(files, contentTypes.ingredients), contentTypes.ingredients.schema, report);

/** The names on the labels of products that no ingredient explains. @param products with their ids */
export const unknownNamesIn = (
  products: Iterable<readonly [string, Pick<ProductContent, 'ingredients'>]>,
  ingredients: ReadonlyMap<string, IngredientContent>,
): UnknownName[] =>
  unknownNames(
    [...products].map(([id, product]) => [id, product.ingredients]),
    inciLookup(ingredients),
  );

/** Entries by their ids, which are part of addresses. */
function readEach<T extends z.ZodType>(
  files: ContentFiles,
  names: readonly string[],
  schema: T,
  report: Report,
): Map<string, z.output<T>> {
  const entries = new Map<string, z.output<T>>();
  for (const name of names)
    attempt(() => {
      const id = check(name, productId, entryId(name));
      entries.set(id, check(name, schema, frontMatter(name, read(files, name))));
    }, report);
  return entries;
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
 * @throws ContentError with all of them
 */
export function checkFiles(files: ContentFiles): CheckedContent {
  const { store, delivery, products, dates, laws } = examineAll(files);
  if (!store || !delivery || laws.length) throw new ContentError(laws);
  return { store, delivery, products, dates };
}

/** All mistakes in `content/`: those that stop the build, and those that stop nothing. */
export function mistakesIn(files: ContentFiles): { laws: string[]; advice: string[] } {
  const { laws, advice } = examineAll(files);
  return { laws, advice };
}

/** Reads and checks all of `content/`, and collects the mistakes, each once. */
function examineAll(files: ContentFiles) {
  const found = { laws: new Set<string>(), advice: new Set<string>() };
  const examined = examine(files, (mistake, weight) => found[weight ?? 'laws'].add(mistake));
  return { ...examined, laws: [...found.laws], advice: [...found.advice] };
}

/** Texts that shoppers read as they are. */
const isText = /^(policies|faqs|pages|about)\/|^contact\.yaml$/;

/** What could be read; a check of what could not is left out. */
type Examined = Pick<CheckedContent, 'products' | 'dates'> & Partial<CheckedContent>;

function examine(files: ContentFiles, report: Report): Examined {
  const one = <T extends z.ZodType>(type: ContentType<T>) => attempt(() => readOne(files, type), report);
  const [store, delivery, tax] = [one(contentTypes.store), one(contentTypes.delivery), one(contentTypes.tax)];
  const features = store?.features;
  const isRead = (type: ContentType) =>
    isOn(type, features) && !(type.mayBeMissing && isMissing(files, type));
  const search = one(contentTypes.search);
  const routine = isRead(contentTypes.routine) ? one(contentTypes.routine) : undefined;
  const written = readWritten(files, report);
  const products = withAmounts(files, written, report);
  const categories = readCategories(files, report);
  const brands = readEach(files, filesOf(files, contentTypes.brands), contentTypes.brands.schema, report);
  const needed = [
    ...policySlugs
      .filter((id) => id !== 'reviews' || features?.reviews !== false)
      .map((id) => `policies/${id}.md`),
    ...faqTopics.map((id) => `faqs/${id}.yaml`),
  ];
  for (const name of needed) if (!hasFile(files, name)) report(`content/${name}: the file is missing`);
  const known = new Set(Object.values(contentTypes).flatMap((type) => filesOf(files, type)));
  checkBrand(files, report);
  checkCategories(categories, report);
  const { redirects = [] } = one(contentTypes.redirects) ?? {};
  const targets = new Set([...known, ...files.ownPages()]);
  checkAliases({ products, categories, brands, redirects, names: targets }, report);
  if (isRead(contentTypes.ingredients)) checkIngredients(readIngredients(files, report), report);
  if (search) checkSearch(search, report);
  if (routine) checkRoutine(routine, products, categories, report);
  if (tax && store) checkTax(tax, store, report);
  if (store && !waysToPay(switchesOf(store)))
    report('content/store.yaml: cashOnDelivery.offered: no way to pay is offered');
  if (store)
    checkAmounts(
      [...known].map((name) => [name, files.read(name) ?? '']),
      products,
      store,
      report,
    );
  const facts = store && delivery && storeFacts(store, delivery);
  const dates = new Map<string, Date>();
  const checkReferences = referenceChecker(
    {
      hasFile: (file) => hasFile(files, file.replace('content/', '')),
      names: targets,
      features,
      pincodes: files.pincodes(),
      products: written,
      categories,
      search,
      routine,
      tax,
    },
    report,
  );
  const types: ContentType[] = Object.values(contentTypes);
  for (const type of types.filter(isRead)) {
    const fields = referringFields(type.schema);
    for (const name of filesOf(files, type)) {
      const data =
        type === contentTypes.products
          ? written.get(entryId(name))
          : attempt(() => check(name, type.schema, frontMatter(name, read(files, name))), report);
      if (data) checkReferences(name, fields, data);
      if (store && isText.test(name))
        for (const mistake of switchedOffIn(name, files.read(name) ?? '', data, switchesOf(store)))
          report(`content/${name}: ${mistake}`, 'advice');
      if (!data || typeof data !== 'object') continue;
      if ('published' in data) dates.set(articlePath(entryId(name)), data.published as Date);
      if ('updated' in data) {
        const pathOf = type === contentTypes.pages ? ownPagePath : policyPath;
        dates.set(pathOf(entryId(name)), data.updated as Date);
      }
    }
  }
  const { store: _store, delivery: _delivery, products: _products, tax: _tax, ...texts } = contentTypes;
  if (facts)
    for (const name of Object.values(texts).flatMap((type) => filesOf(files, type)))
      fillIn(files.read(name) ?? '', facts, `content/${name}`, report);
  const off = new Set(types.filter((type) => !isRead(type)).flatMap((type) => filesOf(files, type)));
  for (const name of known)
    if (!off.has(name)) checkLinks(name, files.read(name) ?? '', { names: targets, features }, report);
  for (const name of files.names())
    if (/\.(md|yaml)$/.test(name) && !known.has(name))
      report(`content/${name}: no content type has this file (content/collections.ts)`, 'advice');
  return { ...(store && { store }), ...(delivery && { delivery }), products, dates };
}
