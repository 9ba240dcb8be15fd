/** Goods that are sent, and others: what the column for the kind of a product means. */
import type { Cell } from './columns.ts';
import type { ReadProduct } from './product.ts';

/**
 * Makes a product that cannot be sent a draft, and refuses gift cards and bundles. An unknown word makes a draft too.
 * @param sent words for goods that are sent @param refused words for what this shop cannot sell
 */
export function checkKind(product: ReadProduct, { column, text }: Cell, sent: RegExp, refused: RegExp): void {
  if (!text || sent.test(text)) return;
  const isRefused = refused.test(text);
  if (!isRefused && product.status !== 'retired') product.status = 'draft';
  product.findings.push({
    severity: isRefused ? 'refused' : 'guessed',
    row: product.row,
    column,
    message: isRefused
      ? `The shop does not sell products of the type “${text}”.`
      : `“${text}” does not say that it is something that can be sent, so it is a draft.`,
  });
}
