/** The rules of a variant, which are the same for each format. */
import type { ImportedProduct } from './product.ts';
import { amountText, type Paise } from './rupees.ts';
import { isShortened, shortenedMessage } from './values.ts';

/** What a row says of a variant. @property columns the headings, for messages */
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
  columns: { before: string; stock: string; sku: string; barcode: string };
};

/**
 * Adds a variant to a product. A price before that is no higher, pieces below 0 and numbers that a spreadsheet has shortened
 * are reported and left out.
 */
export function addVariant(product: ImportedProduct, said: Row): void {
  const { row, values, price, before, sku, barcode, stock, grams, picture, columns } = said;
  const say = (column: string, message: string) =>
    void product.findings.push({ severity: 'guessed', row, column, message });
  if (before !== undefined && before < price)
    say(columns.before, `${amountText(before)} is below the price, so it is left out.`);
  if (stock !== undefined && stock < 0) say(columns.stock, `${stock} pieces are imported as 0.`);
  const whole = (column: string, number: string | undefined) => {
    if (!number || !isShortened(number)) return number;
    const message = shortenedMessage(`“${number}”`);
    product.findings.push({ severity: 'missing', row, column, message });
    return undefined;
  };
  const [code, bars] = [whole(columns.sku, sku), whole(columns.barcode, barcode)];
  product.variants.push({
    row,
    values,
    price,
    ...(before !== undefined && before > price && { originalPrice: before }),
    ...(code && { sku: code }),
    ...(bars && { barcode: bars }),
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
