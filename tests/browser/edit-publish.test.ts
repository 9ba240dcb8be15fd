/** The editor after a deploy: its own host, sign-in at the Git host, a draft, its preview, the published change. */
import { expect, test } from 'vitest';
import { accessToken, newGitHost } from '#tools/simulators/github/index.ts';
import { useShop } from '../support/shop.ts';
import { contentAtGitHost, onItsOwnHost, openEntry, publish, save, signIn, toBoard } from './editing.ts';
import { becomes, see, useBrowser } from './visitor.ts';

const shop = useShop({ editor: true });
const { visit } = useBrowser(shop);

async function editor() {
  const host = newGitHost(contentAtGitHost());
  const visitor = await visit(1280);
  visitor.expectConsole('https://www.githubstatus.com/');
  await onItsOwnHost(visitor.context, shop.stack.url, host);
  return { ...visitor, ...host };
}

test('a wrong key does not sign in', { timeout: 120_000 }, async () => {
  const { page, expectFailure, expectConsole } = await editor();
  expectFailure({ path: '/user', status: 401 });
  expectConsole('The provided token is invalid.');
  await signIn(page, 'github_pat_wrong');
  await see(page.getByRole('alert').filter({ hasText: 'The provided token is invalid.' }));
  expect(await page.getByRole('treeitem').count()).toBe(0);
});

test('a change becomes a draft with a preview, and then one changed line', { timeout: 180_000 }, async () => {
  const { page, context, repository } = await editor();
  const file = 'content/products/barrier-cream/index.md';
  const before = String(repository.main.files.get(file));
  await signIn(page, accessToken);
  const fields = await openEntry(page, 'Products', 'Barrier Cream');
  await fields.getByLabel('Price', { exact: true }).fill('620');
  await save(page);
  await page.getByRole('button', { name: 'Send for Review' }).click();

  // The shop has not changed, and there is a pull request from which the pipeline makes a preview.
  await becomes(() => repository.pulls[0]?.labels, ['sveltia-cms/pending_review']);
  const pull = repository.pull(1);
  expect(repository.changed(pull)).toEqual([{ path: file, changeType: 'MODIFIED' }]);
  expect(String(repository.main.files.get(file))).toBe(before);

  pull.previewUrl = 'https://change-1-harita.example';
  await context.route(`${pull.previewUrl}/**`, (route) =>
    route.fulfill({ body: 'the shop with the change' }),
  );
  await toBoard(page);
  const card = page.getByRole('list', { name: 'In Review' }).getByRole('listitem');
  await card.getByRole('button', { name: 'Barrier Cream' }).click();
  const opened = context.waitForEvent('page');
  await page.getByRole('button', { name: 'View Preview' }).click();
  expect((await opened).url()).toBe(`${pull.previewUrl}/product/barrier-cream`);

  await publish(page);
  await becomes(() => [pull.state, ...repository.branches.keys()], ['merged', 'main']);
  expect(String(repository.main.files.get(file))).toBe(before.replace('price: 649\n', 'price: 620\n'));
});
