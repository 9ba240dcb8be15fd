/** Each time the password is asked for again, an account with a second factor has to give a code as well. */
import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { attempts, orders, sessions, users } from '#db/schema/index.ts';
import { password } from '../support/accounts.ts';
import { type Client, times } from '../support/client.ts';
import { operatorsOnly } from '../support/desk.ts';
import { askExport, tableOf } from '../support/exports.ts';
import { insertManyOrders } from '../support/many-orders.ts';
import { fillShelf, orderOf, place, serum } from '../support/orders.ts';
import { countRows, hashOf, snapshot } from '../support/rows.ts';
import { codeOf, forgetUsed, operatorWithFactor, signIn } from '../support/second-factor.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ proxy: true, writes: 10_000 });
let operator: Awaited<ReturnType<typeof operatorWithFactor>>;

beforeEach(async () => {
  await shop.db.write.delete(users);
  await shop.db.write.delete(attempts);
  operator = await operatorWithFactor(shop);
  await shop.person('operator');
});

/** Each with what a right password and code are answered. */
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

describe.each(asking)('POST %s', (path, json, status) => {
  const ask = (code?: string, word = password): Promise<{ status: number; body: { code: string } }> => {
    const own = 'current' in json ? { current: word } : { password: word };
    return operator.post(path, { ...own, ...json, ...('current' in json && own), code });
  };

  test('without a code nothing happens, nobody is signed out, and no try is used up', async () => {
    const before = await snapshot(shop.db, ['attempts']);
    for (const code of [undefined, '']) {
      const answer = await ask(code);
      expect([answer.status, answer.body.code]).toEqual([422, 'code_needed']);
    }
    expect(await countRows(shop.db, 'attempts', sql`count > 0`)).toBe(0);
    expect(await snapshot(shop.db, ['attempts'])).toEqual(before);
    expect((await operator.get('/api/desk/today')).status).toBe(200);
  });

  test('a wrong code is a wrong try', async () => {
    const answer = await ask('000000');
    expect([answer.status, answer.body.code]).toEqual([422, 'wrong_code']);
    expect(await countRows(shop.db, 'attempts', sql`key LIKE 'password:%' AND count = 1`)).toBe(1);
  });

  test('with a right one it is answered, and that code is used up', async () => {
    const code = codeOf(operator.secret);
    expect((await ask(code)).status).toBe(status);
    const [factor] = await shop.db.read.all<{ used: number }>(
      sql`SELECT last_step > 0 AS used FROM second_factors WHERE user_id = ${operator.id}`,
    );
    // With a deleted account goes its factor.
    expect(factor?.used).toBe(path === '/api/user/delete' ? undefined : 1);
  });
});

const addNobody = (by: Client, code: string | undefined) =>
  by.post('/api/desk/people/add', { email: 'nobody@example.in', password, code });

test('a code that was used is refused, at the desk as at signing in', async () => {
  const code = codeOf(operator.secret);
  expect((await addNobody(operator, code)).body.code).toBe('invalid');
  expect((await addNobody(operator, code)).body.code).toBe('wrong_code');
  expect((await signIn(shop, operator, code)).body.code).toBe('wrong_code');
});

test('of several who come with one code at once, one is let through', async () => {
  await shop.stack.restartWorker({ LOGIN_FREE_TRIES: '50' });
  for (const code of [codeOf(operator.secret), operator.codes[0]]) {
    const answers = await Promise.all(times(4, () => addNobody(operator, code)));
    const codes = answers.map(({ body }) => body.code).sort();
    expect(codes).toEqual(['invalid', 'wrong_code', 'wrong_code', 'wrong_code']);
  }
  await shop.stack.restartWorker();
});

test('guesses of the code are counted like guesses of the password, and being asked for one forgets none', async () => {
  for (const _ of times(4, Number)) {
    expect((await addNobody(operator, '000000')).body.code).toBe('wrong_code');
    expect((await addNobody(operator, undefined)).body.code).toBe('code_needed');
  }
  expect(await countRows(shop.db, 'attempts', sql`key LIKE 'password:%' AND count = 4`)).toBe(1);
});

test('a session that lost what an operator’s needs may do nothing more at the desk', async () => {
  await shop.db.write
    .update(sessions)
    .set({ elevated: false })
    .where(eq(sessions.tokenHash, hashOf(operator.token)));
  await fillShelf(shop.db);
  const shopper = await shop.person();
  const orderId = (await place(shopper, await orderOf(shopper, { [serum]: 1 }))).body.order._id;
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

  test('wants a code for the first; what follows it comes for the password', async () => {
    const first = await askExport(operator, { code: codeOf(operator.secret) });
    expect(first.status).toBe(200);
    const after = nextOf(first);
    for (const _ of [1, 2]) {
      const { status, text } = await askExport(operator, { after });
      expect(status).toBe(200);
      expect(tableOf(text)).toHaveLength(499);
    }
    expect((await askExport(operator, { after, password: 'not the one' })).status).toBe(422);
  });

  test('no other part, no other session, and none after an hour', async () => {
    const after = nextOf(await askExport(operator, { code: codeOf(operator.secret) }));
    await forgetUsed(shop, operator);
    const other = shop.client((await signIn(shop, operator, codeOf(operator.secret))).body.token);
    const refused = [
      await askExport(operator, { after: '1795257777782.x' }),
      await askExport(operator, { after, sheet: 'lines' }),
      await askExport(operator, { after, from: '2026-02-01' }),
      await askExport(other, { after }),
    ];
    await shop.stack.restartWorker({ CLOCK_OFFSET_MS: String(61 * 60_000) });
    refused.push(await askExport(operator, { after }));
    await shop.stack.restartWorker();
    expect(refused.map(({ body }) => body.code)).toEqual(Array(5).fill('code_needed'));
  });
});

test('resetting it is for operators', () =>
  operatorsOnly(shop, 'POST', '/api/desk/people/reset-second-factor'));
