/**
 * Retention periods (`retention` of content/store.yaml): the scheduled job deletes older data.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import type { FlagKind } from '#db/schema/flag-kinds.ts';
import {
  audit,
  coupons,
  devices,
  flags,
  outbox,
  paymentEvents,
  policyReports,
  reviews,
  searchClicks,
  searches,
  sessions,
  subscribers,
  ticketAnswers,
  tickets,
  users,
} from '#db/schema/index.ts';
import { deleteExpired } from '#functions/jobs/delete-expired.ts';
import { dayOf, oneDay } from '#lib/dates.ts';
import { readStore } from '#tools/lib/content.ts';
import { refillStock, serum } from '../support/orders.ts';
import { email, hour, type Kept, keptDays, old, young } from '../support/retention.ts';
import { insertAccount, select, snapshot } from '../support/rows.ts';
import { useShop } from '../support/shop.ts';

const shop = useShop();
const ticket = (id: string, createdAt: number) => ({
  id,
  email: 'asha@example.in',
  subject: 'Help',
  issueType: 'order' as const,
  message: 'Where?',
  createdAt,
});
const answer = (ticketId: string, at: number) => ({
  id: randomUUID(),
  ticketId,
  at,
  actorId: 'x',
  message: 'Soon',
});
const event = (id: string, receivedAt: number, handledAt: number | null = receivedAt) => ({
  id,
  type: 'payment',
  about: { kind: 'other' as const },
  receivedAt,
  handledAt,
});
const action = (id: string, at: number) => ({
  id,
  at,
  actorId: 'x',
  action: 'export' as const,
  about: 'orders',
});
const device = (userId: string, tokenHash: string, usedAt: number) => ({
  userId,
  tokenHash,
  createdAt: 0,
  usedAt,
});
const report = (blocked: string, at: number) => ({
  day: dayOf(at),
  page: '/checkout',
  directive: 'script-src-elem',
  blocked,
  count: 1,
});

/** For each setting: expired and other rows, and a query for the remaining ones. */
const cases: Record<Kept, { fill(): Promise<unknown>; left: string; table: string }> = {
  tickets: {
    async fill() {
      const { write } = shop.db;
      await write
        .insert(tickets)
        .values([
          ticket('over', old('tickets')),
          ticket('over, answered', old('tickets') - oneDay),
          ticket('answered lately', old('tickets')),
          ticket('young', young('tickets')),
        ]);
      await write
        .insert(ticketAnswers)
        .values([answer('over, answered', old('tickets')), answer('answered lately', young('tickets'))]);
    },
    table: 'tickets',
    left: 'answered lately, young',
  },
  sentEmails: {
    fill: () =>
      shop.db.write
        .insert(outbox)
        .values([
          email('over', old('sentEmails')),
          email('given up', old('sentEmails'), { status: 'given_up', sentAt: null }),
          email('held', old('sentEmails'), { status: 'held', sentAt: null }),
          email('waiting', old('sentEmails'), { status: 'waiting', sentAt: null }),
          email('young', young('sentEmails')),
          email('given up lately', young('sentEmails'), { status: 'given_up', sentAt: null }),
        ]),
    table: 'outbox',
    left: 'given up lately, waiting, young',
  },
  paymentEvents: {
    fill: () =>
      shop.db.write
        .insert(paymentEvents)
        .values([
          event('stripe:over', old('paymentEvents')),
          event('stripe:open', old('paymentEvents'), null),
          event('stripe:young', young('paymentEvents')),
        ]),
    table: 'payment_events',
    left: 'stripe:open, stripe:young',
  },
  auditLog: {
    fill: () =>
      shop.db.write
        .insert(audit)
        .values([action('over', old('auditLog')), action('young', young('auditLog'))]),
    table: 'audit',
    left: 'young',
  },
  devices: {
    async fill() {
      const { id } = await insertAccount(shop.db);
      const rows = [device(id, 'over', old('devices')), device(id, 'young', young('devices'))];
      await shop.db.write.insert(devices).values(rows);
    },
    table: 'devices',
    left: 'young',
  },
  policyReports: {
    fill: () =>
      shop.db.write
        .insert(policyReports)
        .values([
          report('over.example', old('policyReports') - oneDay),
          report('young.example', young('policyReports')),
        ]),
    table: 'policy_reports',
    left: 'young.example',
  },
  accounts: {
    async fill() {
      const person = (id: string, createdAt: number, verifiedAt: number | null = createdAt) => ({
        id,
        name: id,
        email: `${id.replaceAll(' ', '-')}@example.in`,
        password: '',
        createdAt,
        verifiedAt,
      });
      await shop.db.write
        .insert(users)
        .values([
          person('dormant', old('accounts')),
          person('dormant with a device', old('accounts')),
          person('dormant with a session', old('accounts')),
          person('dormant with a review', old('accounts')),
          { ...person('dormant operator', old('accounts')), role: 'operator' as const },
          person('dormant lately', young('accounts')),
        ]);
      await shop.db.write.insert(devices).values(device('dormant with a device', 'd', Date.now()));
      await shop.db.write
        .insert(sessions)
        .values({
          tokenHash: 's',
          userId: 'dormant with a session',
          createdAt: 0,
          expiresAt: Date.now() + oneDay,
        });
      await shop.db.write
        .insert(reviews)
        .values({
          id: 'r',
          productId: serum,
          userId: 'dormant with a review',
          name: 'A.',
          rating: 5,
          title: 'T',
          comment: 'C',
          createdAt: old('accounts'),
        });
    },
    table: 'users',
    left: 'dormant lately, dormant operator, dormant with a device, dormant with a review, dormant with a session',
  },
  unconfirmed: {
    async fill() {
      const stranger = (id: string, createdAt: number, verifiedAt: number | null) => ({
        id,
        name: id,
        email: `${id}@example.in`,
        password: '',
        createdAt,
        verifiedAt,
      });
      await shop.db.write
        .insert(users)
        .values([
          stranger('stranger', old('unconfirmed'), null),
          stranger('confirmed', old('unconfirmed'), old('unconfirmed')),
          stranger('young', young('unconfirmed'), null),
        ]);
      await shop.db.write.insert(devices).values(device('stranger', 'd', Date.now()));
    },
    table: 'users',
    left: 'confirmed, young',
  },
  searches: {
    async fill() {
      const search = (query: string, at: number) => ({ day: dayOf(at), query, count: 2, empty: 1 });
      const both = [search('over', old('searches') - oneDay), search('young', young('searches'))];
      await shop.db.write.insert(searches).values(both);
      await shop.db.write
        .insert(searchClicks)
        .values(both.map(({ day, query, count }) => ({ day, query, count, productId: 'x' })));
    },
    table: 'searches',
    left: 'young',
  },
};

