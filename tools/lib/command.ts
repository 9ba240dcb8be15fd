/** Shared code of commands. */
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ImportRefused } from 'shop-import/problem';
import { type DatabaseAddress, isUnavailable } from '#db/client.ts';
import { describeError, Failure, logError } from '#tools/lib/log.ts';

/** The file in the data folder in which `npm start` stores its database's address, with its token. */
export const addressFile = 'database-url';

/** Stores the address. Only the owner can read the file, since it contains the token. */
export function writeAddress(dataFolder: string, url: string): void {
  const file = join(dataFolder, addressFile);
  rmSync(file, { force: true });
  writeFileSync(file, url, { mode: 0o600 });
}

/**
 * The database of `DATABASE_URL` (and `DATABASE_AUTH_TOKEN`); without them, that of the shop that runs on this machine.
 * @throws Failure
 */
export function addressFromEnvironment(): DatabaseAddress {
  const { DATABASE_URL: url, DATABASE_AUTH_TOKEN: authToken, DATA_DIR = '.data' } = process.env;
  if (url) return { url, authToken };
  const file = join(DATA_DIR, addressFile);
  if (!existsSync(file)) throw new Failure('Start the shop first (npm start), or set DATABASE_URL.');
  return { url: readFileSync(file, 'utf8').trim() };
}

/** Whether an error says that the database does not answer. `fetch failed` is the error of libSQL's own clients. */
export const isUnreachable = (error: unknown): boolean =>
  isUnavailable(error) || (error as Error).message === 'fetch failed';

/** Runs a command to its end. An error is printed, and sets exit code 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  // A reader such as `head` may close the pipe before the end.
  process.stdout.on('error', ({ code }: NodeJS.ErrnoException) =>
    process.exit(code === 'EPIPE' ? undefined : 1),
  );
  try {
    await command();
  } catch (error) {
    logError(
      isUnreachable(error)
        ? 'The database does not answer: does the shop run, or is DATABASE_URL right?'
        : describeError(error),
    );
    process.exitCode = 1;
  }
}

/** The only parameter of a command. @throws Failure */
export function fileParameter(command: string): string {
  const [file, ...more] = process.argv.slice(2);
  if (!file || more.length) throw new Failure(`Usage: ${command} -- FILE`);
  return file;
}

/**
 * Reads the file that a command was given.
 * @throws Failure where there is none, and where `read` refuses it
 */
export async function readGivenFile<T>(
  path: string,
  read: (bytes: Uint8Array) => T | Promise<T>,
): Promise<T> {
  if (!statSync(path, { throwIfNoEntry: false })?.isFile())
    throw new Failure(`${path}: there is no such file.`);
  try {
    return await read(readFileSync(path));
  } catch (error) {
    if (error instanceof ImportRefused) throw new Failure(`${basename(path)}: ${error.message}`);
    throw error;
  }
}

/** The lines of a text. Not by readline, which also ends a line at U+2028. */
export async function* readLines(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const chunk of text) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest) yield rest;
}
