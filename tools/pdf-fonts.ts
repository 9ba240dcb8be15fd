/**
 * Writes the fonts of PDF documents, `content/brand/fonts/pdf.json`, from TrueType subsets (docs/brand.md says how
 * these are made): `npm run fonts -- FOLDER`. They are compressed here, once, and not for each document.
 */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { create, type Font } from 'fontkitten';
import { type PdfFace, type PdfFont, type PdfFonts, pdfFontsFile } from '#domain/brand/pdf-fonts.ts';
import { contentFile } from '#lib/content-folder.build.ts';

/** The tables that a PDF needs (ISO 32000-2, 9.9). */
const needed = ['cvt ', 'fpgm', 'glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp', 'prep'];

type Table = { name: string; record: Buffer; data: Buffer };

const readTables = (file: Buffer): Table[] =>
  Array.from({ length: file.readUInt16BE(4) }, (_, n) => {
    const record = file.subarray(12 + 16 * n, 28 + 16 * n);
    const offset = record.readUInt32BE(8);
    const data = file.subarray(offset, offset + record.readUInt32BE(12));
    return { name: record.toString('latin1', 0, 4), record, data };
  });

/** The widths of the glyphs, in units of the font. */
function readWidths(tables: readonly Table[]): (id: number) => number {
  const table = (name: string): Buffer => tables.find((one) => one.name === name)?.data ?? Buffer.alloc(0);
  const last = table('hhea').readUInt16BE(34) - 1;
  return (id) => table('hmtx').readUInt16BE(4 * Math.min(id, last));
}

/** A TrueType file with the needed tables alone. */
function strip(file: Buffer): Buffer {
  const tables = readTables(file).filter(({ name }) => needed.includes(name));
  const power = Math.floor(Math.log2(tables.length));
  const header = Buffer.alloc(12 + 16 * tables.length);
  file.copy(header, 0, 0, 4);
  header.writeUInt16BE(tables.length, 4);
  header.writeUInt16BE(16 * 2 ** power, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE(16 * (tables.length - 2 ** power), 10);
  const parts: Buffer[] = [header];
  let offset = header.length;
  for (const [n, { record, data }] of tables.entries()) {
    record.copy(header, 12 + 16 * n);
    header.writeUInt32BE(offset, 12 + 16 * n + 8);
    const padding = Buffer.alloc((4 - (data.length % 4)) % 4);
    parts.push(data, padding);
    offset += data.length + padding.length;
  }
  return Buffer.concat(parts);
}

/** Measures are thousandths of the font size. `glyphs` has the glyph and the width of each character. */
async function describe(path: string): Promise<PdfFont> {
  const file = await readFile(path);
  const font = create(file) as Font;
  const widthOf = readWidths(readTables(file));
  const scale = 1000 / font.unitsPerEm;
  const glyphs = Object.fromEntries(
    font.characterSet.map((code) => {
      const { id } = font.glyphForCodePoint(code);
      return [String.fromCodePoint(code), [id, Math.round(widthOf(id) * scale)]];
    }),
  );
  const { minX, minY, maxX, maxY } = font.bbox;
  const stripped = strip(file);
  return {
    name: font.postscriptName,
    ascent: Math.round(font.ascent * scale),
    descent: Math.round(font.descent * scale),
    capHeight: Math.round(font.capHeight * scale),
    box: [minX, minY, maxX, maxY].map((side) => Math.round(side * scale)),
    glyphs,
    length: stripped.length,
    file: deflateSync(stripped, { level: 9 }).toString('base64'),
  };
}

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Usage: npm run fonts -- FOLDER, which has the .ttf files');
const files = (await readdir(folder)).filter((name) => name.endsWith('.ttf')).sort();
/** The fonts of a face: `text.ttf`, then `text-2.ttf` for characters that the first one lacks. */
const fontsOf = (face: PdfFace) =>
  Promise.all(files.filter((name) => name.startsWith(face)).map((name) => describe(join(folder, name))));
const fonts: PdfFonts = {
  text: await fontsOf('text'),
  strong: await fontsOf('strong'),
  display: await fontsOf('display'),
};
await writeFile(contentFile('brand/fonts/pdf.json'), `${JSON.stringify(pdfFontsFile.parse(fonts))}\n`);
