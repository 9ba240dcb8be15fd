/** The form of all readers: each reads one format, in a file of its own. read-catalogue.ts lists them. */
import type { Table } from './columns.ts';
import type { Tree } from './object-table.ts';
import type { ReadProduct } from './product.ts';
import type { ColumnMapping } from './table-fields.ts';

/**
 * @property tree what a file of JSON or XML holds; undefined for any other
 * @property table its cells; throws {@link ImportRefused} where it has none
 * @property columns which column is which field, where the owner has said it
 * @property namespace of metafields that are returned as they are
 */
export type ExportFile = {
  tree: Tree | undefined;
  table: () => Table;
  columns?: ColumnMapping | undefined;
  namespace?: string | undefined;
};

/**
 * What a reader returns.
 * @property rows of the table below its headings; 0 for a file that is no table
 * @property hasPricesBefore whether it has a column for the price before, or the MRP: without one, it does not say that
 *   there is none
 */
export type ReadProducts = { rows: number; hasPricesBefore: boolean; products: ReadProduct[] };

/**
 * Reads a format; undefined for a file of another one.
 * @throws ImportRefused when the file as a whole cannot be read; what is wrong with one product is in its findings
 */
export type Reader = (file: ExportFile) => ReadProducts | undefined;
