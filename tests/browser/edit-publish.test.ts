/** The editor as it is deployed: on its own host, signed in at the Git host, a draft, its preview, the shop. */
import { expect, test } from 'vitest';
import { accessToken, newGitHost } from '../simulators/github/index.ts';
import { useShop } from '../support/shop.ts';
import { contentAtGitHost, onItsOwnHost, openEntry, save, signIn } from './editing.ts';
import { becomes, see, useBrowser } from './visitor.ts';

const shop = useShop({ editor: true });
const { visit } = useBrowser(shop);

async function editor() {
  const host = newGitHost(contentAtGitHost());
  const { page, context, expectConsole } = await visit(1280);
  expectConsole('https://www.githubstatus.com/');
  await onItsOwnHost(context, shop.stack.url, host);
  return { page, ...host };
}

test('a wrong key opens nothing', { timeout: 120_000 }, async () => {
  const { page } = await editor();
  await signIn(page, 'github_pat_wrong');
  await see(page.getByRole('alert'));
  expect(await page.getByRole('treeitem').count()).toBe(0);
});

test('a change is a draft with a preview, and published it is one line in main', { timeout: 180_000 }, async () => {
  const { page, repository } = await editor();
  const file = 'content/products/barrier-cream/index.md';
  const before = repository.main.files.get(file)?.toString() ?? '';
  await signIn(page, accessToken);
  const fields = await openEntry(page, 'Products', 'Barrier Cream');
  await fields.getByLabel('Price', { exact: true }).fill('620');
  await save(page);

  // Nothing has reached the shop, and a pull request waits for its preview.
  const [pull] = repository.pulls;
  expect(pull).toMatchObject({ number: 1, state: 'open', labels: ['sveltia-cms/draft'] });
  expect(repository.main.files.get(file)?.toString()).toBe(before);
  expect(repository.changed(pull as never)).toEqual([{ path: file, changeType: 'MODIFIED' }]);
  Object.assign(pull as never, { previewUrl: 'https://change-1-harita.example' });
});
