/** The pages of a copy of the shop whose content is changed. */
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { stringify } from 'yaml';
import { astroCache } from '#lib/content-folder.build.ts';
import { astroBuild } from '#tools/lib/build.ts';
import { contentRoot, root } from '#tools/lib/content.ts';
import { temporaryFolder } from '#tools/lib/fixture.ts';

const copied = [
  'src',
  'public',
  'content/collections.ts',
  'tools',
  'astro.config.mjs',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
];

const modules = join(root, 'node_modules');

/** Caches of pictures, which a copy may share: a build of the same pictures takes seconds. */
const sharedCaches = ['assets', 'kept'];

/** Copies the shop, without build output and caches. @param folder does not exist or is empty */
export function copyShop(folder: string): void {
  for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true });
  cpSync(contentRoot, join(folder, 'content'), { recursive: true });
  linkModules(folder);
}

/** Gives a copy the packages of the project. */
export function linkModules(folder: string): void {
  mkdirSync(join(folder, 'node_modules', '.astro'), { recursive: true });
  // Not the folder itself, since Astro stores its caches in it.
  for (const name of readdirSync(modules))
    if (name !== '.astro' && name !== '.vite')
      symlinkSync(join(modules, name), join(folder, 'node_modules', name));
}

/** Has each Node process print its peak memory, KiB, when it ends. */
const printsMemory = `--import="data:text/javascript,process.on('exit',()=>console.log('memory',process.resourceUsage().maxRSS))"`;

/**
 * Builds the pages of a copy, into `dist`.
 * @returns seconds, and the peak memory in MiB
 * @throws Error with the end of the output
 */
export async function buildIn(folder: string): Promise<{ seconds: number; mib: number }> {
  const [command, ...parameters] = astroBuild.command;
  const { failed, all, durationMs } = await execa(command, parameters, {
    cwd: folder,
    env: { ...astroBuild.env, CONTENT_DIR: undefined, NODE_OPTIONS: printsMemory },
    stdin: 'ignore',
    all: true,
    reject: false,
  });
  if (failed) throw new Error(`The copy was not built:\n${all.slice(-2000)}`);
  const memory = [...all.matchAll(/^memory (\d+)$/gm)].map(([, kib]) => Number(kib));
  return { seconds: durationMs / 1000, mib: Math.max(...memory) / 1024 };
}

/** Writes a product into a copy's `content`. @param matter its front matter */
export function writeProduct(content: string, id: string, matter: object, text = ''): void {
  mkdirSync(join(content, 'products', id), { recursive: true });
  writeFileSync(join(content, 'products', id, 'index.md'), `---\n${stringify(matter)}---\n${text}`);
}

/**
 * Builds the pages of a copy. The shop itself must be built, so that its pictures are made.
 * @param change writes into the copy's `content`
 * @returns the folder of the pages
 * @throws Error with the end of the output
 */
export async function buildCopy(
  change: (content: string) => void,
): Promise<{ pages: string; remove(): void }> {
  const { path: folder, remove } = temporaryFolder();
  copyShop(folder);
  for (const name of sharedCaches)
    if (existsSync(join(root, astroCache, name)))
      symlinkSync(join(root, astroCache, name), join(folder, 'node_modules', '.astro', name));
  change(join(folder, 'content'));
  try {
    await buildIn(folder);
  } catch (error) {
    remove();
    throw error;
  }
  return { pages: join(folder, 'dist'), remove };
}
