/** The products of an export, in the form that every reader returns. */
import type { NamedRow } from './columns.ts';
import { type LabelTexts, noLabel } from './label-columns.ts';
import type { Metafields } from './metafields.ts';
import type { Moment } from './moment.ts';
import type { Finding } from './problem.ts';
import type { Paise } from './rupees.ts';

/** @property address an https address, or a path in a folder or zip of pictures */
export type ImportedPicture = { address: string; alt: string };

/** @property from, @property until its first and last day, or times in India; left out where it has no such end */
export type ImportedSale = { price: Paise; from?: Moment; until?: Moment };

/** One size or shade; a product without options has exactly one, without values. */
export type ImportedVariant = {
  /** The row of the file, for messages. */
  row: number;
  /** The values of the product's options, in their order. */
  values: string[];
  /** The selling price, without a sale that begins or ends. */
  price: Paise;
  /** The price before, or the MRP; undefined where the export has none above the price. */
  originalPrice?: Paise;
  sku?: string;
  barcode?: string;
  /** A price that counts for a time. */
  sale?: ImportedSale;
  /** Pieces, or that the old shop sells it without counting; undefined where the export does not say it. */
  stock?: number | 'not counted';
  /** The currency of its amounts, where that is not the rupee: `readCatalogue` leaves none (currency.ts). */
  currency?: string;
  /** What is in it, as the label says it: `50 ml`. */
  quantity?: string;
  /** Weight with its packing. */
  grams?: number;
  picture?: string;
  /** Of the namespace that the caller has named. */
  metafields?: Metafields;
};

export type ImportedProduct = {
  row: number;
  /** What names it in each export of its shop: its handle, number, SKU or name. */
  key: string;
  /** The last part of its address in the old shop; empty where the export does not have it. */
  handle: string;
  name: string;
  brand: string;
  /** The description, as HTML or as plain text (body.ts). */
  body: string;
  /** What the old shop calls its kind: `Face serum`. */
  type: string;
  /** Google's or Shopify's category as words, broad to narrow: `Health & Beauty > Skin Care`. */
  category: string;
  tags: string[];
  /** Undefined where no column says it. */
  status?: 'published' | 'draft' | 'retired';
  pictures: ImportedPicture[];
  seoTitle: string;
  seoDescription: string;
  /** Names of what its variants differ in: `Size`, `Colour`. */
  options: string[];
  variants: ImportedVariant[];
  label: LabelTexts;
  /** Of the namespace that the caller has named, as their cells are. */
  metafields: Metafields;
  /** Texts of columns of which no reader has made any of the above, by heading. */
  others: Record<string, string>;
  findings: Finding[];
};

/** A product while it is read. @property rows of the file that are about it */
export type ReadProduct = ImportedProduct & { rows: NamedRow[] };

/** The product of a row, with what a format does not have left empty. */
export const newProduct = (
  row: NamedRow,
  said: Pick<ImportedProduct, 'key' | 'name'> & Partial<ImportedProduct>,
): ReadProduct => ({
  row: row.number,
  rows: [row],
  handle: '',
  brand: '',
  body: '',
  type: '',
  category: '',
  tags: [],
  pictures: [],
  seoTitle: '',
  seoDescription: '',
  options: [],
  variants: [],
  label: noLabel,
  metafields: {},
  others: {},
  findings: [],
  ...said,
});

/** A row whose product is not known or not sold here, as a product that is not imported. */
export const refusedProduct = (
  row: NamedRow,
  name: string,
  { column, message }: { column: string; message: string },
): ReadProduct =>
  newProduct(row, {
    key: `row ${row.number}`,
    name,
    findings: [{ severity: 'refused', row: row.number, column, message }],
  });
