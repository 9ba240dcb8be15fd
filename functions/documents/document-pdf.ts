/**
 * An invoice or a credit note as a PDF, A4 (docs/decisions/24-a-pdf-writer.md). Every text is measured: what is longer
 * than its room takes more lines, and what follows it begins below.
 */
import type { ShopDocument } from '#domain/documents/document.ts';
import {
  type DocumentView,
  documentView,
  type Field,
  type Party,
  type Row,
} from '#domain/documents/document-view.ts';
import { colours } from '../email/theme.ts';
import { breakLines, createPdf, isRewritten, type Pdf, pageSize, type Style, textWidth } from './pdf.ts';

const margin = 44;
const right = pageSize.width - margin;
const width = right - margin;
/** The lowest baseline of a row; below it are page number and notes. */
const bottom = pageSize.height - 64;
/** The width of the right half of a page, beside the supplier, the recipient and the notes. */
const half = width / 2 - 20;
/** The room between a label or a column and the next one. */
const gap = 10;

const styles: Record<'shop' | 'title' | 'label' | 'text' | 'strong' | 'total', Style> = {
  shop: { face: 'display', size: 27, colour: colours.green },
  title: { face: 'display', size: 21, colour: colours.ink },
  label: { face: 'text', size: 8, colour: colours.inkSoft },
  text: { face: 'text', size: 9, colour: colours.ink },
  strong: { face: 'strong', size: 9, colour: colours.ink },
  total: { face: 'strong', size: 12, colour: colours.ink },
};

const toRight = (style: Style): Style => ({ ...style, align: 'right' });

/** A line of text, in the style that it is printed in. */
type Line = { text: string; style: Style };

/** A text as lines of at most `wide` points. */
const styledLines = (text: string, style: Style, wide: number): Line[] =>
  breakLines(text, style, wide).map((line) => ({ text: line, style }));

/** Writes lines below each other, the first one at a baseline. @returns the baseline after the last one */
function drawLines(pdf: Pdf, lines: readonly Line[], x: number, baseline: number, step: number): number {
  for (const [n, { text, style }] of lines.entries()) if (text) pdf.text(text, x, baseline + n * step, style);
  return baseline + lines.length * step;
}

/** @returns the file */
export function documentPdf(document: ShopDocument): Promise<Uint8Array<ArrayBuffer>> {
  const view = documentView(document);
  const title = `${view.title} ${document.number}`;
  const pdf = createPdf(title);
  pdf.addPage();
  let y = drawParties(pdf, view, drawHead(pdf, document, view));
  const table = tableOf(view);
  const rows = view.rows.map((row) => {
    const lines = [
      ...styledLines(row.name, styles.strong, table.first - gap),
      ...row.details.flatMap((detail) => styledLines(detail, styles.label, table.first - gap)),
    ];
    return { row, lines, height: 12 + Math.max(2, lines.length) * 11.5 };
  });
  for (const [n, { row, lines, height }] of rows.entries()) {
    const isFirst = n === 0;
    const fits = y + (isFirst ? 12 + table.height : 0) + height <= bottom;
    if (!fits) pdf.addPage();
    if (isFirst || !fits) y = drawColumns(pdf, table, fits ? y + 12 : margin);
    drawRow(pdf, table, row, lines, y);
    y += height;
    pdf.rectangle(margin, y, width, 0.5, colours.line);
  }
  drawSums(pdf, document, view, y);
  const pages = pdf.pageCount();
  for (let page = 0; page < pages; page += 1)
    pdf.text(
      `${title}  ·  ${page + 1} of ${pages}`,
      ...[right, pageSize.height - 36, toRight(styles.label), page],
    );
  return pdf.bytes();
}

/** The supplier on the left; title, number and dates on the right. @returns where it ends */
function drawHead(pdf: Pdf, { supplier }: ShopDocument, view: DocumentView): number {
  const facts = 190;
  const room = width - facts - 2 * gap;
  const lines = [supplier.name, ...supplier.address, `GSTIN ${supplier.gstin}`].flatMap((text, n) =>
    styledLines(text, n === 0 ? styles.strong : styles.text, room),
  );
  const name = drawLines(pdf, styledLines(supplier.shop, styles.shop, room), margin, 66, 30);
  const left = drawLines(pdf, lines, margin, name - 8, 12.5);
  pdf.text(view.title, right, 64, toRight(styles.title));
  pdf.text(view.subtitle, right, 77, toRight(styles.label));
  const end = Math.max(left + 9, drawFields(pdf, view.facts, right - facts, 97, facts) - 2);
  pdf.rectangle(margin, end, width, 0.8, colours.gold);
  return end;
}

/**
 * Labels on the left, values on the right, the first value strong.
 * @param step from one line to the next @returns the baseline after the last one
 */
function drawFields(
  pdf: Pdf,
  fields: readonly Field[],
  x: number,
  baseline: number,
  wide: number,
  { label = styles.label, value = styles.text, first = styles.strong, step = 13 } = {},
): number {
  let y = baseline;
  for (const [n, field] of fields.entries()) {
    const style = n === 0 ? first : value;
    const room = Math.max(wide / 2, wide - textWidth(field.value, style) - gap);
    const labels = styledLines(field.label, label, room);
    const used = Math.max(...labels.map(({ text }) => textWidth(text, label)));
    const values = styledLines(field.value, toRight(style), wide - used - gap);
    drawLines(pdf, labels, x, y, step);
    drawLines(pdf, values, x + wide, y, step);
    y += Math.max(labels.length, values.length) * step;
  }
  return y;
}

