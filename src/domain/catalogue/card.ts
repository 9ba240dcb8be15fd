/** A product as its card shows it. */
import { toPaise } from '#lib/money.ts';
import { productThumbnail, thumbnailWidths } from '#lib/paths.ts';
import type { PictureSource } from '#lib/picture.ts';
import type { CardProduct, FoundProduct } from './product.ts';

export type Picture = PictureSource;

/**
 * @property facts `Vitamin C 10% · 30 ml`; cards from the API have none
 * @property kind what it is called where that is not its category: `moisturiser`; cards from the API have none
 */
export type Card = CardProduct & { picture: Picture; facts?: string; kind?: string | undefined };

/** The picture of a card of search results: at the stable paths, which follow from the product's id. */
export function thumbnailOf(id: string): Picture {
  const [small, large] = thumbnailWidths;
  const address = (width: typeof small | typeof large) => productThumbnail(id, 1, width);
  return {
    avif: '',
    webp: `${address(small)} ${small}w, ${address(large)} ${large}w`,
    src: address(large),
    width: large,
    height: large,
    alt: '',
    colour: '',
  };
}

/** The card of a product of the API. */
export const cardOfFound = ({ _id: id, price, originalPrice, ...product }: FoundProduct): Card => ({
  ...product,
  id,
  price: toPaise(price) ?? 0,
  originalPrice: toPaise(originalPrice) ?? 0,
  order: 0,
  picture: thumbnailOf(id),
});
