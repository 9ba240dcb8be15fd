/** Pictures of the about page. Build time only. */
import type { ImageMetadata } from 'astro';
import { makePicture } from '#lib/pictures.ts';
import type { AboutContent } from './about.ts';

const files = import.meta.glob<ImageMetadata>('/content/about/*.jpg', { eager: true, import: 'default' });

/**
 * @param field where it is named in `content/about/index.md`, for the message
 * @param ratio width / height, cut around the middle; the whole picture when left out
 */
export async function aboutPicture({ file, alt }: AboutContent['picture'], field: string, ratio?: number) {
  const image = files[`/content/about/${file}`];
  if (!image) throw new Error(`content/about/index.md: ${field}: ${file} is not in content/about`);
  return makePicture(`content/about/${file}`, image, {
    widths: ratio ? [480, 640, 800] : [480, 800, 1200],
    alt,
    ...(ratio && { crop: { ratio, position: 'center' as const } }),
  });
}
