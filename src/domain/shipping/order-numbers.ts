/** Tracking numbers by order: two columns, pasted or from a courier's CSV file. Pure. */
import { Columns } from 'shop-import/columns';
import { describeProblem, refuseFile } from 'shop-import/problem';
import { readTable, type TableRow } from 'shop-import/table';
import { isShortened, plainCell, shortenedMessage } from 'shop-import/values';
import { quoted } from '#domain/stock/items.ts';
import { parcelHeadings } from './courier-file.ts';
import { maxFileRows } from './shipping-constants.ts';
import { cleanNumber } from './tracking-numbers.ts';

/** A row of the table on the screen. @property isOpen it has a field for a number */
type OrderRow = { id: string; reference: string; isOpen: boolean };

/** @property numbers clean, by the id of the order @property problems one sentence for each row that was left out */
type Filled = { numbers: Map<string, string>; problems: string[] };

/** A reference as it is printed, or with the sign that shops write before it. */
export const cleanReference = (typed: string): string => cleanNumber(plainCell(typed)).replace(/^#/, '');

/** The cells of a row that hold the order and its number. */
type Cells = (row: TableRow) => { order: string; number: string };

/** Reads the columns by their headings; without headings by the references in one of two columns. */
function columnsOf(
  rows: readonly TableRow[],
  references: ReadonlySet<string>,
): { cells: Cells; body: readonly TableRow[] } {
  const [first] = rows;
  const columns = new Columns(rows);
  const order = columns.find(...parcelHeadings.order, 'Order', 'Order Name');
  const number = columns.find(...parcelHeadings.number);
  if (order && number) {
    const cells: Cells = (row) => {
      const named = columns.named(row);
      return { order: named.cell(order), number: named.cell(number) };
    };
    return { cells, body: rows.slice(1) };
  }
  const isReference = (cell: string) => references.has(cleanReference(cell));
  const place = rows.flatMap(({ cells }) => cells.findIndex(isReference)).find((at) => at >= 0);
  if (place === undefined || (first?.cells.length ?? 0) !== 2)
    throw refuseFile(
      'It needs a column of order numbers, such as “Order ID”, and one of tracking numbers, such as “AWB”; or two columns without headings.',
    );
  return {
    cells: ({ cells }) => ({ order: cells[place] ?? '', number: plainCell(cells[1 - place] ?? '') }),
    body: rows,
  };
}

/**
 * The tracking numbers that a table has for the orders on the screen. A row without a number is left out in silence: its
 * parcel was not booked yet.
 * @throws ImportRefused when the table as a whole cannot be read
 */
export function readOrderNumbers(text: string, orders: readonly OrderRow[]): Filled {
  const byReference = new Map(orders.map((order) => [order.reference, order]));
  const rows = readTable(text, { needs: 'order numbers and tracking numbers', most: maxFileRows });
  const { cells, body } = columnsOf(rows, new Set(byReference.keys()));
  const filled: Filled = { numbers: new Map(), problems: [] };
  for (const one of body) {
    const { order, number } = cells(one);
    const reference = cleanReference(order);
    const found = byReference.get(reference);
    const problem = !found
      ? `${quoted(order)} is not one of these orders.`
      : !found.isOpen
        ? `${reference} is shipped already.`
        : filled.numbers.has(found.id)
          ? `${reference} is named twice.`
          : isShortened(number)
            ? shortenedMessage(quoted(number))
            : undefined;
    if (!number.trim()) continue;
    if (problem) filled.problems.push(describeProblem({ row: one.number, message: problem }));
    else if (found) filled.numbers.set(found.id, cleanNumber(number));
  }
  return filled;
}
