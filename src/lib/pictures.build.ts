/** Makes the sizes and formats of a picture (Astro's image pipeline with sharp). */

import { getImage } from 'astro:assets';
import type { ImageMetadata } from 'astro';
import { contentFile, contentFolder } from './content-folder.build.ts';
import { meanColour } from './mean-colour.build.ts';
import type { PictureSource } from './picture.ts';

type Options = {
  /** px, ascending; none becomes larger than the original. */
  widths: readonly number[];
  alt: string;
  /** Both when left out. */
  formats?: readonly ('avif' | 'webp')[];
  /** Cuts to these proportions (width / height) around `position`; the whole picture when left out. */
  crop?: { ratio: number; position: 'left' | 'right' | 'center' };
};

/** What cannot be read is undefined (tools/astro/broken-pictures.ts). */
const files = import.meta.glob<ImageMetadata | undefined>('#content/**/*.{jpg,jpeg,png,webp}', {
  eager: true,
  import: 'default',
});

const colours = new Map<string, Promise<string>>();

function colourOf(file: string): Promise<string> {
  const colour = colours.get(file) ?? meanColour(contentFile(file));
  colours.set(file, colour);
  return colour;
}

/** Whether a picture can be read to its end. @param file its path in the content */
export const isReadable = (file: string): Promise<boolean> =>
  colourOf(file).then(
    () => files[`/${contentFolder}/${file}`] !== undefined,
    () => false,
  );

/**
 * Makes a picture of the content.
 * @param file its path in the content, such as `home/hero-1.jpg`
 * @param field where the content names it, for the error message: `content/home.yaml: hero.picture`
 * @throws Error when there is no such file, or it is no picture
 */
export async function makePicture(file: string, field: string, options: Options): Promise<PictureSource> {
  const image = files[`/${contentFolder}/${file}`];
  if (!image) throw new Error(`${field}: there is no such picture, or it cannot be read: content/${file}`);
  // A plain copy: Astro keeps the original in the build if a property of the import itself is read.
  const original = { ...(image as ImageMetadata & { clone: ImageMetadata }).clone };
  const { alt, formats = ['avif', 'webp'] } = options;
  const isCut = options.crop && options.crop.ratio !== original.width / original.height;
  const crop = isCut ? options.crop : undefined;
  const widths = options.widths.map((width) => Math.min(width, original.width));
  const ratio = crop?.ratio ?? original.width / original.height;
  const make = (format: 'avif' | 'webp', width: number) =>
    getImage({
      src: image,
      format,
      width,
      height: Math.round(width / ratio),
      ...(crop && { fit: 'cover', position: crop.position }),
    });
  const srcset = async (format: 'avif' | 'webp') => {
    if (!formats.includes(format)) return '';
    const made = await Promise.all(widths.map((width) => make(format, width)));
    return made.map(({ src }, i) => `${src} ${widths[i]}w`).join(', ');
  };
  const middle = widths[Math.floor(widths.length / 2)] ?? original.width;
  const [avif, webp, fallback, colour] = await Promise.all([
    srcset('avif'),
    srcset('webp'),
    make('webp', middle),
    colourOf(file),
  ]);
  const width = widths.at(-1) ?? original.width;
  return { avif, webp, src: fallback.src, width, height: Math.round(width / ratio), alt, colour };
}
