/** Exports the data stored about a user (DPDP Act, right of access), as declared in personal-data.ts. */
import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { Db } from '#db/client.ts';
import { keysOf } from '#lib/keys.ts';
import type { Call } from '../lib/call.ts';
import { type Refusal, refuses } from '../lib/refusal.ts';
import { findSessionUser } from '../lib/session.ts';
import { accountCounter } from '../limits/attempts.ts';
import { hourlyLimit } from '../limits/hourly.ts';
import { tooManyTries } from '../limits/too-many.ts';
import { columnsOf, personalData, tables } from './personal-data.ts';
import {
  forgetPasswordAttempts,
  isStillProven,
  type Proof,
  proofExpired,
  provePassword,
} from './prove-password.ts';
import { sessionCode } from './second-factor.ts';

/** Rows of a list, the newest first: more than a user normally has, and few enough for an isolate's memory. */
const maxRows = 2_000;

type Row = Record<string, unknown>;
/** @property at ISO 8601 UTC @property notes explanations for the reader @property incomplete lists with more rows */
export type PersonalExport = {
  at: string;
  notes: string[];
  incomplete: string[];
  data: Record<string, Row[]>;
};

type List = {
  name: string;
  table: SQLiteTable;
  of: (ids: SQL) => SQL;
  show: [string, (value: never) => unknown][];
};

/** The lists of an export, in their order. */
const lists: List[] = keysOf(personalData).flatMap((table) => {
  const declared = personalData[table];
  if (!('list' in declared)) return [];
  const show = Object.entries(columnsOf(table)).flatMap(([column, how]): List['show'] =>
    typeof how === 'function' ? [[column, how]] : [],
  );
  return [{ name: declared.list, of: declared.of, table: tables[table], show }];
});

function rowsOf(db: Db, { table, of, show }: List, ids: SQL) {
  const columns = getTableColumns(table);
  const selected = Object.fromEntries(show.map(([name]) => [name, columns[name] as SQLiteColumn]));
  return db.read
    .select(selected)
    .from(table)
    .where(of(ids))
    .orderBy(sql`rowid DESC`)
    .limit(maxRows + 1);
}

/** The queries of an export, for a batch. @param ids as `of` of personal-data.ts has them */
export const selectPersonalData = (db: Db, ids: SQL) => lists.map((list) => rowsOf(db, list, ids));

/**
 * An export. Amounts are rupees, times ISO 8601 UTC.
 * @param results of {@link selectPersonalData} @param now UTC ms
 */
export function formatPersonalData(results: readonly unknown[], now: number): PersonalExport {
  const exported = lists.map(({ name, show }, n) => {
    const rows = (results[n] ?? []) as Row[];
    const formatRow = (row: Row): Row =>
      Object.fromEntries(show.map(([column, how]) => [column, how(row[column] as never)]));
    return { name, rows: rows.slice(0, maxRows).map(formatRow), more: rows.length > maxRows };
  });
  const data = Object.fromEntries(exported.map(({ name, rows }) => [name, rows]));
  const incomplete = exported.filter(({ more }) => more).map(({ name }) => name);
  const notes = ['Amounts are rupees, times are UTC.'];
  if (!data.account?.some(({ verifiedAt, guest }) => verifiedAt && !guest))
    notes.push(
      'Messages, newsletter, codes, alerts, emails and orders of an earlier shop are left out until the email address of an account is confirmed.',
    );
  if (incomplete.length)
    notes.push(
      `Only the newest ${maxRows} rows are included of: ${incomplete.join(', ')}. Write to us for the rest.`,
    );
  return { at: new Date(now).toISOString(), notes, incomplete, data };
}

/** All data of the account, and of its address if that is verified; needs the password. */
export async function exportData(
  call: Call,
  given: Proof,
): Promise<({ ok: true } & PersonalExport) | Refusal> {
  const { db, owner, limits } = call;
  const proven = await provePassword(call, given);
  if (!proven.ok) return proven;
  const { person } = proven;
  const limit = hourlyLimit(accountCounter('export', owner), limits.EXPORTS_PER_HOUR, owner.now);
  const [, used] = await db.write.batch([forgetPasswordAttempts(db, owner), limit.count(db)]);
  const wait = limit.wait(used);
  if (wait) return tooManyTries(wait);
  const [[stillUser], [proof], ...results] = await db.read.batch([
    findSessionUser(db, owner.tokenHash, owner.now),
    db.read.select({ holds: sql<number>`${isStillProven(owner, person)}` }).from(sql`(SELECT 1)`),
    ...selectPersonalData(db, sql`(${person.id})`),
  ]);
  if (!proof?.holds) return proofExpired(stillUser);
  return { ok: true, ...formatPersonalData(results, owner.now) };
}
refuses(exportData, sessionCode);
