/** The built Worker with other limits for its flood guards, or another `content/store.yaml`. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parts } from '#tools/lib/build.ts';

/** Requests per minute: of an address, and of a session (or an address without one) to routes that write. */
export type Guards = { flood?: number | undefined; writes?: number | undefined };
/** Lines of content/store.yaml, and what stands there instead. */
export type OtherStore = { store?: Record<string, string> | undefined };

/**
 * @param folder a new folder for the copy @param built the Worker's bundle; default: the project's own
 * @returns the built Worker itself when nothing differs
 */
export function workerFolder(
  folder: string,
  { flood, writes, store }: Guards & OtherStore,
  built = parts.worker.folder,
): string {
  if (flood === undefined && writes === undefined && !store) return built;
  cpSync(built, folder, { recursive: true });
  if (store) changeStore(folder, store);
  const file = join(folder, 'options.json');
  const options = JSON.parse(readFileSync(file, 'utf8'));
  if (flood !== undefined) options.ratelimits.FLOOD.simple.limit = flood;
  if (writes !== undefined) options.ratelimits.WRITES.simple.limit = writes;
  writeFileSync(file, JSON.stringify(options));
  return folder;
}

function changeStore(folder: string, lines: Record<string, string>): void {
  const name = readdirSync(folder).find((one) => one.endsWith('-store.yaml')) ?? 'store.yaml';
  let text = readFileSync(join(folder, name), 'utf8');
  for (const [line, other] of Object.entries(lines)) {
    if (!text.includes(line)) throw new Error(`content/store.yaml has no line "${line}"`);
    text = text.replace(line, other);
  }
  writeFileSync(join(folder, name), text);
}
