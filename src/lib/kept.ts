/**
 * What a build makes of a picture, kept for the next build (beside what Astro keeps there itself) by what it
 * was made from: work depends on distinct pictures, not on how often or by how many products they are used.
 */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

const folder = join(process.cwd(), 'node_modules', '.astro', 'kept');

const digest = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

const hashes = new Map<string, Promise<string>>();

/** The content of a file as a hash; read again only when the file was changed. */
async function hashOf(file: string): Promise<string> {
  const { mtimeMs, size } = await stat(file);
  const state = `${file} ${mtimeMs} ${size}`;
  const hash = hashes.get(state) ?? readFile(file).then(digest);
  hashes.set(state, hash);
  return hash;
}

const underWay = new Map<string, Promise<Buffer>>();

async function readOrMake(path: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const kept = await readFile(path).catch(() => undefined);
  if (kept) return kept;
  const made = await make();
  await mkdir(dirname(path), { recursive: true });
  // Whole or not at all: the build may be ended at any moment.
  await writeFile(`${path}.${process.pid}`, made);
  await rename(`${path}.${process.pid}`, path);
  return made;
}

/**
 * @param file the picture; @param how all else that the result depends on, sizes and words, as text
 * @param make is called only where nothing is kept
 */
export async function kept(file: string, how: string, make: () => Promise<Buffer>): Promise<Buffer> {
  const name = digest(`${await hashOf(file)} ${how}`);
  const path = join(folder, name.slice(0, 2), name.slice(2));
  const work = underWay.get(path) ?? readOrMake(path, make);
  underWay.set(path, work);
  return work.finally(() => underWay.delete(path));
}
