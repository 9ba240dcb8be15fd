/** A packing slip on a page of a PDF: what is in a parcel and where it goes, without prices. */
import { formatDay } from '#lib/desk-dates.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import { colours } from '../email/theme.ts';
import { breakLines, type Pdf, type Style } from './pdf.ts';
import { bottom, frame, type Line, margin, numberPages, right, styles, toRight, width } from './pdf-page.ts';

/** The shop, as the sender of a parcel. */
export type Sender = { name: string; entity: string; address: readonly string[]; phone: string };

/** @property date ISO 8601 UTC @property collect what the courier has to collect; null when the order is paid */
export type Slip = {
  reference: string;
  date: string;
  address: Record<'firstName' | 'lastName' | 'address' | 'city' | 'zipcode' | 'state' | 'phone', string>;
  lines: readonly { name: string; quantity: number }[];
  collect: Paise | null;
};

const reference: Style = { face: 'strong', size: 17, colour: colours.ink, align: 'right' };
const to: Style = { face: 'text', size: 13, colour: colours.ink };
const name: Style = { face: 'strong', size: 15, colour: colours.ink };
const item: Style = { face: 'text', size: 11, colour: colours.ink };
const count: Style = { face: 'strong', size: 11, colour: colours.ink, align: 'right' };

/** What the courier does about money. */
export const moneyOf = ({ collect }: Slip): string =>
  collect === null ? 'PAID' : `COLLECT ${formatPrice(collect)} IN CASH`;

/** The lines of an address, as on an envelope. */
export const deliverTo = (to: Slip['address']): string[] => [
  `${to.firstName} ${to.lastName}`.trim(),
  to.address,
  `${to.city} ${to.zipcode}`,
  to.state,
  `Phone ${to.phone}`,
];

/** `3 pieces in 2 lines`. */
export function sumOf(lines: Slip['lines'], unit: 'line' | 'product'): string {
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const rows = lines.length === 1 ? `1 ${unit}` : `${lines.length} ${unit}s`;
  return `${pieces === 1 ? '1 piece' : `${pieces} pieces`} in ${rows}`;
}

/** Adds the pages of a slip to a file. */
export function drawSlip(pdf: Pdf, slip: Slip, from: Sender): void {
  const first = pdf.pageCount();
  pdf.addPage();
  pdf.text(from.name, margin, 66, styles.shop);
  for (const [n, text] of [from.entity, ...from.address, from.phone].entries())
    pdf.text(text, margin, 86 + n * 12.5, styles.text);
  pdf.text(slip.reference, right, 64, reference);
  pdf.text(formatDay(slip.date), right, 80, toRight(styles.text));
  let y = drawAddress(pdf, slip, 96 + (from.address.length + 2) * 12.5);
  frame(pdf, margin, y, width, 32);
  pdf.text(moneyOf(slip), margin + 14, y + 21, styles.total);
  y = drawLines(pdf, slip.lines, y + 44);
  pdf.text(sumOf(slip.lines, 'line'), right - 6, y + 20, toRight(item));
  numberPages(pdf, `Packing slip ${slip.reference}`, first);
}

/** @returns where it ends */
function drawAddress(pdf: Pdf, { address }: Slip, top: number): number {
  const texts = deliverTo(address);
  const lines = [
    { text: 'Deliver to', style: styles.label },
    ...texts.flatMap((text, n): Line[] => {
      const style = n === 0 ? name : to;
      return breakLines(text, style, width - 28).map((line) => ({ text: line, style }));
    }),
  ];
  frame(pdf, margin, top, width, lines.length * 19 + 18);
  for (const [n, { text, style }] of lines.entries()) pdf.text(text, margin + 14, top + 24 + n * 19, style);
  return top + lines.length * 19 + 30;
}

/**
 * The look of lines with boxes to tick, points: `pad` above and below a text and `step` from one of its lines to the next;
 * the box, from the line's top, and its size; where the text begins and its room on the right; its first baseline.
 */
export type LineLook = Record<'pad' | 'step' | 'boxTop' | 'box' | 'indent' | 'room' | 'baseline', number> &
  Record<'item' | 'count', Style>;

const lineLook: LineLook = {
  ...{ pad: 10, step: 15, boxTop: 7, box: 11, indent: 30, room: 90, baseline: 17 },
  ...{ item, count },
};

/** Draws each line with a box to tick. @param top where they begin @returns where they end */
export function drawLines(pdf: Pdf, lines: Slip['lines'], top: number, look = lineLook): number {
  let y = top;
  for (const { name, quantity } of lines) {
    const texts = breakLines(name, look.item, width - look.room);
    const height = look.pad + texts.length * look.step;
    if (y + height > bottom) {
      pdf.addPage();
      y = margin;
    }
    frame(pdf, margin + 6, y + look.boxTop, look.box, look.box);
    for (const [n, text] of texts.entries())
      pdf.text(text, margin + look.indent, y + look.baseline + n * look.step, look.item);
    pdf.text(String(quantity), right - 6, y + look.baseline, look.count);
    y += height;
    pdf.rectangle(margin, y, width, 0.5, colours.line);
  }
  return y;
}
