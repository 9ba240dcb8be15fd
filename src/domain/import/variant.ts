/** The rules of a variant, which are the same for each format. */
import { formatPrice, type Paise } from '#lib/money.ts';
import type { ImportedProduct } from './product.ts';

/** What a row says of a variant. @property columns the headings of the price before and of the stock, for messages */
type Row = {
  row: number;
  values: string[];
  price: Paise;
  before?: Paise | undefined;
  sku?: string | undefined;
  barcode?: string | undefined;
  stock?: number | undefined;
  grams?: number | undefined;
  picture?: string | undefined;
  columns: { before: string; stock: string };
};

/** Adds a variant to a product. A price before that is no higher, and pieces below 0, are reported and left out. */
export function addVariant(product: ImportedProduct, said: Row): void {
  const { row, values, price, before, sku, barcode, stock, grams, picture, columns } = said;
  const say = (column: string, message: string) =>
    void product.findings.push({ severity: 'guessed', row, column, message });
  if (before !== undefined && before < price)
    say(columns.before, `${formatPrice(before)} is below the price, so it is left out.`);
  if (stock !== undefined && stock < 0) say(columns.stock, `${stock} pieces are imported as 0.`);
  product.variants.push({
    row,
    values,
    price,
    ...(before !== undefined && before > price && { originalPrice: before }),
    ...(sku && { sku }),
    ...(barcode && { barcode }),
    ...(stock !== undefined && { stock: Math.max(0, Math.floor(stock)) }),
    ...(grams && grams > 0 && { grams }),
    ...(picture && { picture }),
  });
}

/** Reports that a row has no price, or one that is no amount above 0. @param text as the file has it */
export function refusePrice(product: ImportedProduct, row: number, column: string, text: string): void {
  const message = text ? `“${text}” is not a price above 0.` : 'There is no price.';
  product.findings.push({ severity: 'refused', row, column, message });
}
