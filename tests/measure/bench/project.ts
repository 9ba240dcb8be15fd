/** Copies of the project with catalogues of other sizes, under `.cache/bench`; they stay for the next run. */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { contentRoot, root } from '#tools/lib/content.ts';
import { writeCatalogue } from './catalogue.ts';

/** The folder of all files of the bench. */
export const benchFolder = join(root, '.cache', 'bench');

const copied = [
  'src',
  'public',
  'tools',
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

/**
 * The project with this number of products, as after `npm ci`: without build output or caches.
 * @returns its folder
 */
export function newProject(products: number): string {
  const folder = join(benchFolder, `project-${products}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true });
  writeCatalogue(contentRoot, join(folder, 'content'), products);
  // Not the folder itself, since Astro stores its cache in it.
  const own = new Set(['.astro', '.vite']);
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!own.has(name)) symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  return folder;
}

/** `content` with this number of products; created if missing. */
export function contentOf(products: number): string {
  const folder = join(benchFolder, `project-${products}`, 'content');
  if (existsSync(folder)) return folder;
  const alone = join(benchFolder, `content-${products}`, 'content');
  if (!existsSync(alone)) writeCatalogue(contentRoot, alone, products);
  return alone;
}
