// @ts-check
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sitemap from '@astrojs/sitemap';
import { defineConfig } from 'astro/config';
import browserslistToEsbuild from 'browserslist-to-esbuild';
import { minifySync } from 'vite';
import { isListed, soldProducts } from './src/domain/catalogue/publication.ts';
import { switchesOf } from './src/domain/store/features.ts';
import { astroCache } from './src/lib/content-folder.build.ts';
import { listedOwnPages } from './src/lib/own-pages.build.ts';
import { productPath } from './src/lib/paths.ts';
import { isPublicPath } from './src/lib/public-paths.ts';
import { brokenPictures } from './tools/astro/broken-pictures.ts';
import { deskFiles } from './tools/astro/desk-files.ts';
import { finishPages } from './tools/astro/finish-pages.ts';
import { llms } from './tools/astro/llms.ts';
import { morePages } from './tools/astro/more-pages.ts';
import { offline } from './tools/astro/offline.ts';
import { reactPages, textElements } from './tools/astro/react-pages.ts';
import { emptySections } from './tools/astro/switched-off.ts';
import { checkContent, contentRoot, root } from './tools/lib/content.ts';
import { themeStyles } from './tools/lib/theme-styles.ts';

// Reading the content here, with the schemas that the pages and the sync use, makes every mistake in it
// end the build (and `astro dev`) with one line that names file, field and reason.
const { store, delivery, products, dates } = checkContent();
const sold = soldProducts(products, Date.now());
const hiddenPages = new Set(
  [...sold].flatMap(([id, product]) => (isListed(product) ? [] : [productPath(id)])),
);

/** `client:intent`: an island loads when someone is about to use it (src/lib/intent.dom.ts). */
const intent = {
  name: 'client:intent',
  hooks: {
    /** @param {{ addClientDirective: (directive: { name: string; entrypoint: string }) => void }} options */
    'astro:config:setup': ({ addClientDirective }) =>
      addClientDirective({ name: 'intent', entrypoint: './src/lib/intent.dom.ts' }),
  },
};

const isOwn = listedOwnPages();
const publicPages = sitemap({
  filter: (page) => {
    const { pathname } = new URL(page);
    return isOwn(pathname) || (isPublicPath(pathname) && !hiddenPages.has(pathname));
  },
  serialize: (page) => ({ ...page, lastmod: dates.get(new URL(page.url).pathname)?.toISOString() }),
  namespaces: { news: false, xhtml: false, image: false, video: false },
});

/**
 * What every page runs is one file: one request instead of a dozen, and smaller, since small files compress badly.
 * The group takes the imports of these two along; live.dom.ts is what most pages with products add.
 */
const everyPage = {
  name: 'shop',
  test: /\/(layouts\/ShopLayout\.astro\?astro&type=script|catalogue\/live\.dom\.ts)/,
};

/** React itself with what islands need: one file instead of seven. */
const reactItself = {
  name: 'react',
  test: /\/node_modules\/(react|react-dom|scheduler|@nanostores\/react)\/|\/src\/ui\/(jsx-runtime|island-root|useMounted|useLoad)\./,
};

/**
 * Vite wraps each `import()` in a helper that is larger than most of our scripts, and whose work, styles of
 * chunks, is done: every page brings its styles along.
 */
const plainImports = {
  name: 'plain-imports',
  enforce: /** @type {const} */ ('pre'),
  /** @param {string} name */
  configEnvironment: (name) =>
    name === 'client' ? { build: { modulePreload: /** @type {const} */ (false) } } : undefined,
  /** @param {string} id */
  load: (id) =>
    id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : undefined,
};

/** Scripts that pages have in themselves (`….js?raw`) without comments and spaces, as Vite makes all others. */
const inlineScripts = {
  name: 'inline-scripts',
  enforce: /** @type {const} */ ('pre'),
  /** @param {string} id */
  load: (id) => {
    const [file = '', query] = id.split('?');
    if (query !== 'raw' || !file.endsWith('.js')) return undefined;
    const { code } = minifySync(file, readFileSync(file, 'utf8'));
    return `export default ${JSON.stringify(code)};`;
  },
};

/** The browsers of .browserslistrc: scripts and styles are written so that the oldest understands them. */
const browsers = browserslistToEsbuild();

/** `IS_ON.skin` in code (src/switches.d.ts): what is off leaves nothing in the scripts. */
const switches = switchesOf(store);
const define = Object.fromEntries(Object.entries(switches).map(([name, on]) => [`IS_ON.${name}`, `${on}`]));

const api = process.env.HARITA_API;

export default defineConfig({
  site: store.url,
  cacheDir: astroCache,
  output: 'static',
  trailingSlash: 'never',
  // Pages that have not changed are copied: a disk does several at a time.
  build: { format: 'file', inlineStylesheets: 'always', concurrency: 8 },
  compressHTML: true,
  integrations: [
    reactPages(),
    intent,
    morePages(store.features),
    finishPages,
    publicPages,
    llms(store, delivery, sold),
    offline(sold),
    deskFiles,
  ],
  // Pages whose key and code have not changed (src/features/catalogue/page-key.build.ts).
  experimental: { incrementalBuild: true },
  devToolbar: { enabled: false },
  image: {
    // The originals are clean renders, so quality can be modest: AVIF of 52 is as near to them as WebP of 78, in a fifth
    // fewer bytes. AVIF's effort is what a cold build is
    // made of: 2 takes half the time of 3 for 2 % more bytes.
    service: {
      entrypoint: 'astro/assets/services/sharp',
      config: { avif: { quality: 52, effort: 2 }, webp: { quality: 78, effort: 4 } },
    },
  },
  security: {
    csp: {
      // `upgrade-insecure-requests` is left out: a shop on http://localhost would ask itself for https.
      directives: [
        "default-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "font-src 'self'",
        "media-src 'self'",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
      ],
      scriptDirective: { resources: ["'self'"] },
      styleDirective: { resources: ["'self'", { resource: "'unsafe-inline'", kind: 'attribute' }] },
    },
  },
  vite: {
    define: { ...define, IS_ON: JSON.stringify(switches) },
    plugins: [
      themeStyles,
      emptySections(store.features),
      textElements,
      plainImports,
      inlineScripts,
      brokenPictures,
    ],
    resolve: {
      alias: {
        // For imports, which take no variable.
        '#content': contentRoot,
        // Its file for browsers needs a document, which the worker of the desk's import does not have.
        'decode-named-character-reference': join(
          root,
          'node_modules/decode-named-character-reference/index.js',
        ),
      },
    },
    // A font as a data: address would break `font-src 'self'`; everything else keeps Vite's default.
    build: {
      assetsInlineLimit: (file) => (file.endsWith('.woff2') ? false : undefined),
      cssTarget: browsers,
    },
    environments: {
      client: {
        build: {
          target: browsers,
          rolldownOptions: { output: { codeSplitting: { groups: [everyPage, reactItself] } } },
        },
      },
    },
    server: api
      ? { strictPort: true, proxy: { '/api': api, '/dev': api, '^/edit(/|$)': { target: api } } }
      : {},
  },
});
