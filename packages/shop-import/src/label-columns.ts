/** Columns of what the law wants on a label, which other shops keep in fields of their own, by many names. */
import type { NamedRow } from './columns.ts';
import { countryCodes } from './country.ts';
import { metafieldOf } from './metafields.ts';
import { oneLine } from './values.ts';

/** Texts of the label and of its use that an export may have; empty where it does not. */
export type LabelTexts = Record<
  | 'countryOfOrigin'
  | 'importer'
  | 'manufacturer'
  | 'ingredients'
  | 'activeIngredients'
  | 'howToUse'
  | 'benefits'
  | 'skinTypes'
  | 'hsn'
  | 'netQuantity',
  string
>;

export const noLabel: LabelTexts = {
  countryOfOrigin: '',
  importer: '',
  manufacturer: '',
  ingredients: '',
  activeIngredients: '',
  howToUse: '',
  benefits: '',
  skinTypes: '',
  hsn: '',
  netQuantity: '',
};

/** Fields that may have several lines. */
const inLines: ReadonlySet<keyof LabelTexts> = new Set(['ingredients', 'howToUse', 'benefits']);

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^a-z]+/g, '');

/**
 * The names of a custom field: `Importer (product.metafields.custom.importer)`, `Meta: _importer`, `Variant Importer`.
 * Shopify writes the titles of its standard fields in the language of the shop, so the name of a definition counts too.
 */
function namesOf(heading: string): string[] {
  const { title = heading, key = '' } = metafieldOf(heading) ?? {};
  return [lettersOf(title.replace(/^(meta:|variant )/i, '')), lettersOf(key)].filter(Boolean);
}

/** Shopify's own fields of a category list entries by name or handle: `oily; acne-prone`. */
const isStandardList = (heading: string): boolean => metafieldOf(heading)?.namespace === 'shopify';

/** `hyaluronic-acid; Zinc PCA` is `Hyaluronic acid, Zinc PCA`. */
const entriesOf = (text: string): string =>
  text
    .split(';')
    .map(oneLine)
    .filter(Boolean)
    .map((one) =>
      /^[a-z\d]+(-[a-z\d]+)*$/.test(one)
        ? (one[0] ?? '').toUpperCase() + one.slice(1).replaceAll('-', ' ')
        : one,
    )
    .join(', ');

/** Headings that also mean other things: they count only where the cell names a country. */
const loose = ['origin', 'country'];

/** By the letters of a heading; a text in two columns, name and address, is joined in this order. */
const names: Record<keyof LabelTexts, readonly (readonly string[])[]> = {
  countryOfOrigin: [
    [
      ...[
        'countryoforigin',
        'origincountry',
        'countryregionoforigin',
        'countrycodeoforigin',
        'origin',
        'coo',
      ],
      ...['countryofmanufacture', 'countryoforigincode', 'productorigin', 'madein', ...loose],
    ],
  ],
  importer: [
    [
      ...['importer', 'importedby', 'importername', 'importernameandaddress', 'importernameaddress'],
      ...[
        'nameandaddressofimporter',
        'nameandaddressoftheimporter',
        'importerdetails',
        'importedandmarketedby',
      ],
    ],
    ['importeraddress', 'addressofimporter', 'addressoftheimporter'],
  ],
  manufacturer: [
    [
      ...['manufacturer', 'manufacturedby', 'manufacturername', 'manufacturernameandaddress'],
      ...['manufacturernameaddress', 'nameandaddressofmanufacturer', 'nameandaddressofthemanufacturer'],
      'manufacturerdetails',
    ],
    ['manufactureraddress', 'addressofmanufacturer', 'addressofthemanufacturer'],
  ],
  ingredients: [
    [
      ...['ingredients', 'ingredientlist', 'ingredientslist', 'fullingredients', 'allingredients', 'inci'],
      ...['incilist', 'detailedingredients', 'composition'],
    ],
  ],
  activeIngredients: [['activeingredient', 'activeingredients', 'keyactives', 'actives']],
  howToUse: [
    ['howtouse', 'howtoapply', 'directions', 'directionsforuse', 'usage', 'usageinstructions', 'application'],
  ],
  benefits: [['benefits', 'keybenefits', 'productbenefits']],
  skinTypes: [['skintype', 'skintypes', 'suitableforskintype', 'suitableskintype', 'suitablefor']],
  hsn: [['hsn', 'hsncode', 'hsnsac', 'hsnsaccode', 'hsnnumber']],
  netQuantity: [
    [
      ...['netquantity', 'netqty', 'netcontent', 'netcontents', 'netweight', 'netvolume', 'packsize'],
      ...['quantityinpack', 'contents'],
    ],
  ],
};
const known = new Set(Object.values(names).flat(2));

const isNamed = (heading: string, alike: readonly string[]): boolean =>
  namesOf(heading).some((name) => alike.includes(name));

/** The field that a heading names. */
export const labelFieldOf = (heading: string): keyof LabelTexts | undefined =>
  (Object.keys(names) as (keyof LabelTexts)[]).find((field) =>
    names[field].some((alike) => isNamed(heading, alike)),
  );

/** Whether a cell is a text of the label. @param heading of its column */
const isLabelCell = (heading: string, cell: string): boolean =>
  namesOf(heading).some(
    (name) => known.has(name) && (!loose.includes(name) || countryCodes(cell) !== undefined),
  );

/**
 * Takes the texts of a row. A cell that another field has taken is none of them, so this is read last.
 * @param attributes fields that stand in the row with their names, as WooCommerce has them
 */
export function labelTexts(
  row: NamedRow,
  attributes: readonly (readonly [name: string, value: string])[] = [],
): LabelTexts {
  const cells = [
    ...row.rest().map(({ column, text }) => ({ column, text, take: () => void row.cell(column) })),
    ...attributes.map(([column, text]) => ({ column, text, take: () => {} })),
  ].filter(({ column, text }) => isLabelCell(column, oneLine(text)));
  const read = (field: keyof LabelTexts): string =>
    names[field]
      .flatMap((alike) => {
        const found = cells.find(({ column }) => isNamed(column, alike));
        if (!found) return [];
        found.take();
        return isStandardList(found.column) ? entriesOf(found.text) : found.text;
      })
      .join(', ');
  const fields = Object.keys(noLabel) as (keyof LabelTexts)[];
  return Object.fromEntries(
    fields.map((field) => [field, inLines.has(field) ? read(field) : oneLine(read(field))]),
  ) as LabelTexts;
}
