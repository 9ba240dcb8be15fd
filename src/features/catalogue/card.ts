/** A product as its card shows it. */
import type { PictureSource } from '#ui/Picture.tsx';
import type { CardProduct } from './product.ts';

export type Picture = PictureSource;

export type Card = CardProduct & { picture: Picture };