/** The recipient, where the goods go, and what is said about the supply. @returns where it ends */
function drawParties(pdf: Pdf, view: DocumentView, top: number): number {
  const x = right - half;
  const drawParty = ({ title, lines }: Party, left: number, from: number): number => {
    pdf.text(title, left, from, styles.label);
    const texts = lines.flatMap((text, n) => styledLines(text, n === 0 ? styles.strong : styles.text, half));
    return drawLines(pdf, texts, left, from + 15, 12.5);
  };
  const [recipient, delivered] = view.parties;
  const left = recipient ? drawParty(recipient, margin, top + 21) : top;
  const fields = drawFields(pdf, view.supply, x, top + 21, half);
  return Math.max(left, delivered ? drawParty(delivered, x, fields + 8) : fields);
}

/**
 * The columns: the titles' lines and their height, the right edges of those after the first, and the width of the first.
 * @property cell the style of amounts
 */
type Table = { titles: Line[][]; height: number; edges: number[]; first: number; cell: Style };

/** The least width of the first column, and the sizes of amounts: the first one that leaves it that much is taken. */
const leastFirst = 120;
const cellSizes = [9, 8.5, 8, 7.5, 7, 6.5, 6];

/** Makes each column as wide as its longest amount, and all of them at least equally wide where there is room. */
function tableOf({ columns: [first = '', ...others], rows }: DocumentView): Table {
  const least = others.length > 6 ? 50 : 56;
  const widthsAt = (size: number): number[] =>
    others.map((title, n) => {
      const texts = rows.flatMap(({ cells }) => [cells[n]?.text ?? '', cells[n]?.below ?? '']);
      const words = title.split(' ').map((word) => textWidth(word, styles.label));
      const amounts = texts.map((text) => textWidth(text, { ...styles.strong, size }));
      return Math.max(least, Math.max(...words, ...amounts) + gap);
    });
  const firstAt = (size: number): number => width - gap - widthsAt(size).reduce((sum, one) => sum + one, 0);
  const size = cellSizes.find((one) => firstAt(one) >= leastFirst) ?? 6;
  const widths = widthsAt(size);
  const edges = widths.map((_, n) => right - 6 - widths.slice(n + 1).reduce((sum, one) => sum + one, 0));
  const titles = [
    styledLines(first, styles.label, firstAt(size)),
    ...others.map((title, n) => styledLines(title, toRight(styles.label), (widths[n] ?? 0) - gap + 4)),
  ];
  const height = 9 + Math.max(...titles.map((lines) => lines.length)) * 9.5;
  return { titles, height, edges, first: firstAt(size), cell: { ...styles.text, size } };
}

/** @returns where they end */
function drawColumns(pdf: Pdf, { titles, height, edges }: Table, top: number): number {
  pdf.rectangle(margin, top, width, height, colours.cream);
  for (const [n, lines] of titles.entries()) {
    const x = n === 0 ? margin + 6 : (edges[n - 1] ?? right);
    drawLines(pdf, lines, x, top + height / 2 + 3 - (lines.length - 1) * 4.75, 9.5);
  }
  return top + height;
}

function drawRow(
  pdf: Pdf,
  { edges, cell }: Table,
  { cells }: Row,
  lines: readonly Line[],
  top: number,
): void {
  drawLines(pdf, lines, margin + 6, top + 15, 11.5);
  for (const [n, edge] of edges.entries()) {
    const { text = '', below } = cells[n] ?? {};
    const style = n === edges.length - 1 ? { ...cell, face: styles.strong.face } : cell;
    pdf.text(text, edge, top + 15, toRight(style));
    if (below) pdf.text(below, edge, top + 26.5, toRight(styles.label));
  }
}

/** The notes and what the law asks for, as lines of at most `wide` points; an empty line ends each. */
function noteLines({ supplier }: ShopDocument, view: DocumentView, wide: number): Line[] {
  const texts = [
    ...view.parties.flatMap(({ lines }) => lines),
    ...view.rows.map(({ name }) => name),
    ...view.notes.map(({ value }) => value),
  ];
  const rewritten = `Letters that this file does not have are written as Latin letters. The page on ${supplier.url}/orders, which the link in our email opens too, has the original.`;
  return [
    ...view.notes.flatMap(({ label, value }) => [
      { text: label, style: styles.label },
      ...styledLines(value, styles.text, wide),
      { text: '', style: styles.label },
    ]),
    ...[...(texts.some(isRewritten) ? [rewritten] : []), ...view.footnotes].flatMap((note) =>
      styledLines(note, styles.label, wide),
    ),
  ];
}

/** The sums on the right, the notes on the left; on a page of their own where they do not fit. */
function drawSums(pdf: Pdf, document: ShopDocument, view: DocumentView, from: number): void {
  const notes = noteLines(document, view, half);
  let y = from;
  // Labels and values of sums take one line each, except for the longest code.
  if (y + 22 + Math.max(view.sums.length * 15 + 50, notes.length * 12) > bottom) {
    pdf.addPage();
    y = margin;
  }
  const x = right - half;
  const plain = { label: styles.text, value: styles.text, first: styles.text, step: 15 };
  const totalAt = drawFields(pdf, view.sums, x, y + 22, half - 6, plain);
  pdf.rectangle(x, totalAt - 5, half, 0.8, colours.gold);
  const total = { label: styles.total, first: styles.total, step: 15 };
  drawFields(pdf, [view.total], x, totalAt + 13, half - 6, total);
  drawLines(pdf, notes, margin, y + 22, 12);
}
