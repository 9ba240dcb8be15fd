/** The window in which the editor on its own host lets people sign in: it gives its token to the editor's origin alone. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { type GithubSimulator, startGithub } from '../support/github.ts';
import { browserTest } from './browser-test.ts';
import { asPerson } from './steps.ts';
import { becomes, see } from './visitor.ts';

const { shop, operator, visit, test } = browserTest();
let github: GithubSimulator;
/** Another origin than that of the shop in these tests, at the same server. */
const editor = () => shop.stack.url.replace('127.0.0.1', 'localhost');

beforeAll(async () => {
  github = await startGithub({});
  await shop.stack.restartWorker({ ...github.vars, EDITOR_URL: `${editor()}/edit` });
});
afterAll(() => github.stop());

/** Opens the window from a page, which collects the messages that it gets. */
async function openFrom(page: Page, opener: string): Promise<Page> {
  await page.goto(`${opener}/offline`);
  const popup = page.waitForEvent('popup');
  await page.evaluate((url) => {
    const told: string[] = [];
    Object.assign(window, { told });
    window.addEventListener('message', ({ origin, data }) => told.push(`${origin} ${data}`));
    window.open(url, 'auth', 'width=600,height=800');
  }, `${shop.stack.url}/editor?provider=github&site_id=localhost&scope=repo`);
  return popup;
}
const toldTo = (page: Page) => page.evaluate(() => (window as unknown as { told: string[] }).told);

test('an operator of the desk is signed in at once', async () => {
  const { page } = await visit(1280, await asPerson(shop, operator));
  await openFrom(page, editor());
  const given = { provider: 'github', token: 'ghs_0', refreshToken: 'desk', name: operator.name };
  await becomes(
    () => toldTo(page),
    [`${shop.stack.url} authorization:github:success:${JSON.stringify(given)}`],
  );
});

test('a page of another origin is told nothing', async () => {
  const { page, expectConsole } = await visit(1280, await asPerson(shop, operator));
  expectConsole("Failed to execute 'postMessage'");
  const popup = await openFrom(page, shop.stack.url);
  await see(popup.getByText('This window closes by itself.'));
  expect(await toldTo(page)).toEqual([]);
});

test('who is not signed in, or no operator, is sent to the desk, and nothing is told', async () => {
  const { page } = await visit(1280);
  const popup = await openFrom(page, editor());
  const link = popup.getByRole('main').getByRole('link', { name: 'Sign in' });
  await see(link);
  expect(await link.getAttribute('href')).toBe('/login?next=%2Fdesk');
  await becomes(() => toldTo(page), []);

  const shopper = await visit(1280, await asPerson(shop, await shop.person()));
  shopper.expectFailure('/api/desk/editor', 403);
  const other = await openFrom(shopper.page, editor());
  await see(other.getByText('Only an operator may do this.'));
  expect(await toldTo(shopper.page)).toEqual([]);
});
