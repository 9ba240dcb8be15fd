/**
 * Pages of a list that grows while it is read: the next one begins after the last row that was shown, so
 * that it costs the same at the end of 100,000 rows as at their beginning, and shows none twice.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { z } from 'zod';

/** Rows of a page. */
export const pageSize = 50;

const pattern = /^(\d{1,15})\.([\w.@+'-]{1,254})$/;

/** Where a page begins: the time and id of the row before it. As clients hold it: `1795257777782.<id>`. */
export type Cursor = { at: number; id: string };

/** `?after=` of a list. */
export const after = z
  .string()
  .regex(pattern, 'is not a place in this list')
  .transform((text): Cursor => {
    const [, at = '0', id = ''] = pattern.exec(text) ?? [];
    return { at: Number(at), id };
  })
  .optional();

/** Query of a route that is nothing but a list. */
export const place = z.object({ after });

/** Before every row: newer than all of them. A condition that says so lets the first page be looked up too. */
const beginning: Cursor = { at: Number.MAX_SAFE_INTEGER, id: '' };

/** Condition on the two columns that a list is ordered by, newest first. */
export const beyond = (
  cursor: Cursor = beginning,
  at: AnySQLiteColumn | SQL,
  id: AnySQLiteColumn | SQL,
): SQL => sql`(${at}, ${id}) < (${cursor.at}, ${cursor.id})`;

/** @param rows one more than a page, when there are more @returns the page, and where the next one begins */
export function pageOf<T>(rows: readonly T[], cursorOf: (row: T) => Cursor, size = pageSize) {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  const { at, id } = last && rows.length > size ? cursorOf(last) : { at: 0, id: '' };
  return { rows: shown, next: id ? `${at}.${id}` : null };
}
