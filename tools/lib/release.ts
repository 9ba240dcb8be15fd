/**
 * Uploads a version of the Worker, tries it while shoppers still have the one before, and gives it the traffic; and takes
 * one step back. A version of the shop's Worker has no URL of its own, since it has the live database, so it is deployed with
 * 0 % first and addressed by a header (developers.cloudflare.com/workers/versions-and-deployments/version-overrides).
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Migration } from '#db/migrate.ts';
import { runAndCapture } from '#tools/lib/child.ts';
import { root } from '#tools/lib/content.ts';
import { Failure, type Log } from '#tools/lib/log.ts';
import { settingsAlias } from '#tools/lib/settings.ts';
import { smokeTest } from '#tools/lib/smoke-test.ts';
import { quietWrangler, wrangler } from '#tools/lib/wrangler.ts';

const deploymentsSchema = z.array(
  z.object({
    created_on: z.string(),
    versions: z.array(z.object({ version_id: z.string(), percentage: z.number() })),
  }),
);
const versionsSchema = z.array(
  z.object({
    id: z.string(),
    annotations: z.object({ 'workers/triggered_by': z.string().optional() }).optional(),
  }),
);
const versionSchema = z.object({
  resources: z.object({ bindings: z.array(z.object({ name: z.string() })) }),
});
export type Deployments = z.infer<typeof deploymentsSchema>;
export type Versions = z.infer<typeof versionsSchema>;

/** The top of wrangler.toml: what is set for the shop's own Worker. */
const config = (): string => readFileSync(join(root, 'wrangler.toml'), 'utf8').split(/^\[/m)[0] ?? '';
const workerName = (): string => /^name = "(.*)"/m.exec(config())?.[1] ?? '';

const run = (command: string[], env: Record<string, string> = {}): Promise<string> =>
  runAndCapture(wrangler(...command, '--env='), { ...quietWrangler, ...env });

/** Wrangler may print notes before its JSON. */
async function readList<T>(schema: z.ZodType<T>, ...command: string[]): Promise<T> {
  const [json] = /\[[\s\S]*\]/.exec(await run([...command, '--json'])) ?? ['[]'];
  return schema.parse(JSON.parse(json));
}

/** The versions that had all traffic, the newest first. */
const served = (deployments: Deployments): string[] =>
  [...deployments]
    .sort((a, b) => b.created_on.localeCompare(a.created_on))
    .flatMap(({ versions }) => versions.find(({ percentage }) => percentage === 100)?.version_id ?? []);

const noVersionBefore = 'There is no earlier version that had traffic.';

/**
 * The version that had the traffic before the present code.
 * @returns `secretsChanged`: a secret was set since, and that version has the old one. `since`: when it last got the traffic,
 *   UTC ms
 * @throws Failure when there is none
 */
export function versionBefore(
  deployments: Deployments,
  versions: Versions,
): { id: string; secretsChanged: boolean; since: number } {
  const isNewSecret = (id: string) =>
    versions.find((version) => version.id === id)?.annotations?.['workers/triggered_by'] === 'secret';
  const distinct = served(deployments).filter((id, n, all) => id !== all[n - 1]);
  // A secret makes a version with the same code: what is before it is no step back.
  const codeStart = distinct.findIndex((id) => !isNewSecret(id));
  const id = distinct.slice(codeStart + 1).find((one) => one !== distinct[0]);
  if (codeStart < 0 || !id) throw new Failure(noVersionBefore);
  const since = deployments
    .filter((one) => one.versions.some((version) => version.version_id === id && version.percentage === 100))
    .map((one) => Date.parse(one.created_on));
  return { id, secretsChanged: codeStart > 0, since: Math.max(...since) };
}

/**
 * Whether a version is the shop, and not the empty Worker that `wrangler secret put` makes before the first upload: it has
 * the files of the pages.
 */
async function isShop(version: string): Promise<boolean> {
  const printed = await run(['versions', 'view', version, '--json']);
  const [json = ''] = /\{[\s\S]*\}/.exec(printed) ?? [];
  const { resources } = versionSchema.parse(JSON.parse(json));
  return resources.bindings.some(({ name }) => name === 'ASSETS');
}

/** Where wrangler reads and writes while a deploy runs. */
function scratchFile(name: string): string {
  const folder = join(root, '.cache', 'deploy');
  mkdirSync(folder, { recursive: true });
  return join(folder, name);
}

/** Whether one of these versions answers at the shop's address. */
async function isAttached(site: string, versions: ReadonlySet<string>): Promise<boolean> {
  const signal = AbortSignal.timeout(20_000);
  const answer = await fetch(new URL('/api/store', site), { signal, redirect: 'manual' }).catch(
    () => undefined,
  );
  await answer?.body?.cancel();
  return versions.has(answer?.headers.get('x-version') ?? '');
}

/** Gives the Worker the shop's address. Nothing changes where it has it. */
async function attach(site: string): Promise<void> {
  const { hostname } = new URL(site);
  const isOwnDomain = !hostname.endsWith('.workers.dev');
  const file = scratchFile('addresses.toml');
  const routes = isOwnDomain ? `routes = [{ pattern = "${hostname}", custom_domain = true }]\n` : '';
  writeFileSync(file, routes + config());
  await run(['triggers', 'deploy', '--config', file]);
}

/** The version that `wrangler versions upload` has made. @param report its events, one JSON object a line */
export function uploadedVersion(report: string): string {
  const events = report.split('\n').filter(Boolean);
  const ids = events.map((line) => JSON.parse(line)).filter(({ type }) => type === 'version-upload');
  const id = ids.at(-1)?.version_id;
  if (typeof id !== 'string') throw new Failure('Wrangler did not say which version it has uploaded.');
  return id;
}

const deployVersions = (...specs: string[]) => run(['versions', 'deploy', ...specs, '--yes']);

/** Why the shop would have two origins, or none. @param url of content/store.yaml @param toml wrangler.toml */
export function originRefusal(url: string, toml = config()): string | undefined {
  const onWorkersDev = new URL(url).hostname.endsWith('.workers.dev');
  if (onWorkersDev === /^workers_dev = true/m.test(toml)) return undefined;
  return onWorkersDev
    ? 'wrangler.toml sets workers_dev = false, but `url` in content/store.yaml is an address at workers.dev: enter the shop’s own domain there, or set workers_dev = true.'
    : 'wrangler.toml sets workers_dev = true: the shop would have a second address besides `url` in content/store.yaml. Set it to false.';
}

/**
 * Uploads the build, and gives it the traffic when it answers as it should. The first upload has the traffic at once, since
 * there is nothing that it could take it from. The Worker gets its address where none of its versions answers there: at the
 * first deploy, and after one that has failed before it.
 * @param site the shop's address @param pages folder of the built pages @param product one that the shop sells
 * @throws Failure; the version before keeps the traffic then
 */
export async function release(site: string, pages: string, product: string, log: Log): Promise<void> {
  const deployments = await readList(deploymentsSchema, 'deployments', 'list');
  const [current] = served(deployments);
  const before = current && (await isShop(current)) ? current : undefined;
  const known = new Set(deployments.flatMap(({ versions }) => versions.map((one) => one.version_id)));
  const report = scratchFile('wrangler.json');
  rmSync(report, { force: true });
  await run(['versions', 'upload', '--assets', pages, ...settingsAlias], {
    WRANGLER_OUTPUT_FILE_PATH: report,
  });
  const version = uploadedVersion(readFileSync(report, 'utf8'));
  log(`Uploaded as version ${version}${before ? '. It is tested before it gets traffic.' : ', the first.'}`);
  await (before ? deployVersions(`${version}@0%`, `${before}@100%`) : deployVersions(`${version}@100%`));
  try {
    if (!before || !(await isAttached(site, known))) {
      log(`The Worker gets the address ${site}.`);
      await attach(site);
    }
    await smokeTest({ site, pages, product, worker: workerName(), version }, log);
  } catch (error) {
    if (before) await deployVersions(`${before}@100%`);
    throw error;
  }
  if (before) await deployVersions(`${version}@100%`);
  await run(['triggers', 'deploy']);
  log(`Version ${version} has the traffic.${before ? ' To go back: npm run rollback' : ''}`);
}

/**
 * Why the Worker before cannot run on the schema of today: a migration that is newer than it says so in its first line.
 * @param since when that Worker last got the traffic, UTC ms
 * @param released names of the migrations that the last release had (db/last-release); undefined without git
 */
export function schemaRefusal(
  migrations: readonly Pick<Migration, 'name' | 'at' | 'breaks'>[],
  since: number,
  released: ReadonlySet<string> | undefined,
): string | undefined {
  const broken = migrations.find(
    ({ name, at, breaks }) => breaks && (at > since || (released && !released.has(name))),
  );
  return (
    broken &&
    `The previous Worker cannot run on the current schema: db/migrations/${broken.name}.sql says that it does not, because ${broken.breaks} Instead, fix the error and run npm run deploy (docs/operations.md, Rollback).`
  );
}

/** Gives the traffic to the version before. @throws Failure */
export async function rollBack(
  site: string,
  log: Log,
  migrations: readonly Migration[],
  released: ReadonlySet<string> | undefined,
): Promise<void> {
  const [deployments, versions] = await Promise.all([
    readList(deploymentsSchema, 'deployments', 'list'),
    readList(versionsSchema, 'versions', 'list'),
  ]);
  const { id, secretsChanged, since } = versionBefore(deployments, versions);
  if (!(await isShop(id))) throw new Failure(noVersionBefore);
  const refused = schemaRefusal(migrations, since, released);
  if (refused) throw new Failure(refused);
  if (secretsChanged)
    throw new Failure(
      `A secret was set since version ${id}, which still has the old one. If that is right: npx wrangler rollback ${id}`,
    );
  await deployVersions(`${id}@100%`);
  log(`Version ${id} has the traffic at ${site} again. The database and the prices stay as they are.`);
}
