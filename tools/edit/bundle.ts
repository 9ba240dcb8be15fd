/**
 * node tools/edit/bundle.ts FOLDER: the editor's page and scripts, out of the CMS's npm package and ours. A
 * process of its own, since the bundler is large and `npm start` is long.
 */
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { root } from '#tools/lib/content.ts';

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

/** The CMS says this above the reasons for which an entry is not saved (save-check.ts). */
const withoutLater: Plugin = {
  name: 'without-later',
  transform: {
    filter: { id: /@sveltia\/cms\/npm\/index\.js$/ },
    handler(code) {
      const said = 'There was an error while saving the entry. Please try again later.';
      if (!code.includes(said)) throw new Error(`@sveltia/cms does not say: ${said}`);
      return { code: code.replace(said, 'The entry is not saved.'), map: null };
    },
  },
};

await build({
  root: join(root, 'tools', 'edit'),
  configFile: false,
  logLevel: 'warn',
  plugins: [withoutCode, withoutLater],
  build: {
    outDir: folder,
    emptyOutDir: true,
    assetsDir: 'edit/assets',
    // A font or a style as a data: address would not pass the policy.
    assetsInlineLimit: 0,
    modulePreload: false,
    target: 'es2023',
    chunkSizeWarningLimit: 4000,
    rolldownOptions: {
      input: join(root, 'tools', 'edit', 'edit.html'),
      // No field of ours holds code, so the CMS's three hundred grammars for it are left out.
      external: /^@shikijs\//,
    },
  },
});
