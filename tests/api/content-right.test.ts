/** Which operators may change products and texts: all see them, and work with orders and stock. */
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import type { api, ResponseOf } from '#lib/api.ts';
import { password } from '../support/accounts.ts';
import { type DeskRefusal, operatorWithPassword } from '../support/desk.ts';
import { readAtDesk, resetProducts, setPrice, undoAtDesk } from '../support/desk-products.ts';
import { serum } from '../support/orders.ts';
import { select, snapshot } from '../support/rows.ts';
import type { Person } from '../support/shop.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, operator: priya, test } = shopTest({ vars: { EDITOR_URL: 'https://edit.example/edit' } });

const allow = (by: Person, { id }: { id: string }, allowed: unknown, word: unknown = password) =>
  by.post<DeskRefusal>('/api/desk/people/content', { id, allowed, password: word });
const rightOf = async ({ email }: { email: string }) =>
  (
    await select<{ edits_content: number }>(
      shop.db,
      sql`SELECT edits_content FROM users WHERE email = ${email}`,
    )
  )[0]?.edits_content;
const listOf = async (by: Person) =>
  (await by.get<ResponseOf<typeof api.desk.products.$get>>('/api/desk/products')).body;

test('without the right: prices, statuses, undoing and the editor are refused, orders and stock are not', async () => {
  await resetProducts(shop);
  const vikram = await operatorWithPassword(shop, 'Vikram Iyer');
  expect((await setPrice(vikram, 54_900)).status).toBe(200);
  expect((await readAtDesk(vikram)).product).toMatchObject({
    mayChange: true,
    editor: 'https://edit.example/edit',
  });

  const { body } = await allow(priya, vikram, false);
  expect(body.message).toBe('Vikram Iyer may no longer change products and texts.');
  const before = await snapshot(shop.db);
  const answers = [
    await setPrice(vikram, 44_900),
    await undoAtDesk(vikram),
    await vikram.post('/api/desk/product-changes/0/retry'),
    await vikram.post('/api/desk/editor'),
  ];
  expect(answers.map(({ status, body }) => [status, (body as DeskRefusal).code])).toEqual(
    answers.map(() => [403, 'not_for_content']),
  );
  expect(await snapshot(shop.db)).toEqual(before);
  expect((await readAtDesk(vikram)).product).toMatchObject({ mayChange: false, editor: null });
  expect((await listOf(vikram)).editor).toBeNull();
  expect((await vikram.get('/api/desk/orders')).status).toBe(200);
  expect(
    (await vikram.post(`/api/desk/stock/${serum}`, { change: 1, reason: 'found', note: '' })).status,
  ).not.toBe(403);

  await allow(priya, vikram, true);
  expect((await setPrice(vikram, 44_900, { confirmed: true })).status).toBe(200);
  expect(
    await select(
      shop.db,
      sql`SELECT about, detail FROM audit WHERE action = 'content_right' ORDER BY at, rowid`,
    ),
  ).toEqual([
    { about: vikram.id, detail: 'no longer allowed' },
    { about: vikram.id, detail: 'allowed' },
  ]);
});

test('nobody gives it to themselves, to a shopper, or without the password', async ({ shopper }) => {
  const vikram = await operatorWithPassword(shop, 'Vikram Iyer');
  await allow(priya, vikram, false);
  for (const [answer, code] of [
    [await allow(vikram, vikram, true), 'yourself'],
    [await allow(priya, vikram, true, 'wrong'), 'invalid'],
    [await allow(priya, { id: crypto.randomUUID() }, true), 'not_found'],
    [await allow(priya, shopper, true), 'not_found'],
    [await allow(priya, vikram, 'yes'), 'invalid'],
    [await allow(shopper, vikram, true), 'not_operator'],
  ] as const)
    expect([answer.body.code, await rightOf(vikram)]).toEqual([code, 0]);
});

test('a new operator begins without it', async ({ account }) => {
  await priya.post('/api/desk/people/add', { email: account.email, password });
  expect(await rightOf(account)).toBe(0);
});
