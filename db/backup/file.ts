/** Reads and writes backup files as streams, so that their size does not matter. */
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { UsageError } from '../command.ts';
import { Checksums, type End, type Header, type Line, readLine, sha256 } from './format.ts';

/**
 * Writes a file that only its owner can read. It has another name until it is complete and on the disk.
 * @throws UsageError when the file exists; any error of `lines`, and then there is no file
 */
export async function writeFile(file: string, lines: AsyncIterable<string>): Promise<void> {
  if (existsSync(file)) throw new UsageError(`${file} is there already: a backup overwrites nothing.`);
  const part = `${file}.part`;
  await rm(part, { force: true });
  try {
    await pipeline(
      Readable.from(lines, { highWaterMark: 1 }),
      createGzip(),
      createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }),
    );
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
}

async function* linesOf(file: string): AsyncGenerator<string> {
  const text = createReadStream(file).on('error', (error) => unzipped.destroy(error));
  const unzipped = createGunzip();
  text.pipe(unzipped).setEncoding('utf8');
  let rest = '';
  for await (const chunk of unzipped) {
    // Not readline, which also ends a line at U+2028.
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest) yield rest;
}

const invalidBackup = (file: string, why: string) =>
  new UsageError(`${file} is not a whole backup (${why}): take another one.`);

/**
 * Reads a backup line by line. The last line is yielded after it has been compared with all lines before it.
 * @throws UsageError for a damaged file, at the latest after the last row
 */
export async function* readBackup(file: string): AsyncGenerator<Line> {
  const sums = new Checksums();
  let header = '';
  let end: End | undefined;
  let table = '';
  try {
    for await (const text of linesOf(file)) {
      if (end) throw invalidBackup(file, 'something follows its end');
      const line = readLine(text);
      if (!header) {
        header = sha256(text);
        checkHeader(file, line);
      } else if ('row' in line) sums.add(table, text);
      else if ('table' in line) {
        table = line.table;
        sums.begin(table);
      } else if ('end' in line) {
        end = line.end;
        continue;
      } else throw invalidBackup(file, 'a line is of no known kind');
      yield line;
    }
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw invalidBackup(file, error instanceof Error ? error.message : 'it cannot be read');
  }
  if (!end) throw invalidBackup(file, 'it is cut off: its last line is missing');
  if (JSON.stringify(end) !== JSON.stringify({ header, tables: sums.result() }))
    throw invalidBackup(file, 'its checksums do not agree');
  yield { end };
}

function checkHeader(file: string, line: Line): void {
  if (!('header' in line) || line.header.backup !== 'libsql')
    throw invalidBackup(file, 'it is something else');
  const { version } = line.header;
  if (version !== 1)
    throw invalidBackup(file, `it is of version ${version}, and this program reads version 1`);
}

/** Reads the whole file, so that a restore does not start with a damaged one. @throws UsageError */
export async function checkFile(file: string): Promise<{ header: Header; end: End }> {
  const found: { header?: Header; end?: End } = {};
  for await (const line of readBackup(file))
    if ('header' in line) found.header = line.header;
    else if ('end' in line) found.end = line.end;
  const { header, end } = found;
  if (!header || !end) throw invalidBackup(file, 'it is empty');
  return { header, end };
}
