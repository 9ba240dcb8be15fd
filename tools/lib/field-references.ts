/**
 * What fields of `content/` name in other files. The schema of a field says it (`refersTo` in src/lib/content-fields.ts),
 * one walker finds it in a file, and what is named must exist. For tools/lib/check-content.ts.
 */
import type * as z from 'zod';
import { categoryOfSlug, slugOfCategory } from '#domain/catalogue/category.ts';
import type { ProductContent } from '#domain/catalogue/product-content.ts';
import { sellablesOf } from '#domain/catalogue/sellable.ts';
import { productOf } from '#domain/catalogue/sellable-id.ts';
import { openDirectory } from '#domain/delivery/pincodes.ts';
import type { RoutineContent } from '#domain/routine/routine-content.ts';
import { type SearchContent, tagGroups } from '#domain/search/search-content.ts';
import type { TaxContent } from '#domain/tax/tax-content.ts';
import { pageMistake, type Report } from './content-references.ts';

type Target = NonNullable<z.GlobalMeta['refersTo']>;
/** A field of a schema. @property path from the top of the file; `*` stands for each item of a list */
type ReferringField = Pick<z.GlobalMeta, 'folder' | 'weight'> & { path: string[]; refersTo: Target };

/** @property field such as `included.list.2.product` @property owner the object that has the field */
type Reference = Omit<ReferringField, 'path'> & { field: string; id: string; owner: object };

/** The schemas in a schema: of fields, of the items of a list, and of what may be left out or is converted. */
type Inner = Partial<Record<'element' | 'innerType' | 'in', z.ZodType>> & {
  shape?: Record<string, z.ZodType>;
};

/** The fields of a schema that refer to something. */
export function referringFields(schema: z.ZodType, path: string[] = []): ReferringField[] {
  const { refersTo, folder, weight } = schema.meta() ?? {};
  if (refersTo) return [{ path, refersTo, folder, weight }];
  const { shape = {}, element, innerType, in: input } = schema._zod.def as Inner;
  return [
    ...Object.entries(shape).flatMap(([name, field]) => referringFields(field, [...path, name])),
    ...(element ? referringFields(element, [...path, '*']) : []),
    ...[innerType, input].flatMap((inner) => (inner ? referringFields(inner, path) : [])),
  ];
}

function placesIn(
  value: unknown,
  [step, ...rest]: readonly string[],
  field: string[] = [],
  owner = {},
): Pick<Reference, 'field' | 'id' | 'owner'>[] {
  if (value === undefined) return [];
  if (step === undefined) return [{ field: field.join('.'), id: String(value), owner }];
  const parts = value as Record<string, unknown>;
  const keys = step === '*' ? Object.keys(parts) : [step];
  return keys.flatMap((key) => placesIn(parts[key], rest, [...field, key], parts));
}

/** What a file refers to. @param fields of its schema @param value what the schema has read */
export const referencesIn = (fields: readonly ReferringField[], value: unknown): Reference[] =>
  fields.flatMap(({ path, ...field }) => placesIn(value, path).map((place) => ({ ...field, ...place })));

/** What can be referred to. What could not be read is undefined: nothing is said of references to it. */
type Content = {
  /** @param file of the project: `content/home/hero-1.jpg` */
  hasFile(file: string): boolean;
  /** The files of all content types, in `content/`. */
  names: ReadonlySet<string>;
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
function checksFor(content: Content): Record<Target, Check> {
  const { hasFile, names, pincodes, products, categories, search, routine, tax } = content;
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
    page: (link) => advice(pageMistake(link, names)),
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
