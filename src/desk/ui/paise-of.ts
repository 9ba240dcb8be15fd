import { readNumber } from 'shop-import/values';
import { toPaise } from '#lib/money.ts';

/** Rupees that were typed, `1,299.50`, as paise. A text that is no amount becomes NaN, which the server refuses by name. */
export const paiseOf = (text: string): number => toPaise(readNumber(text) ?? Number.NaN) ?? Number.NaN;
