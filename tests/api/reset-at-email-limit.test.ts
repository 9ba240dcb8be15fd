/**
 * An owner can always get a password link (docs/behaviour.md, "Forgotten password"): strangers who request links or
 * cause other emails can use up the address's limit of emails, but cannot lock the owner out.
 */
import { expect } from 'vitest';
import { outbox } from '#db/schema/index.ts';
import { emailedToken, emailsTo, verifiedUser } from '../support/accounts.ts';
import { times } from '../support/client.ts';
import { minute, setClock } from '../support/clock.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest();

const forgot = (email: string) => shop.client().post('/api/user/forgot', { email });
const reset = (token: string) =>
  shop.client().post('/api/user/reset', { token, password: 'another walk in Cubbon Park' });
const resetsTo = async (email: string) =>
  (await emailsTo(shop.db, email)).filter(({ kind }) => kind === 'password_reset');

test('at the hourly limit of emails, the newest emailed link becomes valid again', async ({ account }) => {
  for (const _ of times(5, () => 0)) await forgot(account.email);
  const emails = await resetsTo(account.email);
  expect(emails).toHaveLength(3);
  await setClock(shop, 40 * minute);
  const newest = await emailedToken(shop.db, account.email);
  expect((await reset(newest)).body.code).toBe('link_dead');
  const [known, unknown] = [await forgot(account.email), await forgot('nobody@example.in')];
  expect([known.status, known.text]).toEqual([200, unknown.text]);
  expect(await resetsTo(account.email)).toHaveLength(3);
  expect((await reset(newest)).status).toBe(200);
});

test('also at the daily limit, after the scheduled job; other links stay invalid', async ({ account }) => {
  for (const hours of [0, 2, 4]) {
    await setClock(shop, hours * 60 * minute);
    for (const _ of times(4, () => 0)) await forgot(account.email);
  }
  const emails = await resetsTo(account.email);
  expect(emails).toHaveLength(8);
  await setClock(shop, 20 * 60 * minute);
  await shop.stack.scheduled();
  await forgot(account.email);
  expect(await resetsTo(account.email)).toHaveLength(8);
  const [older] = emails;
  expect((await reset(older && 'token' in older ? older.token : '')).body.code).toBe('link_dead');
  expect((await reset(await emailedToken(shop.db, account.email))).status).toBe(200);
});

test('after the newest link was used, one more is sent, once an hour', async ({ account }) => {
  for (const _ of times(4, () => 0)) await forgot(account.email);
  expect((await reset(await emailedToken(shop.db, account.email))).status).toBe(200);
  await forgot(account.email);
  expect(await resetsTo(account.email)).toHaveLength(4);
  expect((await reset(await emailedToken(shop.db, account.email))).status).toBe(200);
  await forgot(account.email);
  expect(await resetsTo(account.email)).toHaveLength(4);
});

test('also when other emails have reached the limit, and there is no link in the mailbox', async () => {
  const person = await verifiedUser(shop);
  const { email } = person;
  await shop.db.write
    .insert(outbox)
    .values(
      times(3, (n) => ({
        id: `notice-${n}`,
        cause: `order_cancelled:${n}`,
        recipient: email,
        status: 'sent' as const,
        limited: true,
        nextTryAt: Date.now(),
        createdAt: Date.now(),
        sentAt: Date.now(),
      })),
    );
  for (const _ of times(3, () => 0)) await forgot(email);
  expect(await resetsTo(email)).toHaveLength(1);
  expect((await reset(await emailedToken(shop.db, email))).status).toBe(200);
});

test('many requests at once cause at most one email above the limit', async ({ account }) => {
  await Promise.all(times(8, () => forgot(account.email)));
  expect(await resetsTo(account.email)).toHaveLength(3);
  expect((await reset(await emailedToken(shop.db, account.email))).status).toBe(200);
  await Promise.all(times(4, () => forgot(account.email)));
  expect(await resetsTo(account.email)).toHaveLength(4);
});
