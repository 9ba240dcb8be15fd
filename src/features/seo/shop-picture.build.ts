/** The picture of the shop for link previews where its content has none: the name on the main colour. */
import sharp from 'sharp';
import { theme } from '#features/brand/theme.build.ts';
import { wordmark } from '#features/brand/wordmark.build.ts';
import { shareSize } from './share-picture.build.ts';
import { outlineLines } from './text-outlines.build.ts';

/** Of the wordmark, px: it is as large as both allow. */
const box = { width: 800, height: 170 };
/** px */
const taglineWidth = 900;
const taglineStyle = { font: 'text-400', size: 34, spacing: 1.5 };

/** @returns a JPEG */
export async function drawShare({ tagline }: { tagline: string }): Promise<Buffer> {
  const { width, height } = shareSize;
  const { green, greenDeep, onGreen, onGreenSoft, gold } = theme.colours;
  const [, , w = 1, h = 1] = wordmark.viewBox.split(/[ ,]+/).map(Number);
  const scale = Math.min(box.width / w, box.height / h);
  const lines = await outlineLines(tagline, taglineStyle, taglineWidth);
  const middle = height / 2 - 30;
  const words = lines.map(
    (line, n) =>
      `<g fill="${onGreenSoft}" transform="translate(${(width - line.width) / 2} ${middle + box.height / 2 + 90 + n * 46})">${line.svg}</g>`,
  );
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><radialGradient id="g" cx=".5" cy="0" r="1.1"><stop stop-color="${green}"/><stop offset="1" stop-color="${greenDeep}"/></radialGradient></defs><path fill="url(#g)" d="M0 0h${width}v${height}H0z"/><svg x="${(width - w * scale) / 2}" y="${middle - (h * scale) / 2}" width="${w * scale}" height="${h * scale}" viewBox="${wordmark.viewBox}" fill="${onGreen}" color="${onGreen}">${wordmark.content}</svg><path stroke="${gold}" stroke-width="2" d="M${width / 2 - 60} ${middle + box.height / 2 + 28}h120"/>${words.join('')}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 86, progressive: true, mozjpeg: true }).toBuffer();
}
