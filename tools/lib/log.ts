/**
 * What our commands say to the person who runs them: short lines, and one clear line when something
 * that can be foreseen is wrong. Everything else keeps its stack, since it is a bug.
 */
import { ContentError } from '#tools/lib/content.ts';

/** Takes one line, without its line end. */
export type Log = (line: string) => void;

export const say: Log = (line) => {
  process.stdout.write(`${line}\n`);
};

export const complain: Log = (line) => {
  process.stderr.write(`${line}\n`);
};

/** A mistake that the person at the keyboard can put right: shown as its message alone, exit code 1. */
export class Failure extends Error {
  override name = 'Failure';
}

/** For a port that somebody else listens on. */
export const portInUse = (port: number): string =>
  `Port ${port} is in use: stop what runs there, or choose another one (PORT=${port + 1} npm start).`;

/** What to print for an error: the message of a foreseen one, the whole stack of any other. */
export function describe(error: unknown): string {
  if (error instanceof Failure || error instanceof ContentError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with the escape character
const colours = /\u001b\[[0-9;]*m/g;

/** A child's output without its colours. */
export const plain = (text: string): string => text.replace(colours, '');
