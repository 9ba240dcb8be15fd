/**
 * Caches what a build makes of a picture for the next build, beside Astro's own cache. The key is the content of the
 * picture, so the work depends on the number of distinct pictures.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { astroCache } from './content-folder.build.ts';

const folder = join(process.cwd(), astroCache, 'kept');

const digest = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

const hashes = new Map<string, Promise<string>>();

/** The hash of a file's content; the file is read again only after a change. */
export async function hashOf(file: string): Promise<string> {
  const { mtimeMs, size } = await stat(file);
  const state = `${file} ${mtimeMs} ${size}`;
  const hash = hashes.get(state) ?? readFile(file).then(digest);
  hashes.set(state, hash);
  return hash;
}

const running = new Map<string, Promise<Buffer>>();

async function readOrMake(path: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const stored = await readFile(path).catch(() => undefined);
  if (stored) return stored;
  const made = await make();
  await mkdir(dirname(path), { recursive: true });
  // Written atomically: the build may be stopped at any moment.
  await writeFile(`${path}.${process.pid}`, made);
  await rename(`${path}.${process.pid}`, path);
  return made;
}

/**
 * @param file the picture
 * @param how everything else that the result depends on, as text
 * @param make called if the cache has no result
 */
export const cached = async (file: string, how: string, make: () => Promise<Buffer>): Promise<Buffer> =>
  cachedBy(`${await hashOf(file)} ${how}`, make);

/** The same for what is drawn. @param how everything that the result depends on */
export async function cachedBy(how: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const name = digest(how);
  const path = join(folder, name.slice(0, 2), name.slice(2));
  const work = running.get(path) ?? readOrMake(path, make);
  running.set(path, work);
  return work.finally(() => running.delete(path));
}
