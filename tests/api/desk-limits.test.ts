/** Operators lift and restore the limits of an account's unpaid orders. */
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, test } from 'vitest';
import { users } from '#db/schema/index.ts';
import { tally, times } from '../support/client.ts';
import type { DeskRefusal } from '../support/desk.ts';
import { orderOf, placeOrder, refillStock, serum } from '../support/orders.ts';
import { snapshot } from '../support/rows.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop();
let operator: Person;
let person: Person;

beforeEach(async () => {
  await shop.db.write.delete(users);
  await refillStock(shop.db);
  [operator, person] = [await shop.person('operator'), await shop.person()];
});

const path = '/api/desk/limits';
const lift = (email: unknown) => operator.post<DeskRefusal>(`${path}/lift`, { email });
const restore = (id: unknown) => operator.post<DeskRefusal>(`${path}/restore`, { id });
const lifted = async () => (await operator.get<{ accounts: { email: string }[] }>(path)).body.accounts;
const log = async () =>
  (
    await operator.get<{ entries: { did: string; about: string; detail: string }[] }>('/api/desk/audit')
  ).body.entries.map(({ did, about, detail }) => [did, about, detail]);

test('lifted by email address, limits do not apply until they are restored; both are in the audit list', async () => {
  const order = await orderOf(person, { [serum]: 30 });
  expect((await placeOrder(person, order)).status).toBe(422);
  const done = await lift(` ${person.email.toUpperCase()} `);
  expect([done.status, done.body.message]).toEqual([200, 'Asha Rao can now order without limits.']);
  expect(await lifted()).toEqual([{ _id: person.id, name: 'Asha Rao', email: person.email }]);
  expect((await placeOrder(person, order)).status).toBe(200);

  expect((await restore(person.id)).status).toBe(200);
  expect(await lifted()).toEqual([]);
  expect((await placeOrder(person, await orderOf(person, { [serum]: 1 }))).status).toBe(422);
  const about = `Asha Rao <${person.email}>`;
  expect((await log()).slice(0, 2)).toEqual([
    ['changed the order limits of an account', about, 'restored'],
    ['changed the order limits of an account', about, 'lifted'],
  ]);
});

test('an unknown account, and a state that is already set, change nothing', async () => {
  await lift(person.email);
  const before = await snapshot(shop.db);
  const unknown = await lift('nobody@example.in');
  expect([unknown.status, unknown.body.fields.email]).toEqual([422, 'No account has this address.']);
  expect((await restore(randomUUID())).status).toBe(404);
  expect((await restore('x')).status).toBe(422);
  expect((await lift(person.email)).body.code).toBe('changed');
  expect((await restore(operator.id)).body.code).toBe('changed');
  expect(await snapshot(shop.db)).toEqual(before);
});

test('lifted by several at once, it is recorded once', async () => {
  const before = (await log()).length;
  expect(tally(await Promise.all(times(5, () => lift(person.email))))).toEqual({ 200: 1, 409: 4 });
  expect((await log()).length).toBe(before + 1);
});
