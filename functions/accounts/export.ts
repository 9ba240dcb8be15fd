/** What is stored about a person, for the person (DPDP Act, right of access), by functions/accounts/personal-data.ts. */
import { getTableColumns, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from '#db/client.ts';
import * as schema from '#db/schema/index.ts';
import { accountCounter, overHour, type TooMany, takeHour } from '../limits/attempts.ts';
import type { Owner } from '../session/owner.ts';
import { personOf } from '../session/session.ts';
import { personalData } from './personal-data.ts';
import { forgetGuesses, overtaken, type Proof, provePassword, stillProven } from './prove.ts';
import type { CodeRefused } from './second-factor.ts';

/** Rows of a list, the newest: more than a person comes to have, and less than an isolate can hold. */
export const mostRows = 2_000;

type Row = Record<string, unknown>;
/** @property at ISO 8601 UTC @property notes what a reader has to know @property incomplete lists with more rows */
type PersonalExport = { at: string; notes: string[]; incomplete: string[]; data: Record<string, Row[]> };
type Exported =
  | ({ ok: true } & PersonalExport)
  | { ok: false; code: 'signed_out' | 'wrong_password' }
  | CodeRefused
  | TooMany;

type List = {
  name: string;
  table: SQLiteTable;
  of: (userId: string) => ReturnType<typeof sql>;
  show: [string, (value: never) => unknown][];
};

const tables = new Map<string, unknown>(Object.entries(schema));

/** The lists of an export, in their order. */
const lists: List[] = Object.entries(personalData).flatMap(([table, declared]) =>
  'list' in declared
    ? [
        {
          name: declared.list,
          of: declared.of,
          table: tables.get(table) as SQLiteTable,
          show: Object.entries(declared.columns).flatMap(([column, how]): List['show'] =>
            typeof how === 'function' ? [[column, how]] : [],
          ),
        },
      ]
    : [],
);

function rowsOf(db: Db, { table, of, show }: List, userId: string) {
  const columns = getTableColumns(table);
  const shown = Object.fromEntries(show.map(([name]) => [name, columns[name] as SQLiteColumn]));
  return db.read
    .select(shown)
    .from(table)
    .where(of(userId))
    .orderBy(sql`rowid DESC`)
    .limit(mostRows + 1);
}

/**
 * Everything that is stored about the account, and about its address once that is verified, after the password
 * was proven. Amounts are rupees, times ISO 8601 UTC.
 * @param limits perHour: exports of one account
 */
export async function exportData(
  db: Db,
  owner: Owner,
  given: Proof,
  { freeTries, perHour }: { freeTries: number; perHour: number },
): Promise<Exported> {
  const proven = await provePassword(db, owner, given, freeTries);
  if (!proven.ok) return proven;
  const { person } = proven;
  const [, [used]] = await db.write.batch([
    forgetGuesses(db, owner),
    takeHour(db, accountCounter('export', owner), owner.now),
  ]);
  const refused = overHour(used, perHour, owner.now);
  if (refused) return refused;
  const [[still], [proof], ...found] = await db.read.batch([
    personOf(db, owner.tokenHash, owner.now),
    db.read.select({ holds: sql<number>`${stillProven(owner, person)}` }).from(sql`(SELECT 1)`),
    ...lists.map((list) => rowsOf(db, list, person.id)),
  ]);
  if (!proof?.holds) return overtaken(still);
  const shown = lists.map(({ name, show }, n) => {
    const rows = (found[n] ?? []) as Row[];
    const asShown = (row: Row): Row =>
      Object.fromEntries(show.map(([column, how]) => [column, how(row[column] as never)]));
    return { name, rows: rows.slice(0, mostRows).map(asShown), more: rows.length > mostRows };
  });
  const data = Object.fromEntries(shown.map(({ name, rows }) => [name, rows]));
  const incomplete = shown.filter(({ more }) => more).map(({ name }) => name);
  const notes = ['Amounts are rupees, times are UTC.'];
  if (!data.account?.[0]?.verifiedAt)
    notes.push('Messages, newsletter, codes and emails are left out until the email address is confirmed.');
  if (incomplete.length)
    notes.push(`Of ${incomplete.join(', ')} only the newest ${mostRows} are here: write to us for the rest.`);
  return { ok: true, at: new Date(owner.now).toISOString(), notes, incomplete, data };
}
