/** The interface between the exports (*-exports.ts) and export.ts, which sends them in parts. */
import { type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import { byteOrderMark, type Cell, csvRow } from 'shop-import/csv';
import type { Db } from '#db/client.ts';
import { indianOffset } from '#lib/dates.ts';
import type { Cursor } from './paging.ts';

/** UTC ms; `to` is exclusive. */
export type Period = { from: number; to: number };

/** One counted entry with its cursor, and its part of the file: for example an order with a row for each line. */
export type ExportEntry = Cursor & { text: string };

/** @property after the last entry before; `undefined` for the first page @property limit number of entries */
export type ExportQuery = Period & { after: Cursor | undefined; limit: number };

/** @property head begins the file */
export type DataExport = {
  head: string;
  /** Reads the next entries in the order of their cursors, in one database call. */
  page(db: Db, stretch: ExportQuery): Promise<ExportEntry[]>;
};

/** Begins a CSV file. @param titles of the columns, with units */
export const csvHead = (titles: readonly string[]): string => byteOrderMark + csvRow(titles);

/** The condition on the two columns that an export is ordered by, oldest first. */
export function inRange(
  { from, to, after }: Pick<ExportQuery, 'from' | 'to' | 'after'>,
  at: AnySQLiteColumn | SQL,
  id: AnySQLiteColumn | SQL,
): SQL {
  const start = after && after.at >= from ? after : { at: from, id: '' };
  return sql`(${at}, ${id}) > (${start.at}, ${start.id}) AND ${at} < ${to}`;
}

/** A moment in Indian time, as spreadsheets read it: `2026-11-21 14:31:07`. @param at UTC ms */
export const indianTime = (at: number): Cell => ({
  figure: new Date(at + indianOffset).toISOString().slice(0, 19).replace('T', ' '),
});

export const yesNo = (is: boolean | number): Cell => (is ? 'yes' : 'no');
