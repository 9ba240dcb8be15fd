/** What the database's command-line programs share. */
import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { DatabaseAddress } from './client.ts';

/** A mistake of whoever called: shown as one line, without a stack. */
export class UsageError extends Error {}

/** The database that `DATABASE_URL` (and `DATABASE_AUTH_TOKEN`) name. @throws UsageError */
export function addressFromEnvironment(): DatabaseAddress {
  const { DATABASE_URL: url, DATABASE_AUTH_TOKEN: authToken } = process.env;
  if (!url) throw new UsageError('Set DATABASE_URL, for instance to the address that `npm start` printed.');
  return { url, authToken };
}

/** Runs a program when its file was started, not when it was imported. */
export function runAsCommand(file: string, program: () => Promise<void>): void {
  const started = process.argv[1];
  if (!started || pathToFileURL(realpathSync(started)).href !== file) return;
  program().catch((error: Error) => {
    console.error(error instanceof UsageError ? error.message : error);
    process.exitCode = 1;
  });
}
