/**
 * What fields of `content/` name in other files must exist (src/lib/referring-fields.ts finds these fields). For
 * tools/lib/check-content.ts.
 */
import { categoryOfSlug, slugOfCategory } from '#domain/catalogue/category.ts';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import { sellablesOf } from '#domain/catalogue/sellable.ts';
import { productOf } from '#domain/catalogue/sellable-id.ts';
import { openDirectory } from '#domain/delivery/pincodes.ts';
import type { RoutineContent } from '#domain/routine/routine-content.ts';
import { type SearchContent, tagGroups } from '#domain/search/search-content.ts';
import { isSwitchedOff } from '#domain/store/fixed-pages.ts';
import type { TaxContent } from '#domain/tax/tax-content.ts';
import {
  type Reference,
  type ReferenceTarget,
  type ReferringField,
  referencesIn,
} from '#lib/referring-fields.ts';
import { type Pages, pageMistake, type Report } from './content-references.ts';

/** What can be referred to. What could not be read is undefined: nothing is said of references to it. */
type Content = Pages & {
  /** @param file of the project: `content/home/hero-1.jpg` */
  hasFile(file: string): boolean;
  /** The directory of pincodes. */
  pincodes: string;
  products: ReadonlyMap<string, ProductContent>;
  /** By slug. */
  categories: ReadonlyMap<string, unknown>;
  search: SearchContent | undefined;
  routine: RoutineContent | undefined;
  tax: TaxContent | undefined;
};

type Mistake = [text: string, weight?: 'advice'];
type Check = (id: string, reference: Reference & { file: string }) => Mistake | undefined;

const advice = (text: string | undefined): Mistake | undefined => (text ? [text, 'advice'] : undefined);

/** The id must be one of these. */
function oneOf(ids: string[] | undefined, missing: (id: string) => string, weight?: 'advice'): Check {
  const known = new Set(ids);
  return (id) => (ids && !known.has(id) ? [missing(id), weight] : undefined);
}

const idsOf = (list: { id: string }[] | undefined) => list?.map(({ id }) => id);

/** How each kind of reference is checked. Pages leave out a product that is missing or not sold, so it is advice. */
function checksFor(content: Content): Record<ReferenceTarget, Check> {
  const { hasFile, pincodes, products, categories, search, routine, tax } = content;
  const directory = openDirectory(pincodes);
  const others = [...categories.keys()].map(categoryOfSlug).join(', ');
  const ofProducts = (values: string[]) => oneOf(values, (name) => `no product has "${name}"`, 'advice');
  const all = [...products.values()];
  const productMistake = (id: string): string | undefined => {
    const owner = productOf(id);
    const product = products.get(owner);
    // One with a mistake exists too.
    const exists = product
      ? sellablesOf(owner, product).some(([one]) => one === id)
      : hasFile(`content/products/${owner}/index.md`);
    if (!exists) return `there is no product "${id}"`;
    return product && ['draft', 'retired'].includes(product.status) ? `"${id}" is not sold` : undefined;
  };
  return {
    product: (id) => advice(productMistake(id)),
    category(name) {
      const file = `content/categories/${slugOfCategory(name)}.yaml`;
      return hasFile(file) ? undefined : [`there is no ${file}; there are ${others}`];
    },
    usedCategory: ofProducts(all.map(({ category }) => category)),
    brand: ofProducts(all.map(({ brand }) => brand)),
    tag: oneOf(
      search && tagGroups.flatMap((group) => search[group].map(({ id }) => id)),
      (id) => `content/search.yaml has no "${id}"`,
      'advice',
    ),
    concern: oneOf(idsOf(search?.concerns), (id) => `content/search.yaml has no concern "${id}"`),
    step: oneOf(idsOf(routine?.steps), (id) => `content/routine.yaml has no step "${id}"`),
    active: oneOf(idsOf(routine?.actives), (id) => `content/routine.yaml has no active ingredient "${id}"`),
    source: oneOf(idsOf(routine?.sources), (id) => `content/routine.yaml has no source "${id}"`),
    rate: oneOf(
      tax?.goods.map(({ hsn }) => hsn),
      (hsn) => `content/tax.yaml has no rate for ${hsn}`,
    ),
    district: (name) =>
      directory?.hasDistrict(name) ? undefined : [`the directory of pincodes has no "${name}"`],
    picture(name, { file, folder = `content/${file.replace(/\/[^/]*$/, '')}` }) {
      const [owner = ''] = name.split('/');
      const mistake = folder === 'content/products' ? productMistake(owner) : undefined;
      if (mistake) return advice(mistake);
      // A page shows another picture in place of one of a product.
      const weight = folder === 'content/products' ? 'advice' : undefined;
      return hasFile(`${folder}/${name}`) ? undefined : [`there is no picture ${folder}/${name}`, weight];
    },
    productPicture(number, { owner }) {
      const { product = '' } = owner as { product?: string };
      const pictures = products.get(product)?.pictures;
      return pictures && !pictures[Number(number) - 1]
        ? [`${product} has no picture ${number}`, 'advice']
        : undefined;
    },
    video(name) {
      const files = ['webm', 'mp4', 'jpg'].map((ending) => `content/home/${name}.${ending}`);
      const missing = files.find((file) => !hasFile(file));
      return missing ? [`there is no ${missing}`] : undefined;
    },
    // A link to a part of the shop that is off is hidden.
    page: (link) =>
      content.features && isSwitchedOff(link.split(/[?#]/)[0] ?? '', content.features)
        ? undefined
        : advice(pageMistake(link, content)),
  };
}

/** @returns checks what a file of a content type refers to */
export function referenceChecker(content: Content, report: Report) {
  const checks = checksFor(content);
  return (file: string, fields: readonly ReferringField[], value: unknown): void => {
    for (const reference of referencesIn(fields, value)) {
      const { field, id, refersTo, weight } = reference;
      const [text, usual] = checks[refersTo](id, { ...reference, file }) ?? [];
      if (text) report(`content/${file}: ${field}: ${text}`, weight ?? usual);
    }
  };
}
