/** A release, with wrangler itself and the built pages: Cloudflare's API and the live shop are small servers here. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { parts } from '#tools/lib/build.ts';
import { readProducts } from '#tools/lib/content.ts';
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

const [first, second] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
const [product = ''] = readProducts().keys();

/** What Cloudflare has. */
let deployments: Deployments = [];
let versions: string[] = [];
let triggers = 0;
/** Pages of the second version that fail. */
let broken: string | undefined;

const ok = (result: unknown) => ({ success: true, errors: [], messages: [], result });
const describe = (id: string, n: number) => ({
  id,
  number: n + 1,
  metadata: { created_on: '2026-11-25T00:00:00Z', source: 'wrangler' },
  annotations: { 'workers/triggered_by': 'upload' },
  resources: { bindings: [], script: {}, script_runtime: {} },
});

const cloudflare = new Hono();
const script = '/client/v4/accounts/:account/workers/scripts/:name';
cloudflare.get(`${script}/deployments`, (c) => c.json(ok({ deployments })));
cloudflare.post(`${script}/deployments`, async (c) => {
  const { versions: deployed } = await c.req.json();
  deployments.push({
    created_on: new Date(2026, 10, 26, deployments.length).toISOString(),
    versions: deployed,
  });
  return c.json(ok({ id: 'deployment' }));
});
cloudflare.get(`${script}/versions`, (c) => c.json(ok({ items: versions.map(describe) })));
cloudflare.get(`${script}/versions/:id`, (c) => c.json(ok(describe(c.req.param('id'), 0))));
cloudflare.post(`${script}/versions`, async (c) => {
  await c.req.arrayBuffer();
  versions.push(second);
  return c.json(ok({ id: second, startup_time_ms: 10, metadata: { has_preview: false } }));
});
cloudflare.post(`${script}/assets-upload-session`, (c) => c.json(ok({ jwt: 'a.b.c', buckets: [] })));
cloudflare.put(`${script}/schedules`, (c) => {
  triggers += 1;
  return c.json(ok({ schedules: [] }));
});
cloudflare.get('/client/v4/accounts/:account/workers/services/:name', (c) =>
  c.json(
    ok({
      id: 'harita',
      default_environment: {
        environment: 'production',
        script: { id: 'harita', tag: 't', tags: null, last_deployed_from: 'wrangler' },
      },
    }),
  ),
);
cloudflare.get('/client/v4/accounts/:account/workers/workers/:name', (c) =>
  c.json(ok({ id: 'harita', name: 'harita', subdomain: { enabled: false, previews_enabled: false } })),
);
// Asked for since there is a bucket: it is made with the first version.
cloudflare.get(`${script}/settings`, (c) =>
  c.json(ok({ bindings: [{ type: 'r2_bucket', name: 'PHOTOS', bucket_name: 'harita-photos' }] })),
);
cloudflare.get(`${script}/secrets`, (c) => c.json(ok([])));
cloudflare.all('*', (c) => c.json(ok({ enabled: false, previews_enabled: false })));

/** The live shop: the version of the header if it is deployed, else the one with the traffic. */
const shop = new Hono();
const answering = (header: string | undefined): string => {
  const now = deployments.at(-1)?.versions ?? [];
  const [, wanted] = /^harita="(.*)"$/.exec(header ?? '') ?? [];
  return (now.find((one) => one.version_id === wanted) ?? now.find((one) => one.percentage === 100))
    ?.version_id as string;
};
shop.use('*', async (c, next) => {
  const version = answering(c.req.header('cloudflare-workers-version-overrides'));
  if (version === second && c.req.path === broken) return c.text('Internal error', 500);
  await next();
  if (c.req.path.startsWith('/api/')) c.res.headers.set('X-Version', version);
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
  for (const app of [cloudflare, shop]) servers.push(await listen(app));
  site = `http://${servers[1]?.host}`;
  Object.assign(process.env, {
    CLOUDFLARE_API_BASE_URL: `http://${servers[0]?.host}/client/v4`,
    CLOUDFLARE_API_TOKEN: 'token',
    CLOUDFLARE_ACCOUNT_ID: 'account',
  });
});
afterAll(async () => {
  process.env = before;
  for (const server of servers) await server.stop();
});
beforeEach(() => {
  versions = [first];
  deployments = [{ created_on: '2026-11-25T00:00:00Z', versions: [{ version_id: first, percentage: 100 }] }];
  triggers = 0;
  broken = undefined;
});

const history = () =>
  deployments.map(({ versions: deployed }) =>
    deployed.map((one) => `${one.version_id === first ? 'first' : 'second'} ${one.percentage}`).join(', '),
  );
const lines: string[] = [];
const log = (line: string) => void lines.push(line);

test('a version that answers gets the traffic after it was tried, and one command takes it back', async () => {
  await release(site, parts.pages.folder, product, log);
  expect(history()).toEqual(['first 100', 'second 0, first 100', 'second 100']);
  expect(triggers).toBe(1);
  await rollBack(site, log, [], undefined);
  expect(history().at(-1)).toBe('first 100');
}, 180_000);

test('a version that fails never gets the traffic', async () => {
  broken = '/checkout';
  const released = release(site, parts.pages.folder, product, log);
  await expect(released).rejects.toThrow('\n- /checkout: 500 Internal error');
  expect(history()).toEqual(['first 100', 'second 0, first 100', 'first 100']);
}, 180_000);

test.each(['/', '/login', '/desk', '/api/health', '/api/user/login', `/product/${product}`])(
  'it is noticed that %s fails',
  async (path) => {
    broken = path;
    deployments = at(second);
    const tried = smokeTest(
      { site, pages: parts.pages.folder, product, worker: 'harita', version: second },
      log,
    );
    await expect(tried).rejects.toThrow(`\n- ${path}: 500 Internal error`);
  },
);

test('a version that is not deployed is not tried instead of another one', async () => {
  const absent = '33333333-3333-4333-8333-333333333333';
  const tried = smokeTest(
    { site, pages: parts.pages.folder, product, worker: 'harita', version: absent },
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
