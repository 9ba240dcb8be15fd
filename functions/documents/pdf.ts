/**
 * A small writer of PDF files (ISO 32000-2): pages with texts and rules, in fonts that the file contains. It writes no
 * dates and no random ids, so that a document that is written again has the same bytes.
 */
import type { PdfFace, PdfFont } from '#domain/brand/pdf-fonts.ts';
import { pdfFonts } from '#settings';
import { latinText, visibleText } from './latin.ts';

/** In the file, `text-0` is the first font of texts. */
const nameOf = (face: PdfFace, index: number): string => `${face}-${index}`;
const namesOf = (face: PdfFace): string[] => pdfFonts[face].map((_, index) => nameOf(face, index));

const fonts = new Map<string, PdfFont>(
  (['text', 'strong', 'display'] as const).flatMap((face) =>
    pdfFonts[face].map((font, index) => [nameOf(face, index), font]),
  ),
);

function fontOf(name: string): PdfFont {
  const font = fonts.get(name);
  if (!font) throw new Error(`there is no font ${name}`);
  return font;
}

/** The fonts of a face, which are asked for a character in turn. */
const faces: Record<PdfFace, readonly string[]> = {
  text: namesOf('text'),
  strong: namesOf('strong'),
  display: [...namesOf('display'), ...namesOf('text')],
};

/** @property size points @property colour `#1d3327` @property align what `x` is; left by default */
export type Style = { face: PdfFace; size: number; colour: string; align?: 'left' | 'right' };

/** A run of glyphs of one font. */
type Run = { font: string; glyphs: { id: number; width: number; character: string }[] };

/** A4, points. */
export const pageSize = { width: 595.28, height: 841.89 };

const glyphOf = (face: PdfFace, character: string) => {
  for (const font of faces[face]) {
    const [id, width] = fontOf(font).glyphs[character] ?? [];
    if (id !== undefined && width !== undefined) return { font, id, width };
  }
  return undefined;
};

/** The text with the characters that a face can draw (latin.ts). */
const printed = (face: PdfFace, text: string): string =>
  latinText(text, (character) => glyphOf(face, character) !== undefined);

/** Whether letters or digits of a text are printed as others. */
export const isRewritten = (text: string): boolean =>
  [...visibleText(text)].some((character) => /[\p{L}\p{N}]/u.test(character) && !glyphOf('text', character));

function runsOf(face: PdfFace, text: string): Run[] {
  const runs: Run[] = [];
  for (const character of printed(face, text)) {
    const glyph = glyphOf(face, character);
    if (!glyph) continue;
    const { font, id, width } = glyph;
    if (runs.at(-1)?.font !== font) runs.push({ font, glyphs: [] });
    runs.at(-1)?.glyphs.push({ id, width, character });
  }
  return runs;
}

/** The width of a text, thousandths of the font size. */
const unitsOf = (face: PdfFace, text: string): number =>
  runsOf(face, text).reduce((sum, { glyphs }) => sum + glyphs.reduce((all, { width }) => all + width, 0), 0);

/** The width of a text, points. */
export const textWidth = (text: string, { face, size }: Style): number => (unitsOf(face, text) * size) / 1000;

/** Breaks a text into lines of at most `width` points: between words, and within a word that is wider. */
export function breakLines(text: string, { face, size }: Style, width: number): string[] {
  const most = (width * 1000) / size;
  const space = unitsOf(face, ' ');
  const lines: string[] = [];
  /** The width of the last line. */
  let used = 0;
  for (const word of printed(face, text).split(/\s+/).filter(Boolean)) {
    const units = unitsOf(face, word);
    if (lines.length && used + space + units <= most) {
      lines[lines.length - 1] += ` ${word}`;
      used += space + units;
      continue;
    }
    let line = '';
    used = 0;
    for (const character of word) {
      const next = unitsOf(face, character);
      if (line && used + next > most) {
        lines.push(line);
        line = '';
        used = 0;
      }
      line += character;
      used += next;
    }
    lines.push(line);
  }
  return lines;
}

