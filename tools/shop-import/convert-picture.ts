/** Makes a picture of unknown origin one of the shop: its real type by its bytes, without EXIF, in a format that editors use. */
import decodeHeic from 'heic-decode';
import sharp, { type Metadata, type Sharp } from 'sharp';
import type { pictureEndings } from '#lib/content-fields.ts';
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

type Ending = (typeof pictureEndings)[number];

/** The formats of the endings that pictures of the shop have. */
const formatOf: Record<Ending, string> = { jpg: 'jpeg', jpeg: 'jpeg', png: 'png', webp: 'webp' };

/** Whether a picture can stay as it is: it has the format of its name, fits, and says nothing of place or camera. */
const isReady = (
  { format, width, height, space, pages = 1, exif, icc, iptc, xmp }: Metadata,
  ending: Ending | undefined,
): boolean =>
  ending !== undefined &&
  formatOf[ending] === format &&
  Math.max(width, height) <= maxSide &&
  space === 'srgb' &&
  pages === 1 &&
  !exif &&
  !icc &&
  !iptc &&
  !xmp;

/**
 * @param ending that its file has in the shop of which it is exported
 * @returns the picture, and the ending of its file. @throws NoPicture with the reason
 */
export async function convertPicture(
  bytes: Buffer,
  ending?: Ending,
): Promise<{ data: Buffer; ending: Ending }> {
  const start = bytes
    .subarray(0, 200)
    .toString('latin1')
    .replace(/^\W*?(?=<)/, '');
  if (/^<(!doctype html|html|head|body)/i.test(start.trim()))
    throw new NoPicture('The answer is a web page and no picture.');
  try {
    const picture = await open(bytes);
    const metadata = await picture.metadata();
    const { format, hasAlpha } = metadata;
    if (!formats.has(format ?? ''))
      throw new NoPicture(`The file is ${format ?? 'unknown'} and no photograph.`);
    const isAsked = isReady(metadata, ending);
    // The whole picture is read, which finds one that was cut off.
    const isOpaque = (!hasAlpha && !isAsked) || (await picture.clone().stats()).isOpaque;
    if (isAsked && ending) return { data: bytes, ending };
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
