/** A packing slip on a page of a PDF: what is in a parcel and where it goes, without prices. */
import { formatOrderDate } from '#lib/dates.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import { colours } from '../email/theme.ts';
import { breakLines, canPrint, type Pdf, type Style } from './pdf.ts';
import {
  bottom,
  type Line,
  margin,
  numberPages,
  printable,
  right,
  styles,
  toRight,
  width,
} from './pdf-page.ts';

type Sender = { name: string; entity: string; address: readonly string[]; phone: string };

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

/** An empty rectangle with a line around it. */
function frame(pdf: Pdf, x: number, top: number, wide: number, high: number): void {
  for (const edge of [top, top + high - 1]) pdf.rectangle(x, edge, wide, 1, colours.ink);
  for (const edge of [x, x + wide - 1]) pdf.rectangle(edge, top, 1, high, colours.ink);
}

/** Adds the pages of a slip to a file. */
export function drawSlip(pdf: Pdf, slip: Slip, from: Sender): void {
  const first = pdf.pageCount();
  pdf.addPage();
  pdf.text(from.name, margin, 66, styles.shop);
  for (const [n, text] of [from.entity, ...from.address, from.phone].entries())
    pdf.text(text, margin, 86 + n * 12.5, styles.text);
  pdf.text(slip.reference, right, 64, reference);
  pdf.text(formatOrderDate(slip.date), right, 80, toRight(styles.text));
  let y = drawAddress(pdf, slip, 96 + (from.address.length + 2) * 12.5);
  const money = slip.collect === null ? 'PAID' : `COLLECT ${formatPrice(slip.collect)} IN CASH`;
  frame(pdf, margin, y, width, 32);
  pdf.text(money, margin + 14, y + 21, styles.total);
  y = drawLines(pdf, slip, y + 44);
  const pieces = slip.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  const lines = slip.lines.length === 1 ? '1 line' : `${slip.lines.length} lines`;
  pdf.text(`${pieces === 1 ? '1 piece' : `${pieces} pieces`} in ${lines}`, right - 6, y + 20, toRight(item));
  numberPages(pdf, `Packing slip ${slip.reference}`, first);
}

/** @returns where it ends */
function drawAddress(pdf: Pdf, { address }: Slip, top: number): number {
  const texts = [
    `${address.firstName} ${address.lastName}`.trim(),
    address.address,
    `${address.city} ${address.zipcode}`,
    address.state,
    `Phone ${address.phone}`,
  ];
  const lines = [
    { text: 'Deliver to', style: styles.label },
    ...texts.flatMap((text, n): Line[] => {
      const style = n === 0 ? name : to;
      return breakLines(printable(text), style, width - 28).map((line) => ({ text: line, style }));
    }),
    ...(texts.every((text) => canPrint('text', text))
      ? []
      : [
          {
            text: 'This file cannot show every script: print this slip from the desk, Orders, Packing slip.',
            style: styles.text,
          },
        ]),
  ];
  frame(pdf, margin, top, width, lines.length * 19 + 18);
  for (const [n, { text, style }] of lines.entries()) pdf.text(text, margin + 14, top + 24 + n * 19, style);
  return top + lines.length * 19 + 30;
}

/** Each line with a box to tick. @returns where they end */
function drawLines(pdf: Pdf, { lines }: Slip, top: number): number {
  let y = top;
  for (const { name, quantity } of lines) {
    const texts = breakLines(printable(name), item, width - 90);
    const height = 10 + texts.length * 15;
    if (y + height > bottom) {
      pdf.addPage();
      y = margin;
    }
    frame(pdf, margin + 6, y + 7, 11, 11);
    for (const [n, text] of texts.entries()) pdf.text(text, margin + 30, y + 17 + n * 15, item);
    pdf.text(String(quantity), right - 6, y + 17, count);
    y += height;
    pdf.rectangle(margin, y, width, 0.5, colours.line);
  }
  return y;
}
