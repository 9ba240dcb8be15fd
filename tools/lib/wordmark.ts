/** The wordmark and the icon of a new shop (docs/brand.md): its name, and its first letter, as outlines of the shop's fonts. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import anyAscii from 'any-ascii';
import { create, type Font } from 'fontkit';
import type { Theme } from '#domain/brand/theme.ts';
import { initialOf } from '#domain/catalogue/placeholder.ts';

/** The font of titles, and the one of Devanagari. */
export type Fonts = { latin: Font; devanagari: Font };

/** @param content folder of the content */
export function readFonts(content: string): Fonts {
  const font = (name: string) => create(readFileSync(join(content, 'brand/fonts', `${name}.woff2`)));
  return { latin: font('display-500'), devanagari: font('devanagari-400') };
}

/** The characters that no font of the shop has: the wordmark has their Latin letters instead. */
export const lettersWithout = (name: string, { latin, devanagari }: Fonts): string[] => [
  ...new Set(
    [...name].filter((letter) => {
      const code = letter.codePointAt(0) ?? 0;
      return (
        !/[\u200c\u200d]/.test(letter) && ![latin, devanagari].some((font) => font.hasGlyphForCodePoint(code))
      );
    }),
  ),
];

type Drawn = { paths: string; left: number; right: number; top: number; bottom: number };

/** Units of an em. */
const em = 1000;

/** A line whose baseline begins at 0, `y`. */
function drawLine(text: string, fonts: Fonts, y: number): Drawn {
  const missing = lettersWithout(text, fonts);
  const drawable = [...text].map((letter) => (missing.includes(letter) ? anyAscii(letter) : letter)).join('');
  const drawn: Drawn = { paths: '', left: 0, right: 0, top: y, bottom: y };
  let x = 0;
  for (const [run = ''] of drawable.matchAll(/[\u0900-\u097f\u200c\u200d]+|[^\u0900-\u097f\u200c\u200d]+/g)) {
    const font = /[\u0900-\u097f]/.test(run) ? fonts.devanagari : fonts.latin;
    const scale = em / font.unitsPerEm;
    const { glyphs, positions } = font.layout(run);
    for (const [n, { path }] of glyphs.entries()) {
      const { xAdvance, xOffset, yOffset } = positions[n] ?? { xAdvance: 0, xOffset: 0, yOffset: 0 };
      const outline = path.toSVG();
      if (outline) {
        const place = `translate(${round(x + xOffset * scale)} ${round(y - yOffset * scale)}) scale(${round(scale)} ${round(-scale)})`;
        drawn.paths += `<path transform="${place}" d="${outline.replaceAll(/\d+\.\d+/g, (digits) => String(round(Number(digits))))}"/>`;
        drawn.top = Math.min(drawn.top, y - (path.bbox.maxY + yOffset) * scale);
        drawn.bottom = Math.max(drawn.bottom, y - (path.bbox.minY + yOffset) * scale);
      }
      x += xAdvance * scale;
    }
  }
  return { ...drawn, right: x };
}

const round = (value: number): number => Math.round(value * 100) / 100;

/** A line that is wider than this many of its heights is broken, since a phone's header has room for so many. */
const widest = 9;
/** Between two baselines. */
const lineHeight = 1.05 * em;

/** Two lines, as even as words allow; one without a space between words. */
function brokenInTwo(name: string): string[] {
  const spaces = [...name.matchAll(/ /g)].map(({ index }) => index);
  const at = spaces.sort((a, b) => Math.abs(a - name.length / 2) - Math.abs(b - name.length / 2))[0];
  return at === undefined ? [name] : [name.slice(0, at), name.slice(at + 1)];
}

/** @returns the text of `wordmark.svg` */
export function drawWordmark(name: string, fonts: Fonts): string {
  const one = drawLine(name, fonts, 0);
  const isWide = one.right / (one.bottom - one.top) > widest;
  const texts = isWide ? brokenInTwo(name) : [name];
  const lines = texts.map((text, n) => drawLine(text, fonts, n * lineHeight));
  const right = Math.max(...lines.map((line) => line.right));
  const [top, bottom] = [
    Math.min(...lines.map((line) => line.top)),
    Math.max(...lines.map((line) => line.bottom)),
  ];
  const centred = lines.map((line) =>
    line.right === right
      ? line.paths
      : `<g transform="translate(${round((right - line.right) / 2)} 0)">${line.paths}</g>`,
  );
  const box = [0, Math.floor(top) - 10, Math.ceil(right), Math.ceil(bottom - top) + 20].join(' ');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}" fill="currentColor">${centred.join('')}</svg>\n`;
}

/** The side of the icon, and the size of its letter: phones cut off the outer fifth. */
const icon = { side: 64, letter: 30 } as const;

/** @returns the text of `icon.svg`: the first letter on the main colour */
export function drawIcon(name: string, fonts: Fonts, { green, onGreen }: Theme['colours']): string {
  const letter = drawLine(initialOf(name) || 'A', fonts, 0);
  const [width, height] = [letter.right - letter.left, letter.bottom - letter.top];
  const scale = icon.letter / Math.max(width, height);
  const place = [(icon.side - width * scale) / 2, (icon.side - height * scale) / 2 - letter.top * scale];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${green}"/><g fill="${onGreen}" transform="translate(${place.map(round).join(' ')}) scale(${Math.round(scale * 1e5) / 1e5})">${letter.paths}</g></svg>\n`;
}
