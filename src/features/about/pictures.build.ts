/** Pictures of the about pages. */
import { getEntry } from 'astro:content';
import type { OwnPicture, ProductShot } from '#domain/about/sections.ts';
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
 */
export async function shotOf(
  { product, number }: ProductShot,
  field: string,
  widths: readonly number[],
  ratio?: number,
) {
  const entry = await getEntry('products', product);
  const picture = entry?.data.pictures[number - 1];
  const place = `content/about/${field}`;
  if (!entry || !picture) throw new Error(`${place}: ${product} has no picture ${number}`);
  const options = { widths, alt: picture.alt, ...cut(ratio) };
  return {
    name: entry.data.name,
    picture: await makePicture(`products/${product}/${picture.file}`, place, options),
  };
}
