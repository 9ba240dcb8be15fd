/** The products of an export, in the form that every reader returns. */
import type { LabelTexts } from './label-columns.ts';
import type { Finding } from './problem.ts';
import type { Paise } from './rupees.ts';

/** @property address an https address, or a path in a folder or zip of pictures */
export type ImportedPicture = { address: string; alt: string };

/** One size or shade; a product without options has exactly one, without values. */
export type ImportedVariant = {
  /** The row of the file, for messages. */
  row: number;
  /** The values of the product's options, in their order. */
  values: string[];
  /** The selling price. */
  price: Paise;
  /** The price before, or the MRP; undefined where the export has none above the price. */
  originalPrice?: Paise;
  sku?: string;
  barcode?: string;
  /** Pieces; undefined where the export does not count them. */
  stock?: number;
  /** Weight with its packing. */
  grams?: number;
  picture?: string;
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
  /** Texts of columns that are none of the above, by heading. */
  others: Record<string, string>;
  findings: Finding[];
};

/** A product with what a format does not have left empty. */
export const newProduct = (
  said: Pick<ImportedProduct, 'row' | 'key' | 'name'> & Partial<ImportedProduct>,
): ImportedProduct => ({
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
  label: { countryOfOrigin: '', importer: '', manufacturer: '' },
  others: {},
  findings: [],
  ...said,
});
