/** Lists of pieces: goods that came in, or shelves that were counted. */
import type { RowProblem } from 'shop-import/problem';
import { readNumber } from 'shop-import/values';
import { maxPieces } from './changes.ts';
import { isNot, readCodedTable } from './coded-table.ts';
import type { CodedItem, FindItem } from './items.ts';

const headings = {
  pieces: [
    'Stock',
    'Stock (pieces)',
    'Pieces',
    'In stock',
    'Count',
    'Counted',
    'Received',
    'Quantity',
    'Qty',
  ],
} as const;

/** @returns pieces, or a sentence that says what is wrong */
export function readPieces(text: string): number | string {
  const pieces = readNumber(text);
  if (pieces === undefined) return isNot(text, 'a number of pieces');
  if (pieces < 0) return `${pieces} is below 0.`;
  if (!Number.isInteger(pieces)) return isNot(text, 'a whole number of pieces');
  return pieces > maxPieces ? `${pieces} is more than ${maxPieces} pieces.` : pieces;
}

/** What is sold, with its codes. @property tracked its stock is counted */
export type StockedItem = CodedItem & { tracked: boolean };

/** Why the pieces of a product cannot be changed; undefined for one whose pieces can. */
export function uncountedMessage({ name, isKit, tracked }: StockedItem) {
  if (isKit) return `${name} is a kit. It is built from its products: please change theirs.`;
  return tracked ? undefined : `The stock of ${name} is not counted: it is always in stock.`;
}

export type StockLine<T> = { item: T; pieces: number };

/**
 * Reads a table of codes and pieces.
 * @returns also how many rows leave the pieces empty, and so change nothing
 * @throws ImportRefused when the table as a whole cannot be read
 */
export function readStockList<T extends StockedItem>(
  text: string,
  find: FindItem<T>,
): { lines: StockLine<T>[]; empty: number; problems: RowProblem[] } {
  const { rows, problems } = readCodedTable(text, headings, find);
  let empty = 0;
  const lines = rows.flatMap(({ item, cell, refuse }): StockLine<T>[] => {
    const typed = cell('pieces');
    if (!typed) {
      empty += 1;
      return [];
    }
    const uncounted = uncountedMessage(item);
    if (uncounted) {
      refuse('pieces', uncounted);
      return [];
    }
    const pieces = readPieces(typed);
    if (typeof pieces === 'number') return [{ item, pieces }];
    refuse('pieces', pieces);
    return [];
  });
  return { lines, empty, problems: problems.sort((one, other) => (one.row ?? 0) - (other.row ?? 0)) };
}
