/** A product as its card shows it. */
import type { PictureSource } from '#lib/picture.ts';
import type { CardProduct } from './product.ts';

export type Picture = PictureSource;

/**
 * @property facts `Vitamin C 10% · 30 ml`; cards from the API have none
 * @property kind what it is called where that is not its category: `moisturiser`; cards from the API have none
 */
export type Card = CardProduct & { picture: Picture; facts?: string; kind?: string | undefined };
