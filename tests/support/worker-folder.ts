/** The built Worker with other limits for its flood guards. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parts } from '#tools/lib/build.ts';

/**
 * Requests that may pass in a minute: of an address, and of an account (or a stranger's address) that change
 * something.
 */
export type Guards = { flood?: number | undefined; writes?: number | undefined };

/** @param folder a new one for the copy; @returns the built Worker itself where its own numbers are good */
export function workerFolder(folder: string, { flood, writes }: Guards): string {
  const built = parts.worker.folder;
  if (flood === undefined && writes === undefined) return built;
  cpSync(built, folder, { recursive: true });
  const file = join(folder, 'options.json');
  const options = JSON.parse(readFileSync(file, 'utf8'));
  if (flood !== undefined) options.ratelimits.FLOOD.simple.limit = flood;
  if (writes !== undefined) options.ratelimits.WRITES.simple.limit = writes;
  writeFileSync(file, JSON.stringify(options));
  return folder;
}
