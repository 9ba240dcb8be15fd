/**
 * Fields of a product that come from an export of this shop, in metafields of its own (domain/catalogue/product-metafields.ts).
 * They count before what is read from the other columns. Each goes through its schema; one that does not fit is left out,
 * and the report names it.
 */

import { type Metafields, metafieldHeading } from 'shop-import/metafields';
import type { ImportedProduct } from 'shop-import/product';
import type * as z from 'zod';
import { productContent } from '#domain/catalogue/product-content.ts';
import {
  leftOutField,
  type MetafieldOwner,
  metafieldLabels,
  metafieldNamespace,
  metafieldSchemas,
  readFieldCell,
  readJson,
  readTextCell,
  textField,
} from '#domain/catalogue/product-metafields.ts';
import { sellablesOf } from '#domain/catalogue/sellable.ts';
import { textsIn } from '#lib/text.ts';
import { unsafeLink } from '#lib/unsafe-links.ts';

/** Front matter as editors write it: amounts are rupees. What the export does not say is left out. */
export type ProductMatter = Partial<z.input<typeof productContent>>;

/** @property leftOut names of fields that the product does not have, although other columns suggest them */
export type OwnFields = { values: Record<string, unknown>; leftOut: string[] };

/** @property text below the front matter; undefined where it is that of the description */
export type OwnProduct = OwnFields & { text: string | undefined; variants: OwnFields[] };

/** Takes a field that does not fit: its heading, its cell, and the reason. */
export type LoseField = (heading: string, cell: string, reason: string) => void;

const headingOf = (owner: MetafieldOwner, name: string): string =>
  metafieldHeading(owner, metafieldNamespace, name, metafieldLabels[owner][name] ?? name);

/** Tags that may stand in a text: they have no attributes. */
const plainTag = /<\/?(?:br|b|i|u|s|em|strong|sub|sup|small|mark|del|ins)\s*\/?>/gi;
const autolink = /<(?:https?:\/\/|mailto:)[^\s<>]*>|<[\w.+-]+@[\w.-]+>/gi;

/** Whether a text in Markdown has no HTML, or plain tags alone: beside tags, a backslash may not escape the next one. */
function isSafeText(text: string): boolean {
  if (unsafeLink(text)) return false;
  const rest = text.replace(autolink, '');
  const isPure = !/(?<!\\)(?:\\\\)*<(?=[a-z/!?])/i.test(rest);
  return isPure || !/<(?=[a-z/!?])/i.test(rest.replace(plainTag, ''));
}

function readFields(owner: MetafieldOwner, metafields: Metafields, lose: LoseField): OwnFields {
  const values: Record<string, unknown> = {};
  const leftOut: string[] = [];
  const schemas: Readonly<Record<string, z.ZodType>> = metafieldSchemas[owner];
  for (const [name, cell] of Object.entries(metafields)) {
    if (owner === 'product' && name === textField) continue;
    const names = name === leftOutField ? readJson(cell) : undefined;
    if (Array.isArray(names) && names.every((one) => Object.hasOwn(schemas, String(one)))) {
      leftOut.push(...names.map(String));
      continue;
    }
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    const { value, reason } = schema ? readFieldCell(schema, cell) : { reason: 'is no field of the shop' };
    const isUnsafe = textsIn(value).some(unsafeLink);
    if (reason === undefined && !isUnsafe) values[name] = value;
    else lose(headingOf(owner, name), cell, reason ?? 'has a link that would run a script');
  }
  return { values, leftOut };
}

/** Reads the metafields of a product and of its sizes, in the order of their rows. */
export function readOwnFields({ metafields, variants }: ImportedProduct, lose: LoseField): OwnProduct {
  const cell = metafields[textField];
  const text = cell === undefined ? undefined : readTextCell(cell);
  const isSafe = text !== undefined && isSafeText(text);
  if (cell !== undefined && !isSafe)
    lose(headingOf('product', textField), cell, 'has a link or tags that a description may not have');
  return {
    ...readFields('product', metafields, lose),
    text: isSafe ? text : undefined,
    variants: variants.map((variant) => readFields('variant', variant.metafields ?? {}, lose)),
  };
}

/** The category that an export of this shop names. */
export function ownCategory({ metafields }: Pick<ImportedProduct, 'metafields'>): string | undefined {
  const { value } = readFieldCell(metafieldSchemas.product.category, metafields.category ?? '');
  return value as string | undefined;
}

const put = (
  matter: object,
  { values, leftOut }: OwnFields,
  besides: readonly string[],
): Record<string, unknown> =>
  Object.fromEntries([
    ...Object.entries(matter).filter(([name]) => !leftOut.includes(name) || besides.includes(name)),
    ...Object.entries(values).filter(([name]) => !besides.includes(name)),
  ]);

type Picture = { file: string };

/**
 * Front matter with the fields of an export of this shop.
 * @param read what the other columns say @param aliases new ones
 * @param fileAt the file of the picture in this place of the export; undefined where it could not be had
 */
