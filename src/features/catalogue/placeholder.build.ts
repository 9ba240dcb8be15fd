/** Draws the picture of a product without one (domain/catalogue/placeholder.ts), in the shop's colours. */
import type { Picture } from '#domain/catalogue/card.ts';
import { initialOf, packOf } from '#domain/catalogue/placeholder.ts';
import { theme } from '#features/brand/theme.build.ts';
import { type Line, outline } from '#features/seo/text-outlines.build.ts';
import { productDrawing } from '#lib/more-paths.ts';
import { categoryOf } from './categories.build.ts';

type Drawn = { name: string; category: string };

/** px */
const side = 1200;

/** Soft grounds, so that many drawings beside each other differ. */
const grounds = ['sand', 'sage', 'mist', 'clay'] as const;

const groundOf = (name: string): string => {
  const sum = [...name].reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0);
  return theme.colours[grounds[sum % grounds.length] ?? 'sand'];
};

/** A letter in the font of titles, or in the one for Devanagari. */
async function outlineInitial(letter: string, size: number): Promise<Line> {
  const latin = await outline(letter, { font: 'display-500', size });
  return latin.svg ? latin : outline(letter, { font: 'devanagari-400', size });
}

/** @returns an SVG in a square of 400 */
export async function drawProduct({ name, category }: Drawn): Promise<string> {
  const { outline: lines, detail, letter } = packOf((await categoryOf(category))?.drawing);
  const ground = groundOf(name);
  const { cream, paper, green: ink, gold } = theme.colours;
  const initial = await outlineInitial(initialOf(name), letter.size);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 400" width="${side}" height="${side}"><defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="${cream}"/><stop offset="1" stop-color="${ground}"/></linearGradient></defs><path fill="url(#g)" d="M0 0h400v400H0z"/><path fill="${paper}" fill-opacity=".6" d="M84 340V176a116 116 0 0 1 232 0v164z"/><path fill="none" stroke="${gold}" stroke-opacity=".55" d="M76 340V176a124 124 0 0 1 248 0v164"/><path stroke="${gold}" d="M48 340h304"/><ellipse cx="200" cy="334" rx="92" ry="5" fill="${ink}" fill-opacity=".08"/><g transform="translate(0 18)"><g fill="none" stroke="${ink}" stroke-linejoin="round" stroke-linecap="round"><path fill="${paper}" stroke-width="2" d="${lines}"/><path stroke-opacity=".45" d="${detail}"/></g><g fill="${ink}" transform="translate(${200 - initial.width / 2} ${letter.y})">${initial.svg}</g></g></svg>`;
}

/** The drawing as a picture of cards and galleries: one small file for all sizes. It says nothing, so it has no `alt`. */
export const drawingOf = (id: string, { name }: Drawn): Picture => ({
  avif: '',
  webp: '',
  src: productDrawing(id),
  width: side,
  height: side,
  alt: '',
  colour: groundOf(name),
});
