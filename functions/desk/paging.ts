/**
 * Keyset pages: the next page begins after the last row of the page before. So a page costs the same at the end of
 * 100,000 rows as at their beginning, and no row appears twice while the list grows.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import * as z from 'zod';

/** Rows per page. */
export const pageSize = 50;

const pattern = /^(\d{1,15})\.([\w.:@+'/-]{1,254})$/;

/** The time (or position) and id of the row before a page. In the API: `1795257777782.<id>`. */
export type Cursor = { at: number; id: string };

/** The query parameter `after` of a list. */
export const after = z
  .string()
  .regex(pattern, 'is not a place in this list')
  .transform((text): Cursor => {
    const [, at = '0', id = ''] = pattern.exec(text) ?? [];
    return { at: Number(at), id };
  })
  .optional()
  .meta({ description: 'The `next` of the page before.' });

/** What a list is asked for. */
export type Paged = { after?: Cursor | undefined };

/** A page of a list. @property next where the next page begins; null at the end */
export type Page<Row> = { rows: Row[]; next: string | null };

/** The query of a list without filters. */
export const cursorQuery = z.object({ after });

/** Newer than every row, so that the first page uses the same indexed condition. */
const beginning: Cursor = { at: Number.MAX_SAFE_INTEGER, id: '' };

/** The condition on the two columns that a list is ordered by, newest first. */
export const afterCursor = (
  cursor: Cursor = beginning,
  at: AnySQLiteColumn | SQL,
  id: AnySQLiteColumn | SQL,
): SQL => sql`(${at}, ${id}) < (${cursor.at}, ${cursor.id})`;

/** @param rows one row more than a page if there are more */
export function pageOf<T>(rows: readonly T[], cursorOf: (row: T) => Cursor, size = pageSize): Page<T> {
  const pageRows = rows.slice(0, size);
  const last = pageRows.at(-1);
  const { at, id } = last && rows.length > size ? cursorOf(last) : { at: 0, id: '' };
  return { rows: pageRows, next: id ? `${at}.${id}` : null };
}
