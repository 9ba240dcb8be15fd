/** A product of another shop's export. It has the same form for each format. */
import type { Paise } from '#lib/money.ts';
import type { LabelTexts } from './label-columns.ts';
import type { Finding } from './problem.ts';

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
  /** The description, as HTML or as plain text. */
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
  /** Texts of columns that the shop has no field for, by heading. */
  others: Record<string, string>;
  findings: Finding[];
};

/** What a reader of one format returns: the products, and what was refused as a whole. */
export type ImportedCatalogue = {
  format: 'Shopify CSV' | 'WooCommerce CSV' | 'CSV' | 'Shopify JSON';
  encoding: string;
  rows: number;
  /** Whether it has a column for the price before, or the MRP: without one, it does not say that there is none. */
  hasPricesBefore: boolean;
  products: ImportedProduct[];
};
