/** What an import writes of a product: the front matter of `content/products/<id>/index.md`, and the text below it. */
import { type Body, readLine } from 'shop-import/body';
import type { ImportedProduct, ImportedVariant } from 'shop-import/product';
import { oneLine } from 'shop-import/values';
import { combinationOf, propertyOf } from '#domain/catalogue/options.ts';
import { readOrigin } from '#domain/catalogue/origin.ts';
import { productContent } from '#domain/catalogue/product-content.ts';
import { optionMistakes, variantContent } from '#domain/catalogue/variant.ts';
import { keysOf } from '#lib/keys.ts';
import { toRupees } from '#lib/money.ts';
import { readNetQuantity } from '#lib/net-quantity.ts';
import { anySkin, skinTypes } from '#lib/product-constants.ts';
import { unsafeLink } from '#lib/unsafe-links.ts';
import type { FoundCategory } from './category.ts';
import type { IdentifiedProduct, ShopProduct } from './ids.ts';
import type { ProductFile } from './merge.ts';
import { type OwnFields, type OwnProduct, type ProductMatter, withOwnFields } from './own-fields.ts';
import type { PlannedSale } from './sales.ts';
import { freeSlug } from './slug.ts';
import { readTags } from './words.ts';

type VariantMatter = NonNullable<ProductMatter['variants']>[number];

/** A product that is ready to be written, but for its pictures. */
export type PlannedProduct = IdentifiedProduct & {
  body: Body;
  category: FoundCategory;
  words: ReturnType<typeof readTags>;
  /** Texts of the export that the shop has no field for, by what they are; the record of the import keeps them. */
  kept: Record<string, string>;
  /** Its sizes and shades by the last part of their ids. */
  variants: Map<string, ImportedVariant & { label: string; choices: string[] }>;
  /** What its sizes and shades are chosen by, where that is more than one thing. */
  options: string[];
  /** Whether a size or shade of the shop has the price of its product, and none of its own. */
  inherits: (name: string) => boolean;
  /** Fields that the texts of its label have become. */
  labelled: ProductMatter;
  /** Fields that an export of this shop has of it. */
  own: OwnProduct;
  /** Sales of it, or of its sizes and shades, that last or are to come. */
  sales: PlannedSale[];
  /** The one that keeps the id of the product; undefined where that one has left the export. */
  main: string | undefined;
};

const { shape } = productContent;

/** Longest name of a size or shade, and longest id of one, characters. */
const maxLabel = variantContent.shape.label.maxLength ?? 0;
const maxVariantId = variantContent.shape.id.unwrap().maxLength ?? 0;

/**
 * The options in which the sizes and shades of a product differ, two or three, and the choices of each; none where they fit no
 * pickers. An option with one value is none.
 */
function optionsOf({
  options,
  variants,
}: ImportedProduct): Pick<PlannedProduct, 'options'> & { choices: string[][] } {
  const none = { options: [], choices: variants.map(() => []) };
  const values = variants.map((variant) => options.map((_, place) => readLine(variant.values[place] ?? '')));
  const varied = [...options.keys()].filter((place) => new Set(values.map((own) => own[place])).size > 1);
  const names = varied.map((place) => readLine(options[place] ?? ''));
  const choices = values.map((own) => varied.map((place) => own[place] ?? ''));
  const isFit =
    names.length > 1 &&
    shape.options.safeParse(names).success &&
    choices.every((own) => variantContent.shape.choices.safeParse(own).success) &&
    ![...names, ...choices.flat()].some(unsafeLink) &&
    !optionMistakes(
      names,
      choices.map((own) => ({ choices: own })),
    ).length;
  return isFit ? { options: names, choices } : none;
}

/**
 * Gives each size or shade a name and the last part of its id; both differ.
 * @param existing those of the shop's own product: one with the same SKU, name or choices is the same
 * @param own what an export of this shop says of each: its id, or that it has none
 * @returns also which of them has no id there
 */
