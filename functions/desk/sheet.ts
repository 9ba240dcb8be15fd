/** What can be exported, as the exporting room (export.ts) needs to know it. */
import { type SQL, sql } from 'drizzle-orm';
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core';
import type { Db } from '#db/client.ts';
import { indianOffset } from '#lib/dates.ts';
import type { Cell } from './csv.ts';
import type { Cursor } from './paging.ts';

/** UTC ms: at or after, and before. */
export type Period = { from: number; to: number };

/** One of what is counted, at its place, with the rows that it makes: an order, with a row for each line. */
export type Entry = Cursor & { rows: readonly (readonly Cell[])[] };

/** @property after the entry before; from the beginning when left out @property limit entries */
export type Stretch = Period & { after: Cursor | undefined; limit: number };

/** @property titles of the columns, with their units */
export type Sheet = {
  titles: readonly string[];
  /** One row with `count`: entries of the period, out of an index. */
  count(period: Period): SQL;
  /** The next entries, in order of their cursors, in one call. */
  page(db: Db, stretch: Stretch): Promise<Entry[]>;
};

/** Condition on the two columns that a sheet is ordered by, the oldest first. */
export function within(
  { from, to, after }: Pick<Stretch, 'from' | 'to' | 'after'>,
  at: AnySQLiteColumn | SQL,
  id: AnySQLiteColumn | SQL,
): SQL {
  const start = after && after.at >= from ? after : { at: from, id: '' };
  return sql`(${at}, ${id}) > (${start.at}, ${start.id}) AND ${at} < ${to}`;
}

/** India's day and time of day, as spreadsheets know them: `2026-11-21 14:31:07`. @param at UTC ms */
export const moment = (at: number): Cell => ({
  figure: new Date(at + indianOffset).toISOString().slice(0, 19).replace('T', ' '),
});

export const yesNo = (is: boolean | number): Cell => (is ? 'yes' : 'no');
