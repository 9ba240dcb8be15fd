/**
 * Products that this isolate read lately, so that an order need not read them again
 * (docs/decisions/12-one-call-an-order.md). The cache decides nothing: the batch that writes an order checks everything
 * that the order relies on (write.ts), and an order that relied on old data is read for and tried again. The cache
 * grows to the size of the catalogue at most.
 */
import type { RequestedLine } from '#domain/pricing/quote.ts';
import type { CheckoutProduct } from './price.ts';

const cache = new Map<string, CheckoutProduct>();

/** Stores products. @param requested lines that the products were read for: a line without a product is deleted */
export function cacheProducts(
  requested: readonly RequestedLine[],
  products: readonly CheckoutProduct[],
): void {
  for (const { _id } of requested) cache.delete(_id);
  for (const product of products) cache.set(product.id, product);
}

/**
 * Returns the cached products of an order, or undefined unless all are cached with enough stock. Takes the order's
 * pieces off the cached stock, so that no more orders rely on it than it is enough for: in a rush for the last
 * pieces, only that many orders are written without reading.
 */
export function readCachedProducts(requested: readonly RequestedLine[]): CheckoutProduct[] | undefined {
  const lines = requested.flatMap(({ _id, quantity }) => {
    const product = cache.get(_id);
    return product && product.stock >= quantity ? { product, quantity } : [];
  });
  if (lines.length < requested.length) return undefined;
  for (const { product, quantity } of lines)
    cache.set(product.id, { ...product, stock: product.stock - quantity });
  return lines.map(({ product }) => product);
}
