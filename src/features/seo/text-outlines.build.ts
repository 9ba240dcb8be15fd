/** Texts as outlines of the shop's fonts, so that a build needs no installed fonts. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { create, type Font } from 'fontkitten';

const fonts = new Map<string, Promise<Font>>();

/** @param name of a file in src/assets/fonts */
function fontOf(name: string): Promise<Font> {
  const font =
    fonts.get(name) ??
    readFile(join(process.cwd(), 'src/assets/fonts', `${name}.woff2`)).then((file) => create(file) as Font);
  fonts.set(name, font);
  return font;
}

type Style = {
  /** A file in src/assets/fonts, without extension. */
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
