/**
 * PREVIEW=change-12 npm run preview: the pages as they are here, at an address of their own, for whoever
 * wants to look before it is published. Nothing that shoppers see changes and no database is migrated or
 * synced: prices and texts are this build's, stock and orders the open shop's.
 *
 * In a pipeline the address is told to the next step (GITHUB_OUTPUT).
 */
import { appendFileSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildIfNeeded, parts } from '#tools/build.ts';
import { runQuietly } from '#tools/child.ts';
import { root } from '#tools/content.ts';
import { refusal, settingsSources } from '#tools/deploy.ts';
import { explainWrangler } from '#tools/explain.ts';
import { complain, describe, Failure, say } from '#tools/log.ts';
import { quietWrangler, wrangler } from '#tools/wrangler.ts';

/** What may be a part of an address. @throws Failure */
export function previewName({ PREVIEW = '' }: NodeJS.ProcessEnv): string {
  if (!/^[a-z][a-z0-9-]{0,30}[a-z0-9]$/.test(PREVIEW))
    throw new Failure(`PREVIEW=${PREVIEW}: must be a name in small letters, such as change-12.`);
  return PREVIEW;
}

/** The address in what wrangler reports (one JSON object a line). @throws Failure when there is none */
export function previewAddress(report: string): string {
  const events = report.split('\n').filter(Boolean);
  const addresses = events.map((line) => JSON.parse(line).preview_alias_url);
  const address = addresses.findLast((one): one is string => typeof one === 'string');
  if (!address)
    throw new Failure('Cloudflare gave no address for the preview: see preview_urls in wrangler.toml.');
  return address;
}

/** A preview is nobody's shop: search engines are told to leave it. */
function hide(): void {
  const file = join(parts.pages.folder, '_headers');
  const line = '\n/*\n  X-Robots-Tag: noindex\n';
  if (!readFileSync(file, 'utf8').endsWith(line)) appendFileSync(file, line);
}

async function preview(): Promise<void> {
  const name = previewName(process.env);
  const reason = refusal(settingsSources());
  if (reason) throw new Failure(reason);
  await buildIfNeeded({ log: say, force: true });
  hide();
  const report = join(root, '.cache', 'preview', 'wrangler.json');
  rmSync(report, { force: true });
  mkdirSync(join(root, '.cache', 'preview'), { recursive: true });
  try {
    await runQuietly(wrangler('versions', 'upload', '--preview-alias', name), explainWrangler, {
      ...quietWrangler,
      WRANGLER_OUTPUT_FILE_PATH: report,
    });
  } finally {
    // The next build of the shop itself is not to be hidden.
    rmSync(parts.pages.stamp, { force: true });
  }
  const address = previewAddress(readFileSync(report, 'utf8'));
  if (process.env.GITHUB_OUTPUT) appendFileSync(process.env.GITHUB_OUTPUT, `url=${address}\n`);
  say(`The preview is at ${address}`);
}

if (import.meta.main)
  try {
    await preview();
  } catch (error) {
    complain(describe(error));
    process.exitCode = 1;
  }
