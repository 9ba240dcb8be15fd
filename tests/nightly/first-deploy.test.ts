/**
 * docs/deploy.md, "The first deployment": every command of the section, in its order, from an empty account to the first
 * order, the next deploy and the rollback. Wrangler is itself; Cloudflare is its imitation, whose versions run in workerd;
 * Turso is libSQL's server behind TLS.
 */
import { cpSync, existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#db/client.ts';
import { astroCache } from '#lib/content-folder.build.ts';
import { root } from '#tools/lib/content.ts';
import { type Database, startDatabase } from '#tools/lib/database.ts';
import { listen, temporaryFolder } from '#tools/lib/fixture.ts';
import { newClient } from '../support/client.ts';
import { type Certificate, makeCertificate, startEdge, startTls } from '../support/cloud-edge.ts';
import { Cloudflare } from '../support/cloudflare.ts';
import { guestOrder, newGuest } from '../support/guests.ts';
import { countRows } from '../support/rows.ts';
import type { TestShop } from '../support/shop.ts';
import { copyShop } from '../support/shop-copy.ts';
import { fencedLines, fillIn, readDocs } from '../support/written-commands.ts';

/** A build and a dozen runs of wrangler, on a busy machine, ms. */
const longest = 1_200_000;
const folder = temporaryFolder();
const project = join(folder.path, 'project');
const cloudflare = new Cloudflare();
let certificate: Certificate;
let database: Database;
let tls: Awaited<ReturnType<typeof startTls>>;
let edge: Awaited<ReturnType<typeof startEdge>>;
let api: Awaited<ReturnType<typeof listen>>;

/** The shop as its owner has it: with a domain and a GSTIN, in a repository. */
async function prepareProject(): Promise<void> {
  copyShop(project);
  for (const name of ['functions', 'db', 'packages', 'wrangler.toml', '.browserslistrc'])
    cpSync(join(root, name), join(project, name), { recursive: true });
  for (const name of ['assets', 'kept'])
    if (existsSync(join(root, astroCache, name)))
      symlinkSync(join(root, astroCache, name), join(project, 'node_modules', '.astro', name));
  const settings = join(project, 'content', 'store.yaml');
  const text = readFileSync(settings, 'utf8')
    .replace(/^url: .*$/m, `url: https://localhost:${edge.port}`)
    .replace(/^ {2}- (url|legal\.gstin)\n/gm, '');
  writeFileSync(settings, text);
  await git('init', '--quiet');
  await git('add', 'content', 'db', 'functions');
  await commit();
}
const git = (...parameters: string[]) =>
  execa('git', ['-c', 'user.name=Shop', '-c', 'user.email=shop@example.in', ...parameters], { cwd: project });
const commit = () => git('commit', '--quiet', '--allow-empty', '--message', 'A release');
const head = async () => (await git('rev-parse', 'HEAD')).stdout;

beforeAll(async () => {
  certificate = await makeCertificate(folder.path);
  // Read by workerd's keeper when it is loaded.
  process.env.NODE_EXTRA_CA_CERTS = certificate.file;
  database = await startDatabase(folder.path);
  tls = await startTls(certificate, Number(new URL(database.url).port));
  edge = await startEdge(cloudflare, join(folder.path, 'versions'), certificate);
  api = await listen(cloudflare.app);
  await prepareProject();
});
afterAll(async () => {
  await edge.stop();
  api.stop();
  tls.stop();
  await database.stop();
  folder.remove();
});

const token = () => new URL(database.url).searchParams.get('authToken') ?? '';
const databaseUrl = () => `libsql://localhost:${tls.port}`;
/** What a person types in at each secret. */
const typed = (): Record<string, string> => ({
  DATABASE_URL: databaseUrl(),
  DATABASE_AUTH_TOKEN: token(),
  RAZORPAY_KEY_ID: 'rzp_test_1',
  RAZORPAY_KEY_SECRET: 'secret',
  RAZORPAY_WEBHOOK_SECRET: 'secret',
  MAIL_API_KEY: 're_1',
});

/** Runs a command of the page in the project. @returns its output and whether it failed */
async function run(command: string) {
  const values = command.startsWith('DATABASE_URL=libsql://… DATABASE_AUTH_TOKEN=…')
    ? ([
        ['libsql://…', databaseUrl()],
        ['…', token()],
      ] as const)
    : [];
  const [, secret = ''] = /^npx wrangler secret put (\w+)$/.exec(command) ?? [];
  const { all, failed } = await execa('bash', ['-c', `set -o pipefail; ${fillIn(command, values)}`], {
    cwd: project,
    all: true,
    reject: false,
    // A terminal would show the question; without one the answer is yes.
    ...(secret ? { input: typed()[secret] ?? '' } : { stdin: 'ignore' as const }),
    env: {
      ...Cloudflare.environment(api.host),
      NODE_EXTRA_CA_CERTS: certificate.file,
      NODE_ENV: 'production',
      VITEST: undefined,
      CONTENT_DIR: undefined,
      WHOLE_TABLES: undefined,
      // The shop has its own domain and GSTIN; its texts are still the samples.
      SAMPLES: 'on',
      WRANGLER_SEND_METRICS: 'false',
      WRANGLER_WRITE_LOGS: 'false',
    },
  });
  return { all, failed };
}
/** @throws Error with the output */
async function runWell(command: string): Promise<string> {
  const { all, failed } = await run(command);
  if (failed) throw new Error(`${command}\n${all}`);
  return all;
}

/** Those that need an account of a person: a browser, and Turso. */
const needsPerson = /^(turso |npx wrangler login$)/;
const commands = fencedLines(readDocs('deploy.md', 'The first deployment'), '').filter(
  (line) => !needsPerson.test(line),
);
const nextIndex = (word: string, from = 0) =>
  commands.findIndex((line, n) => n >= from && line.includes(word));
const firstDeploy = nextIndex('npm run deploy');
const operator = nextIndex('npm run operator');
const secondDeploy = nextIndex('npm run deploy', operator);
const rollback = nextIndex('npm run rollback');

const version = async () => (await newClient(edge.plain).get('/api/store')).headers.get('x-version');
const db = () => connect({ url: database.url });

test(
  'from an empty account to the first deploy, which goes on after one that had no domain',
  async () => {
    expect(firstDeploy).toBeGreaterThan(3);
    for (const command of commands.slice(0, firstDeploy)) await runWell(command);
    const first = commands[firstDeploy] ?? '';

    // Somebody has skipped step 1.
    const tooEarly = await run(first);
    expect(tooEarly.failed).toBe(true);
    expect(tooEarly.all).toMatch(/No zone of this account has localhost/);

    cloudflare.zones.push('localhost');
    expect(await runWell(first)).toMatch(/The Worker gets the address https:\/\/localhost:/);
    expect(readFileSync(join(project, 'db', 'last-release'), 'utf8').trim()).toBe(await head());
    expect((await newClient(edge.plain).get<{ commit: string }>('/release.json')).body.commit).toBe(
      await head(),
    );
    expect(cloudflare.workers.get('shop')?.schedules).toEqual(['* * * * *']);
    await edge.scheduled();
    expect((await newClient(edge.plain).get('/api/health')).body).toEqual({
      success: true,
      database: 'ok',
      scheduled: 'ok',
    });
  },
  longest,
);

test(
  'the first operator, the first order, the next deploy and one step back',
  async () => {
    const email = 'you@example.com';
    const printed = await runWell(commands[operator] ?? '');
    const [, password] = / password (\S+) /.exec(printed) ?? [];
    const signedIn = await newClient(edge.plain).post('/api/user/login', { email, password });
    expect(signedIn.body.resetToken).toEqual(expect.any(String));

    for (const command of commands.slice(operator + 1, secondDeploy)) await runWell(command);
    const guest = await newGuest({ stack: { url: edge.plain } } as TestShop);
    await guestOrder(guest);
    expect(await countRows(db(), 'orders')).toBe(1);

    const before = await version();
    await commit();
    const deployed = await runWell(commands[secondDeploy] ?? '');
    expect(deployed).toMatch(/It is tested before it gets traffic/);
    expect(deployed).not.toMatch(/gets the address|does not say which commit/);
    const after = await version();
    expect(after).not.toBe(before);
    await guestOrder(guest);
    expect(await countRows(db(), 'orders')).toBe(2);

    await runWell(commands[rollback] ?? '');
    expect(await version()).toBe(before);
    expect(commands.slice(rollback + 1)).toEqual([]);
  },
  longest,
);
