/** The built Worker with other limits for its flood guards, or other numbers of `content/store.yaml`. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parts } from '#tools/lib/build.ts';

/**
 * Requests per minute of a session, of all kinds and to routes that write. @property network the same of an address, whose
 * limits are otherwise those of a session
 */
export type Guards = {
  flood?: number | undefined;
  writes?: number | undefined;
  network?: { flood: number; writes: number } | undefined;
};
/** Numbers and words of content/store.yaml by name, `offered` or `features.reviews`, as the Worker has them: amounts in paise. */
type Settings = Record<string, number | string | boolean>;
export type OtherStore = { store?: Settings | undefined };

/**
 * @param folder a new folder for the copy @param built the Worker's bundle; default: the project's own
 * @returns the built Worker itself when nothing differs
 */
export function workerFolder(
  folder: string,
  { flood, writes, network, store }: Guards & OtherStore,
  built = parts.worker.folder,
): string {
  if (flood === undefined && writes === undefined && !store) return built;
  cpSync(built, folder, { recursive: true });
  if (store) changeStore(folder, store);
  const file = join(folder, 'options.json');
  const options = JSON.parse(readFileSync(file, 'utf8'));
  const limits = {
    FLOOD: flood,
    WRITES: writes,
    NETWORK: network?.flood ?? flood,
    NETWORK_WRITES: network?.writes ?? writes,
  };
  // The last release may lack one.
  for (const [name, limit] of Object.entries(limits))
    if (limit !== undefined && options.ratelimits[name]) options.ratelimits[name].simple.limit = limit;
  writeFileSync(file, JSON.stringify(options));
  return folder;
}

function changeStore(folder: string, settings: Settings): void {
  const file = join(folder, 'index.js');
  const text = readFileSync(file, 'utf8');
  const [start, end] = [text.indexOf('\nvar store = {'), text.indexOf('\nvar delivery = {')];
  let store = text.slice(start, end);
  for (const [name, value] of Object.entries(settings)) {
    const [field = '', group] = name.split('.').reverse();
    const before = group ? `"${group}": \\{[^{}]*"${field}": ` : `"${field}": `;
    const setting = new RegExp(`(${before})([\\de]+|"[^"]*"|true|false)`, 'g');
    if (store.match(setting)?.length !== 1) throw new Error(`the Worker's store has no setting "${name}"`);
    store = store.replace(setting, (_, kept: string) => kept + JSON.stringify(value));
  }
  writeFileSync(file, text.slice(0, start) + store + text.slice(end));
}
