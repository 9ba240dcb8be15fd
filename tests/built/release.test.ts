/** A release, with wrangler itself and the built pages, against the imitation of Cloudflare; the live shop is a small server. */
import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { parts } from '#tools/lib/build.ts';
import { readProducts, root } from '#tools/lib/content.ts';
import { listen } from '#tools/lib/fixture.ts';
import {
  type Deployments,
  originRefusal,
  release,
  rollBack,
  schemaRefusal,
  type Versions,
  versionBefore,
} from '#tools/lib/release.ts';
import { smokeTest } from '#tools/lib/smoke-test.ts';
import { Cloudflare, type CloudVersion } from '../support/cloudflare.ts';

const [product = ''] = readProducts().keys();
const hostname = '127.0.0.1';
const cloudflare = new Cloudflare();
/** Pages of the newest version that fail. */
let broken: string | undefined;

/** Numbers of versions from 1, in the order in which they were made. */
const numberOf = (id: string | undefined) =>
  (cloudflare.workers.get('shop')?.versions.findIndex((version) => version.id === id) ?? -1) + 1;
const isShop = ({ metadata }: CloudVersion) => metadata.bindings.some(({ name }) => name === 'ASSETS');

/** The shop's address on the internet. */
const shop = new Hono();
shop.use('*', async (c, next) => {
  const version = cloudflare.versionAt(hostname, c.req.header('cloudflare-workers-version-overrides'));
  if (!version) return c.text('No website has this address.', 404);
  if (!isShop(version)) return c.text('Worker threw exception', 500);
  const isNewest = numberOf(version.id) === cloudflare.workers.get('shop')?.versions.length;
  if (isNewest && c.req.path === broken) return c.text('Internal error', 500);
  await next();
  if (c.req.path.startsWith('/api/')) c.res.headers.set('X-Version', version.id);
  return undefined;
});
shop.get('/api/product/list', (c) => c.json({ success: true, products: [{ _id: product }] }));
shop.post('/api/user/login', (c) => c.json({ success: false }, 422));
shop.get('/api/*', (c) => c.json({ success: true }));
shop.use(
  '*',
  serveStatic({
    root: parts.pages.folder,
    rewriteRequestPath: (path) =>
      /\.\w+$/.test(path) ? path : path === '/' ? '/index.html' : `${path}.html`,
  }),
);

const servers: Awaited<ReturnType<typeof listen>>[] = [];
const before = { ...process.env };
let site = '';

beforeAll(async () => {
  // Wrangler insists on the folder of static files.
  mkdirSync(join(root, 'dist'), { recursive: true });
  for (const app of [cloudflare.app, shop]) servers.push(await listen(app));
  site = `http://${servers[1]?.host}`;
  Object.assign(process.env, Cloudflare.environment(servers[0]?.host ?? ''));
});
afterAll(async () => {
  process.env = before;
  for (const server of servers) await server.stop();
});
beforeEach(() => {
  cloudflare.clear();
  cloudflare.zones.splice(0, 1, hostname);
  cloudflare.buckets.add('shop-photos');
  broken = undefined;
});

/** `2 at 0, 1 at 100`: which versions had the traffic, one entry a deployment. */
const history = () =>
  (cloudflare.workers.get('shop')?.deployments ?? []).map(({ versions }) =>
    versions.map((one) => `${numberOf(one.version_id)} at ${one.percentage}`).join(', '),
  );
const lines: string[] = [];
const log = (line: string) => void lines.push(line);

const releaseHere = () => release(site, parts.pages.folder, product, log);
const rollBackHere = () => rollBack(site, log, [], undefined);

/**
 * A Worker with one version, which has the traffic.
 * @param bindings `ASSETS`, or a secret of the empty Worker that `wrangler secret put` makes
 * @returns its version
 */
function putWorker(...bindings: string[]): string {
  const metadata = { main_module: '', bindings: bindings.map((name) => ({ type: 'secret_text', name })) };
  const versions = cloudflare.workers.get('shop')?.versions ?? [];
  const id = randomUUID();
  const at = new Date(versions.length).toISOString();
  versions.push({ id, createdAt: at, triggeredBy: 'upload', metadata, modules: new Map(), files: {} });
  const deployments = cloudflare.workers.get('shop')?.deployments ?? [];
  deployments.push({ created_on: at, versions: [{ version_id: id, percentage: 100 }] });
  cloudflare.workers.set('shop', { versions, deployments, schedules: [], onWorkersDev: false });
  return id;
}

test('the first release after the first secret gets the domain, the next one is tried first, and one command takes it back', async () => {
  putWorker('EMAIL_HASH_KEY');
  await releaseHere();
  expect(history()).toEqual(['1 at 100', '2 at 100']);
  expect(cloudflare.domains.get(hostname)).toBe('shop');
  expect(cloudflare.workers.get('shop')?.schedules).toEqual(['* * * * *']);

  lines.length = 0;
  await releaseHere();
  expect(history().slice(2)).toEqual(['3 at 0, 2 at 100', '3 at 100']);
  // Whoever points the domain elsewhere by hand keeps it so while the shop answers there.
  expect(lines.join()).not.toMatch(/gets the address/);
  await rollBackHere();
  expect(history().at(-1)).toBe('2 at 100');
}, 600_000);

