/**
 * CSP reports about the payment pages: counted by day without personal data; a report about a script raises a flag; and
 * a client that sends many is limited.
 */
import { sql } from 'drizzle-orm';
import { beforeEach, describe, expect } from 'vitest';
import { attempts, flags, outbox, policyReports } from '#db/schema/index.ts';
import { dayOf, oneDay } from '#lib/dates.ts';
import { type Client, times } from '../support/client.ts';
import { countRows, snapshot } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const perHour = 5;
const { shop, operator, test } = shopTest({ vars: { POLICY_REPORTS_PER_HOUR: String(perHour) } });
beforeEach(async () => {
  for (const table of [policyReports, flags, outbox]) await shop.db.write.delete(table);
});

const send = (json: unknown, type: string, client: Client = shop.client(), agent = 'Mozilla/5.0') =>
  client.send('POST', '/api/policy-report', { json, headers: { 'Content-Type': type, 'User-Agent': agent } });
/** As Firefox, and browsers without the Reporting API, send it. */
const older = (report: object, client?: Client, agent?: string) =>
  send(
    { 'csp-report': { 'document-uri': `${shop.stack.url}/checkout`, ...report } },
    'application/csp-report',
    client,
    agent,
  );
/** As Chromium and Safari send it. */
const newer = (...reports: object[]) =>
  send(
    reports.map((body) => ({
      type: 'csp-violation',
      age: 12,
      url: `${shop.stack.url}/checkout?coupon=SECRET`,
      user_agent: 'Mozilla/5.0',
      body: {
        documentURL: `${shop.stack.url}/checkout?coupon=SECRET`,
        disposition: 'enforce',
        originalPolicy: "default-src 'self'",
        statusCode: 200,
        ...body,
      },
    })),
    'application/reports+json; charset=utf-8',
  );
const rows = () => shop.db.read.select().from(policyReports).orderBy(sql`page, directive, blocked`);
const brief = async () =>
  (await rows()).map(({ page, directive, blocked, count }) => `${page} ${directive} ${blocked} ${count}`);
const script = {
  effectiveDirective: 'script-src-elem',
  blockedURL: 'https://evil.example:8443/a.js?who=asha',
};

test('both formats are counted by day, page, directive and host, and nothing else is stored', async () => {
  const before = await snapshot(shop.db, ['policy_reports', 'flags', 'outbox', 'attempts']);
  const { status, text } = await newer(script, {
    effectiveDirective: 'img-src',
    blockedURL: 'data',
    documentURL: `${shop.stack.url}/place-order`,
  });
  expect([status, text]).toEqual([204, '']);
  const { status: second } = await older({
    'violated-directive': 'script-src-elem https://checkout.razorpay.com',
    'blocked-uri': 'https://EVIL.example/b.js',
    'script-sample': 'card=4111',
  });
  expect(second).toBe(204);
  const day = dayOf(Date.now());
  expect(await rows()).toEqual([
    { day, page: '/checkout', directive: 'script-src-elem', blocked: 'evil.example', count: 2 },
    { day, page: '/place-order', directive: 'img-src', blocked: 'data', count: 1 },
  ]);
  expect(await snapshot(shop.db, ['policy_reports', 'flags', 'outbox', 'attempts'])).toEqual(before);
});

test('a script raises a flag, emailed to each operator, once a day per host; an image raises none', async () => {
  for (const _ of times(3, () => 0)) await newer(script);
  await newer({ effectiveDirective: 'img-src', blockedURL: 'https://pictures.example/a.png' });
  const raised = await shop.db.read.select().from(flags);
  expect(raised.map(({ kind, about }) => [kind, about])).toEqual([
    ['page_script_blocked', `evil.example on ${dayOf(Date.now())}`],
  ]);
  expect(await countRows(shop.db, 'outbox', sql`recipient = ${operator.email}`)).toBe(1);
});

test('the desk shows the counts of four weeks, newest first; after a year they are deleted', async () => {
  const ago = (days: number) => dayOf(Date.now() - days * oneDay);
  const row = { page: '/checkout', directive: 'script-src-elem', blocked: 'evil.example' };
  await shop.db.write
    .insert(policyReports)
    .values([
      ...[3, 20, 40, 405].map((days) => ({ ...row, day: ago(days), count: 2 })),
      { ...row, blocked: 'inline', day: ago(0), count: 1 },
    ]);
  const { reports } = (await operator.get<{ reports: object[] }>('/api/desk/speed')).body;
  expect(reports).toEqual([
    { ...row, blocked: 'inline', count: 1, lastDay: ago(0) },
    { ...row, count: 4, lastDay: ago(3) },
  ]);
  await shop.stack.scheduled();
  expect((await rows()).length).toBe(4);
});

test.each<[string, object]>([
  ['of another page', { ...script, documentURL: 'SHOP/cart' }],
  ['of a path that only begins alike', { ...script, documentURL: 'SHOP/checkout/more' }],
  ['of another site', { ...script, documentURL: 'https://evil.example/checkout' }],
  ['of no page', { ...script, documentURL: 'about:blank' }],
  ['about an extension', { ...script, blockedURL: 'chrome-extension://abcdef/inject.js' }],
  ['about an extension of Firefox', { ...script, blockedURL: 'moz-extension' }],
  ['about an extension of Safari', { ...script, blockedURL: 'safari-web-extension://x/y.js' }],
  ['about an extension of Edge', { ...script, blockedURL: 'ms-browser-extension://a' }],
  ['that an extension caused', { ...script, blockedURL: 'inline', sourceFile: 'chrome-extension://abcdef' }],
  ['that a user script caused', { ...script, blockedURL: 'inline', sourceFile: 'user-script:3' }],
  ['about Facebook’s scheme', { ...script, blockedURL: 'iabjs://inject' }],
  ['about Google’s app', { ...script, blockedURL: 'gsa://onpageload' }],
  ['about an unknown scheme', { ...script, blockedURL: 'someapp-bridge://call' }],
  ['without a directive', { ...script, effectiveDirective: '<script>' }],
  ['with a number for an address', { ...script, blockedURL: 7, documentURL: 7 }],
])('a report %s counts nothing', async (_, body) => {
  const filled = JSON.parse(JSON.stringify(body).replace('SHOP', shop.stack.url));
  expect((await newer(filled)).status).toBe(204);
  expect([await rows(), await countRows(shop.db, 'flags')]).toEqual([[], 0]);
});

