/** Amounts that a reader has changed before the rules of a variant check them. */
import type { Cell } from './columns.ts';
import { type Money, moneyText } from './money.ts';
import { readNumber } from './values.ts';

/** Some systems write 0 for an amount that there is not. */
export const withoutZero = ({ column, text }: Cell): Cell => ({
  column,
  text: readNumber(text) === 0 ? '' : text,
});

/** An amount as a cell again. */
export const amountCell = (column: string, { amount, currency = 'INR' }: Money): Cell => ({
  column,
  text: moneyText(amount, currency),
});