export function nameVariants(
  product: ImportedProduct,
  existing: ShopProduct['variants'] = [],
  own: readonly OwnFields[] = [],
): Pick<PlannedProduct, 'variants' | 'main' | 'options'> {
  let main: string | undefined;
  const named: PlannedProduct['variants'] = new Map();
  const labels = new Set<string>();
  if (product.variants.length < 2) return { variants: named, main, options: [] };
  const { options, choices } = optionsOf(product);
  for (const [place, variant] of product.variants.entries()) {
    const guess = (message: string) =>
      void product.findings.push({ severity: 'guessed', row: variant.row, message });
    const chosen = combinationOf(variant.values.map(readLine));
    const isChosen = ({ choices = [] }: ShopProduct['variants'][number]) =>
      choices.length > 0 && combinationOf(choices) === chosen;
    const whole =
      existing.find(isChosen)?.label ??
      (variant.values.map(readLine).filter(Boolean).join(' / ') || `No. ${place + 1}`);
    const short = whole.length > maxLabel ? `${whole.slice(0, maxLabel - 6).trim()}…` : whole;
    if (short !== whole) guess(`“${whole}” is too long for the name of a size, so it becomes “${short}”.`);
    let label = short;
    for (let number = 2; labels.has(label.toLowerCase()); number += 1) label = `${short} (${number})`;
    if (label !== short) guess(`Two sizes or shades are called “${short}”, so one becomes “${label}”.`);
    labels.add(label.toLowerCase());
    const same = existing.find(
      (one) => (one.sku && one.sku === variant.sku) || one.label.toLowerCase() === label.toLowerCase(),
    );
    const isFree = (id: string) => !named.has(id) && !existing.some((one) => one !== same && one.id === id);
    const { values, leftOut = [] } = own[place] ?? {};
    const said = typeof values?.id === 'string' && isFree(values.id) ? values.id : undefined;
    const id = same?.id ?? said ?? freeSlug(label, maxVariantId, `no-${place + 1}`, isFree);
    if (same ? same.id === undefined : leftOut.includes('id')) main = id;
    named.set(id, { ...variant, label, choices: choices[place] ?? [] });
  }
  return { variants: named, main, options };
}

/** `30ml` and `30 ML` become `30 ml`; undefined for what is no quantity. */
const quantityOf = ({ quantity = '', values }: ImportedVariant): string | undefined =>
  [quantity, ...values]
    .find((value) => readNetQuantity(value))
    ?.trim()
    .replace(
      /^([\d.]+)\s*([a-z]+)$/i,
      (_, number: string, unit: string) => `${number} ${unit.toLowerCase()}`,
    );

function volumeOf(quantity: string | undefined): number | undefined {
  const { amount, unit } = readNetQuantity(quantity ?? '') ?? {};
  return unit === 'ml' && Number.isInteger(amount) ? amount : undefined;
}

/** The schemas of fields that are one line, by what the line is. */
const lines = {
  SKU: shape.sku,
  Barcode: shape.barcode,
  Brand: shape.brand,
  'Picture text': shape.pictures.unwrap().element.shape.alt,
  'Title for search engines': shape.seoTitle,
  'Description for search engines': shape.seoDescription,
  'Country of origin': shape.countryOfOrigin,
  Importer: shape.importer,
  Manufacturer: shape.manufacturer,
};

/** What a field holds: the line where it fits, and without a link that runs a script. */
function fitting(name: keyof typeof lines, text: string): string | undefined {
  const line = readLine(text);
  return line && !unsafeLink(line) && lines[name].safeParse(line).success ? line : undefined;
}

/** The texts of a product that do not fit their fields, by what they are. */
export function unfittingTexts(product: ImportedProduct): Record<string, string> {
  const { brand, seoTitle, seoDescription, variants, label } = product;
  const texts: Record<keyof typeof lines, readonly string[]> = {
    SKU: variants.map(({ sku = '' }) => sku),
    Barcode: variants.map(barcodeOf),
    Brand: [brand],
    'Picture text': picturesOf(product).map(({ alt }) => alt),
    'Title for search engines': [seoTitle],
    'Description for search engines': [seoDescription],
    'Country of origin': [label.countryOfOrigin],
    Importer: [label.importer],
    Manufacturer: [label.manufacturer],
  };
  return Object.fromEntries(
    keysOf(texts).flatMap((name) => {
      const unfitting = new Set(texts[name].filter((text) => readLine(text) && !fitting(name, text)));
      return unfitting.size ? [[name, [...unfitting].join(', ')]] : [];
    }),
  );
}

const barcodeOf = ({ barcode = '' }: ImportedVariant): string => barcode.replace(/\s+/g, '');

const linesOf = (text: string): string[] =>
  text
    .split(/\n|<br\s*\/?>|<\/(?:li|p)>|;(?=\s)/i)
    .map((line) => readLine(line).replace(/^[-*•]\s*/, ''))
    .filter((line) => line && !unsafeLink(line));

