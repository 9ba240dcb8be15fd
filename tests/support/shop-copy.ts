/** The pages of a copy of the shop whose content is changed. */
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
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
  'tsconfig.json',
];

/** Caches of pictures, which the copy shares: a build of the same pictures takes seconds. */
const sharedCaches = ['assets', 'kept'];

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
  for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true });
  cpSync(contentRoot, join(folder, 'content'), { recursive: true });
  const modules = join(root, 'node_modules');
  const caches = join(folder, 'node_modules', '.astro');
  mkdirSync(caches, { recursive: true });
  for (const name of readdirSync(modules))
    if (name !== '.astro' && name !== '.vite')
      symlinkSync(join(modules, name), join(folder, 'node_modules', name));
  for (const name of sharedCaches)
    if (existsSync(join(root, astroCache, name)))
      symlinkSync(join(root, astroCache, name), join(caches, name));
  change(join(folder, 'content'));
  const [command, ...parameters] = astroBuild.command;
  const { failed, all } = await execa(command, parameters, {
    cwd: folder,
    env: { ...astroBuild.env, CONTENT_DIR: undefined },
    stdin: 'ignore',
    all: true,
    reject: false,
  });
  if (failed) {
    remove();
    throw new Error(`The copy was not built:\n${all.slice(-2000)}`);
  }
  return { pages: join(folder, 'dist'), remove };
}
