/**
 * The file of a backup: libSQL's dump, one statement after the other, and a last line with the number of rows and a
 * checksum of everything before it. Dumps of earlier releases have no such line, and the oldest backups are compressed
 * lines of JSON with checksums of their own; both are read too.
 */
import { createHash, type Hash } from 'node:crypto';
import { closeSync, createReadStream, existsSync, openSync, readSync, statSync } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { readLines } from '#tools/lib/command.ts';
import { Failure } from '#tools/lib/log.ts';

/** What is known of a whole backup. @property checked whether a checksum has proved it @property bytes of the file */
export type CheckedBackup = { rows: number; checked: boolean; bytes: number };

/** The last line of a backup. */
export const checksumLine = (rows: number, hash: Hash): string =>
  `-- ${rows} rows, SHA-256 ${hash.digest('hex')}\n`;
const checksum = /^-- (\d+) rows, SHA-256 ([0-9a-f]{64})$/;

const damaged = (file: string): Failure =>
  new Failure(`${file} is damaged: its checksum does not match. Take another backup. Nothing was restored.`);
const cutOff = (file: string): Failure =>
  new Failure(`${file} is not a complete backup: its end is missing. Nothing was restored.`);

function isCompressed(file: string): boolean {
  const start = Buffer.alloc(2);
  const opened = openSync(file, 'r');
  readSync(opened, start);
  closeSync(opened);
  return start.equals(Buffer.from([0x1f, 0x8b]));
}

/** A value in a line of the oldest format: with its type where JSON has no such type. */
type OldValue = null | string | number | { int: string } | { real: string } | { blob: string };
type OldTable = { name: string; columns: string[]; shadow: boolean };
type OldLine =
  | { header: { backup: string; schema: { type: string; name: string; sql: string }[]; tables: OldTable[] } }
  | { table: string }
  | { end: { header: string; tables: Record<string, { rows: number; sha256: string }> } };

function literal(value: OldValue): string {
  if (value === null) return 'NULL';
  if (typeof value === 'string') return `'${value.replaceAll("'", "''")}'`;
  if (typeof value === 'number') return String(value);
  if ('int' in value) return value.int;
  if ('real' in value) return /^-?\d+$/.test(value.real) ? `${value.real}.0` : value.real;
  return `X'${Buffer.from(value.blob, 'base64').toString('hex')}'`;
}
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The statements of the oldest format, which had no shop with virtual tables. @throws Failure at its end, when damaged */
async function* oldStatements(file: string): AsyncGenerator<string> {
  const unzipped = createReadStream(file).pipe(createGunzip()).setEncoding('utf8');
  const sums = new Map<string, { rows: number; hash: Hash }>();
  let header = '';
  let rest: string[] = [];
  let tables: OldTable[] = [];
  let table: OldTable | undefined;
  let ended = false;
  try {
    for await (const line of readLines(unzipped)) {
      const parsed = JSON.parse(line) as OldLine | OldValue[];
      if (Array.isArray(parsed)) {
        const sum = table && sums.get(table.name);
        if (!table || !sum) throw damaged(file);
        sum.rows += 1;
        sum.hash.update(line).update('\n');
        const columns = table.columns.map(quoted).join(', ');
        yield `INSERT INTO ${quoted(table.name)} (${columns}) VALUES (${parsed.map(literal).join(', ')});`;
      } else if ('header' in parsed) {
        header = createHash('sha256').update(line).digest('hex');
        tables = parsed.header.tables.filter(({ shadow }) => !shadow);
        const { schema } = parsed.header;
        const made = (...types: string[]) =>
          schema.filter(({ type }) => types.includes(type)).map(({ sql }) => `${sql};`);
        rest = made('index', 'view', 'trigger');
        yield* ['PRAGMA foreign_keys=OFF;', 'BEGIN TRANSACTION;', ...made('table')];
      } else if ('table' in parsed) {
        table = tables.find(({ name }) => name === parsed.table);
        sums.set(parsed.table, { rows: 0, hash: createHash('sha256') });
      } else {
        const found = Object.fromEntries(
          [...sums].map(([name, { rows, hash }]) => [name, { rows, sha256: hash.digest('hex') }]),
        );
        if (JSON.stringify(parsed.end) !== JSON.stringify({ header, tables: found })) throw damaged(file);
        ended = true;
      }
    }
  } catch (error) {
    throw error instanceof Failure ? error : damaged(file);
  }
  if (!ended) throw cutOff(file);
  yield* [...rest, 'COMMIT;'];
}

/** The statements of a dump; only tables and triggers may have several lines. */
async function* dumpStatements(file: string): AsyncGenerator<string> {
  let statement = '';
  for await (const line of readLines(createReadStream(file, 'utf8'))) {
    if (!statement && checksum.test(line)) return;
    statement += statement ? `\n${line}` : line;
    if (!(statement.startsWith('CREATE TRIGGER') ? /\bEND;$/i : /;$/).test(statement)) continue;
    yield statement;
    statement = '';
  }
  if (statement) yield statement;
}

/** The statements that make the database, in one transaction. */
export const statementsOf = (file: string): AsyncGenerator<string> =>
  isCompressed(file) ? oldStatements(file) : dumpStatements(file);

export const isRow = (statement: string): boolean => statement.startsWith('INSERT INTO ');

async function checkDump(file: string): Promise<{ rows: number; checked: boolean }> {
  const hash = createHash('sha256');
  let rows = 0;
  let last = '';
  let sum: RegExpExecArray | null = null;
  for await (const line of readLines(createReadStream(file, 'utf8'))) {
    if (sum) throw damaged(file);
    sum = checksum.exec(line);
    if (sum) break;
    hash.update(line).update('\n');
    if (isRow(line)) rows += 1;
    last = line;
  }
  if (last !== 'COMMIT;') throw cutOff(file);
  if (sum && (sum[2] !== hash.digest('hex') || Number(sum[1]) !== rows)) throw damaged(file);
  return { rows, checked: sum !== null };
}

/**
 * Reads the whole file before anything is restored.
 * @throws Failure for a file that is missing, cut off or damaged
 */
export async function checkBackup(file: string): Promise<CheckedBackup> {
  if (!existsSync(file)) throw new Failure(`${file}: there is no such file.`);
  const { size: bytes } = statSync(file);
  if (!isCompressed(file)) return { ...(await checkDump(file)), bytes };
  let rows = 0;
  for await (const statement of oldStatements(file)) if (isRow(statement)) rows += 1;
  return { rows, checked: true, bytes };
}
