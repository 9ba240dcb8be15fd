/** The part of the scheduled job that deletes only expired sessions and counters. */
import { beforeEach, expect, test } from 'vitest';
import { attempts, sessions } from '#db/schema/index.ts';
import { hour, setClock } from '../support/clock.ts';
import { refillStock } from '../support/orders.ts';
import { hashOf, insertAccount, snapshot } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop();

const session = (userId: string, token: string, left: number) => ({
  tokenHash: hashOf(token),
  userId,
  createdAt: 0,
  expiresAt: Date.now() + left,
});
const counter = (key: string, left: number) => ({
  key,
  count: 3,
  blockedUntil: 0,
  expiresAt: Date.now() + left,
});

beforeEach(async () => {
  // A product that is running out would be emailed.
  await refillStock(shop.db);
  await shop.db.write.delete(sessions);
  await shop.db.write.delete(attempts);
  const { id, token } = await insertAccount(shop.db);
  await shop.db.write.insert(sessions).values([session(id, 'over', -hour), session(id, 'young', hour)]);
  await shop.db.write.insert(attempts).values([counter('over', -hour), counter('young', hour)]);
  // Its own session, of 30 days, is the third.
  expect((await shop.client(token).get('/api/user/me')).status).toBe(200);
});

const left = async () => ({
  sessions: (await shop.db.read.select().from(sessions)).length,
  over: (await shop.db.read.select().from(sessions)).some(({ tokenHash }) => tokenHash === hashOf('over')),
  counters: (await shop.db.read.select().from(attempts)).map(({ key }) => key),
});
const tidy = { sessions: 2, over: false, counters: ['young'] };

test('it deletes expired rows only', async () => {
  const before = await snapshot(shop.db, ['sessions', 'attempts', 'jobs', 'fills']);
  expect(await left()).toEqual({ sessions: 3, over: true, counters: ['over', 'young'] });
  await shop.stack.scheduled();
  expect(await left()).toEqual(tidy);
  expect(await snapshot(shop.db, ['sessions', 'attempts', 'jobs', 'fills'])).toEqual(before);
});

test('several runs at once are safe', async () => {
  await Promise.all([shop.stack.scheduled(), shop.stack.scheduled(), shop.stack.scheduled()]);
  expect(await left()).toEqual(tidy);
});

test('it fails while the database is down, and works afterwards', async () => {
  await shop.stack.database.kill();
  await expect(shop.stack.scheduled()).rejects.toThrow();
  await shop.stack.database.start();
  await shop.stack.scheduled();
  expect(await left()).toEqual(tidy);
});

test('it uses the Worker’s clock', async () => {
  await setClock(shop, 2 * hour);
  await shop.stack.scheduled();
  expect(await left()).toEqual({ sessions: 1, over: false, counters: [] });
});
