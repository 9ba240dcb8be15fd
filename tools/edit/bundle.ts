/**
 * node tools/edit/bundle.ts FOLDER: the editor's page and scripts, out of the CMS's npm package and ours. A
 * process of its own, since the bundler is large and `npm start` is long.
 */
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { root } from '#tools/lib/content.ts';

/** No field of ours holds code, so the CMS's three hundred grammars for it are left out. */
const grammars = /^@shikijs\/(langs|themes)\/.*/;

/**
 * The CMS registers its fonts from its own package, and once more from a CDN, in a style of its own. The
 * policy would stop the second; without it nothing is asked for. A CMS that is built otherwise ends the build.
 */
const withoutCdn: Plugin = {
  name: 'without-cdn',
  transform: {
    filter: { id: /@sveltia\/cms\/npm\/index\.js$/ },
    handler(code) {
      const left = code.replaceAll(/@font-face \{[^}]*https:\/\/cdn\.[^}]*\}/g, '');
      if (left === code || /https:\/\/cdn\.[^\s]*woff2/.test(left))
        throw new Error('@sveltia/cms loads its fonts in a new way: see tools/edit/bundle.ts');
      return { code: left, map: null };
    },
  },
};

/** The CMS lists all files of `content/` as assets, and editors could delete `collections.ts` there. */
const withoutCode: Plugin = {
  name: 'without-code',
  transform: {
    filter: { id: /@sveltia\/cms\/npm\/index\.js$/ },
    handler(code) {
      const left = code.replace(
        /\((\w+),\{matchSubFolders:\w+=!0\}=\{\}\)=>\{/,
        '$&if($1.endsWith(".ts"))return[];',
      );
      if (left === code) throw new Error('@sveltia/cms lists assets in a new way: see tools/edit/bundle.ts');
      return { code: left, map: null };
    },
  },
};

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('usage: node tools/edit/bundle.ts FOLDER');

await build({
  root: join(root, 'tools', 'edit'),
  configFile: false,
  publicDir: false,
  logLevel: 'warn',
  plugins: [withoutCdn, withoutCode],
  resolve: { alias: [{ find: grammars, replacement: join(root, 'tools', 'edit', 'no-grammar.ts') }] },
  build: {
    outDir: folder,
    emptyOutDir: true,
    assetsDir: 'edit/assets',
    // A font or a style as a data: address would not pass the policy.
    assetsInlineLimit: 0,
    modulePreload: false,
    target: 'es2023',
    chunkSizeWarningLimit: 4000,
    rolldownOptions: { input: join(root, 'tools', 'edit', 'edit.html') },
  },
});
