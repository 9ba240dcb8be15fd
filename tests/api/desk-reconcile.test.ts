/**
 * Reconciliation of orders: every kind of damage is found and reported with its repair, comparing writes nothing, and a
 * repair is applied once and refused when the row has changed since.
 */
import { randomUUID } from 'node:crypto';
import { type SQL, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Difference } from '#features/desk/reconcile/rules.ts';
import { operatorsOnly } from '../support/desk.ts';
import { alsoCorrupt, type Case, cashOrder, manual, repairable } from '../support/differences.ts';
import { resetBeforeEach } from '../support/payments.ts';
import {
  differencesOf,
  lastRowOf,
  makeBalanced,
  onlyDifference,
  repair,
  settledSnapshot,
} from '../support/reconciliation.ts';
import { select } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true, proxy: true });
let operator: Person;
resetBeforeEach(shop);
beforeAll(async () => {
  operator = await shop.person('operator');
});
beforeEach(async () => {
  await shop.db.write.run(sql`DELETE FROM orders`);
  await makeBalanced(shop.db);
});

const run = (statement: SQL) => shop.db.write.run(statement);
const look = () => differencesOf(operator, 'stock', 'events', 'orders');
const only = async () => onlyDifference(await look());

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
  await shop.simulators.settled();
  expect(await look()).toEqual([]);
  await run(corrupt(id));
  const more = alsoCorrupt[rule]?.(id);
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
  test.each(repairable)('$how: $rule, which is repaired', async (one) => {
    const id = await corrupted(one);
    const rows = await settledSnapshot(shop.db);
    const difference = await only();
    expect(difference).toMatchObject({ ...told(one), about: id, place: { screen: 'orders', id } });
    expect(difference.writes.length).toBeGreaterThan(0);
    expect(await settledSnapshot(shop.db)).toEqual(rows);

    const { status, body } = await repair(operator, difference);
    expect([status, body.differences]).toEqual([200, []]);
    expect(await look()).toEqual([]);
    expect(await lastRowOf(shop.db, 'audit')).toMatchObject({
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

    // The same repair is not applied twice.
    const after = await settledSnapshot(shop.db);
    const again = await repair(operator, difference);
    expect([again.status, again.body.code, again.body.differences]).toEqual([409, 'changed', []]);
    expect(await settledSnapshot(shop.db)).toEqual(after);
  });

  test.each(manual)('$how: $rule, which has to be repaired by hand', async (one) => {
    const id = await corrupted(one);
    const difference = await orderRule();
    expect(difference).toMatchObject({ ...told(one), about: id, writes: [] });
    expect(difference.fix).toMatch(/order|Refunds/);
    const rows = await settledSnapshot(shop.db);
    const { status, body } = await repair(operator, difference);
    expect([status, body.code]).toEqual([409, 'by_hand']);
    expect(await settledSnapshot(shop.db)).toEqual(rows);
  });

  test('with a wrong total cannot even be stored', async () => {
    const id = await cashOrder(shop, operator);
    await expect(run(sql`UPDATE orders SET total = total + 1 WHERE id = ${id}`)).rejects.toThrow();
  });

  test('that has changed since is refused with the present difference, and nothing is written', async () => {
    const id = await corrupted(repairable[0] as Case);
    const difference = await orderRule();
    await run(sql`UPDATE orders SET status = 'Delivered' WHERE id = ${id}`);
    const rows = await settledSnapshot(shop.db);
    const { status, body } = await repair(operator, difference);
    expect([status, body.code, body.message]).toEqual([
      409,
      'changed',
      'This has changed since you looked. Expected now: Order Placed; found: Delivered. Nothing was written.',
    ]);
    expect(body.differences).toMatchObject([{ rule: 'status', found: 'Delivered' }]);
    expect(await settledSnapshot(shop.db)).toEqual(rows);
    expect((await repair(operator, body.differences[0] as Difference)).status).toBe(200);
  });

  test.each(repairable)('changed between its check and the write, $rule writes nothing', async (one) => {
    const id = await corrupted(one);
    const difference = await orderRule();
    // A repair that asks a provider also reads the payment first.
    const writing = shop.proxy.hold(one.rule === 'waits_paid' ? 3 : 2);
    const answer = repair(operator, difference);
    await writing.arrived;
    await run(sql`UPDATE order_lines SET discount = 1 WHERE order_id = ${id}`);
    const rows = await settledSnapshot(shop.db);
    writing.release();
    const { status, body } = await answer;
    expect([status, body.code]).toEqual([409, 'changed']);
    expect(await settledSnapshot(shop.db)).toEqual(rows);
  });

  test('that two operators repair at once is repaired once', async () => {
    await corrupted(repairable.find(({ rule }) => rule === 'refund_missing') as Case);
    const difference = await only();
    const other = await shop.person('operator');
    shop.proxy.readFirst(4);
    const answers = await Promise.all([repair(operator, difference), repair(other, difference)]);
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
])('repairing %s writes nothing', async (_, over, status) => {
  const rows = await settledSnapshot(shop.db);
  const difference = { rule: 'status', about: randomUUID(), seen: '' } as Difference;
  expect((await repair(operator, difference, over)).status).toBe(status);
  expect(await settledSnapshot(shop.db)).toEqual(rows);
});

test.each(['stock', 'events', 'orders', 'providers'])('%s: an invalid query is refused', async (part) => {
  for (const query of ['after=x', ...(part === 'providers' ? ['period=year'] : [])])
    expect((await operator.get(`/api/desk/reconcile/${part}?${query}`)).status).toBe(422);
});
