/** The mean colour of a picture. */
import sharp from 'sharp';
import { cached } from './picture-cache.build.ts';

/**
 * The mean colour of a picture, as `rgb(…)`: its placeholder while it loads.
 * @param file the picture @throws Error when it cannot be read to its end
 */
export async function meanColour(file: string): Promise<string> {
  const mean = await cached(file, 'mean colour', () =>
    sharp(file).resize(1, 1, { fit: 'fill' }).removeAlpha().raw().toBuffer(),
  );
  const [r, g, b] = mean;
  // rule: colours - the picture's own, not the palette's
  return `rgb(${r} ${g} ${b})`;
}
