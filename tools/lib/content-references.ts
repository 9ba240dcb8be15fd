/**
 * What files of `content/` say of each other, besides the references of fields (field-references.ts). For
 * tools/lib/check-content.ts.
 */

import { gstinProblem } from 'gst/gstin';
import { stateCodes } from 'gst/state-codes';
import { isWithin, slugOfCategory } from '#domain/catalogue/category.ts';
import type { CategoryContent } from '#domain/catalogue/category-content.ts';
import { aliasKey } from '#domain/catalogue/old-address.ts';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import type { Redirect } from '#domain/catalogue/redirects-content.ts';
import { spellingsOf } from '#domain/ingredients/inci.ts';
import type { IngredientContent } from '#domain/ingredients/ingredient.ts';
import type { RoutineContent } from '#domain/routine/routine-content.ts';
import type { SearchContent } from '#domain/search/search-content.ts';
import type { Features } from '#domain/store/features.ts';
import { filesOfPages, fixedPages, isSwitchedOff } from '#domain/store/fixed-pages.ts';
import type { Store } from '#domain/store/store.ts';
import type { TaxContent } from '#domain/tax/tax-content.ts';
import { formatPrice, type Paise, toPaise } from '#lib/money.ts';
import { unsafeLink } from '#lib/unsafe-links.ts';

/** Amounts in rupees that are typed in a text: `₹1,299`, `Rs. 499`. */
const typedAmounts = (text: string): string[] =>
  text.match(/(?:₹|\bRs\.?|\bINR|\brupees)\s?\d[\d,]*(?:\.\d+)?/gi) ?? [];

/** Mistakes in `content/`: each is one line that names the file, the field and the reason. */
export class ContentError extends Error {
  override name = 'ContentError';
  readonly mistakes: readonly string[];

  constructor(mistakes: readonly string[]) {
    super(mistakes.join('\n'));
    this.mistakes = mistakes;
  }
}

/**
 * Takes the text of a mistake. Without `advice` it is law: the shop could not be built, or an order or an invoice would be
 * wrong. Advice stops nothing.
 */
export type Report = (mistake: string, weight?: 'advice') => void;

/** Ends at the first mistake that is no advice. @throws ContentError */
export const refuse: Report = (mistake, weight) => {
  if (weight !== 'advice') throw new ContentError([mistake]);
};

/** The GSTIN must be right and of the supplier's state. Without one the shop is not registered. */
export function checkTax(
  { supplier: { state } }: TaxContent,
  { legal: { gstin } }: Store,
  report: Report,
): void {
  if (gstin === undefined) return;
  const problem = gstinProblem(gstin);
  if (problem) report(`content/store.yaml: legal.gstin: ${problem}`);
  else if (!gstin.startsWith(stateCodes[state]))
    report(
      `content/tax.yaml: supplier.state: the GSTIN of content/store.yaml is not one of ${state} (${stateCodes[state]})`,
    );
}

/** No category contains itself. */
export function checkCategories(categories: ReadonlyMap<string, CategoryContent>, report: Report): void {
  for (const [slug, { parent }] of categories)
    if (parent && isWithin(parent, slug, categories))
      report(`content/categories/${slug}.yaml: parent: "${parent}" is the category itself, or in it`);
}

/**
 * No kit holds another kit, a product in a routine has a step, and in `content/routine.yaml` no id or code is used twice.
 * @param categories by slug
 */
export function checkRoutine(
  { steps, actives, sources, kinds, apart, together, care }: RoutineContent,
  products: ReadonlyMap<string, ProductContent>,
  categories: ReadonlyMap<string, CategoryContent>,
  report: Report,
): void {
  for (const [id, { category, routine, parts = [] }] of products) {
    const file = `content/products/${id}/index.md`;
    for (const [n, part] of parts.entries())
      if (products.get(part)?.parts) report(`${file}: parts.${n}: "${part}" is a kit itself`);
    if (routine && !routine.step && !categories.get(slugOfCategory(category))?.step)
      report(`${file}: routine.step: is missing, and its category "${category}" has no step either`);
  }
  const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id);
  const codes = [...products.values()].flatMap(({ routine }) => routine?.code ?? []);
  const lists = {
    codes: [...codes, ...kinds.map(({ code }) => code)],
    kinds: ids(kinds),
    rules: ids([...apart, ...together, ...care]),
    steps: ids(steps),
    actives: ids(actives),
    sources: ids(sources),
  };
  for (const [list, values] of Object.entries(lists)) {
    const twice = values.find((value, n) => values.indexOf(value) !== n);
    if (twice) report(`content/routine.yaml: ${list}: "${twice}" is used twice`);
  }
}

