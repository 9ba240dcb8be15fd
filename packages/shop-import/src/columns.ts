/** Cells by the headings of their columns. */
import { type ImportRefused, refuseFile } from './problem.ts';
import type { TableRow } from './table.ts';
import { oneLine, plainCell } from './values.ts';

/** Headings are compared without case, spaces and punctuation: `Variant Price`, `variant_price`. */
export const headingKey = (heading: string): string =>
  oneLine(heading)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * Tells whether a heading is one of these.
 * @param known headings, compared as above; a pattern is tried on the heading as it is
 */
export function headingMatcher(...known: (string | RegExp)[]): (heading: string) => boolean {
  const keys = new Set(known.flatMap((one) => (typeof one === 'string' ? headingKey(one) : [])));
  const patterns = known.filter((one) => typeof one !== 'string');
  return (heading) => keys.has(headingKey(heading)) || patterns.some((pattern) => pattern.test(heading));
}

/** A cell with its heading, for messages. */
export type Cell = { column: string; text: string };

/**
 * A row whose cells are found by heading; a missing column is an empty cell. It remembers which cells a reader has taken:
 * all others are kept ({@link NamedRow.rest}), so that nothing of a file is lost.
 */
export class NamedRow {
  readonly number: number;
  private readonly cells: readonly string[];
  private readonly columns: Columns;
  private readonly taken = new Set<number>();

  constructor({ number, cells }: TableRow, columns: Columns) {
    this.number = number;
    this.cells = cells;
    this.columns = columns;
  }

  /** The text of a cell, without taking it. */
  peek(heading: string): string {
    return plainCell(this.cells[this.columns.placeOf(heading)] ?? '');
  }

  /** Takes a cell. */
  cell(heading: string): string {
    this.taken.add(this.columns.placeOf(heading));
    return this.peek(heading);
  }

  /** Takes the first of these cells that is filled in; without one, the first of these columns that the table has. */
  find(headings: readonly string[]): Cell {
    const column =
      headings.find((heading) => this.peek(heading)) ?? this.columns.find(...headings) ?? headings[0] ?? '';
    return { column, text: this.cell(column) };
  }

  /** Takes the first of these cells that can be read; others stay for {@link NamedRow.rest}. */
  take<Value>(headings: readonly string[], read: (text: string) => Value | undefined): Value | undefined {
    for (const heading of headings) {
      const text = this.peek(heading);
      const value = text ? read(text) : undefined;
      if (value === undefined) continue;
      this.cell(heading);
      return value;
    }
    return undefined;
  }

  /** Text to the right of the last heading: the cells of the row are not in their columns. */
  get surplus(): string {
    return this.cells.slice(this.columns.headings.length).map(plainCell).filter(Boolean).join(', ');
  }

  /** The cells that are filled in and that no reader has taken. */
  rest(): Cell[] {
    return this.columns.headings.flatMap((heading, place) => {
      const text = this.taken.has(place) ? '' : plainCell(this.cells[place] ?? '');
      return text ? [{ column: heading || `Column ${place + 1}`, text }] : [];
    });
  }
}

/** A table whose first row has the headings. */
export class Columns {
  readonly headings: string[];
  private readonly places = new Map<string, number>();

  constructor([first]: readonly TableRow[]) {
    this.headings = (first?.cells ?? []).map(oneLine);
    for (const [place, heading] of this.headings.entries())
      if (heading && !this.places.has(headingKey(heading))) this.places.set(headingKey(heading), place);
  }

  /** The place of a column, from 0; -1 for one that the table does not have. */
  placeOf(heading: string): number {
    return this.places.get(headingKey(heading)) ?? -1;
  }

  has(...headings: string[]): boolean {
    return headings.every((heading) => this.places.has(headingKey(heading)));
  }

  /** The first of these headings that the table has. */
  find(...headings: string[]): string | undefined {
    return headings.find((heading) => this.has(heading));
  }

  named(row: TableRow): NamedRow {
    return new NamedRow(row, this);
  }

  /** The error of a table in which no column has a heading for a value. @param examples the most usual first */
  refuseMissing(what: string, examples: readonly string[]): ImportRefused {
    return this.refuse(
      `No column has a heading for ${what}, such as “${examples.slice(0, 3).join('”, “')}”.`,
    );
  }

  /** The error of a column that somebody has named, and that the table does not have. */
  refuseUnknown(heading: string): ImportRefused {
    return this.refuse(`No column is called “${heading}”.`);
  }

  private refuse(message: string): ImportRefused {
    const headings = this.headings.map((one) => one || '–').join(', ');
    return refuseFile(`${message} The headings are: ${headings}.`, { row: 1 });
  }
}

/** @property rows below the headings */
export type Table = { columns: Columns; rows: NamedRow[] };

/** The table of rows of which the first has the headings. */
export function tableOf(rows: readonly TableRow[]): Table {
  const columns = new Columns(rows);
  return { columns, rows: rows.slice(1).map((row) => columns.named(row)) };
}
