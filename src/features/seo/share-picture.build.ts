/**
 * A product's picture for link previews: the product and, on the background colour of its picture, its name in the
 * shop's fonts.
 */
import sharp from 'sharp';
import { cached } from '#lib/picture-cache.build.ts';
import tokens from '../../styles/tokens.css?raw';
import drawing from './share-picture.build.ts?raw';
import { outline, outlineLines } from './text-outlines.build.ts';
import outlines from './text-outlines.build.ts?raw';

/** The size that Facebook, WhatsApp and X recommend, px. */
export const shareSize = { width: 1200, height: 630 } as const;

/** Width of the text: left of the product's picture, which is a square of the full height. */
const room = { left: 72, width: 450 };
const nameStyle = { font: 'cormorant-500', size: 88 };
const lineHeight = 0.98;
const smallStyle = { font: 'jost-400', size: 23, spacing: 2.4 };
const brandStyle = { font: 'jost-500', size: 24, spacing: 9 };

const token = (name: string): string => new RegExp(`--${name}: (#\\w+)`).exec(tokens)?.[1] ?? 'black';

/** The luminance of a colour, 0 to 255 (Rec. 709). */
const lightness = (r: number, g: number, b: number): number => 0.2126 * r + 0.7152 * g + 0.0722 * b;

type Words = { brand: string; name: string; line: string };

async function words({ brand, name, line }: Words, ink: string): Promise<Buffer> {
  const lines = await outlineLines(name, nameStyle, room.width);
  const step = nameStyle.size * lineHeight;
  const first = shareSize.height / 2 - ((lines.length - 1) * step) / 2 + nameStyle.size * 0.3;
  const place = (svg: string, y: number) => `<g transform="translate(${room.left} ${y})">${svg}</g>`;
  const above = await outline(brand.toUpperCase(), brandStyle);
  const below = await outlineLines(line, smallStyle, room.width);
  const parts = [
    place(above.svg, first - nameStyle.size * 1.06),
    ...lines.map(({ svg }, n) => place(svg, first + n * step)),
    ...below.map(({ svg }, n) => place(svg, first + (lines.length - 1) * step + 62 + n * 34)),
  ];
  const { width, height } = shareSize;
  return Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="${ink}">${parts.join('')}</svg>`,
  );
}

async function draw(file: string, text: Words): Promise<Buffer> {
  const { width, height } = shareSize;
  const square = await sharp(file)
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
  const ink = lightness(r, g, b) < 140 ? token('on-green') : token('ink');
  return sharp({ create: { width, height, channels: 3, background: { r, g, b } } })
    .composite([
      { input: square, left: width - height, top: 0 },
      { input: await words(text, ink), left: 0, top: 0 },
    ])
    .jpeg({ quality: 86, progressive: true, mozjpeg: true })
    .toBuffer();
}

/** @param file the product's main picture, a square. @returns a JPEG */
export const sharePictureOf = (file: string, text: Words): Promise<Buffer> =>
  // Cached by its text, its colours and the version of this drawing.
  cached(file, JSON.stringify([text, tokens, outlines, drawing]), () => draw(file, text));
