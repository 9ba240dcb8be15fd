/** Actions that need the password again also need a code, if the account has a second factor. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { attempts, orders, sessions, users } from '#db/schema/index.ts';
import { password } from '../support/accounts.ts';
import { type Client, times } from '../support/client.ts';
import { changeSettings, setClock } from '../support/clock.ts';
import { requestExport, tableOf } from '../support/exports.ts';
import { insertManyOrders } from '../support/many-orders.ts';
import { orderOf, placeOrder, refillStock, serum } from '../support/orders.ts';
import { countRows, hashOf, snapshot } from '../support/rows.ts';
import { allowReuse, codeOf, operatorWithFactor, signIn } from '../support/second-factor.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true, writes: 10_000 });
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
  await changeSettings(shop, { LOGIN_FREE_TRIES: '50' });
  for (const code of [codeOf(operator.secret), operator.codes[0]]) {
    const answers = await Promise.all(times(4, () => addNobody(operator, code)));
    const codes = answers.map(({ body }) => body.code).sort();
    expect(codes).toEqual(['invalid', 'wrong_code', 'wrong_code', 'wrong_code']);
  }
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

describe('an export of several parts', () => {
  const nextOf = ({ headers }: { headers: Headers }) => headers.get('export-next') ?? '';
  beforeEach(async () => {
    await shop.db.write.delete(orders);
    await insertManyOrders(shop.db, 5_500);
  });

  test('needs a code for the first part; the next parts need only the password', async () => {
    const first = await requestExport(operator, { code: codeOf(operator.secret) });
    expect(first.status).toBe(200);
    const after = nextOf(first);
    for (const _ of [1, 2]) {
      const { status, text } = await requestExport(operator, { after });
      expect(status).toBe(200);
      expect(tableOf(text)).toHaveLength(499);
    }
    expect((await requestExport(operator, { after, password: 'not the one' })).status).toBe(422);
  });

  test('but not for another part, another session, or after an hour', async () => {
    const after = nextOf(await requestExport(operator, { code: codeOf(operator.secret) }));
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
});
