/** Squares of a product's picture, from any format and shape that an editor has chosen. */
import sharp from 'sharp';

/** The side of the largest one, px. */
const largest = 1200;

/** @param width of a thumbnail, px: a WebP. Without it the largest square that the picture has, as a JPEG */
export async function squareOf(file: string, width?: number): Promise<Buffer> {
  const picture = sharp(file).autoOrient();
  if (width) return picture.resize(width, width, { fit: 'cover' }).webp({ quality: 80 }).toBuffer();
  const { autoOrient } = await picture.metadata();
  const side = Math.min(largest, autoOrient.width, autoOrient.height);
  return picture
    .resize(side, side, { fit: 'cover' })
    .flatten({ background: 'white' })
    .jpeg({ quality: 82, progressive: true })
    .toBuffer();
}

/** For the key of a cache: new code makes new pictures. */
export const squareCode = squareOf.toString();
