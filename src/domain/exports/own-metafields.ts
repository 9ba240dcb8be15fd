/**
 * What Shopify's columns do not say of products, as metafields of the shop's own: an import of the file gives equal files
 * (docs/moving-in.md, "Your own export"). The file is read as an import reads it, so each field is written that would
 * otherwise come back differently, and no list of fields is kept here.
 */
import type { Metafields } from 'shop-import/metafields';
import { readCatalogue } from 'shop-import/read-catalogue';
import { oneLine } from 'shop-import/values';
import { type ExportedProduct, writeShopifyCsv } from 'shop-import/write-shopify-csv';
import type * as z from 'zod';
import {
  fieldCell,
  leftOutField,
  type MetafieldOwner,
  metafieldLabels,
  metafieldSchemas,
  readJson,
  textCell,
  textField,
} from '#domain/catalogue/product-metafields.ts';
import { sellableId } from '#domain/catalogue/sellable-id.ts';
import { mergeProduct, type ProductFile } from '#domain/import/merge.ts';
import { importLimits, planImport, type ShopFacts } from '#domain/import/plan.ts';
import { productFileOf } from '#domain/import/product-file.ts';
import { saidText } from '#domain/import/record.ts';
import type { ConceptNames } from '#domain/import/words.ts';

/** A product of the content. @property file as it is written, without amounts in its texts */
export type WrittenProduct = { exported: ExportedProduct; file: ProductFile };

type Entry = Record<string, unknown>;
type Picture = { file: string };

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * The fields that differ.
 * @param besides names that are not compared @param known fields that are written already
 */
function fieldsOf(
  owner: MetafieldOwner,
  written: Entry,
  read: Entry,
  besides: readonly string[],
  { [leftOutField]: cell = '[]', ...known }: Metafields = {},
): Metafields {
  const metafields: Record<string, string> = { ...known };
  const leftOut = readJson(cell) as string[];
  for (const [name, schema] of Object.entries<z.ZodType>(metafieldSchemas[owner])) {
    if (besides.includes(name) || isSame(written[name], read[name])) continue;
    if (written[name] === undefined) leftOut.push(name);
    else metafields[name] = fieldCell(schema, written[name]);
  }
  if (leftOut.length) metafields[leftOutField] = JSON.stringify(leftOut);
  return metafields;
}

const picturesIn = ({ matter }: ProductFile): Picture[] => (matter.pictures ?? []) as Picture[];
const variantsIn = (matter: Entry): Entry[] => (matter.variants ?? []) as Entry[];

/** A title that can be read: a name may have invisible letters alone. */
const withTitle = (product: ExportedProduct): ExportedProduct =>
  oneLine(product.name) ? product : { ...product, name: product.handle };

/** A shop that has nothing yet, so that nothing is read by what the present one has. */
const emptyShop: Omit<ShopFacts, 'concepts' | 'now'> = {
  categories: [],
  record: new Map(),
  others: new Map(),
  rates: new Set(),
  names: { steps: [], actives: [], codes: [], stepped: [], products: [] },
};

/** The products as an import reads them, by handle. */
function readBack(products: readonly WrittenProduct[], concepts: ConceptNames): Map<string, ProductFile> {
  const csv = writeShopifyCsv(
    products.map(({ exported }) => exported),
    metafieldLabels,
  );
  const catalogue = readCatalogue(new TextEncoder().encode(csv), importLimits);
  const plan = planImport(catalogue, { ...emptyShop, concepts, now: Date.now() });
  const files = new Map(products.map(({ exported, file }) => [exported.handle, picturesIn(file)]));
  return new Map(
    plan.products.map((one) => {
      const { handle, pictures } = one.product;
      const theirs = productFileOf(one, (address) => {
        const place = pictures.findIndex((picture) => picture.address === address);
        return files.get(handle)?.[place]?.file;
      });
      const merged = mergeProduct({ base: {}, mine: undefined, theirs, hasPricesBefore: true }, saidText);
      return [handle, merged.file];
    }),
  );
}

/** The ids of sizes, where an import would give them others: the one without an id says so. */
function withIds({ exported, file }: WrittenProduct, read: ProductFile | undefined): WrittenProduct {
  const ids = (matter: Entry = {}) => variantsIn(matter).map(({ id }) => id);
  const written = ids(file.matter);
  if (isSame(written, ids(read?.matter))) return { exported, file };
  const variants = exported.variants.map((variant, place) => {
    const id = written[place];
    const metafields: Metafields = typeof id === 'string' ? { id } : { [leftOutField]: '["id"]' };
    return { ...variant, metafields };
  });
  return { exported: { ...exported, variants }, file };
}

/**
 * The products with their own metafields.
 * @param concepts names of tags for search
 * @param hasMoved whether something sold, by its id, has other stock than its opening stock: the present stock counts then
 */
export function withOwnMetafields(
  products: readonly WrittenProduct[],
  concepts: ConceptNames,
  hasMoved: (id: string) => boolean,
): ExportedProduct[] {
  const titled = products.map(({ exported, file }) => ({ exported: withTitle(exported), file }));
  const plain = readBack(titled, concepts);
  const identified = titled.map((one) => withIds(one, plain.get(one.exported.handle)));
  const read = readBack(identified, concepts);
  return identified.map(({ exported, file }): ExportedProduct => {
    const id = exported.handle;
    const { matter = {}, text = '' }: Partial<ProductFile> = read.get(id) ?? {};
    const [variants, readVariants] = [variantsIn(file.matter), variantsIn(matter)];
    const stockOf = (variant: unknown) =>
      hasMoved(sellableId(id, variant as string | undefined)) ? ['openingStock'] : [];
    const isByRow = variants.length === readVariants.length;
    // An import numbers pictures in their order.
    const areNumbered = picturesIn(file).every((picture, place) => picture.file === `${place + 1}.jpg`);
    const besides = [...stockOf(undefined), ...(isByRow ? ['variants'] : [])];
    const known = {
      ...matter,
      // Other shops have other categories.
      category: undefined,
      ...(!areNumbered && { pictures: undefined }),
    };
    return {
      ...exported,
      metafields: {
        ...fieldsOf('product', file.matter, known, besides),
        ...(file.text !== text && { [textField]: textCell(file.text) }),
      },
      variants: exported.variants.map((variant, place) => {
        const written = variants[place];
        if (!written || !isByRow) return variant;
        const besides = ['id', ...stockOf(written.id)];
        const metafields = fieldsOf(
          'variant',
          written,
          readVariants[place] ?? {},
          besides,
          variant.metafields,
        );
        return { ...variant, metafields };
      }),
    };
  });
}
