/** Pictures of the about pages. */
import type { OwnPicture, ProductShot } from '#domain/about/sections.ts';
import { productById, productsInOrder } from '#features/catalogue/card.build.ts';
import { makePicture } from '#lib/pictures.build.ts';

/** The crop for a ratio (width / height); the whole picture without one. */
const cut = (ratio?: number) => ({ ...(ratio && { crop: { ratio, position: 'center' as const } }) });

/**
 * A picture of `content/about`.
 * @param field where the content names it, for the error message: `index.md: picture.file`
 * @param ratio width / height, cropped around the centre
 */
export const aboutPicture = ({ file, alt }: OwnPicture, field: string, ratio?: number) =>
  makePicture(`about/${file}`, `content/about/${field}`, {
    widths: ratio ? [480, 640, 800] : [480, 800, 1200],
    alt,
    ...cut(ratio),
  });

/**
 * One of a product's own pictures.
 * @param field where the content names it, for the error message: `index.md: more.pages`
 * @param widths px
 * @returns undefined if the product is not sold, or has no such picture
 */
export async function shotOf(
  { product, number }: ProductShot,
  field: string,
  widths: readonly number[],
  ratio?: number,
) {
  const entry = await productById(product);
  const picture = entry?.data.pictures[number - 1];
  if (!entry || !picture) return undefined;
  const file = `products/${product}/${picture.file}`;
  const options = { widths, alt: picture.alt || entry.data.name, ...cut(ratio) };
  return { name: entry.data.name, picture: await makePicture(file, `content/about/${field}`, options) };
}

/**
 * The same; where there is none, a picture of another product.
 * @param place which of those beside each other, so that they differ
 */
export async function sceneFor(place: number, ...[shot, ...rest]: Parameters<typeof shotOf>) {
  const others = (await productsInOrder()).filter(({ data }) => data.pictures.length);
  const other = others[place % others.length];
  return (await shotOf(shot, ...rest)) ?? (other && shotOf({ product: other.id, number: 1 }, ...rest));
}
