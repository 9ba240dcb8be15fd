import { defineConfig } from 'vitest/config';

/**
 * Three kinds of tests. `unit` needs nothing; `api` runs the built Worker in workerd against a real
 * libSQL server; `browser` opens the built shop in Chromium. `npm test` builds first.
 */
export default defineConfig({
  test: {
    // Two shops at a time, each with ports and data of its own: what two cores carry without a queue.
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{src,functions,db}/**/*.test.{ts,tsx}', 'tests/simulators/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'tools',
          include: ['tools/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          globalSetup: ['tests/browser/unpack.ts'],
          testTimeout: 60_000,
          hookTimeout: 90_000,
        },
      },
    ],
  },
});
