/** The pipeline at the public Git host: well formed, and doing what docs/editing.md says. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validateWorkflow } from '@action-validator/core';
import { describe, expect, test } from 'vitest';
import { unstable_readConfig } from 'wrangler';
import { parse } from 'yaml';
import { root } from '#tools/lib/content.ts';
import { previewAddress, previewName } from '#tools/preview.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const text = read('.github/workflows/shop.yml');
type Job = {
  needs?: string | string[];
  steps: {
    env?: Record<string, string>;
    uses?: string;
    with?: Record<string, string | number>;
    run?: string;
  }[];
};
const { permissions, jobs } = parse(text) as {
  permissions: object;
  jobs: Record<'test' | 'upgrade' | 'preview' | 'deploy', Job>;
};

test('is a valid workflow', () => {
  expect(validateWorkflow(text).errors).toEqual([]);
  expect(validateWorkflow(text.replace('runs-on', 'run-on')).errors).not.toEqual([]);
});

test('deploys and previews only what has passed the tests, and deploys only what the last release can be upgraded to', () =>
  expect([jobs.deploy.needs, jobs.preview.needs]).toEqual([['test', 'upgrade'], 'test']));

test('has the history to build the last release from, and moves its tag after a deploy', () => {
  const [checkout] = jobs.upgrade.steps;
  expect([checkout?.with, jobs.upgrade.steps.at(-1)?.run]).toEqual([
    { 'fetch-depth': 0 },
    'npm run test:upgrade',
  ]);
  const runs = jobs.deploy.steps.flatMap(({ run }) => run ?? []);
  expect(runs.slice(-2)).toEqual(['npm run deploy', expect.stringContaining('refs/tags/last-release')]);
  const nightly = parse(read('.github/workflows/nightly.yml')) as {
    jobs: { slow: { strategy: { matrix: { command: string[] } } } };
  };
  expect(nightly.jobs.slow.strategy.matrix.command).toContain('test:upgrade');
});

test.each([
  ['test', '.cache/tests/content/astro'],
  ['preview', 'node_modules/.astro'],
  ['deploy', 'node_modules/.astro'],
] as const)('keeps the pictures of %s between runs, and does not lose them to npm ci', (name, folder) => {
  const { steps } = jobs[name];
  const at = steps.findIndex(({ uses }) => uses?.startsWith('actions/cache@'));
  expect(steps[at - 1]?.run).toBe('npm ci');
  expect(String(steps[at]?.with?.path).trim().split('\n')).toEqual([`${folder}/assets`, `${folder}/kept`]);
});

test('has only read permission, and names the secrets that the guide names', () => {
  expect(permissions).toEqual({ contents: 'read' });
  const secrets = [...new Set([...text.matchAll(/secrets\.(\w+)/g)].map(([, name]) => name))].sort();
  expect(secrets).toEqual([
    'CLOUDFLARE_ACCOUNT_ID',
    'CLOUDFLARE_API_TOKEN',
    'DATABASE_AUTH_TOKEN',
    'DATABASE_URL',
    'PREVIEW_DATABASE_AUTH_TOKEN',
    'PREVIEW_DATABASE_URL',
    'PREVIEW_RAZORPAY_KEY_ID',
    'PREVIEW_RAZORPAY_KEY_SECRET',
    'PREVIEW_STRIPE_SECRET_KEY',
  ]);
  const guide = read('docs/editing.md');
  expect([...secrets, 'EDIT'].filter((name) => !guide.includes(`\`${name}\``))).toEqual([]);
});

test('gives a preview no secret of the shop except the account for the upload', () => {
  const { steps } = jobs.preview;
  const given = Object.keys(Object.assign({}, ...steps.map(({ env }) => env)));
  const text = JSON.stringify(jobs.preview);
  const named = [...text.matchAll(/secrets\.(\w+)/g)].map(([, name]) => name);
  for (const name of [...given, ...named]) expect(name).toMatch(/^(PREVIEW|CLOUDFLARE)/);
});

test('uploads previews to a Worker of their own, without the job and without addresses for the shop’s versions', () => {
  const config = join(root, 'wrangler.toml');
  const shop = unstable_readConfig({ config });
  const preview = unstable_readConfig({ config, env: 'preview' });
  expect([shop.name, preview.name]).toEqual(['shop', 'shop-preview']);
  expect([shop.preview_urls, preview.preview_urls]).toEqual([false, true]);
  expect([shop.workers_dev, preview.workers_dev]).toEqual([false, true]);
  expect([shop.triggers.crons?.length, preview.triggers.crons]).toEqual([1, []]);
  expect(preview.vars).toEqual({});
  // Counters of one account are shared by their number.
  const spaces = [...shop.ratelimits, ...preview.ratelimits].map((one) => one.namespace_id);
  expect(new Set(spaces).size).toBe(10);
});

describe('npm run preview', () => {
  test('accepts only a name that can be part of a URL', () => {
    expect(previewName({ PREVIEW: 'change-12' })).toBe('change-12');
    for (const PREVIEW of ['', 'Change', '12', 'a b', 'a.b'])
      expect(() => previewName({ PREVIEW })).toThrow(/small letters/);
  });

  test('finds the URL in wrangler’s output', () => {
    const line = (more: object) => `${JSON.stringify({ type: 'version-upload', version: 1, ...more })}\n`;
    const address = 'https://change-12-harita.example.workers.dev';
    expect(previewAddress(line({ type: 'wrangler-session' }) + line({ preview_alias_url: address }))).toBe(
      address,
    );
    expect(() => previewAddress(line({}))).toThrow(/no address/);
  });
});