/** The remaining rows of a table, by their names in this test. */
async function left(table: string): Promise<string> {
  const name =
    { devices: 'token_hash', policy_reports: 'blocked', searches: 'query', search_clicks: 'query' }[table] ??
    'id';
  const rows = await select<{ name: string }>(
    shop.db,
    sql`SELECT ${sql.identifier(name)} AS name FROM ${sql.identifier(table)}`,
  );
  return rows
    .map((row) => row.name)
    .sort()
    .join(', ');
}

beforeEach(async () => {
  // A product that is running out would be emailed.
  await refillStock(shop.db);
  const { write } = shop.db;
  await write.batch([
    write.delete(tickets),
    write.delete(outbox),
    write.delete(paymentEvents),
    write.delete(policyReports),
    write.delete(devices),
    write.delete(searches),
    write.delete(searchClicks),
    write.delete(audit).where(sql`at < (unixepoch() - 366 * 86400) * 1000`),
    write.delete(subscribers),
    write.delete(coupons),
    write.delete(flags),
    write.delete(reviews),
    write.delete(users),
  ]);
});

test.each(Object.keys(cases) as Kept[])('%s: older rows are deleted, newer ones stay', async (what) => {
  const { fill, table, left: expected } = cases[what];
  await fill();
  const others = [table, 'jobs', 'fills', 'ticket_answers', 'search_clicks', 'devices'];
  const before = await snapshot(shop.db, others);
  await shop.stack.scheduled();
  expect(await left(table)).toBe(expected);
  expect(await snapshot(shop.db, others)).toEqual(before);
});

test('what was opened from a search is deleted with it', async () => {
  await cases.searches.fill();
  await shop.stack.scheduled();
  expect(await left('search_clicks')).toBe('young');
});

test('the answers of a ticket are deleted with it', async () => {
  await cases.tickets.fill();
  await shop.stack.scheduled();
  const rows = await shop.db.read.select().from(ticketAnswers);
  expect(rows.map(({ ticketId }) => ticketId)).toEqual(['answered lately']);
});

test('audit entries of the last year cannot be deleted, by the job or otherwise', async () => {
  await shop.db.write.insert(audit).values(action('of this year', Date.now() - 300 * oneDay));
  await shop.stack.scheduled();
  await expect(shop.db.write.run(sql`DELETE FROM audit WHERE id = 'of this year'`)).rejects.toThrow();
});

