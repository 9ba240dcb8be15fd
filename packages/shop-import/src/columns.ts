/** Cells by the headings of their columns. */
import { type ImportRefused, refuseFile } from './problem.ts';
import type { TableRow } from './table.ts';
import { oneLine, plainCell } from './values.ts';

/** A row whose cells are found by heading; a missing column is an empty cell. */
export type NamedRow = { number: number; cell: (heading: string) => string };

/** Headings are compared without case, spaces and punctuation: `Variant Price`, `variant_price`. */
const keyOf = (heading: string): string =>
  oneLine(heading)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');

/**
 * Tells whether a heading is one of these.
 * @param known headings, compared as above; a pattern is tried on the heading as it is
 */
export function headingMatcher(...known: (string | RegExp)[]): (heading: string) => boolean {
  const keys = new Set(known.flatMap((one) => (typeof one === 'string' ? keyOf(one) : [])));
  const patterns = known.filter((one) => typeof one !== 'string');
  return (heading) => keys.has(keyOf(heading)) || patterns.some((pattern) => pattern.test(heading));
}

/** A table whose first row has the headings. */
export class Columns {
  readonly headings: string[];
  private readonly places = new Map<string, number>();

  constructor([first]: readonly TableRow[]) {
    this.headings = (first?.cells ?? []).map(oneLine);
    for (const [place, heading] of this.headings.entries())
      if (heading && !this.places.has(keyOf(heading))) this.places.set(keyOf(heading), place);
  }

  has(...headings: string[]): boolean {
    return headings.every((heading) => this.places.has(keyOf(heading)));
  }

  /** The first of these headings that the table has. */
  find(...headings: string[]): string | undefined {
    return headings.find((heading) => this.has(heading));
  }

  /** The error of a table in which no column has a heading for a value. @param examples the most usual first */
  refuseMissing(what: string, examples: readonly string[]): ImportRefused {
    return refuseFile(
      `No column has a heading for ${what}, such as “${examples.slice(0, 3).join('”, “')}”. The headings are: ${this.headings.map((one) => one || '–').join(', ')}.`,
      { row: 1 },
    );
  }

  named({ number, cells }: TableRow): NamedRow {
    return { number, cell: (heading) => plainCell(cells[this.places.get(keyOf(heading)) ?? -1] ?? '') };
  }

  /** The cells of a row whose columns the shop has no field for, by heading. */
  others(row: NamedRow, isKnown: (heading: string) => boolean): Record<string, string> {
    return Object.fromEntries(
      this.headings
        .filter((heading) => heading && !isKnown(heading) && row.cell(heading))
        .map((heading) => [heading, row.cell(heading)]),
    );
  }
}

/** @property rows below the headings */
export type Table = { columns: Columns; rows: NamedRow[] };

/** The table of rows of which the first has the headings. */
export function tableOf(rows: readonly TableRow[]): Table {
  const columns = new Columns(rows);
  return { columns, rows: rows.slice(1).map((row) => columns.named(row)) };
}
