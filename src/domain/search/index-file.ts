import type { Card } from '#domain/catalogue/card.ts';

/**
 * What the file says of a product: not what follows from its id or its place in the file, and no sale, whose prices come
 * from the shop (domain/pricing/sale-prices.ts).
 */
type IndexedProduct = Omit<Card, 'order' | 'picture' | 'hasSales' | 'onSale'>;

/** The id of most products. */
const idOf = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '-')
    .replace(/^-|-$/g, '');

/** @property cards by field, since equal values that follow each other compress well; an `id` is empty where {@link idOf} makes it */
export type IndexFile = { cards: { [Name in keyof IndexedProduct]: IndexedProduct[Name][] } };

/** @param products in the editor's order, as cards without their pictures */
export function toIndex(products: readonly Omit<Card, 'picture'>[]): IndexFile {
  const leftOut = ['order', 'picture', 'hasSales', 'onSale'];
  // A field that only some have is null in the others.
  const names = [...new Set(products.flatMap(Object.keys))].filter((name) => !leftOut.includes(name));
  const columns = Object.fromEntries(
    names.map((name) => [name, products.map((product) => product[name as keyof IndexedProduct])]),
  ) as IndexFile['cards'];
  return { cards: { ...columns, id: products.map(({ id, name }) => (id === idOf(name) ? '' : id)) } };
}

/** The products again, in their order. */
export function productsFromIndex({ cards }: IndexFile): (IndexedProduct & { order: number })[] {
  const names = Object.keys(cards) as (keyof IndexedProduct)[];
  return cards.id.map((id, order) => {
    const product = Object.fromEntries(names.map((name) => [name, cards[name]?.[order]])) as IndexedProduct;
    return { ...product, id: id || idOf(product.name), order };
  });
}
