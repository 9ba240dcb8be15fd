/**
 * `npm run restore -- FILE`: restores a backup into an empty database. The file is one transaction, which ends with its
 * last line: an incomplete file changes nothing.
 */
import { createReadStream, existsSync } from 'node:fs';
import { BatchCond, type BatchStep, ClientError, openHttp, type Stream } from '@libsql/hrana-client';
import { type DatabaseAddress, withOwnToken } from '#db/client.ts';
import { addressFromEnvironment, fileParameter, linesOf, runCommand } from '#tools/lib/command.ts';
import { Failure, logInfo } from '#tools/lib/log.ts';

/** Characters of one call. */
const callSize = 1_000_000;

/** The statements of a backup; only tables and triggers may have several lines. */
async function* statementsOf(file: string): AsyncGenerator<string> {
  let statement = '';
  for await (const line of linesOf(createReadStream(file, 'utf8'))) {
    statement += statement ? `\n${line}` : line;
    if (!(statement.startsWith('CREATE TRIGGER') ? /\bEND;$/i : /;$/).test(statement)) continue;
    yield statement;
    statement = '';
  }
  if (statement) yield statement;
}

/**
 * Executes statements until one fails. Not as one text (`sequence`), in which libSQL's server skips a statement that it
 * cannot parse. @throws ClientError of the statement that failed
 */
async function execute(stream: Stream, statements: readonly string[]): Promise<void> {
  const batch = stream.batch();
  let last: BatchStep | undefined;
  const results = statements.map((statement) => {
    const step = batch.step();
    if (last) step.condition(BatchCond.ok(last));
    last = step;
    return step.run(statement);
  });
  await Promise.all([batch.execute(), ...results]);
}

/**
 * Fills an empty database from a file.
 * @returns the number of rows
 * @throws Failure for a database that is not empty, a refused token, or a file that is not a whole backup; then nothing
 * was changed
 */
export async function restore(to: DatabaseAddress, file: string): Promise<number> {
  if (!existsSync(file)) throw new Failure(`${file}: there is no such file.`);
  const { url, authToken } = withOwnToken(to);
  const stream = openHttp(url, authToken).openStream();
  try {
    const first = await stream.queryValue(
      "SELECT name FROM sqlite_schema WHERE name NOT LIKE 'sqlite!_%' ESCAPE '!' AND name NOT LIKE 'libsql!_%' ESCAPE '!'",
    );
    if (first.value)
      throw new Failure(`This database is not empty (it has ${first.value}): restore into a new one.`);
    let rows = 0;
    let size = 0;
    let pending: string[] = [];
    for await (const statement of statementsOf(file)) {
      if (size > callSize) {
        await execute(stream, pending);
        pending = [];
        size = 0;
      }
      pending.push(statement);
      size += statement.length;
      if (statement.startsWith('INSERT INTO ')) rows += 1;
    }
    if (pending.at(-1) !== 'COMMIT;')
      throw new Failure(`${file} is not a whole backup: its last line is missing.`);
    await execute(stream, pending);
    return rows;
  } catch (error) {
    throw error instanceof ClientError ? new Failure(`Nothing was restored: ${error.message}`) : error;
  } finally {
    stream.close();
  }
}

if (import.meta.main)
  await runCommand(async () => {
    const file = fileParameter('npm run restore');
    logInfo(`Restored: ${await restore(addressFromEnvironment(), file)} rows`);
  });
