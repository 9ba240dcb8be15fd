/** The part of the scheduled job that deletes only expired sessions and counters. */
import { beforeEach, expect } from 'vitest';
import { attempts, sessions } from '#db/schema/index.ts';
import { times } from '../support/client.ts';
import { hour, runJobAt } from '../support/clock.ts';
import { hashOf, snapshot } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest();
const ends = { over: -hour, young: hour };

beforeEach(async () => {
  const { write } = shop.db;
  await write.batch([write.delete(sessions), write.delete(attempts)]);
  const { id: userId, get } = await shop.person();
  for (const [name, left] of Object.entries(ends)) {
    const expiresAt = Date.now() + left;
    await write.insert(sessions).values({ tokenHash: hashOf(name), userId, createdAt: 0, expiresAt });
    await write.insert(attempts).values({ key: name, count: 3, blockedUntil: 0, expiresAt });
  }
  // Its own session, of 30 days, is the third.
  expect((await get('/api/user/me')).status).toBe(200);
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
  await Promise.all(times(3, () => shop.stack.scheduled()));
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
  await runJobAt(shop, 2 * hour);
  expect(await left()).toEqual({ sessions: 1, over: false, counters: [] });
});