/** Texts of the label and of its use that become fields, with what each is. @returns undefined for what is no such value */
const labelReaders = {
  ingredients: ['Ingredients', (text: string) => linesOf(text).join('\n')],
  howToUse: ['How to use', linesOf],
  benefits: ['Benefits', linesOf],
  skinTypes: ['Skin types', (text: string) => skinsIn(text)],
  hsn: ['HSN', (text: string) => text.replace(/\D/g, '').slice(0, 6)],
  netQuantity: ['Net quantity', (text: string) => (readNetQuantity(text) ? text : undefined)],
} as const;

/** What lists of skin types name besides those that the shop has, which it has no filter for. */
const otherSkin = /^(normal|mature|ageing|aging|acne prone|dehydrated|dull)( skin)?$/i;
const everySkin = /^((suitable )?for )?all( skin)?( types?)?$/i;

const skinWords = (text: string): string[] =>
  text.split(/[,;|/]/).flatMap((one) => oneLine(one.replaceAll('-', ' ')) || []);

/** All skin types of a list, by names such as `Oily` or `oily-skin`; undefined where it names something else too. */
function skinsIn(text: string) {
  const words = skinWords(text);
  if (words.some((word) => everySkin.test(word))) return [...skinTypes];
  const named = words
    .filter((word) => !otherSkin.test(word))
    .map((word) => (/ skin$/i.test(word) ? word : `${word} skin`));
  const { skins, others } = readTags(named, new Map());
  return others.length ? undefined : skins;
}

/** What a product is made for: all skin types, or the only one. */
const madeFor = (skins: readonly (typeof skinTypes)[number][]) =>
  skins.length === skinTypes.length ? anySkin : skins.length === 1 ? skins[0] : undefined;

/**
 * The fields of texts of the label, as far as the description does not have them and they fit.
 * @param rates HSN codes of the shop
 * @returns also the texts that are in no field, by what they are
 */
export function labelFields(product: ImportedProduct, body: Body, rates: ReadonlySet<string>) {
  const { row, label, variants, findings } = product;
  const fields: Record<string, unknown> = {};
  const kept: Record<string, string> = {};
  for (const name of keysOf(labelReaders)) {
    const [title, read] = labelReaders[name];
    const text = label[name];
    if (!text) continue;
    const value = read(text);
    const isFree = !(name in body && body[name as keyof Body].length);
    const isKnown = name === 'hsn' ? rates.has(String(value)) : name !== 'netQuantity' || variants.length < 2;
    const fits = isFree && isKnown && Boolean(value?.length) && shape[name].safeParse(value).success;
    if (fits) fields[name] = value;
    const isWhole =
      (name !== 'hsn' || value === text) &&
      (name !== 'skinTypes' || !skinWords(text).some((word) => otherSkin.test(word)));
    if (!fits || !isWhole) kept[title] = text;
  }
  const actives =
    label.activeIngredients && `Active ingredients: ${linesOf(label.activeIngredients).join(', ')}`;
  if (actives) {
    const fits = !body.ingredients && !fields.ingredients && shape.ingredients.safeParse(actives).success;
    if (fits) {
      fields.ingredients = actives;
      const message = 'The file has its active ingredients, and no list of all ingredients.';
      findings.push({ severity: 'guessed', row, message });
    } else kept['Active ingredients'] = label.activeIngredients;
  }
  const skinType = madeFor((fields as ProductMatter).skinTypes ?? []);
  if (skinType) fields.skinType = skinType;
  return { fields: fields as ProductMatter, kept };
}

/** What of a variant is a field of the product or of a size. */
function sellableFields(variant: ImportedVariant) {
  const { price, originalPrice, stock, grams } = variant;
  const netQuantity = quantityOf(variant);
  const volume = volumeOf(netQuantity);
  const sku = fitting('SKU', variant.sku ?? '');
  const barcode = fitting('Barcode', barcodeOf(variant));
  return {
    price: toRupees(price),
    ...(originalPrice !== undefined && { originalPrice: toRupees(originalPrice) }),
    ...(netQuantity && { netQuantity }),
    ...(volume && { volume }),
    ...(sku && { sku }),
    ...(barcode && { barcode }),
    ...(grams && { weight: Math.round(grams) || 1 }),
    ...(stock === 'not counted' && { trackStock: 'uncounted' as const }),
    ...(typeof stock === 'number' && { openingStock: stock }),
  };
}

