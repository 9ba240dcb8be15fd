/** What was written while a clock was ahead does not last until that time comes. */
import { eq, sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { attempts, outbox, payments } from '#db/schema/index.ts';
import { inTurn, times } from '../support/client.ts';
import { day, minute, runJobAt, setClock } from '../support/clock.ts';
import { pendingOrder, recordOf } from '../support/payments.ts';
import { countRows } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({ simulators: true, vars: { SEARCH_REPORTS_PER_HOUR: '2' } });
const ahead = 5 * day;

test('an hourly limit', async () => {
  const client = shop.client();
  const report = async (q: string) => (await client.post('/api/product/searched', { q, found: 1 })).status;
  for (const clock of [ahead, 0]) {
    await setClock(shop, clock);
    expect([await report('rose'), await report('neem'), await report('aloe')]).toEqual([200, 200, 429]);
  }
});

test('the wait after wrong passwords', async ({ shopper: { email } }) => {
  const client = shop.client();
  const wrong = { email, password: 'not the password' };
  const login = async () => (await client.post('/api/user/login', wrong)).status;
  await setClock(shop, ahead);
  expect((await inTurn(times(8, String), login)).at(-1)).toBe(429);
  await setClock(shop, 0);
  expect(await login()).toBe(401);
});

test('counters are deleted by the job', async () => {
  await shop.db.write.delete(attempts);
  await shop.db.write.insert(attempts).values([
    { key: 'ahead', count: 9, blockedUntil: Date.now() + ahead, expiresAt: Date.now() + ahead },
    { key: 'of today', count: 9, blockedUntil: 0, expiresAt: Date.now() + day },
  ]);
  await shop.stack.scheduled();
  expect(await countRows(shop.db, 'attempts', sql`key IN ('ahead', 'of today')`)).toBe(1);
});

test('the hold of an unpaid order', async ({ shopper }) => {
  await setClock(shop, ahead);
  const orderId = await pendingOrder(shopper, 'razorpay');
  await runJobAt(shop, 0);
  const [payment] = await shop.db.read.select().from(payments).where(eq(payments.orderId, orderId));
  expect(payment?.holdUntil).toBeLessThan(Date.now() + 40 * minute);
  await runJobAt(shop, 80 * minute);
  expect((await recordOf(shop, orderId)).status).toBe('Cancelled');
});

test('an email', async () => {
  const at = { nextTryAt: Date.now() + ahead, createdAt: Date.now() + ahead };
  const late = { id: 'late', cause: 'x', recipient: 'asha@example.in', ...at };
  await shop.db.write.insert(outbox).values({ ...late, content: { kind: 'account_deleted' } });
  await shop.stack.scheduled();
  expect(await countRows(shop.db, 'outbox', sql`id = 'late' AND status = 'sent'`)).toBe(1);
});
