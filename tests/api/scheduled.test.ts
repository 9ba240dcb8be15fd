/** The scheduled job: it takes away sessions and counters that have run out, and nothing else. */
import { beforeEach, expect, test } from 'vitest';
import { attempts, sessions } from '#db/schema/index.ts';
import { tidy as tidyUp } from '#functions/jobs/tidy.ts';
import { readStore } from '#tools/lib/content.ts';
import { scansOf } from '../support/plans.ts';
import { hashOf, insertAccount, snapshot } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop();
const hour = 60 * 60 * 1000;

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

test('it deletes what is over, keeps what is not, and touches nothing else', async () => {
  const before = await snapshot(shop.db, ['sessions', 'attempts', 'jobs']);
  expect(await left()).toEqual({ sessions: 3, over: true, counters: ['over', 'young'] });
  await shop.stack.scheduled();
  expect(await left()).toEqual(tidy);
  expect(await snapshot(shop.db, ['sessions', 'attempts', 'jobs'])).toEqual(before);
});

test('several at once do no harm', async () => {
  await Promise.all([shop.stack.scheduled(), shop.stack.scheduled(), shop.stack.scheduled()]);
  expect(await left()).toEqual(tidy);
});

test('while the database is away it fails aloud, and works when it is back', async () => {
  await shop.stack.database.kill();
  await expect(shop.stack.scheduled()).rejects.toThrow();
  await shop.stack.database.start();
  await shop.stack.scheduled();
  expect(await left()).toEqual(tidy);
});

test('it goes by the Worker’s own clock', async () => {
  await shop.stack.restartWorker({ CLOCK_OFFSET_MS: String(2 * hour) });
  await shop.stack.scheduled();
  expect(await left()).toEqual({ sessions: 1, over: false, counters: [] });
});

test('it walks through no table to find what is over', async () => {
  expect(
    await scansOf(shop.stack.databaseUrl, (db) => tidyUp(db, Date.now(), readStore().retention)),
  ).toEqual([]);
});
