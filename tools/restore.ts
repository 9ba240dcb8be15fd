/**
 * `npm run restore -- FILE`: restores a backup into an empty database. The file is one transaction, which ends with its
 * last line: a damaged or incomplete file changes nothing.
 */
import { createReadStream } from 'node:fs';
import { openHttp } from '@libsql/hrana-client';
import { type DatabaseAddress, withOwnToken } from '#db/client.ts';
import { addressFromEnvironment, fileParameter, linesOf, runCommand } from '#tools/lib/command.ts';
import { Failure, logInfo } from '#tools/lib/log.ts';

/** Characters of one call. */
const callSize = 1_000_000;

const isRow = (line: string): boolean => line.startsWith('INSERT INTO ');

/**
 * Fills an empty database from a file.
 * @returns the number of rows
 * @throws Failure for a database that is not empty, or a file that is not a whole backup; then nothing was changed
 */
export async function restore(to: DatabaseAddress, file: string): Promise<number> {
  const { url, authToken } = withOwnToken(to);
  const client = openHttp(url, authToken);
  const stream = client.openStream();
  try {
    const first = await stream.queryValue(
      "SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!' AND name NOT LIKE 'libsql!_%' ESCAPE '!'",
    );
    if (first.value)
      throw new Failure(`This database is not empty (it has ${first.value}): restore into a new one.`);
    let rows = 0;
    let pending = '';
    let last = '';
    for await (const line of linesOf(createReadStream(file, 'utf8'))) {
      // A statement of several lines stays in one call.
      if (pending.length > callSize && isRow(line) && isRow(last)) {
        await stream.sequence(pending);
        pending = '';
      }
      pending += `${line}\n`;
      if (isRow(line)) rows += 1;
      last = line;
    }
    if (last !== 'COMMIT;') throw new Failure(`${file} is not a whole backup: its last line is missing.`);
    await stream.sequence(pending);
    return rows;
  } finally {
    client.close();
  }
}

if (import.meta.main)
  await runCommand(async () => {
    const file = fileParameter('npm run restore');
    logInfo(`Restored: ${await restore(addressFromEnvironment(), file)} rows`);
  });