/** Settings and vocabulary, whose amounts are no prices. */
const withoutPrices = /^(store|delivery|tax|search|couriers|courier-exports|courier-statuses|sales)\.yaml$/;

const paiseOf = (typed: string): Paise | undefined =>
  toPaise(Number(typed.replace(/^\D+/, '').replaceAll(',', '')));

/**
 * Nobody types a price, since it changes and the text stays: no text names an amount that is a price of the catalogue, and
 * the banner names the one from which delivery is free.
 * @param texts the files of `content/` by their names
 */
export function checkAmounts(
  texts: readonly (readonly [name: string, text: string])[],
  products: ReadonlyMap<string, ProductContent>,
  { banner, delivery: { freeFrom } }: Store,
  report: Report,
): void {
  for (const [n, message] of banner.entries())
    for (const typed of typedAmounts(message).filter((amount) => paiseOf(amount) !== freeFrom))
      report(
        `content/store.yaml: banner.${n}: "${typed}" is not the amount of delivery.freeFrom, ${formatPrice(freeFrom)}`,
        'advice',
      );
  const prices = new Set(
    [...products.values()].flatMap(({ price, originalPrice = price }) => [price, originalPrice]),
  );
  for (const [name, text] of texts)
    for (const typed of withoutPrices.test(name) || name.startsWith('products/') ? [] : typedAmounts(text))
      if (prices.has(paiseOf(typed) ?? -1))
        report(
          `content/${name}: "${typed}" is a price of the catalogue, which may change: leave it out`,
          'advice',
        );
}

/** In the texts of a product no amount is typed at all. @param place of the texts: a file, or a file and a field */
export function checkTyped(value: unknown, place: string, report: Report): void {
  if (typeof value === 'string')
    for (const typed of typedAmounts(value))
      report(
        `${place}: "${typed}" is typed: write its name, such as {{price}}, {{mrp}} or {{saving}}`,
        'advice',
      );
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value))
    checkTyped(part, `${place}${/: \S+$/.test(place) ? '.' : ': '}${name}`, report);
}

/** What has a page of its own, and the addresses that it had before. @property names of all files of `content/` */
type Paged = { products: ReadonlyMap<string, Aliased> } & Record<
  'categories' | 'brands',
  ReadonlyMap<string, Aliased>
> & { redirects: readonly Redirect[]; names: ReadonlySet<string> };
type Aliased = { aliases: readonly string[] };

