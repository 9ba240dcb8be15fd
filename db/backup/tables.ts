/** Tables of any libSQL database: their list, their rows page by page, and inserting rows. */
import { type InStatement, LibsqlError, type Transaction } from '@libsql/client/web';
import type { SchemaEntry, StoredValue, Table } from './format.ts';

/** Rows of one page. */
const mostRows = 1_000;

/** A name in SQL. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The rows of a query. */
export async function queryRows(
  tx: Pick<Transaction, 'execute'>,
  statement: InStatement,
): Promise<StoredValue[][]> {
  const { rows, columns } = await tx.execute(statement);
  return rows.map((row) => columns.map((_, index) => row[index] as StoredValue));
}

/** A condition that leaves out the tables of SQLite and libSQL themselves. */
const ours = (name: string): string =>
  `(${name} NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND ${name} NOT LIKE 'libsql\\_%' ESCAPE '\\')`;

/** The schema of a database, in the order in which it was created. */
export async function schemaOf(tx: Pick<Transaction, 'execute'>): Promise<SchemaEntry[]> {
  const rows = await queryRows(
    tx,
    `SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND ${ours('name')} ORDER BY rowid`,
  );
  return rows.map(([type, name, sql]) => ({ type, name, sql }) as SchemaEntry);
}

/**
 * The tables whose rows make up a database. A virtual table's rows are those of its shadow tables.
 * `migrations` comes last: without it, `npm run db:migrate` refuses a partly restored database.
 */
export async function tablesOf(tx: Pick<Transaction, 'execute'>): Promise<Table[]> {
  const found = await queryRows(
    tx,
    `SELECT name, type, wr FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow')
     AND (${ours('name')} OR name = 'sqlite_sequence')
     ORDER BY name = 'migrations', name = 'sqlite_sequence', name`,
  );
  const tables: Table[] = [];
  for (const [name, kind, withoutRowid] of found as [string, string, bigint][]) {
    const columns = (await queryRows(tx, {
      sql: 'SELECT name, pk FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid',
      args: [name],
    })) as [string, bigint][];
    const names = columns.map(([column]) => column);
    const taken = new Set(names.map((column) => column.toLowerCase()));
    const rowid = ['rowid', '_rowid_', 'oid'].find((alias) => !taken.has(alias)) ?? 'rowid';
    const key = columns
      .filter(([, place]) => place > 0n)
      .sort(([, a], [, b]) => Number(a - b))
      .map(([column]) => column);
    const shadow = kind === 'shadow';
    tables.push(
      withoutRowid
        ? { name, key, columns: names, shadow }
        : { name, key: [rowid], columns: [rowid, ...names], shadow },
    );
  }
  return tables;
}

/** Whether a page was too large: the server sends at most 10 MB at a time. */
const tooLarge = (error: unknown): boolean =>
  error instanceof LibsqlError && /RESPONSE_TOO_LARGE|too large/i.test(`${error.code} ${error.message}`);

/** All rows of a table in the order of its key, page by page (keyset), so that memory holds one page. */
export async function* pagesOf(
  tx: Pick<Transaction, 'execute'>,
  table: Table,
): AsyncGenerator<StoredValue[][]> {
  const { name, key, columns } = table;
  const list = (names: readonly string[]) => names.map(quoteName).join(', ');
  const places = key.map((column) => columns.indexOf(column));
  let last: StoredValue[] | undefined;
  for (let size = mostRows; ; ) {
    const beyond = last ? `WHERE (${list(key)}) > (${key.map(() => '?').join(', ')})` : '';
    const sql = `SELECT ${list(columns)} FROM ${quoteName(name)} ${beyond} ORDER BY ${list(key)} LIMIT ${size}`;
    let rows: StoredValue[][];
    try {
      rows = await queryRows(tx, { sql, args: last ?? [] });
    } catch (error) {
      if (size === 1 || !tooLarge(error)) throw error;
      size = Math.ceil(size / 4);
      continue;
    }
    if (rows.length) yield rows;
    const end = rows.at(-1);
    if (!end || rows.length < size) return;
    last = places.map((place) => end[place] ?? null);
  }
}

/** A statement that inserts rows. */
export const insertStatement = ({ name, columns }: Table, rows: readonly StoredValue[][]): InStatement => ({
  sql: `INSERT INTO ${quoteName(name)} (${columns.map(quoteName).join(', ')}) VALUES ${rows
    .map((row) => `(${row.map(() => '?').join(', ')})`)
    .join(', ')}`,
  args: rows.flat(),
});
