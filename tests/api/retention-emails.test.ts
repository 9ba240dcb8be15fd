/** Retention of emails: many of them, those of a welcome, and those that nobody could send. */
import { sql } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';
import { coupons, outbox, subscribers } from '#db/schema/index.ts';
import { oneDay } from '#lib/dates.ts';
import { times } from '../support/client.ts';
import { subscribeAndConfirm } from '../support/newsletter.ts';
import { email, hour, old } from '../support/retention.ts';
import { countRows } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest();

beforeEach(async () => {
  const { write } = shop.db;
  await write.batch([write.delete(outbox), write.delete(subscribers), write.delete(coupons)]);
});

test('many rows are deleted in steps: 500 rows of a table per run', async () => {
  const rows = times(1100, (n) => email(`email-${n}`, old('sentEmails')));
  await shop.db.write.insert(outbox).values(rows);
  for (const remaining of [600, 100, 0]) {
    await shop.stack.scheduled();
    expect(await countRows(shop.db, 'outbox')).toBe(remaining);
  }
});

test('a welcome email keeps its row without the recipient: an address gets only one code', async () => {
  const subscribe = () => subscribeAndConfirm(shop, 'reader@example.in');
  await subscribe();
  const sentAt = old('sentEmails');
  await shop.db.write.update(outbox).set({ status: 'sent', content: null, sentAt });
  await shop.stack.scheduled();
  const rows = await shop.db.read.select().from(outbox);
  expect(rows).toEqual([expect.objectContaining({ recipient: '', sentAt: null, status: 'sent' })]);
  expect(JSON.stringify(rows)).not.toContain('reader');
  await shop.db.write.delete(subscribers);
  await shop.db.write.delete(coupons);
  expect((await subscribe()).status).toBe(200);
  expect([await countRows(shop.db, 'subscribers'), await countRows(shop.db, 'coupons')]).toEqual([1, 0]);
  expect(await countRows(shop.db, 'outbox', sql`cause LIKE 'welcome:%'`)).toBe(1);
});

test('emails that waited for three days without a mail service are listed and not sent', async () => {
  const waiting = { status: 'waiting' as const, sentAt: null };
  const content = { kind: 'account_deleted' as const };
  const reset = { kind: 'password_reset' as const, token: 't', minutes: 30 };
  await shop.db.write.insert(outbox).values([
    email('old', Date.now() - 3 * oneDay - hour, { ...waiting, content }),
    email('link', Date.now() - 4 * oneDay, { ...waiting, content: reset }),
    email('young', Date.now() - 3 * oneDay + hour, { ...waiting, content }),
    // A time of long ago deletes nothing that nobody has seen.
    email('never', 0, { ...waiting, content }),
  ]);
  for (const _ of times(2, () => 0)) await shop.stack.scheduled();
  const rows = await shop.db.read.select().from(outbox);
  const states = rows.map(({ id, status, content }) => [id, `${status} ${content?.kind}`]);
  expect(Object.fromEntries(states)).toEqual({
    old: 'held account_deleted',
    link: 'held undefined',
    young: 'waiting account_deleted',
    never: 'held account_deleted',
  });
});
