/** Checks the files of `content/brand` that are not YAML: wordmark, icon and fonts. For tools/lib/check-content.ts. */
import { iconMistake, readWordmark } from '#domain/brand/drawing.ts';
import { type PdfFonts, pdfFontsFile } from '#domain/brand/pdf-fonts.ts';
import type { ContentFiles } from './check-content.ts';
import { ContentError, type Report } from './content-references.ts';

const pdfFonts = 'brand/fonts/pdf.json';

/** With these the build draws share pictures and the pictures of products without one. */
const drawnWith = ['display-500', 'text-400', 'text-500', 'devanagari-400'];

/** The fonts of PDF documents. @throws ContentError */
export function readPdfFonts(files: ContentFiles): PdfFonts {
  const text = files.read(pdfFonts);
  if (text === undefined) throw new ContentError([`content/${pdfFonts}: the file is missing`]);
  try {
    return pdfFontsFile.parse(JSON.parse(text));
  } catch {
    throw new ContentError([`content/${pdfFonts}: has no fonts of PDF documents: npm run fonts writes it`]);
  }
}

/** Reports files of the brand that are missing or cannot be used. */
export function checkBrand(files: ContentFiles, report: Report): void {
  const textOf = (name: string): string | undefined => {
    const text = files.read(name);
    if (text === undefined) report(`content/${name}: the file is missing`);
    return text;
  };
  const wordmark = textOf('brand/wordmark.svg');
  const read = wordmark === undefined ? undefined : readWordmark(wordmark);
  if (typeof read === 'string') report(`content/brand/wordmark.svg: ${read}`);
  const icon = textOf('brand/icon.svg');
  const mistake = icon === undefined ? undefined : iconMistake(icon);
  if (mistake) report(`content/brand/icon.svg: ${mistake}`);

  const names = new Set(files.names());
  const named = [...(textOf('brand/fonts.css') ?? '').matchAll(/url\(['"]?\.\/([^'")]+)['"]?\)/g)];
  for (const [, file = ''] of named)
    if (!names.has(`brand/${file}`)) report(`content/brand/fonts.css: there is no file brand/${file}`);
  for (const name of [...drawnWith.map((font) => `brand/fonts/${font}.woff2`), pdfFonts])
    if (!names.has(name)) report(`content/${name}: the file is missing`);
}
