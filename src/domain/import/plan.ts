/** From an export to products of the shop: what would be written, before anything is. */
import { type FitsField, type FollowLink, readBody } from 'shop-import/body';
import type { ImportedProduct } from 'shop-import/product';
import type { ImportedCatalogue, Limits } from 'shop-import/read-catalogue';
import { readOldAddress } from '#domain/catalogue/old-address.ts';
import { productContent } from '#domain/catalogue/product-content.ts';
import { metafieldNamespace } from '#domain/catalogue/product-metafields.ts';
import { sellableId } from '#domain/catalogue/sellable-id.ts';
import { mostVariants } from '#domain/catalogue/variant.ts';
import { readNetQuantity } from '#lib/net-quantity.ts';
import { productPath } from '#lib/paths.ts';
import { unsafeLink } from '#lib/unsafe-links.ts';
import {
  type CategoryWords,
  categoryOf,
  categoryWords,
  type FoundCategory,
  type KnownCategory,
  namedCategory,
} from './category.ts';
import { assignIds, type IdentifiedProduct, type ShopProduct } from './ids.ts';
import {
  fitOwnFields,
  isOwn,
  type LoseField,
  ownCategory,
  ownPictureName,
  type ProductMatter,
  readOwnFields,
  settleAmounts,
} from './own-fields.ts';
import { dropUnknownNames, type ShopNames } from './own-references.ts';
import {
  labelFields,
  matterOf,
  nameVariants,
  type PlannedProduct,
  picturesOf,
  unfittingTexts,
} from './product-file.ts';
import type { RecordedProduct } from './record.ts';
import { salesOfProduct, settleSale } from './sales.ts';
import { type ConceptNames, readTags } from './words.ts';

/** What an import has to know of the shop. */
export type ShopFacts = {
  categories: readonly KnownCategory[];
  concepts: ConceptNames;
  /** The products of the last imports, by key. */
  record: ReadonlyMap<
    string,
    Pick<RecordedProduct, 'key' | 'id' | 'main' | 'skus'> & { said?: RecordedProduct['said'] }
  >;
  /** The products that no import has written, by id. */
  others: ReadonlyMap<string, ShopProduct>;
  /** Codes for which the shop has a rate of GST. */
  rates: ReadonlySet<string>;
  /** What fields of an export of this shop may name. */
  names: ShopNames;
  /** The time of the import, UTC ms: prices are those of today. */
  now: number;
};

const { shape } = productContent;

/** What a product of the shop may have at most. */
export const importLimits: Limits = {
  name: shape.name.maxLength ?? 0,
  variants: mostVariants,
  namespace: metafieldNamespace,
};

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
  /** How many new products the file says no stock of. */
  uncounted: number;
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
  const names = new Set(categories.map(({ name }) => name));
  const find = (product: ImportedProduct, words: CategoryWords): FoundCategory => {
    const own = ownCategory(product);
    if (own === undefined) return categoryOf(product, words);
    return names.has(own) ? { name: own, basis: 'said' } : namedCategory(own, product.type);
  };
  const fresh = new Map<string, string>();
  for (const { name, basis, title = name } of products.map((one) => find(one, known)))
    if (basis === 'new') fresh.set(name, title);
  const all = [...known, ...categoryWords([...fresh].map(([name, title]) => ({ name, words: [title] })))];
  return (product: ImportedProduct): FoundCategory => {
    const found = find(product, all);
    const title = fresh.get(found.name);
    return title ? { name: found.name, basis: 'new', title } : found;
  };
}

/** Takes the prices of today. A sale that is over stays in the record. */
function settleSales(product: ImportedProduct, now: number): void {
  product.variants = product.variants.map((one) => {
    const { ended, ...variant } = settleSale(one, now);
    if (ended) {
      product.others[`Ended sale, row ${one.row}`] = ended;
      product.findings.push({ severity: 'guessed', row: one.row, message: ended });
    }
    return variant;
  });
}