test('a version that fails never gets the traffic', async () => {
  putWorker('ASSETS');
  cloudflare.domains.set(hostname, 'shop');
  broken = '/checkout';
  await expect(releaseHere()).rejects.toThrow('\n- /checkout: 500 Internal error');
  expect(history()).toEqual(['1 at 100', '2 at 0, 1 at 100', '1 at 100']);
}, 600_000);

test('there is no way back to the empty Worker', async () => {
  putWorker('EMAIL_HASH_KEY');
  putWorker('ASSETS');
  await expect(rollBackHere()).rejects.toThrow(/no earlier version/);
  expect(history()).toEqual(['1 at 100', '2 at 100']);
}, 600_000);

test.each(['/', '/login', '/desk', '/api/health', '/api/user/login', `/product/${product}`])(
  'it is noticed that %s fails',
  async (path) => {
    broken = path;
    const version = putWorker('ASSETS');
    cloudflare.domains.set(hostname, 'shop');
    const tried = smokeTest({ site, pages: parts.pages.folder, product, worker: 'shop', version }, log);
    await expect(tried).rejects.toThrow(`\n- ${path}: 500 Internal error`);
  },
);

test('a version that is not deployed is not tried instead of another one', async () => {
  const absent = '33333333-3333-4333-8333-333333333333';
  const tried = smokeTest(
    { site, pages: parts.pages.folder, product, worker: 'shop', version: absent },
    log,
    { tries: 2, pause: 1 },
  );
  await expect(tried).rejects.toThrow(`does not answer from version ${absent}`);
});

const at = (...ids: string[]): Deployments =>
  ids.map((id, n) => ({
    created_on: `2026-11-2${n}T00:00:00Z`,
    versions: [{ version_id: id, percentage: 100 }],
  }));
const made = (...ids: [id: string, by: string][]): Versions =>
  ids.map(([id, by]) => ({ id, annotations: { 'workers/triggered_by': by } }));

test('the version before is the one with other code, and a secret that was set since is noticed', () => {
  const uploads = made(['a', 'upload'], ['b', 'upload'], ['c', 'upload']);
  expect(versionBefore(at('a', 'b', 'c'), uploads)).toMatchObject({ id: 'b', secretsChanged: false });
  expect(versionBefore(at('a', 'b', 'b', 'b'), uploads)).toMatchObject({ id: 'a', secretsChanged: false });
  const tried = at('a', 'b').concat({
    created_on: '2026-11-29T00:00:00Z',
    versions: [
      { version_id: 'c', percentage: 0 },
      { version_id: 'b', percentage: 100 },
    ],
  });
  expect(versionBefore(tried, uploads)).toMatchObject({ id: 'a', secretsChanged: false });
  expect(versionBefore(at('a', 'b', 's'), [...uploads, ...made(['s', 'secret'])])).toMatchObject({
    id: 'a',
    secretsChanged: true,
  });
  expect(versionBefore(at('a', 's', 'b'), [...uploads, ...made(['s', 'secret'])])).toMatchObject({
    id: 's',
    secretsChanged: false,
  });
  expect(() => versionBefore(at('a'), uploads)).toThrow(/no earlier version/);
});

test('the shop has one origin', () => {
  expect(originRefusal('https://shop.example', 'workers_dev = false')).toBeUndefined();
  expect(originRefusal('https://harita.me.workers.dev', 'workers_dev = true')).toBeUndefined();
  expect(originRefusal('https://shop.example', 'workers_dev = true')).toMatch(/second address/);
  expect(originRefusal('https://harita.me.workers.dev', 'workers_dev = false')).toMatch(/own domain/);
  expect(readFileSync(join(process.cwd(), 'wrangler.toml'), 'utf8')).toMatch(
    /^workers_dev = false$[^[]*^preview_urls = false$/m,
  );
});

test('there is no way back to a Worker that cannot run on the schema of today', () => {
  const since = Date.UTC(2026, 10, 20);
  const day = 24 * 60 * 60 * 1000;
  const migration = (name: string, days: number, breaks?: string) => ({
    name,
    at: since + days * day,
    breaks,
  });
  const additive = [migration('0030_notes', -1), migration('0031_gifts', 1)];
  expect(schemaRefusal(additive, since, new Set(['0030_notes']))).toBeUndefined();
  // Older than that Worker: it runs on it.
  const older = migration('0029_names', -2, 'the names moved.');
  expect(schemaRefusal([older, ...additive], since, new Set(['0029_names']))).toBeUndefined();
  expect(schemaRefusal([older, ...additive], since, undefined)).toBeUndefined();
  const newer = migration('0032_no_fax', 2, 'the column fax is gone.');
  for (const released of [undefined, new Set(['0030_notes', '0031_gifts', '0032_no_fax'])])
    expect(schemaRefusal([...additive, newer], since, released)).toMatch(
      /0032_no_fax\.sql says that it does not, because the column fax is gone\./,
    );
  // Written on a branch before that Worker, and merged after it.
  const merged = migration('0033_late', -1, 'the table moved.');
  expect(schemaRefusal([merged], since, new Set(['0030_notes']))).toMatch('0033_late.sql');
});
