/** What the editor answers itself where a token of an app has no account at GitHub. */
import { expect, test } from 'vitest';
import { answerHere } from './desk-sign-in.ts';

const api = 'https://api.github.com';
const ask = (path: string, authorization: string | null = 'token ghs_1', method = 'GET') =>
  answerHere(api + path, method, authorization, 'Meera Iyer');

test('the person is the operator, who may change the repository', async () => {
  expect(await ask('/user')?.json()).toMatchObject({ name: 'Meera Iyer', login: 'Meera Iyer' });
  expect(ask('/repos/harita/shop/collaborators/Meera%20Iyer')?.status).toBe(204);
});

test.each([
  ['/user', 'token github_pat_1'],
  ['/user', null],
  ['/repos/harita/shop/git/trees/main'],
  ['/graphql', 'token ghs_1', 'POST'],
  ['/repos/harita/shop/collaborators/x', 'token ghs_1', 'PUT'],
])('GitHub answers %s with %s', (path, authorization?: string | null, method?: string) =>
  expect(ask(path, authorization, method)).toBeUndefined(),
);
