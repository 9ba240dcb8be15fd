/** What cards and pages of a product say on its picture. */
import type { StoredProduct } from './product.ts';

type Marked = Pick<StoredProduct, 'bestseller'> & { spf?: StoredProduct['spf'] | undefined };

export const marksOf = ({ bestseller, spf }: Marked): string[] => [
  ...(bestseller ? ['Bestseller'] : []),
  ...(spf ? [`SPF ${spf}`] : []),
];
