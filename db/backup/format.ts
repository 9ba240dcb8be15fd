/**
 * A backup file is gzipped JSON lines: first the schema; then, for each table, a line with its name and one line for
 * each row; last the number of rows and a checksum of each table. A file without the last line is incomplete. It can
 * be read without this program: `gunzip -c FILE | less`.
 */
import { createHash, type Hash } from 'node:crypto';

/** A value as libSQL stores it: an integer is a bigint here, and a number is always a real. */
export type StoredValue = null | string | bigint | number | ArrayBuffer;

/** A value in the file; with its type where JSON has no such type or would round it. */
type EncodedValue = null | string | number | { int: string } | { real: string } | { blob: string };

/** An entry of `sqlite_schema`. */
export type SchemaEntry = { type: 'table' | 'index' | 'view' | 'trigger'; name: string; sql: string };

/**
 * @property key the columns by which rows are sorted @property columns of a row, the rowid first if there is one
 * @property shadow whether a virtual table made it
 */
export type Table = { name: string; key: string[]; columns: string[]; shadow: boolean };

export type Header = {
  backup: 'libsql';
  version: 1;
  takenAt: string;
  schema: SchemaEntry[];
  tables: Table[];
};
export type TableSum = { rows: number; sha256: string };
export type End = { header: string; tables: Record<string, TableSum> };
/** A parsed line of the file. */
export type Line = { header: Header } | { table: string } | { row: StoredValue[] } | { end: End };

function encodeValue(value: StoredValue): EncodedValue {
  if (value === null || typeof value === 'string') return value;
  if (typeof value === 'number') return { real: String(value) };
  if (typeof value === 'bigint')
    return Number.isSafeInteger(Number(value)) ? Number(value) : { int: String(value) };
  return { blob: Buffer.from(value).toString('base64') };
}

function decodeValue(written: EncodedValue): StoredValue {
  if (written === null || typeof written === 'string') return written;
  if (typeof written === 'number') return BigInt(written);
  if ('int' in written) return BigInt(written.int);
  if ('real' in written) return Number(written.real);
  return Uint8Array.from(Buffer.from(written.blob, 'base64')).buffer;
}

/** One row as a line, without its end. */
export const writeRow = (row: readonly StoredValue[]): string => JSON.stringify(row.map(encodeValue));

/** @throws SyntaxError when the line is not JSON */
export function readLine(line: string): Line {
  const read_ = JSON.parse(line);
  return Array.isArray(read_) ? { row: read_.map(decodeValue) } : read_;
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The number of rows, and a checksum of everything: backups with the same checksum have the same data. */
export const checksumOf = (end: End): { rows: number; checksum: string } => ({
  rows: Object.values(end.tables).reduce((sum, { rows }) => sum + rows, 0),
  checksum: sha256(JSON.stringify(end)),
});

/** Counts the rows of each table and computes its checksum. */
export class Checksums {
  #tables = new Map<string, { rows: number; hash: Hash }>();

  /** Starts a table; an empty one is listed too. */
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

  /** The counts and checksums so far. */
  result(): Record<string, TableSum> {
    return Object.fromEntries(
      [...this.#tables].map(([name, { rows, hash }]) => [name, { rows, sha256: hash.copy().digest('hex') }]),
    );
  }
}
