/** Signing in to the editor by the desk: who gets a token of the shop's GitHub App, and for which page. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect } from 'vitest';
import { type GithubSimulator, startGithub } from '../support/github.ts';
import { select } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest();
const EDITOR_URL = 'https://edit.harita.example/edit';
let github: GithubSimulator;

beforeAll(async () => {
  github = await startGithub({});
  await shop.stack.restartWorker({ ...github.vars, EDITOR_URL });
});
afterAll(() => github.stop());

type Opened = { token: string; name: string; origin: string; message: string; code: string };
const open = (token?: string) => shop.client(token).post<Opened>('/api/desk/editor');

test('an operator gets one, for the origin of the editor, and the list of what was done says so', async () => {
  const { status, body } = await open(operator.token);
  expect([status, body]).toEqual([
    200,
    {
      success: true,
      token: expect.stringMatching(/^ghs_/),
      name: operator.name,
      origin: 'https://edit.harita.example',
    },
  ]);
  expect(await select(shop.db, sql`SELECT action, about FROM audit ORDER BY at DESC LIMIT 1`)).toEqual([
    { action: 'editor_opened', about: operator.id },
  ]);
  expect(github.calls).toContain('POST /app/installations/4711/access_tokens');
});

test('nobody else does: no stranger, no shopper, no guest', async () => {
  const { token } = await shop.person();
  const refused = [await open(), await open('unknown'), await open(token)];
  expect(refused.map(({ status, body }) => [status, body.token])).toEqual([
    [401, undefined],
    [401, undefined],
    [403, undefined],
  ]);
});

test('an operator without a second factor does not, where one is required', async () => {
  await shop.stack.restartWorker({ ...github.vars, EDITOR_URL, OPERATOR_SECOND_FACTOR: 'required' });
  const { id, token } = await shop.person('operator');
  await shop.db.write.run(sql`UPDATE sessions SET elevated = 0 WHERE user_id = ${id}`);
  const { status, body } = await open(token);
  expect([status, body.token]).toEqual([403, undefined]);
  await shop.stack.restartWorker({ ...github.vars, EDITOR_URL });
});

test.each([
  ['the app', { GITHUB_APP_KEY: '' }],
  ['the address of the editor', { EDITOR_URL: '' }],
])('without %s, it is not set up', async (_, missing) => {
  await shop.stack.restartWorker({ ...github.vars, EDITOR_URL, ...missing });
  const { status, body } = await open(operator.token);
  expect([status, body.code, body.message]).toEqual([
    409,
    'editor_not_set_up',
    'The editor is not connected to the shop yet. The person who set up the shop can connect it: docs/editing.md says how.',
  ]);
});

test('GitHub’s reason is shown, without the key', async () => {
  await shop.stack.restartWorker({ ...github.vars, EDITOR_URL, GITHUB_APP_ID: '43' });
  const { status, body } = await open(operator.token);
  expect([status, body.message]).toEqual([
    502,
    'The editor cannot be opened: GitHub answered 401 to the question for the installation of the app: Bad credentials.',
  ]);
});
