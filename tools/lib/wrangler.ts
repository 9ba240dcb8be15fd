/** How we call wrangler: with our own Node, and without telemetry or update checks. */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { nodeThatExits } from '#tools/lib/child.ts';
import { root } from '#tools/lib/content.ts';

/** The command line of wrangler. */
export const wrangler = (...parameters: string[]): [string, ...string[]] => [
  ...nodeThatExits,
  join(dirname(createRequire(import.meta.url).resolve('wrangler/package.json')), 'bin', 'wrangler.js'),
  ...parameters,
];

/**
 * No usage reports, no error reports, no look-up of newer versions, no log files in the home folder. Node keeps the
 * compiled form of wrangler's 15 MB, which halves the time to load it.
 */
export const quietWrangler = {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_SEND_ERROR_REPORTS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_WRITE_LOGS: 'false',
  NO_COLOR: '1',
  NODE_COMPILE_CACHE: join(root, '.cache', 'node'),
};
