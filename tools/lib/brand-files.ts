/** Checks the files of `content/brand` that are not YAML: wordmark, icon and fonts. For tools/lib/check-content.ts. */

import { type PdfFonts, pdfFontsFile } from '#domain/brand/pdf-fonts.ts';
import { iconMistake, readWordmark } from '#domain/brand/svg.ts';
import { ContentError, type Report } from './content-references.ts';

/** The files of `content/`, by their paths in it. */
type Files = { names(): readonly string[]; read(name: string): string | undefined };

const pdfFonts = 'brand/fonts/pdf.json';

/** With these the build draws share pictures and the pictures of products without one. */
const drawnWith = ['display-500', 'text-400', 'text-500', 'devanagari-400'];

/** The fonts of PDF documents. @throws ContentError */
export function readPdfFonts(files: Files): PdfFonts {
  const text = files.read(pdfFonts);
  if (text === undefined) throw new ContentError([`content/${pdfFonts}: the file is missing`]);
  try {
    return pdfFontsFile.parse(JSON.parse(text));
  } catch {
    throw new ContentError([`content/${pdfFonts}: has no fonts of PDF documents: npm run fonts writes it`]);
  }
}

/**
 * Reports files of the brand that are missing or cannot be used. The editor knows that these files are there, but not what
 * is in them.
 */
export function checkBrand(files: Files, report: Report): void {
  const names = new Set(files.names());
  const check = (name: string, mistakeIn: (text: string) => string | undefined) => {
    const text = files.read(name);
    const mistake = text === undefined ? undefined : mistakeIn(text);
    if (mistake) report(`content/${name}: ${mistake}`);
  };
  check('brand/wordmark.svg', (svg) => {
    const read = readWordmark(svg);
    return typeof read === 'string' ? read : undefined;
  });
  check('brand/icon.svg', iconMistake);
  const named = [...(files.read('brand/fonts.css') ?? '').matchAll(/url\(['"]?\.\/([^'")]+)['"]?\)/g)];
  for (const [, file = ''] of named)
    if (!names.has(`brand/${file}`)) report(`content/brand/fonts.css: there is no file brand/${file}`);
  const fonts = drawnWith.map((font) => `fonts/${font}.woff2`);
  for (const name of ['wordmark.svg', 'icon.svg', 'fonts.css', 'fonts/pdf.json', ...fonts])
    if (!names.has(`brand/${name}`)) report(`content/brand/${name}: the file is missing`);
}
