/** Stock that an export counts for a product as a whole. */
import type { Cell } from './columns.ts';
import type { ImportedVariant, ReadProduct } from './product.ts';
import { readNumber } from './values.ts';
import { maxPieces } from './variant.ts';

/**
 * Divides the pieces of a product among its sizes and shades that have no count of their own: the first ones get one more
 * where they do not divide.
 * @param stock of the product as a whole
 */
export function splitStock(product: ReadProduct, row: number, stock: Cell | ImportedVariant['stock']): void {
  const uncounted = product.variants.filter((one) => typeof one.stock !== 'number');
  if (typeof stock === 'string') for (const variant of uncounted) variant.stock ??= stock;
  const number = typeof stock === 'object' ? readNumber(stock.text) : undefined;
  const pieces = number !== undefined && number <= maxPieces ? number : undefined;
  if (typeof stock === 'object' && stock.text && pieces === undefined)
    product.findings.push({
      severity: 'missing',
      row,
      column: stock.column,
      message: `“${stock.text}” is not a number of pieces.`,
    });
  if (pieces === undefined || !uncounted.length) return;
  const whole = Math.max(0, Math.floor(pieces));
  for (const [place, variant] of uncounted.entries())
    variant.stock = Math.floor((whole + uncounted.length - 1 - place) / uncounted.length);
  product.findings.push({
    severity: 'guessed',
    row,
    column: typeof stock === 'object' ? stock.column : 'Stock',
    message: `Its ${whole} pieces are for all sizes and shades together, so they are divided among ${uncounted.length}.`,
  });
}
