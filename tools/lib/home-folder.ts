/**
 * Wrangler and the browsers of tests write into the home folder, and wait for ever or fail where they cannot: in a container whose
 * disk is read-only, or as a person without one. There they get a folder of the project instead.
 */
import { accessSync, constants, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { root } from '#tools/lib/content.ts';

/** Sets `HOME` of this process and all that it starts, where the present one cannot be written. */
export function ensureWritableHome(): void {
  try {
    accessSync(homedir(), constants.W_OK);
  } catch {
    const home = join(root, '.cache', 'home');
    mkdirSync(home, { recursive: true });
    process.env.HOME = home;
  }
}
