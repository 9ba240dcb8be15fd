/** Squares of a product's picture, from any format and shape that an editor has chosen. */
import sharp from 'sharp';

/** The side of the largest one, px. */
const largest = 1200;

/**
 * @param source a file, or the bytes of one
 * @param width of a thumbnail, px: a WebP. Without it the largest square that the picture has, as a JPEG
 */
export async function squareOf(source: string | Buffer, width?: number): Promise<Buffer> {
  const picture = sharp(source).autoOrient();
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