const hex = (number: number): string => number.toString(16).padStart(4, '0');
/** A glyph in a string of a page. Brackets, backslashes and returns have another meaning there. */
const twoBytes = (id: number): string =>
  String.fromCharCode(id >> 8, id & 0xff).replaceAll(/[()\\\r]/g, (byte) =>
    byte === '\r' ? '\\r' : `\\${byte}`,
  );
const rounded = (number: number, steps: number): string => String(Math.round(number * steps) / steps);
const point = (number: number): string => rounded(number, 10);
const colourOf = (colour: string): string =>
  [1, 3, 5].map((at) => rounded(Number.parseInt(colour.slice(at, at + 2), 16) / 255, 1000)).join(' ');
/** A text string of the file's information: UTF-16 with its mark. */
const textString = (text: string): string =>
  `<feff${Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at))).join('')}>`;

/** What {@link createPdf} returns. Positions are points from the upper left corner; `y` of a text is its baseline. */
export type Pdf = ReturnType<typeof createPdf>;

/** @param title of the document, for the window that shows it */
export function createPdf(title: string) {
  /** What is written on each page. */
  const pages: string[][] = [];
  /** The characters of each font that the document has, by glyph. */
  const used = new Map<string, Map<number, { width: number; character: string }>>();
  const y = (fromTop: number): string => point(pageSize.height - fromTop);
  /** Colour and font of each page by now: they are written when they change. */
  const states: { colour?: string; font?: string }[] = [];
  function change(page: number, kind: 'colour' | 'font', operator: string): string {
    const state = states[page] ?? {};
    states[page] = { ...state, [kind]: operator };
    return state[kind] === operator ? '' : `${operator} `;
  }
  const fill = (page: number, colour: string): string => change(page, 'colour', `${colourOf(colour)} rg`);
  function rectangle(x: number, top: number, width: number, height: number, colour: string): void {
    const page = pages.length - 1;
    const sides = [point(x), y(top + height), point(width), point(height)].join(' ');
    pages[page]?.push(`${fill(page, colour)}${sides} re f`);
  }

  return {
    addPage: (): void => {
      pages.push([]);
    },
    pageCount: (): number => pages.length,
    /** @param page from 0; the last one by default */
    text(text: string, x: number, baseline: number, style: Style, page = pages.length - 1): void {
      const left = style.align === 'right' ? x - textWidth(text, style) : x;
      const shown = runsOf(style.face, text).map(({ font, glyphs }) => {
        const known = used.get(font) ?? new Map<number, { width: number; character: string }>();
        used.set(font, known);
        for (const { id, ...glyph } of glyphs) known.set(id, glyph);
        const shownIn = change(page, 'font', `/${font} ${point(style.size)} Tf`);
        return `${shownIn}(${glyphs.map(({ id }) => twoBytes(id)).join('')}) Tj`;
      });
      pages[page]?.push(
        `BT ${fill(page, style.colour)}${point(left)} ${y(baseline)} Td ${shown.join(' ')} ET`,
      );
    },
    /** A filled rectangle. */
    rectangle,
    bytes: (): Promise<Uint8Array<ArrayBuffer>> => write(title, pages, used),
  };
}

type Used = ReadonlyMap<string, ReadonlyMap<number, { width: number; character: string }>>;

/** Compresses by zlib, which PDF calls FlateDecode. */
async function deflate(operators: readonly string[]): Promise<Buffer> {
  const content = new Blob([Buffer.from(operators.join('\n'), 'latin1')]);
  const compressed = content.stream().pipeThrough(new CompressionStream('deflate'));
  return Buffer.from(await new Response(compressed).arrayBuffer());
}

