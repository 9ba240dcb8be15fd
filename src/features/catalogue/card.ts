/** Products as pages show them, made from content at build time. */
import { type CollectionEntry, getCollection } from 'astro:content';
import type { ImageMetadata } from 'astro';
import { cardWidths, galleryWidths, makePicture } from '#lib/pictures.ts';
import type { PictureSource } from '#ui/Picture.tsx';
import type { CardProduct } from './product.ts';
import { inEditorsOrder } from './search.ts';

export type Picture = PictureSource;
export type Card = CardProduct & { picture: Picture };

const files = import.meta.glob<ImageMetadata>('/content/products/*/*.jpg', {
  eager: true,
  import: 'default',
});

async function pictureOf(
  entry: CollectionEntry<'products'>,
  n: number,
  widths: readonly number[],
): Promise<Picture> {
  const picture = entry.data.pictures[n];
  const path = `content/products/${entry.id}/${picture?.file}`;
  const image = files[`/${path}`];
  if (!picture || !image)
    throw new Error(`content/products/${entry.id}/index.md: pictures: ${path} is not a .jpg there`);
  return makePicture(path, image, { widths, alt: picture.alt });
}

/** Every product in the editor's order, then by name. */
export async function productsInOrder(): Promise<CollectionEntry<'products'>[]> {
  const products = await getCollection('products');
  return products.sort((a, b) => inEditorsOrder({ ...a.data, id: a.id }, { ...b.data, id: b.id }));
}

/** What a card shows, with its picture in the sizes of a card. */
export async function cardOf(entry: CollectionEntry<'products'>): Promise<Card> {
  const {
    name,
    category,
    brand,
    description,
    features,
    bestseller,
    skinType,
    skinTypes,
    price,
    originalPrice,
    order,
  } = entry.data;
  return {
    id: entry.id,
    name,
    category,
    brand,
    description,
    features,
    spf: entry.data.spf ?? null,
    bestseller,
    skinType,
    skinTypes,
    price,
    originalPrice,
    order,
    picture: await pictureOf(entry, 0, cardWidths),
  };
}

/**
 * A product's picture by its folder and file (`purifying-cleanser/2.jpg`), in sizes that its gallery has too.
 * @param place what names it, for the one who has to mend it; @throws Error when it is not there
 */
export function productPictureOf(file: string, place: string): Promise<Picture> {
  const path = `content/products/${file}`;
  const image = files[`/${path}`];
  if (!image) throw new Error(`${place}: ${path} is not there`);
  return makePicture(path, image, { widths: galleryWidths, alt: '' });
}

/** All pictures of a product, in the sizes of its gallery. */
export const galleryOf = (entry: CollectionEntry<'products'>): Promise<Picture[]> =>
  Promise.all(entry.data.pictures.map((_, n) => pictureOf(entry, n, galleryWidths)));
