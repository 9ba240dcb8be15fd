/**
 * Reconciliation: whatever is wrong with a row is found and told with its fix, looking writes nothing, a fix
 * that is applied mends it, once, and is refused when the row has changed since.
 */
import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Difference } from '#features/desk/reconcile.ts';
import { balance, differencesOf, held, lastOf, mend, single } from '../support/books.ts';
import { operatorsOnly } from '../support/desk.ts';
import { beginAfresh } from '../support/paying.ts';
import { select } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';
import { besides, byHand, type Case, cash, mended } from '../support/wrong-books.ts';

const shop = useShop({ simulators: true, proxy: true });
let operator: Person;
beginAfresh(shop);
beforeAll(async () => {
  operator = await shop.person('operator');
});
beforeEach(async () => {
  await shop.db.write.run(sql`DELETE FROM orders`);
  await balance(shop.db);
});

const run = (statement: SQL) => shop.db.write.run(statement);
const look = () => differencesOf(operator, 'stock', 'events', 'orders');
const only = async () => single(await look());

test.each([
  ['GET', 'stock'],
  ['GET', 'events'],
  ['GET', 'orders'],
  ['GET', 'providers'],
  ['POST', 'mend'],
] as const)('%s %s is for operators', (method, path) =>
  operatorsOnly(shop, method, `/api/desk/reconcile/${path}`),
);

async function corrupted({ rule, make, corrupt }: Case): Promise<string> {
  const id = await make(shop, operator);
  await shop.standIns.settled();
  expect(await look()).toEqual([]);
  await run(corrupt(id));
  const more = besides[rule]?.(id);
  if (more) await run(more);
  return id;
}

const told = ({ rule, expected, found }: Case) => ({
  rule,
  expected: typeof expected === 'string' ? expected : expect.stringMatching(expected),
  found: typeof found === 'string' ? found : expect.stringMatching(found),
});

const orderRule = async (): Promise<Difference> => {
  const [found] = await differencesOf(operator, 'orders');
  if (!found) throw new Error('nothing was found');
  return found;
};

describe('an order', () => {
  test.each(mended)('$how: $rule, which is mended', async (one) => {
    const id = await corrupted(one);
    const rows = await held(shop.db);
    const difference = await only();
    expect(difference).toMatchObject({ ...told(one), about: id, place: { screen: 'orders', id } });
    expect(difference.writes.length).toBeGreaterThan(0);
    expect(await held(shop.db)).toEqual(rows);

    const { status, body } = await mend(operator, difference);
    expect([status, body.differences]).toEqual([200, []]);
    expect(await look()).toEqual([]);
    expect(await lastOf(shop.db, 'audit')).toMatchObject({
      actor_id: operator.id,
      action: 'reconciled',
      about: difference.name,
    });
    expect(
      await select(
        shop.db,
        sql`SELECT actor_id, shown FROM order_events
        WHERE order_id = ${id} AND reason GLOB 'Reconciliation: *'`,
      ),
    ).toEqual([{ actor_id: operator.id, shown: 0 }]);

    // What is mended is not mended twice.
    const after = await held(shop.db);
    const again = await mend(operator, difference);
    expect([again.status, again.body.code, again.body.differences]).toEqual([409, 'changed', []]);
    expect(await held(shop.db)).toEqual(after);
  });

  test.each(byHand)('$how: $rule, which nobody but people may mend', async (one) => {
    const id = await corrupted(one);
    const difference = await orderRule();
    expect(difference).toMatchObject({ ...told(one), about: id, writes: [] });
    expect(difference.fix).toMatch(/order|Refunds/);
    const rows = await held(shop.db);
    const { status, body } = await mend(operator, difference);
    expect([status, body.code]).toEqual([409, 'by_hand']);
    expect(await held(shop.db)).toEqual(rows);
  });

  test('with a wrong total cannot even be stored', async () => {
    const id = await cash(shop, operator);
    await expect(run(sql`UPDATE orders SET total = total + 1 WHERE id = ${id}`)).rejects.toThrow();
  });

  test('changed after it was found, it is refused with what is there now, and nothing is written', async () => {
    const id = await corrupted(mended[0] as Case);
    const difference = await orderRule();
    await run(sql`UPDATE orders SET status = 'Delivered' WHERE id = ${id}`);
    const rows = await held(shop.db);
    const { status, body } = await mend(operator, difference);
    expect([status, body.code, body.message]).toEqual([
      409,
      'changed',
      'This has changed since you looked. Expected now: Order Placed; found: Delivered. Nothing was written.',
    ]);
    expect(body.differences).toMatchObject([{ rule: 'status', found: 'Delivered' }]);
    expect(await held(shop.db)).toEqual(rows);
    expect((await mend(operator, body.differences[0] as Difference)).status).toBe(200);
  });

  test.each(mended)('changed between its check and the write, $rule writes nothing', async (one) => {
    const id = await corrupted(one);
    const difference = await orderRule();
    // Who asks a provider reads the payment as well, before anything is written.
    const writing = shop.proxy.hold(one.rule === 'waits_paid' ? 3 : 2);
    const answer = mend(operator, difference);
    await writing.arrived;
    await run(sql`UPDATE order_lines SET discount = 1 WHERE order_id = ${id}`);
    const rows = await held(shop.db);
    writing.release();
    const { status, body } = await answer;
    expect([status, body.code]).toEqual([409, 'changed']);
    expect(await held(shop.db)).toEqual(rows);
  });

  test('that two mend at once is mended once', async () => {
    await corrupted(mended.find(({ rule }) => rule === 'refund_missing') as Case);
    const difference = await only();
    const other = await shop.person('operator');
    shop.proxy.readFirst(4);
    const answers = await Promise.all([mend(operator, difference), mend(other, difference)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await look()).toEqual([]);
  });
});

test.each([
  ['an unknown rule', { rule: 'nothing' }, 422],
  ['no place', { about: '' }, 422],
  ['an order that there is not', {}, 404],
  ['an order that there is not, at its provider', { rule: 'paid_there' }, 404],
  ['a product that there is not', { rule: 'stock', counted: 1 }, 404],
])('mending %s writes nothing', async (_, over, status) => {
  const rows = await held(shop.db);
  const difference = { rule: 'status', about: randomUUID(), seen: '' } as Difference;
  expect((await mend(operator, difference, over)).status).toBe(status);
  expect(await held(shop.db)).toEqual(rows);
});

test.each(['stock', 'events', 'orders', 'providers'])('%s: a place that is none is refused', async (part) => {
  for (const query of ['after=x', ...(part === 'providers' ? ['period=year'] : [])])
    expect((await operator.get(`/api/desk/reconcile/${part}?${query}`)).status).toBe(422);
});
