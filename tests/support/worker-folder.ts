/** The built Worker with other limits for its flood guards. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parts } from '#tools/lib/build.ts';

/** Requests per minute: of an address, and of a session (or an address without one) to routes that write. */
export type Guards = { flood?: number | undefined; writes?: number | undefined };

/**
 * @param folder a new folder for the copy @param built the Worker's bundle; default: the project's own
 * @returns the built Worker itself when no limit differs
 */
export function workerFolder(folder: string, { flood, writes }: Guards, built = parts.worker.folder): string {
  if (flood === undefined && writes === undefined) return built;
  cpSync(built, folder, { recursive: true });
  const file = join(folder, 'options.json');
  const options = JSON.parse(readFileSync(file, 'utf8'));
  if (flood !== undefined) options.ratelimits.FLOOD.simple.limit = flood;
  if (writes !== undefined) options.ratelimits.WRITES.simple.limit = writes;
  writeFileSync(file, JSON.stringify(options));
  return folder;
}
