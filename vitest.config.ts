import './tools/lib/test-content.ts';
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { switchesOf } from './src/domain/store/features.ts';
import { readStore } from './tools/lib/content.ts';
import { settingsFile, writeSettings } from './tools/lib/settings.ts';

// The Worker's modules import them.
writeSettings();

/**
 * The files of tests/browser that `npm test` runs: a visit to every kind of page with its budgets, and the way from the
 * home page to a paid order that is packed. `npm run verify` runs all files (tools/test.ts).
 */
const mainWay = [
  'account',
  'add-to-cart',
  'cart',
  'checkout',
  'contact',
  'delivery',
  'desk-orders',
  'desk-session',
  'filters',
  'gallery',
  'guest',
  'home',
  'orders',
  'pages',
  'pay-widget',
  'policy-report',
  'product',
  'purchase',
  'search',
  'subscribed',
  'unsubscribe',
  'variants',
].map((name) => `tests/browser/${name}.test.ts`);

/**
 * Kinds of tests. `unit` needs nothing; `built` reads the built pages; `api` runs the built Worker in workerd against a
 * real libSQL server; `browser` opens the built shop in Chromium; `tools` runs our own commands; `nightly` is what takes
 * long: large databases, attacks, real time limits, whole tables; `upgrade` goes from the last release to this one and back. What is out of date is built first (tests/support/global-setup.ts).
 */
export default defineConfig({
  // As Wrangler bundles it (the `rules` of wrangler.toml).
  plugins: [
    {
      name: 'as text',
      enforce: 'pre',
      load: (id) =>
        id.endsWith('.txt') ? `export default ${JSON.stringify(readFileSync(id, 'utf8'))}` : undefined,
    },
  ],
  define: { IS_ON: JSON.stringify(switchesOf(readStore())) },
  resolve: { alias: { '#settings': settingsFile } },
  test: {
    // Three shops at a time, each with ports and data of its own: two cores have a tenth of their time left with two.
    maxWorkers: 3,
    // ms: what is waited for may take its time on a slow machine.
    expect: { poll: { timeout: 20_000, interval: 100 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: [
            '{src,functions,db}/**/*.test.{ts,tsx}',
            'packages/**/*.test.ts',
            'tests/{search,support}/**/*.test.ts',
          ],
          isolate: false,
          // A property test of many cases may take its time on a slow machine.
          testTimeout: 30_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'tools',
          include: ['{tools,tests/measure}/**/*.test.ts'],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          globalSetup: ['tests/support/global-setup.ts'],
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'nightly',
          // The second line: files of which `npm run verify` runs a part (tests/support/whole.ts).
          include: [
            'tests/nightly/**/*.test.ts',
            'tests/browser/{states,documents,edit,edit-lists,fair}.test.ts',
          ],
          env: { WHOLE_TABLES: 'yes' },
          globalSetup: ['tests/support/global-setup.ts'],
          testTimeout: 600_000,
          hookTimeout: 240_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'upgrade',
          include: ['tests/upgrade/**/*.test.ts'],
          globalSetup: ['tests/support/global-setup.ts'],
          testTimeout: 600_000,
          fileParallelism: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'built',
          include: ['tests/built/**/*.test.ts'],
          isolate: false,
          testTimeout: 30_000,
          globalSetup: ['tests/support/global-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: process.env.BROWSER_TESTS === 'main' ? mainWay : ['tests/browser/**/*.test.ts'],
          globalSetup: ['tests/support/global-setup.ts'],
          isolate: false,
          // A browser on a busy machine is late in more ways than a test foresees; the end of the run names what needed
          // it. The API has no second try: what is lost there once in a hundred times is lost to a shopper.
          retry: 1,
          testTimeout: 120_000,
          hookTimeout: 90_000,
        },
      },
    ],
  },
});
