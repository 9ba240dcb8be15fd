/** A label on a parcel, 4 × 6 inches: where it goes, what the courier collects, and the order's number as a bar code. */
import { black } from '../email/theme.ts';
import { barsOf } from './code128.ts';
import { breakLines, type PageSize, type Pdf, type Style } from './pdf.ts';
import { frame, type Line } from './pdf-page.ts';
import { deliverTo, moneyOf, type Sender, type Slip } from './slip-pdf.ts';

/** 4 × 6 inches, points. */
const label: PageSize = { width: 288, height: 432 };
const margin = 16;
const width = label.width - 2 * margin;

const small: Style = { face: 'text', size: 8, colour: black };
const shop: Style = { face: 'display', size: 20, colour: black };
const money: Style = { face: 'strong', size: 14, colour: black };
const reference: Style = { face: 'strong', size: 13, colour: black };

/** Sizes of the address: the first one in which all of it fits is taken. The longest address fits into the smallest. */
const sizes = [15, 12, 10];
const smallest = 8;
const addressHeight = 188;

/** A dot of a label printer (203 dpi), points: bars that are whole dots wide are sharp. */
const dot = 72 / 203;
/** The empty space on each side of a bar code, modules. */
const quiet = 10;
const barHeight = 62;

/** Adds a label to a file. */
export function drawLabel(pdf: Pdf, slip: Slip, from: Sender): void {
  pdf.addPage(label);
  pdf.text(from.name, margin, 32, shop);
  pdf.text('Deliver to', margin, 52, small);
  const lines = addressLines(slip);
  let y = 56;
  for (const { text, style } of lines) {
    y += style.size * 1.3;
    pdf.text(text, margin, y, style);
  }
  frame(pdf, margin, 252, width, 30);
  pdf.text(moneyOf(slip), margin + 12, 272, money);
  drawBars(pdf, slip.reference, 294);
  pdf.text(slip.reference, margin, 294 + barHeight + 16, reference);
  const sender = [`From ${from.entity}`, ...breakLines(from.address.join(', '), small, width), from.phone];
  for (const [n, text] of sender.entries()) pdf.text(text, margin, 388 + n * 10.5, small);
}

/** The address, as large as it fits. */
function addressLines({ address }: Slip): Line[] {
  const texts = deliverTo(address);
  const linesIn = (size: number): Line[] => [
    ...texts.flatMap((text, n): Line[] => {
      const style: Style = { face: n === 0 ? 'strong' : 'text', size, colour: black };
      return breakLines(text, style, width).map((line) => ({ text: line, style }));
    }),
  ];
  const fits = (size: number): boolean =>
    linesIn(size).reduce((sum, { style }) => sum + style.size * 1.3, 0) <= addressHeight;
  return linesIn(sizes.find(fits) ?? smallest);
}

/** Bars as wide as the label allows, in the middle. */
function drawBars(pdf: Pdf, text: string, top: number): void {
  const { bars, width: modules } = barsOf(text);
  const dots = Math.max(1, Math.floor(label.width / (modules + 2 * quiet) / dot));
  const left = (label.width - modules * dots * dot) / 2;
  for (const bar of bars)
    pdf.rectangle(left + bar.x * dots * dot, top, bar.width * dots * dot, barHeight, black);
}
