/** Rows of a backup file into tables that have been made for them, many to a statement. */
import type { Client } from '@libsql/client/web';
import { readBackup } from './file.ts';
import type { Stored, Table } from './format.ts';
import { type Log, ticker } from './report.ts';
import { insertion, quoted } from './tables.ts';

/** What one statement may carry: parameters (SQLite's own limit is 32,766), and bytes, roughly. */
const mostValues = 20_000;
const mostBytes = 1_000_000;

const sizeOf = (value: Stored): number =>
  typeof value === 'string' ? value.length : value instanceof ArrayBuffer ? value.byteLength : 8;

/** Rows of one table that wait to be sent. `migrate` leaves foreign keys alone: tables come by name, not by need. */
class Filling {
  #rows: Stored[][] = [];
  #bytes = 0;
  #client: Client;
  #table: Table;
  #tick: ReturnType<typeof ticker>;

  constructor(client: Client, table: Table, log: Log) {
    this.#client = client;
    this.#table = table;
    this.#tick = ticker(table.name, log);
  }

  /** Tables that SQLite fills by itself begin with rows of its own. */
  async begin(): Promise<void> {
    const { name, shadow } = this.#table;
    if (shadow || name === 'sqlite_sequence') await this.#client.migrate([`DELETE FROM ${quoted(name)}`]);
  }

  async add(row: Stored[]): Promise<void> {
    const bytes = row.reduce<number>((sum, value) => sum + sizeOf(value), 0);
    if ((this.#rows.length + 1) * row.length > mostValues || this.#bytes + bytes > mostBytes)
      await this.#send();
    this.#rows.push(row);
    this.#bytes += bytes;
  }

  async #send(): Promise<void> {
    if (!this.#rows.length) return;
    await this.#client.migrate([insertion(this.#table, this.#rows)]);
    this.#tick(this.#rows.length);
    this.#rows = [];
    this.#bytes = 0;
  }

  async end(): Promise<void> {
    await this.#send();
    this.#tick.end();
  }
}

/** Brings all rows of a file. @param tables as the file's header has them */
export async function fill(client: Client, file: string, tables: readonly Table[], log: Log): Promise<void> {
  let filling: Filling | undefined;
  for await (const line of readBackup(file)) {
    if ('row' in line) await filling?.add(line.row);
    if ('table' in line || 'end' in line) await filling?.end();
    if (!('table' in line)) continue;
    const table = tables.find(({ name }) => name === line.table);
    if (!table) throw new Error(`the file does not describe ${line.table}`);
    filling = new Filling(client, table, log);
    await filling.begin();
  }
}