/** A description whose words only look like a link that runs a script; one that cannot be mended is left out. */
function withoutUnsafeLinks(body: PlannedProduct['body']): PlannedProduct['body'] {
  const safe = (text: string): string => {
    if (!unsafeLink(text)) return text;
    const broken = text.replace(
      /(javascript|vbscript|data)[\s\\]*(?::|&colon;|&#0*58;|&#x0*3a;|%3a)/gi,
      '$1 ',
    );
    return unsafeLink(broken) ? '' : broken;
  };
  const { markdown, benefits, howToUse, ingredients } = body;
  return {
    ...body,
    markdown: safe(markdown),
    benefits: benefits.map(safe).filter(Boolean),
    howToUse: howToUse.map(safe).filter(Boolean),
    ingredients: safe(ingredients),
  };
}

function planProduct(
  identified: IdentifiedProduct,
  category: FoundCategory,
  follow: FollowLink,
  shop: ShopFacts,
): PlannedProduct {
  const { product, key, id } = identified;
  const { row, findings } = product;
  const report = (severity: 'guessed' | 'refused') => (message: string) =>
    void findings.push({ severity, row, message });
  const [guess, refuse] = [report('guessed'), report('refused')];
  settleSales(product, shop.now);
  const body = withoutUnsafeLinks(readBody(product.body, follow, fitsField));
  if (unsafeLink(product.name)) refuse('The name has a link that would run a script.');
  const words = readTags(product.tags, shop.concepts);
  if (category.basis === 'guessed')
    guess(`The category “${category.name}” is taken from “${category.from}”.`);
  if (category.basis === 'new') guess(`The category “${category.name}” is new in the shop.`);
  const kept: Record<string, string> = {};
  const own = readOwnFields(product, loser(product, kept));
  const present = shop.others.get(id);
  const { variants, options, main: saidMain } = nameVariants(product, present?.variants, own.variants);
  const { fields: labelled, kept: unfitting } = labelFields(product, body, shop.rates);
  const last = shop.record.get(identified.formerKey ?? key);
  const before = last?.main;
  const [first] = variants.keys();
  // A sale that names the product names all sizes: one that is in none keeps the id.
  const full = [...variants].find(([, { sale }]) => !sale)?.[0] ?? first;
  const main =
    before === undefined
      ? present?.variants.length
        ? saidMain
        : (saidMain ?? full)
      : [...variants.keys()].find((name) => name === before);
  const sold = variants.size
    ? [...variants].map(([name, one]) => [sellableId(id, name === main ? undefined : name), one] as const)
    : product.variants.map((one) => [id, one] as const);
  const sales = salesOfProduct(id, sold, shop.now);
  if (variants.size > 1 && sales.length > 1 && sales.some(({ products }) => products.includes(id))) {
    product.status = 'draft';
    guess('Its sizes are in different sales, and this shop cannot say that of the first: it is a draft.');
  }
  return fitPlan({
    ...identified,
    body,
    words,
    category,
    kept: Object.assign(kept, keptOf(product, body, words.others), unfitting),
    variants,
    options,
    inherits: (name) =>
      Boolean(present ?? last?.said) && last?.said?.[`variants/${name}/price`] === undefined,
    labelled,
    own,
    sales,
    main,
  });
}

/** Keeps a field that does not fit, and names it. */
const loser =
  ({ row, findings }: ImportedProduct, kept: Record<string, string>): LoseField =>
  (column, cell, reason) => {
    kept[column] = kept[column] ? `${kept[column]}; ${cell}` : cell;
    findings.push({ severity: 'missing', row, column, message: `“${cell.slice(0, 80)}” ${reason}.` });
  };

/** The front matter of a product with all its pictures. */
const wholeMatter = (plan: PlannedProduct): ProductMatter =>
  matterOf(plan, (address) => {
    const place = picturesOf(plan.product).findIndex((one) => one.address === address);
    return place < 0 ? undefined : (ownPictureName(plan, address) ?? `${place + 1}.jpg`);
  });

/** What an export of this shop says of a product that it is shown as. */
const shownStatus = {
  published: 'published',
  hidden: 'published',
  draft: 'draft',
  retired: 'retired',
} as const;

/** Takes away the fields of an export of this shop that do not fit. */
function fitPlan(plan: PlannedProduct): PlannedProduct {
  const { id, product, own, kept } = plan;
  if (!isOwn(own)) return plan;
  const lose = loser(product, kept);
  fitOwnFields(own, () => wholeMatter(plan), lose);
  settleAmounts(id, product, own, () => wholeMatter(plan), lose);
  const status = own.leftOut.includes('status') ? 'published' : own.values.status;
  if (status) product.status = shownStatus[status as keyof typeof shownStatus];
  return plan;
}

/** Plans an import. It adds to the findings of the products. @param onProgress called after each product */
export function planImport(
  { products, ...catalogue }: ImportedCatalogue,
  shop: ShopFacts,
  onProgress: (done: number, all: number) => void = () => {},
): ImportPlan {
  const identified = assignIds(products, shop.record, shop.others);
  const follow = linksAmong(identified);
  const findCategory = categoryFinder(products, shop.categories);
  const planned = identified.map((one, place) => {
    const product = planProduct(one, findCategory(one.product), follow, shop);
    onProgress(place + 1, identified.length);
    return product;
  });
  dropUnknownNames(
    planned.map((plan) => ({ plan, matter: () => wholeMatter(plan), lose: loser(plan.product, plan.kept) })),
    shop,
  );
  const keys = new Set(identified.map(({ key }) => key));
  const ids = new Set(identified.map(({ id }) => id));
  const written = planned.filter(({ product }) => !isRefused(product));
  return {
    catalogue,
    products: planned,
    left: [...shop.record.values()]
      .filter(({ key, id }) => !keys.has(key) && !ids.has(id))
      .map(({ id }) => id),
    uncounted: written.filter(
      ({ key, product }) =>
        !shop.record.has(key) && product.variants.some(({ stock }) => stock === undefined),
    ).length,
    newCategories: new Map(
      written.flatMap(({ category: { name, basis, title } }) =>
        basis === 'new' ? [[name, title ?? name] as const] : [],
      ),
    ),
  };
}