test('anything but a host or a known keyword counts as other', async () => {
  await newer(
    { ...script, blockedURL: 'asha@example.in' },
    { ...script, blockedURL: `https://${'a.'.repeat(60)}example/` },
    { ...script, blockedURL: 'eval' },
    { ...script, blockedURL: '' },
  );
  expect(await brief()).toEqual(['/checkout script-src-elem eval 1', '/checkout script-src-elem other 1']);
});

describe('a client that sends many', () => {
  test('has an hourly limit of requests', async () => {
    const client = shop.client();
    const report = (n: number, by = client) =>
      older({ 'violated-directive': 'img-src', 'blocked-uri': `https://h${n}.example/` }, by);
    const answers = [];
    for (const n of times(perHour + 3, (n) => n)) answers.push(await report(n));
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204, 429, 429, 429]);
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(3000);
    // Three hosts, and the others together.
    expect((await rows()).length).toBe(4);
    expect((await report(99, shop.client())).status).toBe(204);
  });

  test('brings in three hosts a day; the rest of it is counted together', async () => {
    await newer(...times(20, (n) => ({ ...script, blockedURL: `https://h${n}.example/` })));
    expect(await brief()).toEqual([
      '/checkout other other 17',
      ...times(3, (n) => `/checkout script-src-elem h${n}.example 1`),
    ]);
    expect(await countRows(shop.db, 'flags')).toBe(3);
    // Only the first reports of one request are read.
    await newer(...times(30, () => ({ ...script, documentURL: 'about:blank' })), script);
    expect(await rows()).toHaveLength(4);
  });

  test('counts once for a host', async () => {
    const client = shop.client();
    const report = { 'violated-directive': 'img-src', 'blocked-uri': 'data' };
    for (const _ of times(3, () => 0)) await older(report, client);
    expect(await brief()).toEqual(['/checkout img-src data 1']);
  });
});

describe('strangers who invent hosts', () => {
  const invented = (n: number) => ({ ...script, blockedURL: `https://invented-${n}.example/x.js` });
  const flagged = async () =>
    (await shop.db.read.select().from(flags)).map(({ about }) => about.split(' ')[0]);
  const emailed = async () =>
    (await shop.db.read.select().from(outbox)).map(
      ({ content }) => String((content as { about?: string })?.about).split(' ')[0],
    );

  test('do not use up the day’s flags: a script that shoppers report later raises one', async () => {
    for (const n of times(12, (n) => n)) await newer(invented(n));
    await newer(script);
    expect(await flagged()).toContain('evil.example');
  });

  test('cannot fill the list, nor take the flag and the email from what several networks report', async () => {
    const day = dayOf(Date.now());
    const row = { day, page: '/checkout', directive: 'script-src-elem', count: 1 };
    const flag = { kind: 'page_script_blocked' as const, detail: '', createdAt: 1 };
    const { write } = shop.db;
    await write
      .insert(policyReports)
      .values(times(200, (n) => ({ ...row, blocked: `invented-${n}.example` })));
    await write
      .insert(flags)
      .values(times(60, (n) => ({ ...flag, id: `f${n}`, about: `invented-${n}.example on ${day}` })));
    // The counter of the list is full too.
    await newer(invented(500));
    await shop.db.write
      .update(attempts)
      .set({ count: 201 })
      .where(sql`count = 1 AND key = (
      SELECT key FROM attempts ORDER BY expires_at DESC, rowid DESC LIMIT 1)`);
    for (const _ of times(3, () => 0)) await newer(script);
    expect(await brief()).toContain('/checkout script-src-elem evil.example 3');
    expect(await flagged()).toContain('evil.example');
    expect(await emailed()).toContain('evil.example');
  });
});

describe('a script that an app adds is no alarm', () => {
  test.each([
    ['https://connect.facebook.net/en_US/pcm.js', 'Mozilla/5.0'],
    ['https://scdn.line-apps.com/n/x.js', 'Mozilla/5.0'],
    ['inline', 'Mozilla/5.0 (iPhone) AppleWebKit/605 [FBAN/FBIOS;FBAV/445.0]'],
    ['inline', 'Mozilla/5.0 (iPhone) Instagram 300.0.0'],
    ['eval', 'Mozilla/5.0 (Linux; Android 14; SM-A; wv) AppleWebKit/537 Line/13.1'],
  ])('%s in %s is counted and not flagged', async (blocked, agent) => {
    await older({ 'violated-directive': 'script-src-elem', 'blocked-uri': blocked }, shop.client(), agent);
    expect([(await rows()).length, await countRows(shop.db, 'flags')]).toEqual([1, 0]);
  });

  test.each(['https://connect.facebook.net.evil.example/a.js', 'https://evilline-apps.com/a.js', 'inline'])(
    '%s in a usual browser is one',
    async (blockedURL) => {
      await newer({ ...script, blockedURL });
      expect(await countRows(shop.db, 'flags')).toBe(1);
    },
  );
});
