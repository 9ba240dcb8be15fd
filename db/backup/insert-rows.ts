/** Inserts the rows of a backup file into existing tables, many rows with one statement. */
import type { Client } from '@libsql/client/web';
import { readBackup } from './file.ts';
import type { StoredValue, Table } from './format.ts';
import { type Log, newProgressLog } from './progress.ts';
import { insertStatement, quoteName } from './tables.ts';

/** Limits of one statement: parameters (SQLite's own limit is 32,766), and approximate bytes. */
const mostValues = 20_000;
const mostBytes = 1_000_000;

const sizeOf = (value: StoredValue): number =>
  typeof value === 'string' ? value.length : value instanceof ArrayBuffer ? value.byteLength : 8;

/** Collects rows of one table and sends them. `migrate` disables foreign keys, since tables come in order of name. */
class TableWriter {
  #rows: StoredValue[][] = [];
  #bytes = 0;
  #client: Client;
  #table: Table;
  #tick: ReturnType<typeof newProgressLog>;

  constructor(client: Client, table: Table, log: Log) {
    this.#client = client;
    this.#table = table;
    this.#tick = newProgressLog(table.name, log);
  }

  /** Deletes the rows that SQLite itself writes into a new table. */
  async begin(): Promise<void> {
    const { name, shadow } = this.#table;
    if (shadow || name === 'sqlite_sequence') await this.#client.migrate([`DELETE FROM ${quoteName(name)}`]);
  }

  async add(row: StoredValue[]): Promise<void> {
    const bytes = row.reduce<number>((sum, value) => sum + sizeOf(value), 0);
    if ((this.#rows.length + 1) * row.length > mostValues || this.#bytes + bytes > mostBytes)
      await this.#send();
    this.#rows.push(row);
    this.#bytes += bytes;
  }

  async #send(): Promise<void> {
    if (!this.#rows.length) return;
    await this.#client.migrate([insertStatement(this.#table, this.#rows)]);
    this.#tick(this.#rows.length);
    this.#rows = [];
    this.#bytes = 0;
  }

  async end(): Promise<void> {
    await this.#send();
    this.#tick.end();
  }
}

/** Inserts all rows of a file. @param tables from the file's header */
export async function insertRows(
  client: Client,
  file: string,
  tables: readonly Table[],
  log: Log,
): Promise<void> {
  let writer: TableWriter | undefined;
  for await (const line of readBackup(file)) {
    if ('row' in line) await writer?.add(line.row);
    if ('table' in line || 'end' in line) await writer?.end();
    if (!('table' in line)) continue;
    const table = tables.find(({ name }) => name === line.table);
    if (!table) throw new Error(`the file does not describe ${line.table}`);
    writer = new TableWriter(client, table, log);
    await writer.begin();
  }
}
