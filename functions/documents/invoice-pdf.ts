/** An invoice as a PDF, A4 (docs/decisions/24-a-pdf-writer.md). */
import type { NumberedInvoice } from '#features/documents/invoice.ts';
import { type Field, type InvoiceView, invoiceView, type Row } from '#features/documents/invoice-view.ts';
import { colours } from '../email/theme.ts';
import { breakLines, canPrint, createPdf, type Pdf, pageSize, type Style } from './pdf.ts';

const margin = 44;
const right = pageSize.width - margin;
const width = right - margin;
/** The lowest baseline of a row; below it are page number and notes. */
const bottom = pageSize.height - 64;

const styles = {
  shop: { face: 'display', size: 27, colour: colours.green },
  title: { face: 'display', size: 21, colour: colours.ink },
  label: { face: 'text', size: 8, colour: colours.inkSoft },
  text: { face: 'text', size: 9, colour: colours.ink },
  strong: { face: 'strong', size: 9, colour: colours.ink },
  total: { face: 'strong', size: 12, colour: colours.ink },
} as const satisfies Record<string, Style>;

const toRight = (style: Style): Style => ({ ...style, align: 'right' });

/** The width of each column after the first, points. @param columns their number */
const columnWidth = (columns: number): number => (columns > 6 ? 50 : 56);

const otherScript = '(in another script)';

/** The text, or a mark where the fonts have no glyphs for it: wrong glyphs would be worse. */
const printable = (text: string): string => (canPrint('text', text) ? text : otherScript);

/** @returns the file; the same invoice has the same bytes */
export function invoicePdf(invoice: NumberedInvoice): Uint8Array<ArrayBuffer> {
  const view = invoiceView(invoice);
  const pdf = createPdf(`${view.title} ${invoice.number}`);
  pdf.addPage();
  drawHead(pdf, invoice, view);
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
  drawSums(pdf, invoice, view, y);
  for (let page = 0; page < pdf.pageCount(); page += 1)
    pdf.text(
      `${view.title} ${invoice.number}  ·  ${page + 1} of ${pdf.pageCount()}`,
      right,
      pageSize.height - 36,
      toRight(styles.label),
      page,
    );
  return pdf.bytes();
}

/** The supplier on the left; title, number and dates on the right. */
function drawHead(pdf: Pdf, { supplier }: NumberedInvoice, view: InvoiceView): void {
  pdf.text(supplier.shop, margin, 66, styles.shop);
  const lines = [supplier.name, ...supplier.address, `GSTIN ${supplier.gstin}`];
  for (const [n, line] of lines.entries())
    pdf.text(printable(line), margin, 88 + n * 12.5, n === 0 ? styles.strong : styles.text);
  pdf.text(view.title, right, 64, toRight(styles.title));
  pdf.text(view.copy, right, 77, toRight(styles.label));
  drawFields(pdf, view.facts, right - 190, 97, 190);
  pdf.rectangle(margin, 147, width, 0.8, colours.gold);
}

/** Labels on the left, values on the right. */
function drawFields(pdf: Pdf, fields: readonly Field[], x: number, y: number, wide: number): void {
  for (const [n, { label, value }] of fields.entries()) {
    pdf.text(label, x, y + n * 13, styles.label);
    pdf.text(printable(value), x + wide, y + n * 13, toRight(n === 0 ? styles.strong : styles.text));
  }
}

/** @returns where it ends */
function drawParties(pdf: Pdf, view: InvoiceView, top: number): number {
  pdf.text(view.recipientTitle, margin, top + 4, styles.label);
  const lines = view.recipient.flatMap((text, n) =>
    breakLines(printable(text), styles.text, width / 2 - 20).map((line) => ({ line, strong: n === 0 })),
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

function drawColumns(pdf: Pdf, { columns: [first = '', ...others] }: InvoiceView, y: number): number {
  pdf.rectangle(margin, y - 14, width, 28, colours.cream);
  pdf.text(first, margin + 6, y + 3, styles.label);
  for (const [n, edge] of edges(others.length).entries()) {
    const lines = breakLines(others[n] ?? '', styles.label, columnWidth(others.length) - 6);
    const start = y + 3 - (lines.length - 1) * 4.5;
    for (const [at, line] of lines.entries()) pdf.text(line, edge, start + at * 9.5, toRight(styles.label));
  }
  return y + 14;
}

type Line = { text: string; style: Style };

/** The lines of a row's first column. */
function rowLines({ name, details }: Row, columns: number): Line[] {
  const wide = width - columns * columnWidth(columns) - 4;
  return [
    ...breakLines(printable(name), styles.strong, wide).map((text) => ({ text, style: styles.strong })),
    ...details.flatMap((detail) =>
      breakLines(printable(detail), styles.label, wide).map((text) => ({ text, style: styles.label })),
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

/** The sums on the right, what the law asks for on the left; on a page of their own where they do not fit. */
function drawSums(pdf: Pdf, { supplier, recipient }: NumberedInvoice, view: InvoiceView, from: number): void {
  const half = width / 2 - 20;
  const isComplete = [recipient.name, ...recipient.address].every((text) => canPrint('text', text));
  const notes = [
    ...(isComplete
      ? []
      : [
          `This file cannot show every script: ${otherScript} stands for a name or an address. The invoice with all of them is on ${supplier.url}/orders, and behind the link in our email about your parcel.`,
        ]),
    ...view.footnotes,
  ].flatMap((note) => breakLines(note, styles.label, half));
  const words = breakLines(view.inWords, styles.text, half);
  let y = from;
  if (y + 60 + Math.max(view.sums.length * 15 + 30, (notes.length + words.length) * 12) > bottom) {
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
  pdf.text('Amount in words', margin, y + 22, styles.label);
  for (const [n, line] of words.entries()) pdf.text(line, margin, y + 35 + n * 12, styles.text);
  const notesAt = y + 35 + words.length * 12 + 12;
  for (const [n, line] of notes.entries()) pdf.text(line, margin, notesAt + n * 11, styles.label);
}
