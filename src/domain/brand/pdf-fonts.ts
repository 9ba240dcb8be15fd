/** The schema of `content/brand/fonts/pdf.json`, which `npm run fonts` writes: the fonts of PDF documents. */
import * as z from 'zod';

/** Measures are thousandths of the font size. */
const font = z.strictObject({
  name: z.string(),
  ascent: z.number(),
  descent: z.number(),
  capHeight: z.number(),
  box: z.array(z.number()),
  /** The glyph of each character, and its width. */
  glyphs: z.record(z.string(), z.array(z.number())),
  /** Bytes of the file, and the file, compressed (zlib), in base64. */
  length: z.number(),
  file: z.string(),
});

/** In each face, the fonts that are asked for a character in turn. */
const face = z.array(font).min(1);

export const pdfFontsFile = z.strictObject({ text: face, strong: face, display: face });

export type PdfFont = z.output<typeof font>;
export type PdfFonts = z.output<typeof pdfFontsFile>;
/** Text, text that stands out, and titles. */
export type PdfFace = keyof PdfFonts;
