/** A pick list on pages of a PDF: how many units of each product the parcels of some orders need together. */
import { colours } from '../email/theme.ts';
import type { Pdf } from './pdf.ts';
import { margin, numberPages, right, styles, toRight } from './pdf-page.ts';
import { drawLines, type LineLook, type Slip, sumOf } from './slip-pdf.ts';

/** Larger than on a slip: it is read while walking along the shelves. */
const lineLook = {
  ...{ pad: 13, step: 16, boxTop: 9, box: 12, indent: 32, room: 110, baseline: 20 },
  item: { face: 'text', size: 13, colour: colours.ink },
  count: { face: 'strong', size: 15, colour: colours.ink, align: 'right' },
} satisfies LineLook;

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
  const y = drawLines(pdf, products, 84, lineLook);
  pdf.text(sumOf(products, 'product'), right - 6, y + 22, toRight(styles.total));
  numberPages(pdf, 'Pick list', first);
}
