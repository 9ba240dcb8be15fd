/** Notices changes of the schemas of `content/` for `npm run dev`. */
import { context } from 'esbuild';
import { root } from '#tools/lib/content.ts';

/**
 * Remembers content/collections.ts with all that it imports, as it is now.
 * @returns a function that says whether that has changed since then; a comment is no change, nor is code with a mistake
 */
export async function watchSchemas(): Promise<() => Promise<boolean>> {
  const builds = await context({
    absWorkingDir: root,
    entryPoints: ['content/collections.ts'],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    minifyWhitespace: true,
    legalComments: 'none',
    logLevel: 'silent',
  });
  const hashNow = async () => (await builds.rebuild()).outputFiles[0]?.hash;
  const before = await hashNow();
  return () =>
    hashNow().then(
      (hash) => hash !== before,
      () => false,
    );
}
