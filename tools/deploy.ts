/**
 * npm run deploy [-- --dry-run]: the shop to Cloudflare, in this order: build, migrate the database, sync the
 * catalogue into it, upload, try the upload, give it the traffic. So the database never lags behind the Worker that uses it.
 *
 * Needs DATABASE_URL (libsql://…) and DATABASE_AUTH_TOKEN in the environment, the same values that the Worker has as
 * secrets. EDIT=on uploads the editor too, to a host of its own. A dry run needs neither, touches no database and
 * sends nothing.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { type DatabaseAddress, withOwnToken } from '#db/client.ts';
import { hasOtherRules, type Migration, migrate, pendingMigrations, readMigrations } from '#db/migrate.ts';
import { pauseWrites, resumeWrites } from '#db/pause.ts';
import { syncCatalogue } from '#db/sync.ts';
import type { ListedGap, Severity } from '#domain/catalogue/gaps.ts';
import { missingFacts } from '#domain/store/missing-facts.ts';
import type { Store } from '#domain/store/store.ts';
import { buildEditor, isEditOn } from '#tools/edit/build-editor.ts';
import { assetsIn, assetsRefusal } from '#tools/lib/assets.ts';
import { buildIfNeeded, parts } from '#tools/lib/build.ts';
import type { ContentFiles } from '#tools/lib/check-content.ts';
import { runAndCapture } from '#tools/lib/child.ts';
import { runCommand } from '#tools/lib/command.ts';
import { contentFiles, readProducts, readSales, readStore, root } from '#tools/lib/content.ts';
import { describeGaps, gapsIn } from '#tools/lib/content-gaps.ts';
import { fillOldRows } from '#tools/lib/fill.ts';
import { keepLastRelease, liveCommit } from '#tools/lib/last-release.ts';
import { Failure, logError, logInfo } from '#tools/lib/log.ts';
import { readSwitches } from '#tools/lib/options.ts';
import { lastRelease, recordRelease, untriedRefusal } from '#tools/lib/record-release.ts';
import { originRefusal, release } from '#tools/lib/release.ts';
import { readVarsFile, testVariables } from '#tools/lib/vars.ts';
import { quietWrangler, wrangler } from '#tools/lib/wrangler.ts';

/** Where a setting may come from: the name to show, and what it sets. */
export type Sources = [name: string, vars: Record<string, string | undefined>][];

