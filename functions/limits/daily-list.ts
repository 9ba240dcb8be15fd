/**
 * Lists of a day to which anybody can add (searches, opened products, blocked scripts), so that nobody can fill them: a
 * network counts once a day for each entry, brings in few new ones, and when the list is full a new entry takes the place of
 * one that a single network has reported. So what several networks report stays, and what is new is still seen.
 */
import { type SQL, sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from '#db/client.ts';
import { attempts } from '#db/schema/index.ts';
import { oneDay } from '#lib/dates.ts';
import { attemptKey } from './attempts.ts';

/**
 * @property table has the columns `day` and `count`, and the entry's own as its primary key
 * @property maxRows of a day
 * @property newPerNetwork entries that one network may bring in on a day
 * @property other the entry under which the rest is counted; without it the rest is not counted
 */
export type DailyList = {
  name: string;
  table: SQLiteTable;
  maxRows: number;
  newPerNetwork: number;
  other?: Record<string, string>;
};

/**
 * @property entry its columns, without the day, in the order of the primary key
 * @property also further columns that are added up
 * @property day the Indian day @property network of the client @property now UTC ms @property when condition
 */
type Entry = {
  entry: Record<string, string>;
  also?: Record<string, number>;
  day: string;
  network: string;
  now: number;
  when: SQL;
};

/** Rows after the new entry, in the order of the primary key, among which one is looked for to make room. */
const looked = 20;

const countOf = (key: string): SQL => sql`coalesce((SELECT count FROM ${attempts} WHERE key = ${key}), 0)`;

const all = (columns: Record<string, string>, glue: SQL): SQL =>
  sql.join(
    Object.entries(columns).map(([name, value]) => sql`${sql.identifier(name)} = ${value}`),
    glue,
  );
const names = (columns: object): SQL =>
  sql.join(
    Object.keys(columns).map((name) => sql.identifier(name)),
    sql`, `,
  );
const values = (columns: object): SQL =>
  sql.join(
    Object.values(columns).map((value) => sql`${value}`),
    sql`, `,
  );

/** Statements that count an entry. For a write batch. */
export function countInList(
  db: Db,
  { name, table, maxRows, newPerNetwork, other }: DailyList,
  { entry, also = {}, day, network, now, when }: Entry,
) {
  const texts = Object.values(entry);
  const once = attemptKey(name, day, ...texts, network);
  const brought = attemptKey(`${name}-new`, day, network);
  const rows = attemptKey(`${name}-rows`, day);
  const ofDay = sql`day = ${day}`;
  const exists = sql`EXISTS (SELECT 1 FROM ${table} WHERE ${ofDay} AND ${all(entry, sql` AND `)})`;
  const isFirst = sql`(${when} AND ${countOf(once)} = 1)`;
  const isNew = sql`(${isFirst} AND NOT ${exists} AND ${countOf(brought)} <= ${newPerNetwork})`;
  /** Adds one to a counter of the day, and stops at `most`. */
  const add = (key: string, most: number, condition: SQL) =>
    db.write.run(sql`
      INSERT INTO ${attempts} (key, count, blocked_until, expires_at)
      SELECT ${key}, 1, ${now}, ${now + oneDay} WHERE ${condition}
      ON CONFLICT (key) DO UPDATE SET count = min(iif(expires_at > ${now + 2 * oneDay}, 0, count) + 1, ${most}), expires_at = excluded.expires_at`);
  const counted = { ...entry };
  const known = sql`(${exists} OR (${isNew} AND ${countOf(rows)} <= ${maxRows}))`;
  const column = (key: string): SQL =>
    other ? sql`CASE WHEN known THEN ${counted[key]} ELSE ${other[key] ?? ''} END` : sql`${counted[key]}`;
  return [
    add(once, 2, when),
    add(brought, newPerNetwork + 1, sql`${isFirst} AND NOT ${exists}`),
    add(rows, maxRows + 1, isNew),
    db.write.run(sql`
      DELETE FROM ${table} WHERE ${isNew} AND ${countOf(rows)} > ${maxRows} AND rowid = (
        SELECT rowid FROM (
          SELECT rowid, count FROM ${table}
          WHERE ${ofDay} AND (${names(entry)}) > (${values(entry)}) ORDER BY ${names(entry)} LIMIT ${looked})
        WHERE count = 1 ORDER BY rowid LIMIT 1)`),
    db.write.run(sql`UPDATE ${attempts} SET count = count - 1 WHERE key = ${rows} AND changes() = 1`),
    db.write.run(sql`
      INSERT INTO ${table} (day, ${names(entry)}, count${Object.keys(also).length ? sql`, ${names(also)}` : sql``})
      SELECT ${day}, ${sql.join(Object.keys(entry).map(column), sql`, `)}, 1${
        Object.keys(also).length ? sql`, ${values(also)}` : sql``
      } FROM (SELECT ${known} AS known) WHERE ${isFirst} AND (known OR ${other ? 1 : 0})
      ON CONFLICT (day, ${names(entry)}) DO UPDATE SET count = count + 1${sql.join(
        Object.keys(also).map(
          (key) => sql`, ${sql.identifier(key)} = ${sql.identifier(key)} + excluded.${sql.identifier(key)}`,
        ),
        sql``,
      )}`),
  ];
}
