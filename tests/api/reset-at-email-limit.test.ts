/**
 * An owner can always get a password link (docs/behaviour.md, "Forgotten password"): strangers who request links or
 * cause other emails can use up the address's limit of emails, but cannot lock the owner out.
 */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { outbox } from '#db/schema/index.ts';
import { emailedToken, emailsTo, verifiedUser } from '../support/accounts.ts';
import { times } from '../support/client.ts';
import { minute, setClock } from '../support/clock.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop();

const forgot = (email: string) => shop.client().post('/api/user/forgot', { email });
const reset = (token: string) =>
  shop.client().post('/api/user/reset', { token, password: 'another walk in Cubbon Park' });
const resetsTo = async (email: string) =>
  (await emailsTo(shop.db, email)).filter(({ kind }) => kind === 'password_reset');

beforeEach(() => shop.db.write.run(sql`DELETE FROM attempts`));

test('at the hourly limit of emails, the newest emailed link becomes valid again', async () => {
  const person = await verifiedUser(shop);
  for (const _ of times(5, () => 0)) await forgot(person.email);
  const emails = await resetsTo(person.email);
  expect(emails).toHaveLength(3);
  await setClock(shop, 40 * minute);
  const newest = await emailedToken(shop.db, person.email);
  expect((await reset(newest)).body.code).toBe('link_dead');
  const [known, unknown] = [await forgot(person.email), await forgot('nobody@example.in')];
  expect([known.status, known.text]).toEqual([200, unknown.text]);
  expect(await resetsTo(person.email)).toHaveLength(3);
  expect((await reset(newest)).status).toBe(200);
});

test('also at the daily limit, after the scheduled job; other links stay invalid', async () => {
  const person = await verifiedUser(shop);
  for (const hours of [0, 2, 4]) {
    await setClock(shop, hours * 60 * minute);
    for (const _ of times(4, () => 0)) await forgot(person.email);
  }
  const emails = await resetsTo(person.email);
  expect(emails).toHaveLength(8);
  await setClock(shop, 20 * 60 * minute);
  await shop.stack.scheduled();
  await forgot(person.email);
  expect(await resetsTo(person.email)).toHaveLength(8);
  const [older] = emails;
  expect((await reset(older && 'token' in older ? older.token : '')).body.code).toBe('link_dead');
  expect((await reset(await emailedToken(shop.db, person.email))).status).toBe(200);
});

test('after the newest link was used, one more is sent, once an hour', async () => {
  const person = await verifiedUser(shop);
  for (const _ of times(4, () => 0)) await forgot(person.email);
  expect((await reset(await emailedToken(shop.db, person.email))).status).toBe(200);
  await forgot(person.email);
  expect(await resetsTo(person.email)).toHaveLength(4);
  expect((await reset(await emailedToken(shop.db, person.email))).status).toBe(200);
  await forgot(person.email);
  expect(await resetsTo(person.email)).toHaveLength(4);
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

test('many requests at once cause at most one email above the limit', async () => {
  const person = await verifiedUser(shop);
  await Promise.all(times(8, () => forgot(person.email)));
  expect(await resetsTo(person.email)).toHaveLength(3);
  expect((await reset(await emailedToken(shop.db, person.email))).status).toBe(200);
  await Promise.all(times(4, () => forgot(person.email)));
  expect(await resetsTo(person.email)).toHaveLength(4);
});
