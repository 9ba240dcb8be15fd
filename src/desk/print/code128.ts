/** Code 128 (ISO/IEC 15417), the bar code on parcels. */
import { encodeCode128 } from 'etiket/barcode';

/** @property x from the first bar @property width both in modules, the width of the thinnest bar */
export type Bar = { x: number; width: number };

/** The bars of a text, from left to right. @param text of printable ASCII characters */
export function barsOf(text: string): { bars: Bar[]; width: number } {
  // Bars and spaces by turns, a bar first and last.
  const widths = encodeCode128(text);
  const bars: Bar[] = [];
  let x = 0;
  for (const [n, width] of widths.entries()) {
    if (n % 2 === 0) bars.push({ x, width });
    x += width;
  }
  return { bars, width: x };
}
