/** A shop without EMAIL_HASH_KEY: what needs the key is refused, and nothing is written. */
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { newEmail, password, registerUser } from '../support/accounts.ts';
import { outcome } from '../support/guests.ts';
import { serum } from '../support/orders.ts';
import { countRows, snapshot } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest({ vars: { EMAIL_HASH_KEY: '' } });

test('a guest, a review and the deletion of an account are refused with 503; the log names the setting', async () => {
  const person = await registerUser(shop);
  const before = await snapshot(shop.db);
  const guest = { name: 'Asha', email: newEmail(), phone: '9876543210' };
  for (const answer of [
    await shop.client().post('/api/user/guest', guest),
    await person.post(`/api/reviews/${serum}`, { rating: 5, comment: 'Good' }),
    await person.post('/api/user/delete', { password }),
  ])
    expect(outcome(answer)).toEqual([503, 'not_configured']);
  expect(await snapshot(shop.db)).toEqual(before);
  expect(shop.stack.workerLogs.join('\n')).toContain('EMAIL_HASH_KEY is not set');
});

test('nobody is asked for a review, and the orders stay due', async ({ order }) => {
  const due = sql`UPDATE orders SET status = 'Delivered', ask_at = ${Date.now()} WHERE id = ${order._id}`;
  await shop.db.write.run(due);
  await shop.stack.scheduled();
  expect(await countRows(shop.db, 'outbox', sql`cause LIKE 'review_request:%'`)).toBe(0);
  expect(await countRows(shop.db, 'orders', sql`ask_at IS NOT NULL`)).toBe(1);
});
