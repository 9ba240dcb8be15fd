/** Reasons to refuse a deploy: settings of this machine that must not reach shoppers. */
import { expect, test } from 'vitest';
import {
  emptyRefusal,
  gapsRefusal,
  gstinRefusal,
  refusal,
  sampleList,
  sampleWarning,
  secretsRefusal,
  tomlStrings,
} from '#tools/deploy.ts';
import { contentFiles, readStore } from '#tools/lib/content.ts';
import { sampleGaps } from '#tools/lib/content-gaps.ts';
import { untriedRefusal } from '#tools/lib/record-release.ts';

const noRate = {
  file: 'content/products/a/index.md',
  severity: 'sale' as const,
  field: 'hsn',
  reason: 'It has no rate.',
  remedy: 'Add it.',
};
const refused = (vars: Record<string, string>) => refusal([['wrangler.toml', vars]]);

test.each([
  [{ CLOCK_OFFSET_MS: '0' }, /CLOCK_OFFSET_MS/],
  [{ COUNT_HASHES: '1' }, /COUNT_HASHES/],
  [{ CHEAP_HASHES: '1' }, /CHEAP_HASHES/],
  [{ SHOP_URL: 'http://localhost:8787' }, /SHOP_URL/],
  [{ PREVIEW: 'on' }, /PREVIEW/],
  [{ DEV_HOSTS: '192.168.1.7' }, /DEV_HOSTS/],
  [{ CONTENT_DIR: 'tests/content' }, /CONTENT_DIR/],
  [{ DATABASE_URL: 'http://127.0.0.1:8080' }, /DATABASE_URL to .*libsql:\/\//],
  [{ DATABASE_URL: 'file:shop.db' }, /DATABASE_URL/],
  [{ DATABASE_URL: 'libsql:shop' }, /DATABASE_URL/],
  [{ STRIPE_SECRET_KEY: 'sk_test_simulator' }, /simulators/],
  [{ RAZORPAY_KEY_ID: 'rzp_test_simulator' }, /simulators/],
  [{ STRIPE_WEBHOOK_SECRET: 'whsec_simulatorStripe' }, /simulators/],
  [{ STRIPE_API_BASE: 'http://api.stripe.com' }, /by https/],
  [{ RAZORPAY_API_BASE: 'https://127.0.0.1:4000' }, /by https/],
  [{ RAZORPAY_CHECKOUT_URL: '/dev/razorpay/checkout.js' }, /by https/],
  [{ MAIL_API_URL: 'http://localhost:4000/emails' }, /by https/],
  [{ GITHUB_API_BASE: 'http://localhost:4000' }, /by https/],
  [{ EDITOR_URL: 'http://edit.harita.example' }, /by https/],
])('%j', (vars, reason) => {
  expect(refused(vars as Record<string, string>)).toMatch(reason);
});

test.each([
  {},
  { DATABASE_URL: 'libsql://harita.turso.io' },
  { DATABASE_URL: 'https://harita.turso.io' },
  { DATABASE_URL: '' },
  { STRIPE_SECRET_KEY: 'sk_test_51Abc', STRIPE_API_BASE: '' },
  { RAZORPAY_API_BASE: 'https://api.razorpay.com', MAIL_API_URL: 'https://api.resend.com/emails' },
])('no objection to %j', (vars) => {
  expect(refused(vars as Record<string, string>)).toBeUndefined();
});

test('every source of settings is checked', () => {
  expect(
    refusal([
      ['wrangler.toml', {}],
      ['.dev.vars', { CLOCK_OFFSET_MS: '0' }],
    ]),
  ).toMatch(/^\.dev\.vars sets CLOCK_OFFSET_MS/);
});

test('wrangler.toml is read in every form that a variable can take, comments left out', () => {
  const text = `# CLOCK_OFFSET_MS = "1"
name = "harita"
vars = { ONE = "1", "TWO" = '2' }
[env.test.vars]
CLOCK_OFFSET_MS = 3600000
DATABASE_URL = "http://localhost"`;
  expect(tomlStrings(text)).toMatchObject({ ONE: '1', TWO: '2', CLOCK_OFFSET_MS: '3600000' });
  expect(tomlStrings('# CLOCK_OFFSET_MS = "1"')).toEqual({});
});

test('it is refused while the Worker lacks a secret without which nobody can order', () => {
  const listed = (...names: string[]) =>
    JSON.stringify(
      names.map((name) => ({ name, type: 'secret_text' })),
      null,
      2,
    );
  const needed = ['DATABASE_URL', 'DATABASE_AUTH_TOKEN', 'EMAIL_HASH_KEY'];
  expect(secretsRefusal(`A note of wrangler\n${listed(...needed)}`)).toBeUndefined();
  for (const absent of needed)
    expect(secretsRefusal(listed(...needed.filter((name) => name !== absent)))).toMatch(
      new RegExp(`no secret ${absent}, .*Run: npx wrangler secret put ${absent} `),
    );
  expect(secretsRefusal('[]')).toMatch(/DATABASE_URL, DATABASE_AUTH_TOKEN, EMAIL_HASH_KEY/);
});

test('new migrations are refused while another Worker is live than the one with which they were tried', () => {
  const [live, tried] = ['a'.repeat(40), 'b'.repeat(40)];
  const pending = ['0034_notes'];
  expect(untriedRefusal(live, tried, pending)).toMatch(
    new RegExp(
      `of commit ${live}, but .* from ${tried}, .*\\(0034_notes\\).*LAST_RELEASE=${live} npm run deploy`,
    ),
  );
  expect(untriedRefusal(live, undefined, pending)).toMatch(/from no commit that is known here/);
  for (const fits of [
    untriedRefusal(tried, tried, pending),
    // Nothing changes under the live Worker.
    untriedRefusal(live, tried, []),
    // A first deploy, or a release that did not say its commit.
    untriedRefusal(undefined, tried, pending),
  ])
    expect(fits).toBeUndefined();
});

test('a sample GSTIN is refused, since invoices print it; other samples are not', () => {
  expect(gstinRefusal(readStore())).toMatch(/legal\.gstin is a sample/);
  const { gstin: _, ...legal } = readStore().legal;
  expect(gstinRefusal({ samples: [], legal })).toMatch(/legal\.gstin is missing\. .*section 24/);
  expect(emptyRefusal(new Map())).toMatch(/there is no product/);
  expect(emptyRefusal(new Map([['a', {}]]))).toBeUndefined();
  expect(gstinRefusal({ ...readStore(), samples: ['legal.gstin: confirm'] })).toMatch(/legal\.gstin/);
  expect(gstinRefusal({ ...readStore(), samples: ['legal.entity', 'legal.gstins'] })).toBeUndefined();
});

test('it warns of every sample, and of what contradicts the shop with the reason', () => {
  const store = readStore();
  const fieldOf = (entry: string) =>
    entry
      .replace(/: .*/, '')
      .split('.')
      .reduce<unknown>((value, name) => (value as Record<string, unknown>)?.[name], store);
  for (const entry of store.samples) expect(fieldOf(entry), entry).toBeDefined();
  const warnings = store.samples.map(sampleWarning);
  expect(warnings).toContain('Sample: content/store.yaml: care.whatsapp is still a sample value.');
  for (const text of ['Worldwide fast shipping', '24/7 customer support'])
    expect(warnings).toContain(
      `Sample: content/store.yaml: banner.${store.banner.indexOf(text)} contradicts what we deliver: confirm before launch.`,
    );
});

test('the list at a deploy has every sample value, and every claim that nothing proves', () => {
  const store = readStore();
  const list = sampleList(store, contentFiles());
  expect(list.slice(0, store.samples.length)).toEqual(store.samples.map(sampleWarning));
  expect(list).toContain(
    'Sample: content/home.yaml says "Skin Satisfaction". It needs a survey with its year and the number of people.',
  );
  const gone = { says: 'A word that no page says', in: 'home.yaml', needs: 'nothing' };
  expect(sampleList({ ...store, claims: [...store.claims, gone] }, contentFiles())).toEqual(list);
  expect(list).toHaveLength(store.samples.length + store.claims.length);
});

test('samples are not deployed unless SAMPLES=on says so, and what makes an invoice wrong never is', () => {
  const samples = sampleGaps(contentFiles());
  const reason = gapsRefusal(samples, false) ?? '';
  for (const part of ['SAMPLES=on', 'content/home.yaml', 'content/team.yaml', 'content/policies/terms.md'])
    expect(reason).toContain(part);
  expect(gapsRefusal(samples, true)).toBeUndefined();
  expect(gapsRefusal([{ ...noRate, severity: 'incomplete' }], false)).toBeUndefined();
  expect(gapsRefusal([...samples, noRate], true)).toMatch(/^The shop could not sell as the law wants/);
});
