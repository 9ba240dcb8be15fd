/** What the database's command-line programs share. */
import { existsSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type DatabaseAddress, isUnavailable } from './client.ts';

/** A mistake of whoever called: shown as one line, without a stack. */
export class UsageError extends Error {}

/** Where `npm start` writes down its database's address, token included, inside its data folder. */
export const addressFile = 'database-url';

/** Writes it down, for its owner alone: it holds the database's token. */
export function writeAddress(dataFolder: string, url: string): void {
  const file = join(dataFolder, addressFile);
  rmSync(file, { force: true });
  writeFileSync(file, url, { mode: 0o600 });
}

/**
 * The database that `DATABASE_URL` (and `DATABASE_AUTH_TOKEN`) name; without them, the one of the shop
 * that runs on this machine. @throws UsageError
 */
export function addressFromEnvironment(): DatabaseAddress {
  const { DATABASE_URL: url, DATABASE_AUTH_TOKEN: authToken, DATA_DIR = '.data' } = process.env;
  if (url) return { url, authToken };
  const file = join(DATA_DIR, addressFile);
  if (!existsSync(file)) throw new UsageError('Start the shop first (npm start), or set DATABASE_URL.');
  return { url: readFileSync(file, 'utf8').trim() };
}

/** Runs a program when its file was started, not when it was imported. */
export function runAsCommand(file: string, program: () => Promise<void>): void {
  const started = process.argv[1];
  if (!started || pathToFileURL(realpathSync(started)).href !== file) return;
  program().catch((error: Error) => {
    // `fetch failed` is what the bare client says, which migrations use.
    const unreachable = isUnavailable(error) || error.message === 'fetch failed';
    if (unreachable)
      console.error('The database does not answer: does the shop run, or is DATABASE_URL right?');
    else console.error(error instanceof UsageError ? error.message : error);
    process.exitCode = 1;
  });
}
