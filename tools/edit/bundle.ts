/**
 * node tools/edit/bundle.ts FOLDER: the editor's page and scripts, out of the CMS's npm package and ours. A
 * process of its own, since the bundler is large and `npm start` is long.
 */
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { contentRoot, root } from '#tools/lib/content.ts';
import { themeStyles } from '#tools/lib/theme-styles.ts';

/** A change of the CMS's own code. @throws Error when an update has changed that code: see what has become of it */
const change = (name: string, from: RegExp, to: string): Plugin => ({
  name,
  transform: {
    filter: { id: /@sveltia\/cms\/npm\/index\.js$/ },
    handler(code) {
      if (!from.test(code)) throw new Error(`@sveltia/cms has changed: see ${name} in tools/edit/bundle.ts`);
      return { code: code.replace(from, to), map: null };
    },
  },
});

const changes = [
  // It lists all files of `content/` as assets, and editors could delete `collections.ts` there.
  change(
    'assets without code',
    /\((\w+),\{matchSubFolders:\w+=!0\}=\{\}\)=>\{/,
    '$&if($1.endsWith(".ts"))return[];',
  ),
  // It says this above the reasons for which an entry is not saved (save-check.ts).
  change(
    'words above a refusal',
    /There was an error while saving the entry\. Please try again later\./,
    'The entry is not saved.',
  ),
  // Its name for signing in by a window, which is the desk's (desk-sign-in.ts).
  change('sign in', /sign_in_with_x:`[^`]*`/, 'sign_in_with_x:`Sign in with your account of the desk`'),
  // It reads all pictures for their hashes; the server has sent these.
  change(
    'hashes of pictures',
    /(\w+)=await (\w+)\((\w+)\),(\w+\?\.set\(\w+,\{sha:\1)/,
    '$1=$3.sha??await $2($3),$4',
  ),
  // Its fonts are in the bundle, and yet it names those of a CDN, which the browser would load too.
  change('fonts elsewhere', /url\(https:\/\/cdn\.jsdelivr\.net\/fontsource\/[^)]*\)/g, 'local(none)'),
  // It asks every five minutes whether GitHub is well. A save that fails says so by itself.
  change(
    'status of GitHub',
    /https:\/\/www\.githubstatus\.com\/api\/v2\/status\.json/,
    'data:application/json,{"status":{"indicator":"none"}}',
  ),
  // It opens a folder by itself only if the browser has stored it, which cannot store ours (local-folder.ts).
  change('local files at once', /\{showPicker:!\w+\}/, '{showPicker:!0}'),
  change('local files anew', /(getFileHandle\(`\.git`\);else throw \w+\})await \w+\?\.set\(\w+,\w+\)/, '$1'),
];

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('usage: node tools/edit/bundle.ts FOLDER');

await build({
  root: join(root, 'tools', 'edit'),
  configFile: false,
  logLevel: 'warn',
  plugins: [themeStyles, ...changes],
  resolve: { alias: { '#content': contentRoot } },
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
