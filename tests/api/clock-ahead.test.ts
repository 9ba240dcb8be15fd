/** What was written while a clock was ahead does not last until that time comes. */
import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { attempts, outbox, payments } from '#db/schema/index.ts';
import { oneDay } from '#lib/dates.ts';
import { times } from '../support/client.ts';
import { minute, setClock } from '../support/clock.ts';
import { pendingOrder, recordOf } from '../support/payments.ts';
import { countRows } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true, vars: { SEARCH_REPORTS_PER_HOUR: '2' } });
const ahead = 5 * oneDay;

test('an hourly limit', async () => {
  const client = shop.client();
  const report = async (q: string) => (await client.post('/api/product/searched', { q, found: 1 })).status;
  await setClock(shop, ahead);
  expect([await report('rose'), await report('neem'), await report('aloe')]).toEqual([200, 200, 429]);
  await setClock(shop, 0);
  expect([await report('rose'), await report('neem'), await report('aloe')]).toEqual([200, 200, 429]);
});

test('the wait after wrong passwords', async () => {
  const person = await shop.person();
  const client = shop.client();
  const login = async () =>
    (await client.post('/api/user/login', { email: person.email, password: 'not the password' })).status;
  await setClock(shop, ahead);
  const answers = [];
  for (const _ of times(8, () => 0)) answers.push(await login());
  expect(answers.at(-1)).toBe(429);
  await setClock(shop, 0);
  expect(await login()).toBe(401);
});

test('counters are deleted by the job', async () => {
  await shop.db.write.delete(attempts);
  await shop.db.write.insert(attempts).values([
    { key: 'ahead', count: 9, blockedUntil: Date.now() + ahead, expiresAt: Date.now() + ahead },
    { key: 'of today', count: 9, blockedUntil: 0, expiresAt: Date.now() + oneDay },
  ]);
  await shop.stack.scheduled();
  expect(await countRows(shop.db, 'attempts', sql`key IN ('ahead', 'of today')`)).toBe(1);
});

test('the hold of an unpaid order', async () => {
  await setClock(shop, ahead);
  const orderId = await pendingOrder(await shop.person(), 'razorpay');
  await setClock(shop, 0);
  await shop.stack.scheduled();
  const [payment] = await shop.db.read.select().from(payments).where(eq(payments.orderId, orderId));
  expect(payment?.holdUntil).toBeLessThan(Date.now() + 40 * minute);
  await setClock(shop, 80 * minute);
  await shop.stack.scheduled();
  expect((await recordOf(shop, orderId)).status).toBe('Cancelled');
  await setClock(shop, 0);
});

test('an email', async () => {
  await shop.db.write.delete(outbox);
  await shop.db.write
    .insert(outbox)
    .values({
      id: 'late',
      cause: 'x',
      recipient: 'asha@example.in',
      letter: { kind: 'account_deleted' as const },
      nextTryAt: Date.now() + ahead,
      createdAt: Date.now() + ahead,
    });
  await shop.stack.scheduled();
  expect(await countRows(shop.db, 'outbox', sql`id = 'late' AND status = 'sent'`)).toBe(1);
});
