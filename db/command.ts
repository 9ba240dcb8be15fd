/** Shared code of the database's command-line programs. */
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type DatabaseAddress, isUnavailable } from './client.ts';

/** A mistake of the user: shown as one line, without a stack. */
export class UsageError extends Error {}

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
 * @throws UsageError
 */
export function addressFromEnvironment(): DatabaseAddress {
  const { DATABASE_URL: url, DATABASE_AUTH_TOKEN: authToken, DATA_DIR = '.data' } = process.env;
  if (url) return { url, authToken };
  const file = join(DATA_DIR, addressFile);
  if (!existsSync(file)) throw new UsageError('Start the shop first (npm start), or set DATABASE_URL.');
  return { url: readFileSync(file, 'utf8').trim() };
}

/** Runs a program if its file was started, not imported. */
export function runAsCommand(file: string, program: () => Promise<void>): void {
  const started = process.argv[1];
  if (!started || pathToFileURL(realpathSync(started)).href !== file) return;
  program().catch((error: Error) => {
    // `fetch failed` is the error of the client that migrations use.
    const unreachable = isUnavailable(error) || error.message === 'fetch failed';
    if (unreachable)
      console.error('The database does not answer: does the shop run, or is DATABASE_URL right?');
    else console.error(error instanceof UsageError ? error.message : error);
    process.exitCode = 1;
  });
}
