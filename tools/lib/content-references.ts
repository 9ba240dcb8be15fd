/** What one file of `content/` says of another: names must exist there. For tools/lib/check-content.ts. */
import { categoryOfSlug, isWithin, slugOfCategory } from '#domain/catalogue/category.ts';
import type { CategoryContent } from '#domain/catalogue/category-content.ts';
import { aliasKey } from '#domain/catalogue/old-address.ts';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import { allSellables } from '#domain/catalogue/sellable.ts';
import type { DeliveryContent } from '#domain/delivery/delivery-content.ts';
import { openDirectory } from '#domain/delivery/pincodes.ts';
import { spellingsOf } from '#domain/ingredients/inci.ts';
import type { IngredientContent } from '#domain/ingredients/ingredient.ts';
import type { Scope } from '#domain/pricing/sale.ts';
import { type SearchContent, tagGroups } from '#domain/search/search-content.ts';
import type { Store } from '#domain/store/store.ts';
import { gstinProblem } from '#domain/tax/gstin.ts';
import { stateCodes } from '#domain/tax/states.ts';
import type { TaxContent } from '#domain/tax/tax-content.ts';
import { formatPrice, type Paise, toPaise } from '#lib/money.ts';
import { paths } from '#lib/paths.ts';
import { unsafeLink } from './unsafe-links.ts';

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

/** The directory of pincodes must have every district. @param pincodes the directory's file */
export function checkDistricts(
  { zones }: DeliveryContent,
  name: string,
  pincodes: string,
  report: Report,
): void {
  const directory = openDirectory(pincodes);
  for (const [n, { districts = [] }] of zones.entries())
    for (const district of districts)
      if (!directory?.hasDistrict(district))
        report(`${name}: zones.${n}.districts: the directory of pincodes has no "${district}"`);
}

/** The GSTIN must be right and of the supplier's state, and the goods must have a rate for each product and category. */
export function checkTax(
  { supplier: { state }, goods }: TaxContent,
  { legal: { gstin } }: Store,
  products: ReadonlyMap<string, ProductContent>,
  categories: ReadonlyMap<string, CategoryContent>,
  report: Report,
): void {
  const problem = gstinProblem(gstin);
  if (problem) report(`content/store.yaml: legal.gstin: ${problem}`);
  else if (!gstin.startsWith(stateCodes[state]))
    report(
      `content/tax.yaml: supplier.state: the GSTIN of content/store.yaml is not one of ${state} (${stateCodes[state]})`,
    );
  const coded = [
    ...[...products].map(([id, { hsn }]) => [`products/${id}/index.md`, hsn] as const),
    ...[...categories].map(([slug, { hsn }]) => [`categories/${slug}.yaml`, hsn] as const),
  ];
  for (const [file, hsn] of coded)
    if (hsn !== undefined && !goods.some((row) => row.hsn === hsn))
      report(`content/${file}: hsn: content/tax.yaml has no rate for ${hsn}`);
}