/** Every `KEY = "value"` of wrangler.toml, whichever environment it belongs to, comments left out. */
export function tomlStrings(text: string): Record<string, string> {
  const lines = text.split('\n').map((line) => line.replace(/^\s*#.*/, ''));
  const pairs = lines
    .join('\n')
    .matchAll(/(?:^|[{,\s])"?(\w+)"?\s*=\s*(?:"([^"\n]*)"|'([^'\n]*)'|([\w.+-]+))/g);
  return Object.fromEntries(
    [...pairs].map(([, key, double, single, bare]) => [key, double ?? single ?? bare ?? '']),
  );
}

/** An https address that is not this machine's. */
function publicUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url?.protocol === 'https:' && !/^(localhost|127\.|\[::1\]|0\.0\.0\.0)/.test(url.hostname);
}

/** Settings that a deployed shop must not have, and why. */
const forbidden = {
  ...Object.fromEntries(
    Object.entries(testVariables).map(([key, effect]) => [
      key,
      `which ${effect}, for tests: take it out before deploying.`,
    ]),
  ),
  SHOP_URL: 'which is for a shop on this machine: its public address is `url` in content/store.yaml.',
  DEV_HOSTS: 'which is for a shop on this machine: take it out before deploying.',
  CONTENT_DIR: 'which is for tests: a shop is deployed with its own content.',
};

/** The first reason not to deploy with these settings. */
export function refusal(sources: Sources): string | undefined {
  for (const [name, vars] of sources) {
    for (const [key, why] of Object.entries(forbidden))
      if (vars[key] !== undefined) return `${name} sets ${key}, ${why}`;
    if (name === 'wrangler.toml' && vars.PREVIEW !== undefined)
      return `${name} sets PREVIEW, which makes a shop read-only: it is only for previews.`;
    if (vars.EDITOR_URL && !publicUrl(vars.EDITOR_URL))
      return `${name} sets EDITOR_URL to ${vars.EDITOR_URL}: it must be the public address of the editor, by https.`;
    for (const [key, value] of Object.entries(vars)) {
      if (!/^(STRIPE|RAZORPAY|MAIL|GITHUB)_/.test(key) || !value) continue;
      if (/simulator/i.test(value)) return `${name} sets ${key} to a key of the local simulators.`;
      if (/_(API_BASE|API_URL|CHECKOUT_URL)$/.test(key) && !publicUrl(value))
        return `${name} sets ${key} to ${value}: a deployed shop speaks to the provider itself, by https.`;
    }
    const url = vars.DATABASE_URL;
    if (url && !/^(libsql|https):\/\//.test(url))
      return `${name} sets DATABASE_URL to ${withOwnToken({ url }).url}: a deployed shop needs one that begins with libsql:// or https://.`;
  }
  return undefined;
}

const pick = (vars: Record<string, string>, ...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, vars[name]]));

/** Everything that a deploy takes settings from. */
export function settingsSources(): Sources {
  return [
    ['wrangler.toml', tomlStrings(readFileSync(join(root, 'wrangler.toml'), 'utf8'))],
    ['The environment', process.env],
    ['.env', readVarsFile('.env')],
    // A database address in .dev.vars is the developer's own and never uploaded; what is for tests is refused anyway.
    ['.dev.vars', pick(readVarsFile('.dev.vars'), ...Object.keys(testVariables))],
  ];
}

/** The database to deploy to. @throws Failure that names what is missing */
function databaseFrom({ DATABASE_URL, DATABASE_AUTH_TOKEN }: NodeJS.ProcessEnv) {
  const missing = Object.entries({ DATABASE_URL, DATABASE_AUTH_TOKEN }).filter(([, value]) => !value);
  if (!DATABASE_URL || !DATABASE_AUTH_TOKEN)
    throw new Failure(
      `Set ${missing.map(([key]) => key).join(' and ')} in the environment (or try --dry-run).`,
    );
  return { url: DATABASE_URL, authToken: DATABASE_AUTH_TOKEN };
}

/** Why not to deploy to a Worker that has these secrets. @param listed JSON of `wrangler secret list` */
export function secretsRefusal(listed: string): string | undefined {
  const [, json] = /(\[[\s\S]*\])/.exec(listed) ?? [];
  const secrets = JSON.parse(json ?? '[]') as { name: string }[];
  const missing = ['DATABASE_URL', 'DATABASE_AUTH_TOKEN', 'EMAIL_HASH_KEY'].filter(
    (needed) => !secrets.some(({ name }) => name === needed),
  );
  if (!missing.length) return undefined;
  const commands = missing.map((name) => `npx wrangler secret put ${name}`);
  return `The Worker has no secret ${missing.join(', ')}, without which it cannot take orders. Run: ${commands.join('; ')} (docs/deploy.md, The first deployment).`;
}

/** @throws Failure when a secret is missing, before anything is changed */
async function checkSecrets(): Promise<void> {
  const listed = await runAndCapture(wrangler('secret', 'list', '--env='), quietWrangler).catch(
    (error: Error) => {
      // The Worker is made with its first secret.
      if (/Worker ".*" not found/.test(error.message)) return '[]';
      throw error;
    },
  );
  const reason = secretsRefusal(listed);
  if (reason) throw new Failure(reason);
}

/** @throws Failure when Cloudflare would refuse the build */
async function buildToUpload(): Promise<void> {
  await buildIfNeeded({ log: logInfo });
  const reason = assetsRefusal(assetsIn(parts.pages.folder));
  if (reason) throw new Failure(reason);
}

async function dryRun(edit?: string[]): Promise<void> {
  logInfo('Dry run: no database is touched and nothing is uploaded.');
  await buildToUpload();
  logInfo(`Would apply the migrations, then sync ${readProducts().size} products, then upload:`);
  const folder = join(root, '.cache', 'deploy');
  logInfo(await runAndCapture(wrangler('deploy', '--env=', '--dry-run', '--outdir', folder), quietWrangler));
  if (!edit) return;
  logInfo('Would upload the editor to a host of its own:');
  logInfo(await runAndCapture(wrangler(...edit, '--dry-run'), quietWrangler));
}

/**
 * How wrangler deploys the editor; nothing where it is off (EDIT=on turns it on).
 * @throws Failure when the repository that it edits is unknown
 */
async function editorUpload(): Promise<string[] | undefined> {
  if (!isEditOn(process.env)) return undefined;
  // The pipeline at GitHub sets it.
  const repo = process.env.GITHUB_REPOSITORY;
  if (!repo)
    throw new Failure('EDIT=on: set GITHUB_REPOSITORY to the repository that is edited: owner/name.');
  const settings = readFileSync(join(root, 'wrangler.toml'), 'utf8');
  const byDesk = Boolean(tomlStrings(settings).EDITOR_URL);
  await buildEditor({ log: logInfo, repo, site: readStore().url, byDesk });
  const [, name] = /^name = "(.*)"/m.exec(settings) ?? [];
  return ['deploy', '--config', join(root, 'tools', 'edit', 'wrangler.toml'), '--name', `${name}-edit`];
}

async function upload(...how: string[]): Promise<void> {
  // Wrangler asks for a sign-in where there is none, so it gets the terminal.
  const [command, ...parameters] = wrangler(...how);
  const { failed } = await execa(command, parameters, {
    cwd: root,
    stdio: 'inherit',
    env: quietWrangler,
    reject: false,
  });
  if (failed) throw new Failure('The upload of the editor failed; the shop is deployed. Run it again.');
}

/** Why not to deploy a shop without a GSTIN of its own, which invoices print. */
export function gstinRefusal({ samples, legal }: Pick<Store, 'samples' | 'legal'>): string | undefined {
  const [missing] = missingFacts({ legal, care: {} as Store['care'] });
  if (missing?.field === 'legal.gstin')
    return `content/store.yaml: legal.gstin is missing. ${missing.reason} ${missing.remedy}`;
  return samples.some((entry) => /^legal\.gstin(:|$)/.test(entry))
    ? 'content/store.yaml: legal.gstin is a sample, and invoices print it: enter the GSTIN of the shop, and take the line out of `samples`.'
    : undefined;
}

/** @param entry of `samples`: a field, and why it is not final if it is not a sample */
export function sampleWarning(entry: string): string {
  const [field, reason] = entry.split(/: (.*)/);
  return `Sample: content/store.yaml: ${field} ${reason ?? 'is still a sample value'}.`;
}

/**
 * What has to be replaced, confirmed or proved before the shop opens: fields that `samples` of the settings names, and claims
 * of the texts that nothing proves. Files and sections that are samples: gapsIn().
 */
export const sampleList = (
  { samples, claims }: Pick<Store, 'samples' | 'claims'>,
  files: ContentFiles,
): string[] => [
  ...samples.map(sampleWarning),
  ...claims
    // A text that no longer says it needs nothing. The list itself, in the settings, does not count.
    .filter(({ says, in: name }) =>
      files
        .read(name)
        ?.split(/^claims:$/m)[0]
        ?.includes(says),
    )
    .map(({ says, in: name, needs }) => `Sample: content/${name} says "${says}". It needs ${needs}.`),
];

/**
 * Why not to deploy this content: an invoice would be wrong, or shoppers would take samples for the shop's own words.
 * @param publishesSamples SAMPLES=on
 */
export function gapsRefusal(gaps: readonly ListedGap[], publishesSamples: boolean): string | undefined {
  const list = (stops: Severity) => {
    const own = gaps.filter(({ severity }) => severity === stops);
    return own.length ? `\n${describeGaps(own, true).join('\n')}` : undefined;
  };
  const sale = list('sale');
  if (sale) return `The shop could not sell as the law wants:${sale}`;
  const samples = publishesSamples ? undefined : list('sample');
  return (
    samples && `Shoppers would take samples for true. Replace them, or deploy with SAMPLES=on:${samples}`
  );
}

/** Why not to deploy a shop without a product: the sync would end the sale of all that it sells. */
export const emptyRefusal = (products: ReadonlyMap<string, unknown>): string | undefined =>
  products.size
    ? undefined
    : 'content/products: there is no product. Add the first one; the products of a shop that sells are never all retired at once.';

/** Uploads pages and Worker, with the files of the last release beside the pages' own. */
async function uploadShop(): Promise<void> {
  const { url } = readStore();
  const pages = parts.pages.folder;
  const [product = ''] = readProducts().keys();
  const removeKept = await keepLastRelease(url, pages, logInfo);
  try {
    const reason = assetsRefusal(assetsIn(pages));
    if (reason) throw new Failure(reason);
    await release(url, pages, product, logInfo);
  } finally {
    removeKept();
  }
}

/**
 * @param changes names of what changes in the database under the live Worker
 * @throws Failure when that Worker is not the one with which they were tried
 */
async function checkLiveVersion(changes: readonly string[]): Promise<void> {
  const live = await liveCommit(readStore().url);
  if (!live) logInfo('The shop does not say which commit is live: it is not compared with the last release.');
  let tried: string | undefined;
  try {
    tried = lastRelease();
  } catch {
    // A copy without a history, which no upgrade was tried from.
  }
  const reason = untriedRefusal(live, tried, changes);
  if (reason) throw new Failure(reason);
}

/**
 * Migrates. Where the running Worker cannot work with the new schema, writing is paused until the new one is there. Of a
 * database that has nothing yet no Worker can run.
 * @param pending what the database does not have
 * @returns the migration that needs the pause
 * @throws whatever stopped the migration. The pause goes on if the schema has changed
 */
async function migrateUnderPause(
  database: DatabaseAddress,
  pending: readonly Migration[],
): Promise<Migration | undefined> {
  const isNew = pending.length === readMigrations().length;
  const breaking = isNew ? undefined : pending.find(({ breaks }) => breaks);
  if (breaking) {
    logInfo(
      `Pause: pages and lists go on, orders are answered "please try again": ${breaking.name}: ${breaking.breaks}`,
    );
    await pauseWrites(database);
  }
  const count = await migrate(database, (name, statement, ms) => {
    if (ms >= 1000)
      logInfo(`${name}: ${statement.split('\n')[0]?.slice(0, 80)} took ${Math.round(ms / 1000)} s`);
  });
  // Also the tables that a migration has made again.
  if (breaking) await pauseWrites(database);
  logInfo(`Migrations applied: ${count}.`);
  return breaking;
}

async function deploy(): Promise<void> {
  const { 'dry-run': dry } = readSwitches('npm run deploy', 'dry-run');
  const reason = refusal(settingsSources()) ?? originRefusal(readStore().url);
  if (reason) throw new Failure(reason);
  const database = dry ? undefined : databaseFrom(process.env);
  for (const line of sampleList(readStore(), contentFiles())) logError(line);
  const gaps = gapsIn(contentFiles(), Date.now());
  const unfit =
    gstinRefusal(readStore()) ??
    emptyRefusal(readProducts()) ??
    gapsRefusal(gaps, process.env.SAMPLES === 'on');
  if (unfit && database) throw new Failure(unfit);
  if (unfit) logError(unfit);
  const edit = await editorUpload();
  if (!database) return dryRun(edit);

  await checkSecrets();
  const pending = await pendingMigrations(database);
  const rules = (await hasOtherRules(database)) ? ['db/triggers'] : [];
  await checkLiveVersion([...pending.map(({ name }) => name), ...rules]);
  await buildToUpload();
  const breaking = await migrateUnderPause(database, pending);
  const { added, changed, retired } = await syncCatalogue(database, readProducts(), readSales());
  logInfo(`Catalogue: ${added} products added, ${changed} changed, ${retired} no longer sold.`);
  await uploadShop();
  if (await resumeWrites(database)) logInfo('The pause has ended.');
  if (breaking) logInfo(`No rollback from here: ${breaking.name} says that the last release cannot run.`);
  recordRelease();
  await fillOldRows(database, logInfo);
  if (edit) await upload(...edit);
}

if (import.meta.main) await runCommand(deploy);
