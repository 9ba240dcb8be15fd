/** Pictures of the about pages. */
import { getEntry } from 'astro:content';
import type { ImageMetadata } from 'astro';
import { makePicture } from '#lib/pictures.build.ts';
import type { OwnPicture, ProductShot } from './sections.ts';

const own = import.meta.glob<ImageMetadata>('/content/about/*.jpg', { eager: true, import: 'default' });
const products = import.meta.glob<ImageMetadata>('/content/products/*/*.jpg', {
  eager: true,
  import: 'default',
});

/** The crop for a ratio (width / height); the whole picture without one. */
const cut = (ratio?: number) => ({ ...(ratio && { crop: { ratio, position: 'center' as const } }) });

/**
 * A picture of `content/about`.
 * @param field where the content names it, for the error message: `index.md: picture.file`
 * @param ratio width / height, cropped around the centre
 */
export async function aboutPicture({ file, alt }: OwnPicture, field: string, ratio?: number) {
  const image = own[`/content/about/${file}`];
  if (!image) throw new Error(`content/about/${field}: ${file} is not in content/about`);
  const widths = ratio ? [480, 640, 800] : [480, 800, Math.min(image.width, 1200)];
  return makePicture(`content/about/${file}`, image, { widths, alt, ...cut(ratio) });
}

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
  const file = `content/products/${product}/${picture?.file}`;
  const image = products[`/${file}`];
  if (!entry || !picture || !image)
    throw new Error(`content/about/${field}: ${product} has no picture ${number}`);
  return {
    name: entry.data.name,
    picture: await makePicture(file, image, { widths, alt: picture.alt, ...cut(ratio) }),
  };
}
