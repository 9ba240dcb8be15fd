/** Actions that need the password again also need a code, if the account has a second factor. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { attempts, orders, sessions, users } from '#db/schema/index.ts';
import { password } from '../support/accounts.ts';
import { type Client, times } from '../support/client.ts';
import { setClock } from '../support/clock.ts';
import { operatorWithPassword } from '../support/desk.ts';
import { requestExport, tableOf } from '../support/exports.ts';
import { insertManyOrders } from '../support/many-orders.ts';
import { orderOf, placeOrder, refillStock, serum } from '../support/orders.ts';
import { countRows, hashOf, snapshot } from '../support/rows.ts';
import { allowReuse, codeOf, operatorWithFactor, signIn } from '../support/second-factor.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop();
let operator: Awaited<ReturnType<typeof operatorWithFactor>>;

beforeEach(async () => {
  await shop.db.write.delete(users);
  await shop.db.write.delete(attempts);
  operator = await operatorWithFactor(shop);
  await shop.person('operator');
});

/** Each with the status for a right password and code. */
const asking: [path: string, json: object, status: number][] = [
  ['/api/user/password', { current: password, password: 'a walk in Cubbon Park' }, 200],
  ['/api/user/email', { email: 'new-priya@example.in' }, 200],
  ['/api/user/delete', {}, 200],
  ['/api/user/export', {}, 200],
  ['/api/user/second-factor/recovery-codes', {}, 200],
  ['/api/desk/refunds/confirm', { refundId: randomUUID(), seen: 'due' }, 404],
  ['/api/desk/people/add', { email: 'nobody@example.in' }, 422],
  ['/api/desk/people/remove', { id: randomUUID() }, 404],
  ['/api/desk/people/reset-second-factor', { id: randomUUID() }, 404],
  ['/api/desk/export', { sheet: 'orders', from: '2026-01-01', to: '2026-12-31' }, 200],
];

test.each(asking)(
  'POST %s needs a code: none changes nothing, a wrong one counts, a right one is used up',
  async (path, json, status) => {
    const ask = async (code?: string) => {
      const word = 'current' in json ? {} : { password };
      const answer = await operator.post<{ code: string }>(path, { ...word, ...json, code });
      return [answer.status, answer.body?.code];
    };
    const before = await snapshot(shop.db, ['attempts']);
    for (const code of [undefined, '']) expect(await ask(code)).toEqual([422, 'code_needed']);
    expect(await countRows(shop.db, 'attempts', sql`count > 0`)).toBe(0);
    expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
    expect((await operator.get('/api/desk/today')).status).toBe(200);

    expect(await ask('000000')).toEqual([422, 'wrong_code']);
    expect(await countRows(shop.db, 'attempts', sql`key LIKE 'password:%' AND count = 1`)).toBe(1);

    expect((await ask(codeOf(operator.secret)))[0]).toBe(status);
    const [factor] = await shop.db.read.all<{ used: number }>(
      sql`SELECT last_step > 0 AS used FROM second_factors WHERE user_id = ${operator.id}`,
    );
    // A deleted account has no factor.
    expect(factor?.used).toBe(path === '/api/user/delete' ? undefined : 1);
  },
);

const addNobody = (by: Client, code: string | undefined) =>
  by.post('/api/desk/people/add', { email: 'nobody@example.in', password, code });

test('a used code is refused, at the desk and at signing in', async () => {
  const code = codeOf(operator.secret);
  expect((await addNobody(operator, code)).body.code).toBe('invalid');
  expect((await addNobody(operator, code)).body.code).toBe('wrong_code');
  expect((await signIn(shop, operator, code)).body.code).toBe('wrong_code');
});

test('of several requests with one code at once, one succeeds', async () => {
  for (const code of [codeOf(operator.secret), operator.codes[0]]) {
    await shop.db.write.delete(attempts);
    const answers = await Promise.all(times(4, () => addNobody(operator, code)));
    const codes = answers.map(({ body }) => body.code).sort();
    expect(codes).toEqual(['invalid', 'wrong_code', 'wrong_code', 'wrong_code']);
  }
});

test('where it is optional, an operator without one can use the desk; an operator with one still needs it', async () => {
  const { body } = await signIn(shop, await operatorWithPassword(shop));
  expect((await shop.client(body.token).get('/api/desk/today')).status).toBe(200);
  expect((await signIn(shop, operator)).body.code).toBe('code_needed');
});

test('wrong codes count like wrong passwords, and a request for a code does not clear the count', async () => {
  for (const _ of times(4, Number)) {
    expect((await addNobody(operator, '000000')).body.code).toBe('wrong_code');
    expect((await addNobody(operator, undefined)).body.code).toBe('code_needed');
  }
  expect(await countRows(shop.db, 'attempts', sql`key LIKE 'password:%' AND count = 4`)).toBe(1);
});

test('a session that no longer meets the requirements for operators cannot use the desk', async () => {
  await shop.db.write
    .update(sessions)
    .set({ elevated: false })
    .where(eq(sessions.tokenHash, hashOf(operator.token)));
  await refillStock(shop.db);
  const shopper = await shop.person();
  const orderId = (await placeOrder(shopper, await orderOf(shopper, { [serum]: 1 }))).body.order._id;
  const before = await snapshot(shop.db);
  const answers = [
    await addNobody(operator, codeOf(operator.secret)),
    await operator.post('/api/order/move', { orderId, status: 'Packing' }),
    await operator.post('/api/order/update-tracking', { orderId, trackingId: 'A1', courierPartner: 'DTDC' }),
    await operator.post('/api/order/cancel', { orderId }),
  ];
  expect(answers.map(({ body }) => body.code)).toEqual([
    ...Array(3).fill('second_factor_missing'),
    'not_found',
  ]);
  expect(await snapshot(shop.db)).toEqual(before);
});

test('an export of several parts needs a code for the first one, and again for another export, another session, or after an hour', async () => {
  await shop.db.write.delete(orders);
  await insertManyOrders(shop.db, 5_002);
  const { status, headers } = await requestExport(operator, { code: codeOf(operator.secret) });
  expect(status).toBe(200);
  const after = headers.get('export-next') ?? '';
  for (const _ of [1, 2]) {
    const next = await requestExport(operator, { after });
    expect(next.status).toBe(200);
    // Only the first part has titles.
    expect(tableOf(next.text)).toHaveLength(1);
  }
  expect((await requestExport(operator, { after, password: 'not the one' })).status).toBe(422);

  await allowReuse(shop, operator);
  const other = shop.client((await signIn(shop, operator, codeOf(operator.secret))).body.token);
  const refused = [
    await requestExport(operator, { after: '1795257777782.x' }),
    await requestExport(operator, { after, sheet: 'lines' }),
    await requestExport(operator, { after, from: '2026-02-01' }),
    await requestExport(other, { after }),
  ];
  await setClock(shop, 61 * 60_000);
  refused.push(await requestExport(operator, { after }));
  expect(refused.map(({ body }) => body.code)).toEqual(Array(5).fill('code_needed'));
});