/** The file: header, objects, their positions, trailer. */
async function write(
  title: string,
  pages: readonly string[][],
  used: Used,
): Promise<Uint8Array<ArrayBuffer>> {
  const contents = await Promise.all(pages.map(deflate));
  const objects: Buffer[] = [];
  const add = (content: string | Buffer): string => {
    objects.push(typeof content === 'string' ? Buffer.from(content, 'latin1') : content);
    return `${objects.length} 0 R`;
  };
  const stream = (entries: string, data: Buffer): string =>
    add(
      Buffer.concat([
        Buffer.from(`<< ${entries} /Length ${data.length} >>\nstream\n`),
        data,
        Buffer.from('\nendstream'),
      ]),
    );
  const names = [...used.keys()].toSorted();
  const resources = add(
    `<< /Font << ${names.map((name) => `/${name} ${addFont(name, used.get(name) ?? new Map(), add, stream)}`).join(' ')} >> >>`,
  );
  // The tree of pages stands after its pages, which refer to it.
  const tree = `${objects.length + 2 * pages.length + 1} 0 R`;
  const box = `[0 0 ${pageSize.width} ${pageSize.height}]`;
  const kids = contents.map((data) => {
    const content = stream('/Filter /FlateDecode', data);
    return add(
      `<< /Type /Page /Parent ${tree} /MediaBox ${box} /Resources ${resources} /Contents ${content} >>`,
    );
  });
  add(`<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`);
  const root = add(
    `<< /Type /Catalog /Pages ${tree} /Lang (en-IN) /ViewerPreferences << /DisplayDocTitle true >> >>`,
  );
  const info = add(`<< /Title ${textString(title)} >>`);

  const parts = [Buffer.from('%PDF-1.7\n%âãÏÓ\n', 'latin1')];
  const offsets: number[] = [];
  let length = parts[0]?.length ?? 0;
  const put = (part: Buffer): void => {
    parts.push(part);
    length += part.length;
  };
  for (const [n, object] of objects.entries()) {
    offsets.push(length);
    put(Buffer.concat([Buffer.from(`${n + 1} 0 obj\n`), object, Buffer.from('\nendobj\n')]));
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  put(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root ${root} /Info ${info} >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return new Uint8Array(Buffer.concat(parts));
}

/** A font with the widths of the glyphs that are used, and what characters they stand for, so that text can be copied. */
function addFont(
  name: string,
  glyphs: ReadonlyMap<number, { width: number; character: string }>,
  add: (content: string) => string,
  stream: (entries: string, data: Buffer) => string,
): string {
  const font = fontOf(name);
  const byId = [...glyphs].toSorted(([a], [b]) => a - b);
  const file = stream(`/Filter /FlateDecode /Length1 ${font.length}`, Buffer.from(font.file, 'base64'));
  const descriptor = add(
    `<< /Type /FontDescriptor /FontName /SUBSET+${font.name} /Flags 4 /FontBBox [${font.box.join(' ')}] /ItalicAngle 0 /Ascent ${font.ascent} /Descent ${font.descent} /CapHeight ${font.capHeight} /StemV 80 /FontFile2 ${file} >>`,
  );
  const widths = byId.map(([id, { width }]) => `${id} [${width}]`).join(' ');
  const descendant = add(
    `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /SUBSET+${font.name} /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> /FontDescriptor ${descriptor} /W [${widths}] /CIDToGIDMap /Identity >>`,
  );
  const blocks: string[] = [];
  // A block has at most a hundred entries.
  for (let at = 0; at < byId.length; at += 100) {
    const block = byId.slice(at, at + 100);
    const entries = block.map(([id, { character }]) => `<${hex(id)}> <${hex(character.charCodeAt(0))}>`);
    blocks.push(`${block.length} beginbfchar\n${entries.join('\n')}\nendbfchar`);
  }
  const toUnicode = stream(
    '',
    Buffer.from(
      `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Adobe-Identity-UCS def /CMapType 2 def 1 begincodespacerange <0000> <ffff> endcodespacerange\n${blocks.join('\n')}\nendcmap CMapName currentdict /CMap defineresource pop end end`,
    ),
  );
  return add(
    `<< /Type /Font /Subtype /Type0 /BaseFont /SUBSET+${font.name} /Encoding /Identity-H /DescendantFonts [${descendant}] /ToUnicode ${toUnicode} >>`,
  );
}