test('the network of an online order is deleted an hour after its hold', async () => {
  const person = await insertAccount(shop.db);
  const pay = async (id: string, holdUntil: number) => {
    await shop.db.write.run(sql`
      INSERT INTO orders (id, reference, user_id, status, payment_method, subtotal, discount, delivery, total, address, request_hash, created_at)
      VALUES (${id}, ${id}, ${person.id}, 'Cancelled', 'stripe', 100, 0, 0, 100, '{}', '', ${Date.now()})`);
    await shop.db.write.run(sql`
      INSERT INTO payments (order_id, method, amount, hold_until, origin, network)
      VALUES (${id}, 'stripe', 100, ${holdUntil}, '', 'fingerprint')`);
  };
  await pay('over', Date.now() - 2 * hour);
  await pay('young', Date.now() - hour / 2);
  await shop.stack.scheduled();
  const kept = await select<{ id: string }>(
    shop.db,
    sql`SELECT order_id AS id FROM payments WHERE network IS NOT NULL`,
  );
  expect(kept).toEqual([{ id: 'young' }]);
});

test('flags: what is over is resolved after a month, and what was resolved is deleted later', async () => {
  const ago = (days: number) => Date.now() - days * oneDay;
  const flag = (id: string, kind: FlagKind, createdAt: number, resolvedAt: number | null = null) => ({
    id,
    kind,
    about: id,
    detail: '',
    createdAt,
    resolvedAt,
  });
  await shop.db.write
    .insert(flags)
    .values([
      flag('script', 'page_script_blocked', ago(31)),
      flag('young script', 'page_script_blocked', ago(29)),
      flag('refund', 'refund_due', ago(1000)),
      flag('resolved', 'refund_due', ago(1000), ago(keptDays('auditLog') + 1)),
      flag('resolved lately', 'refund_due', ago(1000), ago(keptDays('auditLog') - 1)),
    ]);
  await shop.stack.scheduled();
  const rows = await shop.db.read.select().from(flags);
  expect(Object.fromEntries(rows.map(({ id, resolvedAt }) => [id, resolvedAt !== null]))).toEqual({
    script: true,
    'young script': false,
    refund: false,
    'resolved lately': true,
  });
});

test('codes of strangers and ended subscriptions are deleted; the shop’s own codes stay', async () => {
  const ago = (days: number) => Date.now() - days * oneDay;
  const code = (name: string, email: string | null, days: number) => ({
    code: name,
    percent: 10,
    email,
    validUntil: ago(days),
    createdAt: ago(1000),
  });
  await shop.db.write
    .insert(coupons)
    .values([
      code('OVER', 'a@example.in', keptDays('unconfirmed') + 1),
      code('LATELY', 'a@example.in', keptDays('unconfirmed') - 1),
      code('SHOP', null, 999),
    ]);
  await shop.db.write.insert(subscribers).values([
    { email: 'gone@example.in', createdAt: 0, token: 'a', unsubscribedAt: ago(keptDays('auditLog') + 1) },
    { email: 'left@example.in', createdAt: 0, token: 'b', unsubscribedAt: ago(10) },
    { email: 'here@example.in', createdAt: 0, token: 'c' },
  ]);
  await shop.stack.scheduled();
  const codes = await shop.db.read.select({ code: coupons.code }).from(coupons);
  expect(codes.map((one) => one.code).sort()).toEqual(['LATELY', 'SHOP']);
  const emails = await shop.db.read.select({ email: subscribers.email }).from(subscribers);
  expect(emails.map((one) => one.email).sort()).toEqual(['here@example.in', 'left@example.in']);
});

test('from 13 May 2027, what names a person is kept for a year, and what names nobody is not', async () => {
  const { write } = shop.db;
  const midnight = Date.UTC(2027, 4, 12, 18, 30);
  const ago = (days: number) => midnight - days * oneDay;
  await write.delete(outbox);
  await write
    .insert(outbox)
    .values([email('half a year', ago(200)), email('a year', ago(364)), email('more', ago(366))]);
  await write.insert(searches).values([{ day: dayOf(ago(200)), query: 'glow', count: 1, empty: 0 }]);
  const left = async () => (await shop.db.read.select().from(outbox)).map(({ id }) => id).sort();
  await deleteExpired(shop.db, midnight + hour, readStore(), undefined);
  expect(await left()).toEqual(['a year', 'half a year']);
  expect(await shop.db.read.select().from(searches)).toEqual([]);
  await deleteExpired(shop.db, midnight - hour, readStore(), undefined);
  expect(await left()).toEqual([]);
});
