/** Makes a picture of unknown origin one of the shop: its real type by its bytes, without EXIF, in a format that editors use. */
import decodeHeic from 'heic-decode';
import sharp, { type Sharp } from 'sharp';
import { NoPicture } from './download.ts';

/** Longest side, px: the zoom of the product page needs no more. */
const maxSide = 2400;
/** Most pixels that are decoded: a small file may claim to be huge. */
const maxPixels = 80_000_000;
const quality = 88;

/** HEIF files whose pictures are HEVC, whatever the name of the file says. AVIF is another brand. */
export function isHeic(bytes: Uint8Array): boolean {
  const text = Buffer.from(bytes.subarray(4, 64)).toString('latin1');
  const length = Buffer.from(bytes.subarray(0, 4)).readUInt32BE(0);
  const brands = text.slice(4, Math.max(4, Math.min(60, length - 4)));
  return text.startsWith('ftyp') && !/avif|avis/.test(brands) && /hei[cxms]|hev[cx]|mif1|msf1/.test(brands);
}

async function open(bytes: Buffer): Promise<Sharp> {
  if (bytes.length < 12) throw new NoPicture('The file is empty.');
  if (!isHeic(bytes)) return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).autoOrient();
  try {
    const [image] = await decodeHeic.all({ buffer: bytes });
    if (!image || image.width * image.height > maxPixels) throw new Error('too large');
    const { data, width, height } = await image.decode();
    return sharp(data, { raw: { width, height, channels: 4 } }).removeAlpha();
  } catch {
    throw new NoPicture('The picture is HEIC and cannot be converted: please save it as JPEG.');
  }
}

/** Formats that sharp may read of strangers: no drawings, which are programs. */
const formats = new Set(['jpeg', 'png', 'webp', 'avif', 'heif', 'gif', 'tiff', 'raw']);

/** @returns the picture, and the ending of its file. @throws NoPicture with the reason */
export async function convertPicture(bytes: Buffer): Promise<{ data: Buffer; ending: 'jpg' | 'webp' }> {
  const start = bytes
    .subarray(0, 200)
    .toString('latin1')
    .replace(/^\W*?(?=<)/, '');
  if (/^<(!doctype html|html|head|body)/i.test(start.trim()))
    throw new NoPicture('The answer is a web page and no picture.');
  try {
    const picture = await open(bytes);
    const { format, hasAlpha } = await picture.metadata();
    if (!formats.has(format ?? ''))
      throw new NoPicture(`The file is ${format ?? 'unknown'} and no photograph.`);
    const isOpaque = !hasAlpha || (await picture.clone().stats()).isOpaque;
    const sized = picture
      .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb');
    return isOpaque
      ? { data: await sized.removeAlpha().jpeg({ quality, mozjpeg: true }).toBuffer(), ending: 'jpg' }
      : { data: await sized.webp({ quality }).toBuffer(), ending: 'webp' };
  } catch (error) {
    if (error instanceof NoPicture) throw error;
    throw new NoPicture('The file is no picture, or it was cut off.');
  }
}
