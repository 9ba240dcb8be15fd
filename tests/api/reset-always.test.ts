/**
 * A link for a new password that always comes (docs/behaviour.md 9.9): strangers who ask for links, or have
 * other emails sent, use up what an address may be sent, but not its owner's way in.
 */
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { forgot as forgotten } from '#functions/accounts/forgot.ts';
import { lettersTo, mailedToken, newEmail, someoneWithPassword } from '../support/accounts.ts';
import { times } from '../support/client.ts';
import { scansOf } from '../support/plans.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop();
const minute = 60 * 1000;
const clock = (offset: number) => shop.stack.restartWorker({ CLOCK_OFFSET_MS: String(offset) });

const forgot = (email: string) => shop.client().post('/api/user/forgot', { email });
const reset = (token: string) =>
  shop.client().post('/api/user/reset', { token, password: 'another walk in Cubbon Park' });
const resetsTo = async (email: string) =>
  (await lettersTo(shop.db, email)).filter(({ kind }) => kind === 'password_reset');

beforeEach(() => shop.db.write.run(sql`DELETE FROM attempts`));

test('when strangers have used the emails up, the newest link that was mailed is good anew', async () => {
  const person = await someoneWithPassword(shop);
  for (const _ of times(5, () => 0)) await forgot(person.email);
  const letters = await resetsTo(person.email);
  expect(letters).toHaveLength(3);
  await clock(40 * minute);
  const newest = await mailedToken(shop.db, person.email);
  expect((await reset(newest)).body.code).toBe('link_dead');
  const [asked, unknown] = [await forgot(person.email), await forgot('nobody@example.in')];
  expect([asked.status, asked.text]).toEqual([200, unknown.text]);
  expect(await resetsTo(person.email)).toHaveLength(3);
  expect((await reset(newest)).status).toBe(200);
  await clock(0);
});

test('also after the limit of the day, when the job has long tidied up; other links stay dead', async () => {
  const person = await someoneWithPassword(shop);
  for (const hours of [0, 2, 4]) {
    await clock(hours * 60 * minute);
    for (const _ of times(4, () => 0)) await forgot(person.email);
  }
  const letters = await resetsTo(person.email);
  expect(letters).toHaveLength(8);
  await clock(20 * 60 * minute);
  await shop.stack.scheduled();
  await forgot(person.email);
  expect(await resetsTo(person.email)).toHaveLength(8);
  const [older] = letters;
  expect((await reset(older && 'token' in older ? older.token : '')).body.code).toBe('link_dead');
  expect((await reset(await mailedToken(shop.db, person.email))).status).toBe(200);
  await clock(0);
});

test('who has used the newest one up is sent one more, once an hour', async () => {
  const person = await someoneWithPassword(shop);
  for (const _ of times(4, () => 0)) await forgot(person.email);
  expect((await reset(await mailedToken(shop.db, person.email))).status).toBe(200);
  await forgot(person.email);
  expect(await resetsTo(person.email)).toHaveLength(4);
  expect((await reset(await mailedToken(shop.db, person.email))).status).toBe(200);
  await forgot(person.email);
  expect(await resetsTo(person.email)).toHaveLength(4);
});

test('also when other emails have used it up, and no link is in the mailbox', async () => {
  const person = await someoneWithPassword(shop);
  const { email } = person;
  for (const _ of times(5, () => 0))
    await shop.client().post('/api/contact/submit', { email, subject: 'Hello', message: 'A question' });
  for (const _ of times(3, () => 0)) await forgot(email);
  expect(await resetsTo(email)).toHaveLength(1);
  expect((await reset(await mailedToken(shop.db, email))).status).toBe(200);
});

test('of many who ask at once, none has more sent than the limit and one', async () => {
  const person = await someoneWithPassword(shop);
  await Promise.all(times(8, () => forgot(person.email)));
  expect(await resetsTo(person.email)).toHaveLength(3);
  expect((await reset(await mailedToken(shop.db, person.email))).status).toBe(200);
  await Promise.all(times(4, () => forgot(person.email)));
  expect(await resetsTo(person.email)).toHaveLength(4);
});

test('everything is looked up in indexes', async () => {
  const from = { address: '10.0.0.1', perHour: 20, now: Date.now() };
  expect(await scansOf(shop.stack.databaseUrl, (db) => forgotten(db, newEmail(), from))).toEqual([]);
});
