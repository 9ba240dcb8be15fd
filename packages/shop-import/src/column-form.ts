/** What somebody has to see of a file to say which column is which field. */
import { headingKey } from './columns.ts';
import { openSource } from './source.ts';
import type { Sheet } from './table.ts';
import { fieldOf, type TableField } from './table-fields.ts';

/** @property values of the first rows @property field the one that its heading names */
export type FormColumn = { heading: string; values: string[]; field: TableField | undefined };

/** Rows whose values are shown. */
const shown = 3;

/**
 * The columns of a file with their first values.
 * @throws ImportRefused where it is no table
 */
export function readFormColumns(file: Uint8Array | Sheet): FormColumn[] {
  const { columns, rows } = openSource(file).table();
  return columns.headings.flatMap((heading, place) =>
    headingKey(heading) && columns.placeOf(heading) === place
      ? [{ heading, values: rows.slice(0, shown).map((row) => row.peek(heading)), field: fieldOf(heading) }]
      : [],
  );
}
