import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pollUntil, temporaryFolder, writeTinyBuild } from '#tools/lib/fixture.ts';
import { checkDataFolder } from '#tools/lib/options.ts';
import { type Stack, startStack } from '#tools/lib/stack.ts';

const folder = temporaryFolder();
const dataDir = join(folder.path, 'data');
const build = writeTinyBuild(folder.path);
let stack: Stack;

beforeAll(async () => {
  stack = await startStack({ dataDir, build, vars: { WORD: 'from the test' } });
}, 30_000);

afterAll(async () => {
  await stack?.stop();
  folder.remove();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(stack.url + path, { headers, redirect: 'manual' });
const health = async () => (await get('/api/health')).status;
const given = async (headers = {}) =>
  (await get('/api/given', headers)).json() as Promise<{ scheduledRuns: number }>;

test('the Worker reaches the migrated database', async () => {
  expect(await health()).toBe(200);
  const { origin, searchParams } = new URL(stack.databaseUrl);
  const response = await fetch(`${origin}/v2/pipeline`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${searchParams.get('authToken')}` },
    body: JSON.stringify({
      requests: [{ type: 'execute', stmt: { sql: 'SELECT count(*) FROM migrations' } }],
    }),
  });
  const { results } = (await response.json()) as {
    results: { type: string; response: { result: { rows: { value: string }[][] } } }[];
  };
  expect(results[0]?.type).toBe('ok');
  expect(Number(results[0]?.response.result.rows[0]?.[0]?.value)).toBeGreaterThan(0);
});

test('files are served with _headers, pages without .html; the rest is the Worker’s', async () => {
  const page = await get('/checkout');
  expect([page.status, page.headers.get('x-frame-options')]).toEqual([200, 'DENY']);
  const old = await get('/checkout.html');
  expect([old.status, old.headers.get('location')]).toEqual([307, '/checkout']);
  const unknown = await get('/nowhere');
  expect([unknown.status, await unknown.text()]).toEqual([404, 'from the Worker']);
});

test('a client can set its own IP address', async () => {
  expect(await given({ 'CF-Connecting-IP': '203.0.113.9' })).toMatchObject({ address: '203.0.113.9' });
  expect(await given()).toMatchObject({ address: '127.0.0.1' });
});

test('the scheduled handler runs on demand, and not by a URL', async () => {
  const { scheduledRuns } = await given();
  await stack.scheduled();
  expect(await given()).toMatchObject({ scheduledRuns: scheduledRuns + 1 });
  expect((await get('/cdn-cgi/handler/scheduled')).status).toBe(404);
});

test('the Worker restarts at the same address, with other settings; its log is kept', async () => {
  expect(await given()).toMatchObject({ word: 'from the test' });
  await stack.restartWorker({ WORD: 'from the restart' });
  expect(await given()).toMatchObject({ word: 'from the restart', scheduledRuns: 0 });
  await pollUntil(() => stack.workerLogs.includes('asked what it was given'), 5000, 'a log line');
});

test('workerd can be killed, and another one serves at the same address with the same settings', async () => {
  await stack.scheduled();
  const before = await given();
  expect(before.scheduledRuns).toBeGreaterThan(0);
  await stack.killWorker();
  // Its memory is empty, since it is a new process.
  expect(await given()).toEqual({ ...before, scheduledRuns: 0 });
});

test('the database can be suspended and killed, and restarts at the same address', async () => {
  stack.database.pause();
  // On a busy machine a thread of it may run a moment longer.
  await expect.poll(health).toBe(503);
  stack.database.resume();
  expect(await health()).toBe(200);
  await stack.database.kill();
  expect(await health()).toBe(503);
  expect((await get('/checkout')).status).toBe(200);
  await stack.database.start();
  expect(await health()).toBe(200);
});

test('two stacks do not share a data folder', async () => {
  await expect(startStack({ dataDir, build })).rejects.toThrow(/data folder .* is in use/);
});

test('a port in use is refused with a clear message, and no process keeps running', async () => {
  const other = join(folder.path, 'other');
  const port = Number(new URL(stack.url).port);
  await expect(startStack({ dataDir: other, build, port })).rejects.toThrow(
    `Port ${port} is in use: stop what runs there`,
  );
  // The folder is free again, so the database of the failed attempt has ended.
  await checkDataFolder(other);
});
