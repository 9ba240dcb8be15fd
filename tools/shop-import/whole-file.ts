/** Files that are whole or not there. */
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file beside its place and moves it there. */
export function writeWhole(path: string, data: string | Uint8Array): void {
  mkdirSync(dirname(path), { recursive: true });
  const part = `${path}.part`;
  writeFileSync(part, data);
  renameSync(part, path);
}
