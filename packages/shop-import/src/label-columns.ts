/** Columns of what the law wants on a label, which other shops keep in fields of their own, by many names. */
import type { Columns, NamedRow } from './columns.ts';
import { countryCodes } from './country.ts';
import { oneLine } from './values.ts';

/** Texts of the label that an export may have; empty where it does not. */
export type LabelTexts = Record<'countryOfOrigin' | 'importer' | 'manufacturer', string>;

/** The name of a field of one's own: `Importer (product.metafields.custom.importer)`, `Meta: _importer`, `Variant Importer`. */
const ownName = (heading: string): string =>
  heading
    .replace(/\(product\.metafields\.[^)]*\)/i, '')
    .replace(/^(meta:|variant )/i, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, '');

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
};
const known = new Set(Object.values(names).flat(2));

/** Whether a cell is a text of the label. @param heading of its column */
export function isLabelCell(heading: string, cell: string): boolean {
  const name = ownName(heading);
  return known.has(name) && (!loose.includes(name) || countryCodes(cell) !== undefined);
}

/**
 * The texts of a row.
 * @param attributes fields that stand in the row with their names, as WooCommerce has them
 * @param isTaken whether a column is something else, as "Manufacturer" where no other column has the brand
 */
export function labelTexts(
  row: NamedRow,
  { headings }: Columns,
  attributes: readonly (readonly [name: string, value: string])[] = [],
  isTaken: (heading: string) => boolean = () => false,
): LabelTexts {
  const cells = [
    ...headings
      .filter((heading) => !isTaken(heading))
      .map((heading) => [heading, row.cell(heading)] as const),
    ...attributes,
  ]
    .map(([heading, value]) => [heading, oneLine(value)] as const)
    .filter(([heading, value]) => value && isLabelCell(heading, value))
    .map(([heading, value]) => [ownName(heading), value] as const);
  const read = (field: keyof LabelTexts): string =>
    names[field].flatMap((alike) => cells.find(([name]) => alike.includes(name))?.[1] ?? []).join(', ');
  return {
    countryOfOrigin: read('countryOfOrigin'),
    importer: read('importer'),
    manufacturer: read('manufacturer'),
  };
}
