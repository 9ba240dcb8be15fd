/**
 * Output of our commands: short lines, and one clear line for an expected error. Any other error is printed with its
 * stack, since it is a bug.
 */
import { DatabaseIsNewer } from '#db/database-is-newer.ts';
import { ContentError } from '#tools/lib/content-references.ts';

/** Writes one line; the line break is added. */
export type Log = (line: string) => void;

export const logInfo: Log = (line) => {
  process.stdout.write(`${line}\n`);
};

export const logError: Log = (line) => {
  process.stderr.write(`${line}\n`);
};

/** An error that the user can correct: only its message is printed, exit code 1. */
export class Failure extends Error {
  override name = 'Failure';
}

/** The message for a port that is in use. */
export const portInUse = (port: number): string =>
  `Port ${port} is in use: stop what runs there, or choose another one (PORT=${port + 1} npm start).`;

/** The text to print for an error: the message of an expected one, the stack of any other with its causes. */
export function describeError(error: unknown): string {
  if ([Failure, ContentError, DatabaseIsNewer].some((expected) => error instanceof expected))
    return (error as Error).message;
  if (!(error instanceof Error)) return String(error);
  const text = error.stack ?? error.message;
  return error.cause === undefined ? text : `${text}\nCaused by: ${describeError(error.cause)}`;
}
