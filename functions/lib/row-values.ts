import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';

/**
 * The values of a new row for `INSERT … SELECT`, in the order of the table's columns.
 * @param row by the names of the schema, as the database stores them; what is left out is NULL
 */
export const rowValues = (table: SQLiteTable, row: Record<string, unknown>): SQL =>
  sql.join(
    Object.keys(getTableColumns(table)).map((column) => sql`${row[column] ?? null}`),
    sql`, `,
  );