/** @param fileOf the file of a picture in the product's folder, by its address; undefined where it could not be had */
function variantsOf(plan: PlannedProduct, fileOf: (address: string) => string | undefined): VariantMatter[] {
  const isCounted = ({ stock }: ImportedVariant) => stock !== 'not counted';
  const main = plan.variants.get(plan.main ?? '');
  const isMixed = new Set([...plan.variants.values()].map(isCounted)).size > 1;
  const kind = propertyOf(plan.product.options[0] ?? '') === 'color' ? 'shade' : 'size';
  return [...plan.variants].map(([id, variant]) => {
    const picture = fileOf(variant.picture ?? '');
    const { label, choices } = variant;
    const own = { label, kind, ...(choices.length && { choices }), ...(picture && { picture }) } as const;
    if (id === plan.main) return own;
    const { price, originalPrice, ...fields } = sellableFields(variant);
    const isSame = variant.price === main?.price && variant.originalPrice === main.originalPrice;
    return {
      id,
      ...own,
      ...(!(isSame && plan.inherits(id)) && { price, ...(originalPrice !== undefined && { originalPrice }) }),
      ...fields,
      ...(isMixed && { trackStock: isCounted(variant) ? ('counted' as const) : ('uncounted' as const) }),
    };
  });
}

/** The addresses of all pictures of a product, each once: those of its sizes and shades come last. */
export function picturesOf({ pictures, variants }: ImportedProduct): { address: string; alt: string }[] {
  const all = [
    ...pictures,
    ...variants.flatMap(({ picture }) => (picture ? [{ address: picture, alt: '' }] : [])),
  ];
  return all.filter(({ address }, place) => all.findIndex((one) => one.address === address) === place);
}

/** The text below the front matter. */
export const textOf = ({ own, body }: PlannedProduct): string => own.text ?? body.markdown;

/** The file of a product, as the export says it. @param fileOf as above */
export const productFileOf = (
  plan: PlannedProduct,
  fileOf: (address: string) => string | undefined,
): ProductFile => ({
  matter: matterOf(plan, fileOf),
  text: textOf(plan),
  stated: Object.keys(plan.own.values),
});

/** The front matter of a product. @param fileOf as above */
export const matterOf = (
  plan: PlannedProduct,
  fileOf: (address: string) => string | undefined,
): ProductMatter =>
  withOwnFields(readMatter(plan, fileOf), plan.own, plan.aliases, (place) =>
    fileOf(plan.product.pictures[place]?.address ?? ''),
  );

/** What the columns say that each shop has. */
function readMatter(plan: PlannedProduct, fileOf: (address: string) => string | undefined): ProductMatter {
  const { product, body, category, words, labelled, aliases } = plan;
  const pictures = picturesOf(product).flatMap(({ address, alt }) => {
    const file = fileOf(address);
    const said = fitting('Picture text', alt);
    return file ? [{ file, ...(said && { alt: said }) }] : [];
  });
  const [first] = product.variants;
  const main = plan.main === undefined ? undefined : plan.variants.get(plan.main);
  const sold = plan.variants.size ? main : first;
  const brand = fitting('Brand', product.brand);
  const seoTitle = fitting('Title for search engines', product.seoTitle);
  const seoDescription = fitting('Description for search engines', product.seoDescription);
  const countryOfOrigin = fitting('Country of origin', readOrigin(product.label.countryOfOrigin).text);
  const importer = fitting('Importer', product.label.importer);
  const manufacturer = fitting('Manufacturer', product.label.manufacturer);
  const variants = variantsOf(plan, fileOf);
  return {
    ...(pictures.length && { pictures }),
    name: product.name,
    ...(product.status && { status: product.status }),
    ...(sold && sellableFields(sold)),
    ...labelled,
    ...(plan.options.length && { options: plan.options }),
    ...(variants.length && { variants }),
    category: category.name,
    ...(brand && { brand }),
    ...(words.tags.length && { tags: words.tags }),
    ...(words.skins.length && { skinTypes: [...new Set([...words.skins, ...(labelled.skinTypes ?? [])])] }),
    ...(body.benefits.length && { benefits: body.benefits }),
    ...(body.ingredients && { ingredients: body.ingredients }),
    ...(body.howToUse.length && { howToUse: body.howToUse }),
    ...(aliases.length && { aliases }),
    ...(seoTitle && { seoTitle }),
    ...(seoDescription && { seoDescription }),
    ...(manufacturer && { manufacturer }),
    ...(countryOfOrigin && { countryOfOrigin }),
    ...(importer && { importer }),
  } as ProductMatter;
}
