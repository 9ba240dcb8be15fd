import { toPaise } from '#lib/money.ts';

/** Rupees that were typed, `1,299.50`, as paise. A text that is no amount becomes NaN, which the server refuses by name. */
export const paiseOf = (text: string): number =>
  toPaise(Number(text.replaceAll(',', '').replace('₹', '').trim() || Number.NaN)) ?? Number.NaN;
