/** A pick list on pages of a PDF: how many units of each product the parcels of some orders need together. */
import { colours } from '../email/theme.ts';
import { breakLines, type Pdf, type Style } from './pdf.ts';
import { bottom, frame, margin, numberPages, printable, right, styles, toRight, width } from './pdf-page.ts';
import { type Slip, sumOf } from './slip-pdf.ts';

const item: Style = { face: 'text', size: 13, colour: colours.ink };
const count: Style = { face: 'strong', size: 15, colour: colours.ink, align: 'right' };

/** The units of each product, by name. */
export function unitsToPick(slips: readonly Pick<Slip, 'lines'>[]): Slip['lines'] {
  const units = new Map<string, number>();
  for (const { name, quantity } of slips.flatMap(({ lines }) => lines))
    units.set(name, (units.get(name) ?? 0) + quantity);
  return [...units]
    .map(([name, quantity]) => ({ name, quantity }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/** Adds a pick list to a file. @param slips the oldest order first, at least one */
export function drawPickList(pdf: Pdf, slips: readonly Slip[]): void {
  const first = pdf.pageCount();
  const [oldest, newest] = [slips[0]?.reference, slips.at(-1)?.reference];
  const products = unitsToPick(slips);
  pdf.addPage();
  pdf.text('Pick list', margin, 66, styles.shop);
  pdf.text(slips.length === 1 ? '1 order' : `${slips.length} orders`, right, 58, toRight(styles.strong));
  pdf.text(oldest === newest ? `${oldest}` : `${oldest} to ${newest}`, right, 71, toRight(styles.text));
  let y = 84;
  for (const { name, quantity } of products) {
    const lines = breakLines(printable(name), item, width - 110);
    const height = 13 + lines.length * 16;
    if (y + height > bottom) {
      pdf.addPage();
      y = margin;
    }
    frame(pdf, margin + 6, y + 9, 12, 12);
    for (const [n, text] of lines.entries()) pdf.text(text, margin + 32, y + 20 + n * 16, item);
    pdf.text(String(quantity), right - 6, y + 20, count);
    y += height;
    pdf.rectangle(margin, y, width, 0.5, colours.line);
  }
  pdf.text(sumOf(products, 'product'), right - 6, y + 22, toRight(styles.total));
  numberPages(pdf, 'Pick list', first);
}
