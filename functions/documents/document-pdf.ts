/** An invoice or a credit note as a PDF, A4 (docs/decisions/24-a-pdf-writer.md). */
import type { ShopDocument } from '#features/documents/document.ts';
import { type DocumentView, documentView, type Field, type Row } from '#features/documents/document-view.ts';
import { colours } from '../email/theme.ts';
import { breakLines, createPdf, isRewritten, type Pdf } from './pdf.ts';
import { bottom, type Line, margin, numberPages, right, styles, toRight, width } from './pdf-page.ts';

/** The width of each column after the first, points. @param columns their number */
const columnWidth = (columns: number): number => (columns > 6 ? 50 : 56);

/** @returns the file */
export function documentPdf(document: ShopDocument): Promise<Uint8Array<ArrayBuffer>> {
  const pdf = createPdf(titleOf(document, documentView(document)));
  drawDocument(pdf, document);
  return pdf.bytes();
}

const titleOf = ({ number }: ShopDocument, { title }: DocumentView): string => `${title} ${number}`;

/** Adds the pages of a document to a file. */
export function drawDocument(pdf: Pdf, document: ShopDocument): void {
  const view = documentView(document);
  const first = pdf.pageCount();
  pdf.addPage();
  drawHead(pdf, document, view);
  let y = drawParties(pdf, view, 164);
  y = drawColumns(pdf, view, y + 26);
  for (const row of view.rows) {
    const lines = rowLines(row, view.columns.length - 1);
    const height = 12 + lines.length * 11.5;
    if (y + height > bottom) {
      pdf.addPage();
      y = drawColumns(pdf, view, margin + 10);
    }
    drawRow(pdf, row, lines, y);
    y += height;
    pdf.rectangle(margin, y, width, 0.5, colours.line);
  }
  drawSums(pdf, document, view, y);
  numberPages(pdf, titleOf(document, view), first);
}

/** The supplier on the left; title, number and dates on the right. */
function drawHead(pdf: Pdf, { supplier }: ShopDocument, view: DocumentView): void {
  pdf.text(supplier.shop, margin, 66, styles.shop);
  const lines = [supplier.name, ...supplier.address, `GSTIN ${supplier.gstin}`];
  for (const [n, line] of lines.entries())
    pdf.text(line, margin, 88 + n * 12.5, n === 0 ? styles.strong : styles.text);
  pdf.text(view.title, right, 64, toRight(styles.title));
  pdf.text(view.subtitle, right, 77, toRight(styles.label));
  drawFields(pdf, view.facts, right - 190, 97, 190);
  pdf.rectangle(margin, 147, width, 0.8, colours.gold);
}

/** Labels on the left, values on the right. */
function drawFields(pdf: Pdf, fields: readonly Field[], x: number, y: number, wide: number): void {
  for (const [n, { label, value }] of fields.entries()) {
    pdf.text(label, x, y + n * 13, styles.label);
    pdf.text(value, x + wide, y + n * 13, toRight(n === 0 ? styles.strong : styles.text));
  }
}

/** @returns where it ends */
function drawParties(pdf: Pdf, view: DocumentView, top: number): number {
  pdf.text(view.recipientTitle, margin, top + 4, styles.label);
  const lines = view.recipient.flatMap((text, n) =>
    breakLines(text, styles.text, width / 2 - 20).map((line) => ({ line, strong: n === 0 })),
  );
  for (const [n, { line, strong }] of lines.entries())
    pdf.text(line, margin, top + 19 + n * 12.5, strong ? styles.strong : styles.text);
  drawFields(pdf, view.supply, margin + width / 2 + 20, top + 4, width / 2 - 20);
  return top + 19 + lines.length * 12.5;
}

/** The right edge of each column after the first. */
function edges(columns: number): number[] {
  const each = columnWidth(columns);
  return Array.from({ length: columns }, (_, n) => right - 6 - (columns - 1 - n) * each);
}

function drawColumns(pdf: Pdf, { columns: [first = '', ...others] }: DocumentView, y: number): number {
  pdf.rectangle(margin, y - 14, width, 28, colours.cream);
  pdf.text(first, margin + 6, y + 3, styles.label);
  for (const [n, edge] of edges(others.length).entries()) {
    const lines = breakLines(others[n] ?? '', styles.label, columnWidth(others.length) - 6);
    const start = y + 3 - (lines.length - 1) * 4.5;
    for (const [at, line] of lines.entries()) pdf.text(line, edge, start + at * 9.5, toRight(styles.label));
  }
  return y + 14;
}

/** The lines of a row's first column. */
function rowLines({ name, details }: Row, columns: number): Line[] {
  const wide = width - columns * columnWidth(columns) - 4;
  return [
    ...breakLines(name, styles.strong, wide).map((text) => ({ text, style: styles.strong })),
    ...details.flatMap((detail) =>
      breakLines(detail, styles.label, wide).map((text) => ({ text, style: styles.label })),
    ),
  ];
}

function drawRow(pdf: Pdf, { cells }: Row, lines: readonly Line[], top: number): void {
  for (const [n, { text, style }] of lines.entries()) pdf.text(text, margin + 6, top + 15 + n * 11.5, style);
  for (const [n, edge] of edges(cells.length).entries()) {
    const { text = '', below } = cells[n] ?? {};
    pdf.text(text, edge, top + 15, toRight(n === cells.length - 1 ? styles.strong : styles.text));
    if (below) pdf.text(below, edge, top + 26.5, toRight(styles.label));
  }
}

/** The notes and what the law asks for, as lines of at most `wide` points; an empty line ends each. */
function noteLines({ supplier }: ShopDocument, view: DocumentView, wide: number): Line[] {
  const broken = (text: string, style: Line['style']): Line[] =>
    breakLines(text, style, wide).map((line) => ({ text: line, style }));
  const texts = [
    ...view.recipient,
    ...view.rows.map(({ name }) => name),
    ...view.notes.map(({ value }) => value),
  ];
  const rewritten = `Letters that this file does not have are written as Latin letters. The page on ${supplier.url}/orders, which the link in our email opens too, has the original.`;
  return [
    ...view.notes.flatMap(({ label, value }) => [
      { text: label, style: styles.label },
      ...broken(value, styles.text),
      { text: '', style: styles.label },
    ]),
    ...[...(texts.some(isRewritten) ? [rewritten] : []), ...view.footnotes].flatMap((note) =>
      broken(note, styles.label),
    ),
  ];
}

/** The sums on the right, the notes on the left; on a page of their own where they do not fit. */
function drawSums(pdf: Pdf, document: ShopDocument, view: DocumentView, from: number): void {
  const half = width / 2 - 20;
  const notes = noteLines(document, view, half);
  let y = from;
  if (y + 22 + Math.max(view.sums.length * 15 + 30, notes.length * 12) > bottom) {
    pdf.addPage();
    y = margin;
  }
  const x = right - half;
  for (const [n, { label, value }] of view.sums.entries()) {
    pdf.text(label, x, y + 22 + n * 15, styles.text);
    pdf.text(value, right - 6, y + 22 + n * 15, toRight(styles.text));
  }
  const totalAt = y + 22 + view.sums.length * 15;
  pdf.rectangle(x, totalAt - 5, half, 0.8, colours.gold);
  pdf.text(view.total.label, x, totalAt + 13, styles.total);
  pdf.text(view.total.value, right - 6, totalAt + 13, toRight(styles.total));
  for (const [n, { text, style }] of notes.entries())
    if (text) pdf.text(text, margin, y + 22 + n * 12, style);
}
