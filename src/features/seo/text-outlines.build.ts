/** Texts as outlines of the shop's fonts, so that a build needs no installed fonts. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { create, type Font } from 'fontkitten';
import { contentFile } from '#lib/content-folder.build.ts';

const fonts = new Map<string, Promise<Font>>();

const fileOf = (name: string): Promise<Buffer> => readFile(contentFile(`brand/fonts/${name}.woff2`));

/** For the key of a cache: another font makes another picture. @param name of a file in the brand's fonts */
export const hashOfFont = async (name: string): Promise<string> =>
  createHash('sha256')
    .update(await fileOf(name))
    .digest('hex');

/** @param name of a file in the brand's fonts */
function fontOf(name: string): Promise<Font> {
  const font = fonts.get(name) ?? fileOf(name).then((file) => create(file) as Font);
  fonts.set(name, font);
  return font;
}

type Style = {
  /** A file in the brand's fonts, without extension. */
  font: string;
  /** px */
  size: number;
  /** px between letters */
  spacing?: number;
};

export type Line = { svg: string; width: number };

/**
 * A line whose baseline starts at 0, 0, without the characters that the font does not have.
 * @returns its paths, and its width in px
 */
export async function outline(text: string, { font: name, size, spacing = 0 }: Style): Promise<Line> {
  const font = await fontOf(name);
  const scale = size / font.unitsPerEm;
  let x = 0;
  let svg = '';
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (!font.hasGlyphForCodePoint(code)) continue;
    const glyph = font.glyphForCodePoint(code);
    // The y axis of a font points up, that of an SVG down.
    svg += `<path transform="translate(${x} 0) scale(${scale} ${-scale})" d="${glyph.path.toSVG()}"/>`;
    x += glyph.advanceWidth * scale + spacing;
  }
  return { svg, width: Math.max(0, x - spacing) };
}

/** Breaks a text between words into lines of at most `width` px, unless a single word is wider. */
export async function outlineLines(text: string, style: Style, width: number): Promise<Line[]> {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length ? `${lines.at(-1)} ${word}` : word;
    const fits = (await outline(longer, style)).width <= width;
    if (fits && lines.length) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return Promise.all(lines.map((line) => outline(line, style)));
}
