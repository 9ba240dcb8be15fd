/** Copies of the project with catalogues of other sizes, under `.cache/bench`; they stay for the next run. */
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tools/lib/content.ts';
import { writeCatalogue } from './catalogue.ts';

/** Where everything of the bench is kept. */
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
 * The project with so many products, as fresh as after `npm ci`: nothing is built, nothing is kept from before.
 * @returns its folder
 */
export function newProject(products: number): string {
  const folder = join(benchFolder, `project-${products}`);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true });
  writeCatalogue(join(root, 'content'), join(folder, 'content'), products);
  // Not the folder itself: Astro keeps in it what it has built.
  const own = new Set(['.astro', '.vite']);
  for (const name of readdirSync(join(root, 'node_modules')))
    if (!own.has(name)) symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  return folder;
}

/** `content` with so many products; written when it is not there yet. */
export function contentOf(products: number): string {
  const folder = join(benchFolder, `project-${products}`, 'content');
  if (existsSync(folder)) return folder;
  const alone = join(benchFolder, `content-${products}`, 'content');
  if (!existsSync(alone)) writeCatalogue(join(root, 'content'), alone, products);
  return alone;
}
