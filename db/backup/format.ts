/**
 * A backup file: gzip of JSON lines. First the schema, then table by table a line with its name and one
 * line a row, last how many rows of each there were and their checksums. A file without that last line is cut off.
 * Plain enough to be read in ten years without this program: `gunzip -c FILE | less`.
 */
import { createHash, type Hash } from 'node:crypto';

/** A value as libSQL stores it: an integer is a bigint here, and a number is always a real. */
export type Stored = null | string | bigint | number | ArrayBuffer;

/** A value in the file; what JSON has no word for, or would round, says its type. */
type Written = null | string | number | { int: string } | { real: string } | { blob: string };

/** One thing of `sqlite_schema`. */
export type SchemaEntry = { type: 'table' | 'index' | 'view' | 'trigger'; name: string; sql: string };

/**
 * @property key what its rows are in order of @property columns what a row holds, the rowid first where there is one
 * @property shadow made by a virtual table, with rows of its own
 */
export type Table = { name: string; key: string[]; columns: string[]; shadow: boolean };

export type Header = {
  backup: 'libsql';
  version: 1;
  takenAt: string;
  schema: SchemaEntry[];
  tables: Table[];
};
export type Sum = { rows: number; sha256: string };
export type End = { header: string; tables: Record<string, Sum> };
/** A line of the file, read. */
export type Line = { header: Header } | { table: string } | { row: Stored[] } | { end: End };

function write(value: Stored): Written {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'number') return { real: String(value) };
  if (typeof value === 'bigint')
    return Number.isSafeInteger(Number(value)) ? Number(value) : { int: String(value) };
  return { blob: Buffer.from(value).toString('base64') };
}

function read(written: Written): Stored {
  if (written === null || typeof written === 'string') return written;
  if (typeof written === 'number') return BigInt(written);
  if ('int' in written) return BigInt(written.int);
  if ('real' in written) return Number(written.real);
  return Uint8Array.from(Buffer.from(written.blob, 'base64')).buffer;
}

/** One row as a line, without its end. */
export const writeRow = (row: readonly Stored[]): string => JSON.stringify(row.map(write));

/** @throws SyntaxError when the line is not JSON */
export function readLine(line: string): Line {
  const read_ = JSON.parse(line);
  return Array.isArray(read_) ? { row: read_.map(read) } : read_;
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** How many rows there are in all, and a checksum of everything: two backups with the same one hold the same. */
export const checksumOf = (end: End): { rows: number; checksum: string } => ({
  rows: Object.values(end.tables).reduce((sum, { rows }) => sum + rows, 0),
  checksum: sha256(JSON.stringify(end)),
});

/** Counts and sums rows as they pass, table by table. */
export class Sums {
  #tables = new Map<string, { rows: number; hash: Hash }>();

  /** A table may be empty, and is counted all the same. */
  begin(table: string): void {
    this.#tables.set(table, { rows: 0, hash: createHash('sha256') });
  }

  /** @param line as {@link writeRow} has it. @throws Error for a table that was not begun */
  add(table: string, line: string): void {
    const sum = this.#tables.get(table);
    if (!sum) throw new Error(`${table} was not begun`);
    sum.rows += 1;
    sum.hash.update(line).update('\n');
  }

  /** What has passed. */
  result(): Record<string, Sum> {
    return Object.fromEntries(
      [...this.#tables].map(([name, { rows, hash }]) => [name, { rows, sha256: hash.copy().digest('hex') }]),
    );
  }
}
