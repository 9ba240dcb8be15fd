/** From an export to products of the shop: what would be written, before anything is. */
import { type FitsField, type FollowLink, readBody } from 'shop-import/body';
import type { ImportedProduct } from 'shop-import/product';
import type { ImportedCatalogue, Limits } from 'shop-import/read-catalogue';
import { readOldAddress } from '#domain/catalogue/old-address.ts';
import { productContent } from '#domain/catalogue/product-content.ts';
import { mostVariants } from '#domain/catalogue/variant.ts';
import { readNetQuantity } from '#lib/net-quantity.ts';
import { productPath } from '#lib/paths.ts';
import { categoryOf, categoryWords, type FoundCategory, type KnownCategory } from './category.ts';
import { assignIds, type IdentifiedProduct } from './ids.ts';
import { nameVariants, type PlannedProduct, unfittingTexts } from './product-file.ts';
import type { RecordedProduct } from './record.ts';
import { type ConceptNames, readTags } from './words.ts';

/** What an import has to know of the shop. */
export type ShopFacts = {
  categories: readonly KnownCategory[];
  concepts: ConceptNames;
  /** The products of the last imports, by key. */
  record: ReadonlyMap<string, Pick<RecordedProduct, 'key' | 'id' | 'main'>>;
  /** Names of the products that no import has written, by id. */
  others: ReadonlyMap<string, string>;
};

const { shape } = productContent;

/** What a product of the shop may have at most. */
export const importLimits: Limits = { name: shape.name.maxLength ?? 0, variants: mostVariants };

/** Whether a part of a description fits its field: one that does not stays in the description. */
export const fitsField: FitsField = (name, part) => shape[name].safeParse(part).success;

export type ImportPlan = {
  catalogue: Omit<ImportedCatalogue, 'products'>;
  /** Refused ones too: {@link isRefused}. */
  products: PlannedProduct[];
  /** Ids of products that came over before and are not in the export any more. */
  left: string[];
  /** Titles of categories that the shop does not have yet, by their names. */
  newCategories: Map<string, string>;
};

export const isRefused = ({ findings }: ImportedProduct): boolean =>
  findings.some(({ severity }) => severity === 'refused');

/** Links between products of the old shop, by their handles. */
function linksAmong(identified: readonly IdentifiedProduct[]): FollowLink {
  const ids = new Map(identified.map(({ product, id }) => [product.handle.toLowerCase() || id, id]));
  return (address) => {
    const [path = ''] = address.split(/[?#]/);
    const old = readOldAddress(path.toLowerCase().replace(/\/$/, ''));
    const id = old?.kind === 'product' ? ids.get(old.name) : undefined;
    return id && productPath(id);
  };
}

/** What the shop has no field for. */
function keptOf(
  product: ImportedProduct,
  { outside, links }: PlannedProduct['body'],
  tags: readonly string[],
) {
  const { type, category, options, variants, others } = product;
  const kept: Record<string, string> = { ...others, ...unfittingTexts(product) };
  const keep = (name: string, text: string) => {
    if (text) kept[name] = text;
  };
  keep('Product type', type);
  keep('Product category', category === type ? '' : category);
  if (variants.some(({ values }) => values.length)) keep('Options', options.join(', '));
  const [only, ...more] = variants;
  if (only && !more.length)
    keep('Only option', only.values.filter((one) => !readNetQuantity(one)).join(' / '));
  keep('Tags', tags.join(', '));
  keep('Pictures and films in the text', outside.join(' '));
  keep('Links in the text', links.join(' '));
  return kept;
}

/**
 * Finds the categories of products. New ones count for all products, as they will at the next import, which then finds
 * the same.
 */
function categoryFinder(products: readonly ImportedProduct[], categories: readonly KnownCategory[]) {
  const known = categoryWords(categories);
  const fresh = new Map<string, string>();
  for (const { name, basis, title = name } of products.map((one) => categoryOf(one, known)))
    if (basis === 'new') fresh.set(name, title);
  const all = [...known, ...categoryWords([...fresh].map(([name, title]) => ({ name, words: [title] })))];
  return (product: ImportedProduct): FoundCategory => {
    const found = categoryOf(product, all);
    const title = fresh.get(found.name);
    return title ? { name: found.name, basis: 'new', title } : found;
  };
}

function planProduct(
  identified: IdentifiedProduct,
  category: FoundCategory,
  follow: FollowLink,
  shop: ShopFacts,
): PlannedProduct {
  const { product, key } = identified;
  const { row, findings } = product;
  const body = readBody(product.body, follow, fitsField);
  const words = readTags(product.tags, shop.concepts);
  const guess = (message: string) => void findings.push({ severity: 'guessed', row, message });
  if (category.basis === 'guessed') guess(`The category “${category.name}” is taken from the name.`);
  if (category.basis === 'new') guess(`The category “${category.name}” is new in the shop.`);
  const variants = nameVariants(product);
  const before = shop.record.get(key)?.main;
  const [first] = variants.keys();
  const main = before === undefined ? first : [...variants.keys()].find((id) => id === before);
  return { ...identified, body, words, category, kept: keptOf(product, body, words.others), variants, main };
}

/** Plans an import. It adds to the findings of the products. @param onProgress called after each product */
export function planImport(
  { products, ...catalogue }: ImportedCatalogue,
  shop: ShopFacts,
  onProgress: (done: number, all: number) => void = () => {},
): ImportPlan {
  const known = new Map([...shop.record].map(([key, { id }]) => [key, id]));
  const identified = assignIds(products, known, shop.others);
  const follow = linksAmong(identified);
  const findCategory = categoryFinder(products, shop.categories);
  const planned = identified.map((one, place) => {
    const product = planProduct(one, findCategory(one.product), follow, shop);
    onProgress(place + 1, identified.length);
    return product;
  });
  const keys = new Set(identified.map(({ key }) => key));
  const written = planned.filter(({ product }) => !isRefused(product));
  return {
    catalogue,
    products: planned,
    left: [...shop.record.values()].filter(({ key }) => !keys.has(key)).map(({ id }) => id),
    newCategories: new Map(
      written.flatMap(({ category: { name, basis, title } }) =>
        basis === 'new' ? [[name, title ?? name] as const] : [],
      ),
    ),
  };
}