/** Products, other categories and the types of search may only name categories that exist; no category contains itself. */
export function checkCategories(
  categories: ReadonlyMap<string, CategoryContent>,
  products: ReadonlyMap<string, ProductContent>,
  search: SearchContent | undefined,
  report: Report,
): void {
  const names = [...categories.keys()].map(categoryOfSlug);
  const has = (category: string) => names.includes(category);
  const known = names.length ? `; there are ${names.join(', ')}` : '';
  for (const [id, { category }] of products)
    if (!has(category))
      report(
        `content/products/${id}/index.md: category: there is no content/categories/${slugOfCategory(category)}.yaml${known}`,
      );
  for (const [slug, { parent }] of categories) {
    const place = `content/categories/${slug}.yaml: parent`;
    if (parent && !categories.has(parent)) report(`${place}: there is no category "${parent}"`);
    else if (parent && isWithin(parent, slug, categories))
      report(`${place}: "${parent}" is the category itself, or in it`);
  }
  for (const [n, { categories: found }] of search?.types.entries() ?? [])
    for (const category of found.filter((one) => !has(one)))
      report(
        `content/search.yaml: types.${n}.categories: there is no content/categories/${slugOfCategory(category)}.yaml${known}`,
      );
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

/** A sale names only products, categories and brands of the catalogue. */
export function checkSales(
  sales: readonly Scope[],
  products: ReadonlyMap<string, ProductContent>,
  report: Report,
): void {
  const all = [...products.values()];
  const known = {
    products: new Set(allSellables(products).keys()),
    categories: new Set(all.map(({ category }) => category)),
    brands: new Set(all.map(({ brand }) => brand)),
  };
  for (const [n, sale] of sales.entries())
    for (const field of ['products', 'categories', 'brands'] as const)
      for (const [place, name] of sale[field].entries())
        if (!known[field].has(name))
          report(`content/sales.yaml: sales.${n}.${field}.${place}: no product has "${name}"`, 'advice');
}

/** What has a page of its own, and the addresses that it had before. */
type Paged = { products: ReadonlyMap<string, Aliased> } & Record<
  'categories' | 'brands',
  ReadonlyMap<string, Aliased>
>;
type Aliased = { aliases: readonly string[] };

/** An earlier address leads to one page, and is no product's present one. */
export function checkAliases({ products, categories, brands }: Paged, report: Report): void {
  const owners = new Map<string, string>();
  const all = [
    ...[...products].map(([id, { aliases }]) => [id, `products/${id}/index.md`, aliases] as const),
    ...[...categories].map(([id, { aliases }]) => [id, `categories/${id}.yaml`, aliases] as const),
    ...[...brands].map(([id, { aliases }]) => [id, `brands/${id}.yaml`, aliases] as const),
  ];
  for (const [id, file, aliases] of all)
    for (const [n, alias] of aliases.entries()) {
      const key = aliasKey(alias);
      const place = `content/${file}: aliases.${n}`;
      if (products.has(key) || products.has(key.replace(/^\/product\//, '')))
        report(`${place}: "${alias}" is the address of a product of the shop`, 'advice');
      else if (owners.has(key)) report(`${place}: "${alias}" already leads to ${owners.get(key)}`, 'advice');
      owners.set(key, id);
    }
}

/** Ids of the words of search must differ; products and skin types may only name tags and concerns that exist. */
export function checkTags(
  search: SearchContent,
  products: ReadonlyMap<string, ProductContent>,
  report: Report,
): void {
  const file = 'content/search.yaml';
  const ids = new Set<string>();
  for (const [group, concepts] of Object.entries(search))
    for (const [n, { id }] of (Array.isArray(concepts) ? concepts : []).entries()) {
      // What somebody can be without may have the name of what it is: retinol.
      const own = group === 'freeFrom' ? `free:${id}` : id;
      if (ids.has(own)) report(`${file}: ${group}.${n}.id: "${id}" is used twice`);
      ids.add(own);
    }
  const tags = new Set(tagGroups.flatMap((group) => search[group].map(({ id }) => id)));
  for (const [n, { concern }] of search.skins.entries())
    if (concern && !tags.has(concern))
      report(`${file}: skins.${n}.concern: there is no concern "${concern}"`);
  for (const [id, product] of products)
    for (const [n, tag] of product.tags.entries())
      if (!tags.has(tag))
        report(`content/products/${id}/index.md: tags.${n}: ${file} has no "${tag}"`, 'advice');
}

/** No two ingredients have one name, and they name only concerns that search knows. */
export function checkIngredients(
  ingredients: ReadonlyMap<string, IngredientContent>,
  search: SearchContent,
  report: Report,
): void {
  const concerns = new Set(search.concerns.map(({ id }) => id));
  const owners = new Map<string, string>();
  for (const [id, ingredient] of ingredients) {
    const file = `content/ingredients/${id}.yaml`;
    for (const [n, concern] of ingredient.concerns.entries())
      if (!concerns.has(concern))
        report(`${file}: concerns.${n}: content/search.yaml has no concern "${concern}"`, 'advice');
    for (const spelling of new Set(spellingsOf(ingredient))) {
      const owner = owners.get(spelling);
      if (owner) report(`${file}: inci: ${owner} has the name "${spelling}" too`, 'advice');
      owners.set(spelling, file);
    }
  }
}

const fixedPages = new Set<string>(Object.values(paths).filter((path) => typeof path === 'string'));
/** Pages with a file of the content each, by the first part of their path. */
const entryPages: Record<string, (id: string) => string> = {
  product: (id) => `products/${id}/index.md`,
  ingredients: (id) => `ingredients/${id}.yaml`,
  journal: (id) => `journal/${id}.md`,
  policies: (id) => `policies/${id}.md`,
  category: (id) => `categories/${id}.yaml`,
  brand: (id) => `brands/${id}.yaml`,
};

function hasPage(path: string, names: ReadonlySet<string>): boolean {
  if (fixedPages.has(path)) return true;
  const [, folder = '', id = '', ...more] = path.split('/');
  return !more.length && names.has(entryPages[folder]?.(id) ?? '');
}

/**
 * No link may run a script. Links in texts lead somewhere: `[refunds](/policies/refund)`, and the `to: /collection` of a
 * button. Anchors and other sites are not followed.
 * @param name of the file, in `content/`. @param names of all its files
 */
export function checkLinks(name: string, text: string, names: ReadonlySet<string>, report: Report): void {
  const unsafe = unsafeLink(text);
  if (unsafe) report(`content/${name}: a link cannot begin with ${unsafe}`);
  for (const [, inText, ofButton] of text.matchAll(/\]\(([^)\s]*)|^ *to: (\/\S*)$/gm)) {
    const link = inText ?? ofButton ?? '';
    const [path = ''] = link.split(/[?#]/);
    if (/^(https?:\/\/[^/]|mailto:|tel:|#)/.test(link) || hasPage(path, names)) continue;
    report(
      `content/${name}: the shop has no page ${link || '""'}: a link is an address of the shop such as /collection, or begins with https://`,
      'advice',
    );
  }
}
