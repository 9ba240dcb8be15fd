/**
 * A product's picture for link previews: the product and, on the background colour of its picture, its name in the
 * shop's fonts.
 */
import sharp from 'sharp';
import { theme } from '#features/brand/theme.build.ts';
import { cached, cachedBy } from '#lib/picture-cache.build.ts';
import drawing from './share-picture.build.ts?raw';
import { hashOfFont, outline, outlineLines } from './text-outlines.build.ts';
import outlines from './text-outlines.build.ts?raw';

/** The size that Facebook, WhatsApp and X recommend, px. */
export const shareSize = { width: 1200, height: 630 } as const;

/** Width of the text: left of the product's picture, which is a square of the full height. */
const room = { left: 72, width: 450 };
/** Of the name, px: the largest in which it is not higher than `mostHeight`. */
const nameSizes = [88, 68, 52, 40];
const mostHeight = 360;
const lineHeight = 0.98;
const smallStyle = { font: 'text-400', size: 23, spacing: 2.4 };
const brandStyle = { font: 'text-500', size: 24, spacing: 9 };

/** The luminance of a colour, 0 to 255 (Rec. 709). */
const lightness = (r: number, g: number, b: number): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

type Words = { brand: string; name: string; line: string };

/** The lines of a name, and their size. */
async function nameLines(name: string) {
  const at = async (size: number) => ({
    size,
    lines: await outlineLines(name, { font: 'display-500', size }, room.width),
  });
  const all = await Promise.all(nameSizes.map(at));
  return all.find(({ size, lines }) => lines.length * size <= mostHeight) ?? { size: 40, lines: [] };
}

async function words({ brand, name, line }: Words, ink: string): Promise<Buffer> {
  const { size, lines } = await nameLines(name);
  const step = size * lineHeight;
  const first = shareSize.height / 2 - ((lines.length - 1) * step) / 2 + size * 0.3;
  const place = (svg: string, y: number) => `<g transform="translate(${room.left} ${y})">${svg}</g>`;
  const above = await outline(brand.toUpperCase(), brandStyle);
  const below = await outlineLines(line, smallStyle, room.width);
  const parts = [
    place(above.svg, first - size * 1.06),
    ...lines.map(({ svg }, n) => place(svg, first + n * step)),
    ...below.map(({ svg }, n) => place(svg, first + (lines.length - 1) * step + 62 + n * 34)),
  ];
  const { width, height } = shareSize;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="${ink}">${parts.join('')}</svg>`,
  );
}

async function draw(picture: string | Buffer, text: Words): Promise<Buffer> {
  const { width, height } = shareSize;
  const square = await sharp(picture)
    .autoOrient()
    .resize(height, height, { fit: 'cover' })
    .flatten({ background: 'white' })
    .toBuffer();
  // The background at the top left, where the picture is empty.
  const [r = 0, g = 0, b = 0] = await sharp(square)
    .extract({ left: 0, top: 0, width: 90, height: 220 })
    .resize(1, 1, { fit: 'fill' })
    .removeAlpha()
    .raw()
    .toBuffer();
  const ink = lightness(r, g, b) < 140 ? theme.colours.onGreen : theme.colours.ink;
  return sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
    .composite([
      { input: square, left: width - height, top: 0 },
      { input: await words(text, ink), left: 0, top: 0 },
    ])
    .jpeg({ quality: 86, progressive: true, mozjpeg: true })
    .toBuffer();
}

/** @param picture the product's main picture, a square: a file, or the SVG of a drawing. @returns a JPEG */
export async function sharePictureOf(picture: string | Buffer, text: Words): Promise<Buffer> {
  const fonts = await Promise.all(['display-500', smallStyle.font, brandStyle.font].map(hashOfFont));
  // Cached by its text, its colours, its fonts and the version of this drawing.
  const how = JSON.stringify([text, theme.colours, fonts, outlines, drawing]);
  const make = () => draw(picture, text);
  return typeof picture === 'string' ? cached(picture, how, make) : cachedBy(`${picture} ${how}`, make);
}