export function withOwnFields(
  read: ProductMatter,
  own: OwnProduct,
  aliases: readonly string[],
  fileAt: (place: number) => string | undefined,
): ProductMatter {
  const matter = put(read, own, ['pictures']);
  const { pictures, aliases: known, variants: whole } = own.values;
  if (pictures) {
    const present = (pictures as Picture[]).flatMap((picture, place) => {
      const file = fileAt(place);
      return file ? [{ ...picture, file }] : [];
    });
    delete matter.pictures;
    if (present.length || !(pictures as Picture[]).length) matter.pictures = present;
  }
  const earlier = known as string[] | undefined;
  if (earlier) matter.aliases = [...earlier, ...aliases.filter((one) => !earlier.includes(one))];
  const files = new Set(((matter.pictures ?? []) as Picture[]).map(({ file }) => file));
  const entries = (matter.variants ?? []) as { picture?: string }[];
  const changed = whole
    ? entries
    : entries.map((one, place) => put(one, own.variants[place] ?? noFields, ['id']));
  if (entries.length)
    matter.variants = changed.map((one) =>
      'picture' in one && !files.has(String(one.picture))
        ? put(one, { values: {}, leftOut: ['picture'] }, [])
        : one,
    );
  return matter as ProductMatter;
}

/** The file name that an export of this shop has for a picture, by its address. */
export function ownPictureName(
  { own, product: { pictures } }: { own: OwnProduct; product: Pick<ImportedProduct, 'pictures'> },
  address: string,
): string | undefined {
  const place = pictures.findIndex((one) => one.address === address);
  return ((own.values.pictures ?? []) as Picture[])[place]?.file;
}

const noFields: OwnFields = { values: {}, leftOut: [] };

/** Whether an export of this shop says anything of a product. */
export const isOwn = ({ values, leftOut, text, variants }: OwnProduct): boolean =>
  text !== undefined ||
  [{ values, leftOut }, ...variants].some((one) => Object.keys(one.values).length || one.leftOut.length);

/** Takes a field away. @returns whether it was there */
function drop(
  fields: OwnFields | undefined,
  owner: MetafieldOwner,
  name: string,
  reason: string,
  lose: LoseField,
) {
  if (!fields) return false;
  const place = fields.leftOut.indexOf(name);
  if (place >= 0) fields.leftOut.splice(place, 1);
  if (!Object.hasOwn(fields.values, name)) return place >= 0;
  lose(headingOf(owner, name), JSON.stringify(fields.values[name]), reason);
  delete fields.values[name];
  return true;
}

/** Takes a field of a product or of one of its sizes away. @param path as schemas report it: `variants.1.label` */
export function dropAt(
  own: OwnProduct,
  path: readonly PropertyKey[],
  reason: string,
  lose: LoseField,
): boolean {
  const [name, place, inside] = path;
  if (name === textField) {
    if (own.text === undefined) return false;
    lose(headingOf('product', textField), own.text, reason);
    own.text = undefined;
    return true;
  }
  const isInVariant =
    name === 'variants' &&
    inside !== undefined &&
    drop(own.variants[Number(place)], 'variant', String(inside), reason, lose);
  return isInVariant || drop(own, 'product', String(name), reason, lose);
}

const placeholderOf = ({ pictures }: ProductMatter): ProductMatter =>
  pictures?.length ? {} : { placeholder: true };

/** What the schema of products makes of front matter. */
const checkMatter = (matter: ProductMatter) =>
  productContent.safeParse({ ...matter, ...placeholderOf(matter) });

/** Takes away what does not fit the schema of products. @param matterOf the front matter with the fields that are left */
export function fitOwnFields(own: OwnProduct, matterOf: () => ProductMatter, lose: LoseField): void {
  for (;;) {
    const { error } = checkMatter(matterOf());
    if (!error) return;
    const dropped = error.issues.map(({ path, message }) => dropAt(own, path, message, lose));
    if (dropped.some(Boolean)) continue;
    // What is wrong is in no field of its own: without all of them, the other columns count.
    const [issue] = error.issues;
    const fields = [own, ...own.variants].flatMap(({ values, leftOut }) => [
      ...Object.keys(values),
      ...leftOut,
    ]);
    if (!fields.length) return;
    const reason = `does not agree with the other columns (${issue?.path.join('.')} ${issue?.message})`;
    for (const [n, one] of own.variants.entries())
      for (const name of [...Object.keys(one.values), ...one.leftOut])
        dropAt(own, ['variants', n, name], reason, lose);
    for (const name of [...Object.keys(own.values), ...own.leftOut]) dropAt(own, [name], reason, lose);
  }
}

/** Fields of which Shopify has columns with amounts. */
const amounts = ['price', 'originalPrice', 'openingStock', 'trackStock', 'weight'];

/**
 * Prices, stock and weights are what Shopify's columns say, since people change them there: where the own fields make
 * something else of them, these are taken away.
 * @param id of the product
 */
export function settleAmounts(
  id: string,
  { variants }: ImportedProduct,
  own: OwnProduct,
  matterOf: () => ProductMatter,
  lose: LoseField,
): void {
  const { data } = checkMatter(matterOf());
  const sold = data ? sellablesOf(id, data).map(([, one]) => one) : [];
  const isSame = variants.every(({ price, originalPrice, stock, grams }, place) => {
    const one = sold[place];
    if (!one) return false;
    const pieces = one.trackStock === 'uncounted' ? 'not counted' : one.openingStock;
    return (
      one.price === price &&
      (originalPrice === undefined || one.originalPrice === originalPrice) &&
      (stock === undefined || stock === pieces) &&
      (grams === undefined || one.weight === grams)
    );
  });
  if (!data || isSame) return;
  const reason = 'is not what the columns for prices, stock and weight say';
  for (const name of amounts) {
    for (const n of own.variants.keys()) dropAt(own, ['variants', n, name], reason, lose);
    dropAt(own, [name], reason, lose);
  }
}
