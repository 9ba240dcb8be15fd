/** Changes of the desk are committed to the repository at GitHub: only their values change, in one commit. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { contentRoot } from '#tools/lib/content.ts';
import { minute, runJobAt } from '../support/clock.ts';
import { changeAtDesk, readAtDesk, resetProducts, setPrice, undoAtDesk } from '../support/desk-products.ts';
import { type GithubSimulator, startGithub } from '../support/github.ts';
import { serum, toner } from '../support/orders.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator, test } = shopTest({ keepsData: true });

const file = (id: string) => `content/products/${id}/index.md`;
const inContent = (name: string) => readFileSync(join(contentRoot, name), 'utf8');
const own = (id: string) => inContent(`products/${id}/index.md`);
const sales = 'content/sales.yaml';
let github: GithubSimulator;

const run = () => shop.stack.scheduled();
const states = async (id = serum) =>
  (await readAtDesk(operator, id)).rows.map(({ state, reason }) => [state, reason]).toReversed();

beforeAll(async () => {
  github = await startGithub({
    [file(serum)]: own(serum),
    [file(toner)]: own(toner),
    [sales]: inContent('sales.yaml'),
  });
  await shop.stack.restartWorker(github.vars);
});
afterAll(async () => {
  await github.stop();
});
beforeEach(async () => {
  await resetProducts(shop);
  for (const id of [serum, toner]) github.commit(file(id), own(id));
  github.commit(sales, inContent('sales.yaml'));
  Object.assign(github, { fault: undefined, beforeMove: undefined });
});

test('a price is a commit of its line, made by the next job', async () => {
  await setPrice(operator, 54_950);
  expect(await states()).toEqual([['waiting', null]]);
  await run();
  expect(github.file(file(serum))).toBe(own(serum).replace('price: 599', 'price: 549.5'));
  expect(github.messages()[0]).toBe(`${serum}: price ₹599.00 → ₹549.50`);
  expect(await states()).toEqual([['written', null]]);
  const before = github.messages().length;
  await run();
  expect(github.messages()).toHaveLength(before);
});

test('all changes of a minute are one commit, sales too; undoing takes them back', async () => {
  const sale = { name: 'Diwali', from: '2027-11-01', until: '2027-11-08', price: 49_900 };
  await changeAtDesk(operator, { status: 'hidden', items: [{ id: serum, sale }] });
  await changeAtDesk(operator, { items: [{ id: toner, price: 33_900 }] }, toner);
  const before = github.messages().length;
  await run();
  expect(github.messages()).toHaveLength(before + 1);
  expect(github.messages()[0]).toMatch(/^2 products changed at the desk\n\n/);
  expect(github.file(file(toner))).toBe(own(toner).replace('price: 349', 'price: 339'));
  expect(github.file(sales)).toBe(
    `sales:\n  - name: Diwali\n    from: 2027-11-01\n    until: 2027-11-08\n    price: 499\n    products:\n      - ${serum}\n`,
  );
  expect(github.file(file(serum))).toContain('status: hidden');
  await undoAtDesk(operator);
  await run();
  expect(github.file(sales)).toBe('sales: []\n');
  expect(github.file(file(serum))).toContain('status: published');
});

test('changed and changed back before it was written: there is no commit', async () => {
  await setPrice(operator, 54_900);
  await undoAtDesk(operator);
  const before = github.messages().length;
  await run();
  expect(github.messages()).toHaveLength(before);
  expect(await states()).toEqual([
    ['written', null],
    ['written', null],
  ]);
});

test('somebody commits at the same moment: both changes are there', async () => {
  await setPrice(operator, 54_900);
  github.beforeMove = () => {
    github.beforeMove = undefined;
    github.commit(file(serum), own(serum).replace('Harita', 'Harita Skin'));
  };
  await run();
  expect(github.file(file(serum))).toBe(
    own(serum).replace('Harita', 'Harita Skin').replace('price: 599', 'price: 549'),
  );
});

test('an editor has changed the same price: nothing is overwritten, and the desk says why', async () => {
  const theirs = own(serum).replace('price: 599', 'price: 619');
  github.commit(file(serum), theirs);
  await setPrice(operator, 54_900);
  await run();
  expect(github.file(file(serum))).toBe(theirs);
  expect(await states()).toEqual([
    ['failed', expect.stringMatching(/price of .* is ₹619\.00 there, not ₹599\.00/)],
  ]);
  const { body } = await operator.get<{ products: number }>('/api/desk/menu');
  expect(body.products).toBe(1);
  // Tried again only when the operator says so.
  github.commit(file(serum), own(serum));
  await runJobAt(shop, 90 * minute);
  expect(github.file(file(serum))).toBe(own(serum));
  const id = (await readAtDesk(operator)).rows[0]?.id;
  expect((await operator.post(`/api/desk/product-changes/${id}/retry`)).status).toBe(200);
  await run();
  expect(github.file(file(serum))).toContain('price: 549');
});

test('GitHub is down: the reason is shown, and it is tried again with growing pauses', async () => {
  await setPrice(operator, 54_900);
  github.fault = [503, { message: 'Service unavailable' }];
  await run();
  expect(await states()).toEqual([
    ['failed', 'GitHub answered 503 to the question for the repository: Service unavailable'],
  ]);
  github.fault = undefined;
  await run();
  expect(github.file(file(serum))).toBe(own(serum));
  await runJobAt(shop, 2 * minute);
  expect(github.file(file(serum))).toContain('price: 549');
  expect(await states()).toEqual([['written', null]]);
});

// The last: the Worker of the file stays as it is.
test('without a repository the desk says what is missing', async () => {
  await shop.stack.restartWorker({ ...github.vars, GITHUB_APP_KEY: '' });
  await setPrice(operator, 54_900);
  await run();
  expect(await states()).toEqual([['failed', expect.stringMatching(/GITHUB_APP_KEY .* not set/)]]);
});