/** An earlier address leads to one page, and is no page's present one. */
export function checkAliases(
  { products, categories, brands, redirects, names }: Paged,
  report: Report,
): void {
  const owners = new Map<string, string>();
  const aliasesOf = (file: string, id: string, { aliases }: Aliased) =>
    aliases.map((alias, n) => [id, `content/${file}: aliases.${n}`, alias] as const);
  const all = [
    ...[...products].flatMap(([id, one]) => aliasesOf(`products/${id}/index.md`, id, one)),
    ...[...categories].flatMap(([id, one]) => aliasesOf(`categories/${id}.yaml`, id, one)),
    ...[...brands].flatMap(([id, one]) => aliasesOf(`brands/${id}.yaml`, id, one)),
    ...redirects.map(({ from, to }, n) => [to, `content/redirects.yaml: redirects.${n}.from`, from] as const),
  ];
  for (const [id, place, alias] of all) {
    const key = aliasKey(alias);
    if (products.has(key) || products.has(key.replace(/^\/product\//, '')))
      report(`${place}: "${alias}" is the address of a product of the shop`, 'advice');
    else if (hasPage(key, { names, features: undefined }))
      report(`${place}: "${alias}" is the address of a page of the shop`, 'advice');
    else if (owners.has(key)) report(`${place}: "${alias}" already leads to ${owners.get(key)}`, 'advice');
    owners.set(key, id);
  }
}

/** Ids of the words of search must differ. */
export function checkSearch({ popular: _, ...words }: SearchContent, report: Report): void {
  const ids = new Set<string>();
  for (const [group, concepts] of Object.entries(words))
    for (const [n, { id }] of (Array.isArray(concepts) ? concepts : []).entries()) {
      // What somebody can be without may have the name of what it is: retinol.
      const own = group === 'freeFrom' ? `free:${id}` : id;
      if (ids.has(own)) report(`content/search.yaml: ${group}.${n}.id: "${id}" is used twice`);
      ids.add(own);
    }
}

/** No two ingredients have one name. */
export function checkIngredients(ingredients: ReadonlyMap<string, IngredientContent>, report: Report): void {
  const owners = new Map<string, string>();
  for (const [id, ingredient] of ingredients) {
    const file = `content/ingredients/${id}.yaml`;
    for (const spelling of new Set(spellingsOf(ingredient))) {
      const owner = owners.get(spelling);
      if (owner) report(`${file}: inci: ${owner} has the name "${spelling}" too`, 'advice');
      owners.set(spelling, file);
    }
  }
}

/** Pages with a file of the content each: the first part of their path, and the name of the file around their id. */
const entryPages: readonly (readonly [folder: string, before: string, after: string])[] = [
  ['product', 'products/', '/index.md'],
  ['ingredients', 'ingredients/', '.yaml'],
  ['journal', 'journal/', '.md'],
  ['policies', 'policies/', '.md'],
  ['pages', 'pages/', '.md'],
  ['category', 'categories/', '.yaml'],
  ['brand', 'brands/', '.yaml'],
];

/** What says which pages there are: all files of `content/` with the addresses of own pages, and the parts of the shop that are on. */
export type Pages = { names: ReadonlySet<string>; features: Features | undefined };

/** Whether the shop has a page of this path. */
function hasPage(path: string, { names, features }: Pages): boolean {
  if (features && isSwitchedOff(path, features)) return false;
  if (fixedPages.has(path) || names.has(path)) return true;
  const file = filesOfPages.get(path);
  if (file) return names.has(file);
  const [, folder, id = '', ...more] = path.split('/');
  return (
    !more.length &&
    entryPages.some(([first, before, after]) => first === folder && names.has(before + id + after))
  );
}

/** The paths of all pages. @param names of all files of `content/` */
export const pagesIn = (names: readonly string[]): string[] => [
  ...fixedPages,
  ...[...filesOfPages].flatMap(([path, file]) => (names.includes(file) ? path : [])),
  ...names.flatMap((name) =>
    entryPages
      .filter(([, before, after]) => name.startsWith(before) && name.endsWith(after))
      .map(([folder, before, after]) => `/${folder}/${name.slice(before.length, -after.length)}`),
  ),
];

/** @returns what is wrong with a link; anchors and other sites are not followed */
export function pageMistake(link: string, pages: Pages): string | undefined {
  const [path = ''] = link.split(/[?#]/);
  return /^(https?:\/\/[^/]|mailto:|tel:|#)/.test(link) || hasPage(path, pages)
    ? undefined
    : `the shop has no page ${link || '""'}: a link is an address of the shop such as /collection, or begins with https://`;
}

/**
 * No link may run a script, and links in texts lead somewhere: `[refunds](/policies/refund)`.
 * @param name of the file, in `content/`
 */
export function checkLinks(name: string, text: string, pages: Pages, report: Report): void {
  const unsafe = unsafeLink(text);
  if (unsafe) report(`content/${name}: a link cannot begin with ${unsafe}`);
  for (const [, link = ''] of text.matchAll(/\]\(([^)\s]*)/g)) {
    const mistake = pageMistake(link, pages);
    if (mistake) report(`content/${name}: ${mistake}`, 'advice');
  }
}
