/** Makes cards and galleries from the content. */
import { type CollectionEntry, getCollection } from 'astro:content';
import type { ImageMetadata } from 'astro';
import { inEditorsOrder } from '#features/search/search.ts';
import { makePicture } from '#lib/pictures.build.ts';
import type { Card, Picture } from './card.ts';
import { type PicturePlan, picturePlan } from './picture-plan.ts';
import { toCardProduct } from './product.ts';

const files = import.meta.glob<ImageMetadata>('/content/products/*/*.jpg', {
  eager: true,
  import: 'default',
});

async function pictureOf(
  entry: CollectionEntry<'products'>,
  n: number,
  widths: readonly number[],
  { formats }: PicturePlan,
): Promise<Picture> {
  const picture = entry.data.pictures[n];
  const path = `content/products/${entry.id}/${picture?.file}`;
  const image = files[`/${path}`];
  if (!picture || !image)
    throw new Error(`content/products/${entry.id}/index.md: pictures: ${path} is not a .jpg there`);
  return makePicture(path, image, { widths, formats, alt: picture.alt });
}

async function readInOrder(): Promise<CollectionEntry<'products'>[]> {
  const products = await getCollection('products');
  return products.sort((a, b) => inEditorsOrder({ ...a.data, id: a.id }, { ...b.data, id: b.id }));
}

let inOrder: ReturnType<typeof readInOrder> | undefined;

/** All products in the editor's order, then by name. A build reads and sorts them once. */
export function productsInOrder(): Promise<readonly CollectionEntry<'products'>[]> {
  if (!import.meta.env.PROD) return readInOrder();
  inOrder ??= readInOrder();
  return inOrder;
}

/** The sizes and formats of pictures for a catalogue of this size. */
export const planOfPictures = async (): Promise<PicturePlan> => picturePlan((await productsInOrder()).length);

/** The card of a product, with its picture in the sizes of a card. */
export async function cardOf(entry: CollectionEntry<'products'>): Promise<Card> {
  const plan = await planOfPictures();
  return { ...toCardProduct(entry.id, entry.data), picture: await pictureOf(entry, 0, plan.card, plan) };
}

/**
 * A product's picture by folder and file (`purifying-cleanser/2.jpg`), in the sizes of its gallery.
 * @param place where the content names it, for the error message @throws Error when it does not exist
 */
export async function productPictureOf(file: string, place: string): Promise<Picture> {
  const path = `content/products/${file}`;
  const image = files[`/${path}`];
  if (!image) throw new Error(`${place}: ${path} is not there`);
  const { gallery, formats } = await planOfPictures();
  return makePicture(path, image, { widths: gallery(1), formats, alt: '' });
}

/** All pictures of a product, in the sizes of the gallery. */
export async function galleryOf(entry: CollectionEntry<'products'>): Promise<Picture[]> {
  const plan = await planOfPictures();
  return Promise.all(entry.data.pictures.map((_, n) => pictureOf(entry, n, plan.gallery(n + 1), plan)));
}
