/**
 * Retention periods (`retention` of content/store.yaml): the scheduled job deletes older data.
 */
import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { beforeEach, expect } from 'vitest';
import type { FlagKind } from '#db/schema/flag-kinds.ts';
import * as schema from '#db/schema/index.ts';
import { deleteExpired } from '#functions/jobs/delete-expired.ts';
import { dayOf, oneDay } from '#lib/dates.ts';
import { readStore } from '#tools/lib/content.ts';
import { serum } from '../support/orders.ts';
import { email, hour, type Kept, keptDays, old, young } from '../support/retention.ts';
import { select, snapshot } from '../support/rows.ts';
import { shopTest } from '../support/shop-test.ts';

const { shop, test } = shopTest();
const { audit, coupons, devices, flags, outbox, paymentEvents, policyReports, reviews } = schema;
const { searchClicks, searches, sessions, subscribers, ticketAnswers, tickets, users } = schema;

const insert = <Table extends SQLiteTable>(table: Table, ...rows: Table['$inferInsert'][]) =>
  shop.db.write.insert(table).values(rows as never);
const ago = (days: number) => Date.now() - days * oneDay;

const ticket = (id: string, createdAt: number) => ({
  id,
  email: 'asha@example.in',
  subject: 'Help',
  issueType: 'order' as const,
  message: 'Where?',
  createdAt,
});
function answer(ticketId: string, at: number) {
  return { id: randomUUID(), ticketId, at, actorId: 'x', message: 'Soon' };
}
function event(id: string, receivedAt: number, handledAt: number | null = receivedAt) {
  return { id, type: 'payment', about: { kind: 'other' as const }, receivedAt, handledAt };
}
function action(id: string, at: number) {
  return { id, at, actorId: 'x', action: 'export' as const, about: 'orders' };
}
function device(userId: string, tokenHash: string, usedAt: number) {
  return { userId, tokenHash, createdAt: 0, usedAt };
}
function report(blocked: string, at: number) {
  return { day: dayOf(at), page: '/checkout', directive: 'script-src-elem', blocked, count: 1 };
}
const user = (id: string, createdAt: number, verifiedAt: number | null = createdAt) => ({
  id,
  name: id,
  email: `${id.replaceAll(' ', '-')}@example.in`,
  password: '',
  createdAt,
  verifiedAt,
});
const givenUp = { status: 'given_up' as const, sentAt: null };

/**
 * For each setting: a table, its rows, and the names of those that stay.
 * @property fill inserts rows of a time before the end of the period, and of one since
 */
const cases: Record<
  Kept,
  { table: string; name?: string; fill(before: number, since: number): Promise<unknown>; left: string[] }
> = {
  tickets: {
    table: 'tickets',
    async fill(before, since) {
      await insert(tickets, ticket('over', before), ticket('over, answered', before - oneDay));
      await insert(tickets, ticket('answered lately', before), ticket('young', since));
      await insert(ticketAnswers, answer('over, answered', before), answer('answered lately', since));
    },
    left: ['answered lately', 'young'],
  },
  sentEmails: {
    table: 'outbox',
    async fill(before, since) {
      await insert(outbox, email('over', before), email('young', since));
      await insert(outbox, email('given up', before, givenUp), email('given up lately', since, givenUp));
      for (const status of ['held', 'waiting'] as const)
        await insert(outbox, email(status, before, { status, sentAt: null }));
    },
    left: ['given up lately', 'waiting', 'young'],
  },
  paymentEvents: {
    table: 'payment_events',
    fill: (before, since) =>
      insert(paymentEvents, event('over', before), event('open', before, null), event('young', since)),
    left: ['open', 'young'],
  },
  auditLog: {
    table: 'audit',
    fill: (before, since) => insert(audit, action('over', before), action('young', since)),
    left: ['young'],
  },
  devices: {
    table: 'devices',
    name: 'token_hash',
    async fill(before, since) {
      const { id } = await shop.person();
      await insert(devices, device(id, 'over', before), device(id, 'young', since));
    },
    left: ['young'],
  },
  policyReports: {
    table: 'policy_reports',
    name: 'blocked',
    fill: (before, since) =>
      insert(policyReports, report('over.example', before - oneDay), report('young.example', since)),
    left: ['young.example'],
  },
  accounts: {
    table: 'users',
    async fill(before, since) {
      const withOne = ['with a device', 'with a review', 'with a session'];
      await insert(users, user('dormant', before), ...withOne.map((id) => user(id, before)));
      await insert(users, user('dormant lately', since), { ...user('operator', before), role: 'operator' });
      await insert(devices, device('with a device', 'd', Date.now()));
      await insert(sessions, { tokenHash: 's', userId: 'with a session', createdAt: 0, expiresAt: ago(-1) });
      const text = { name: 'A.', rating: 5, title: 'T', comment: 'C', createdAt: before };
      await insert(reviews, { id: 'r', productId: serum, userId: 'with a review', ...text });
    },
    left: ['dormant lately', 'operator', 'with a device', 'with a review', 'with a session'],
  },
  unconfirmed: {
    table: 'users',
    async fill(before, since) {
      const unverified = [user('stranger', before, null), user('young', since, null)];
      await insert(users, user('confirmed', before), ...unverified);
      await insert(devices, device('stranger', 'd', Date.now()));
    },
    left: ['confirmed', 'young'],
  },
  searches: {
    table: 'searches',
    name: 'query',
    async fill(before, since) {
      for (const [query, at] of [
        ['over', before - oneDay],
        ['young', since],
      ] as const) {
        await insert(searches, { day: dayOf(at), query, count: 2, empty: 1 });
        await insert(searchClicks, { day: dayOf(at), query, count: 2, productId: 'x' });
      }
    },
    left: ['young'],
  },
};
const fill = (what: Kept) => cases[what].fill(old(what), young(what));

/** The remaining rows of a table, by their names in this test. */
async function left(table: string, name = 'id'): Promise<string[]> {
  const query = sql`SELECT ${sql.identifier(name)} AS name FROM ${sql.identifier(table)} ORDER BY 1`;
  return (await select<{ name: string }>(shop.db, query)).map((row) => row.name);
}

beforeEach(async () => {
  const { write } = shop.db;
  await write.delete(audit).where(sql`at < (unixepoch() - 366 * 86400) * 1000`);
  const filled = [tickets, outbox, paymentEvents, policyReports, devices, searches, searchClicks];
  for (const table of [...filled, subscribers, coupons, flags, reviews, users]) await write.delete(table);
});

test.each(Object.keys(cases) as Kept[])('%s: older rows are deleted, newer ones stay', async (what) => {
  const { table, name, left: expected } = cases[what];
  await fill(what);
  const others = [table, 'jobs', 'fills', 'ticket_answers', 'search_clicks', 'devices'];
  const before = await snapshot(shop.db, others);
  await shop.stack.scheduled();
  expect(await left(table, name)).toEqual(expected);
  expect(await snapshot(shop.db, others)).toEqual(before);
});

test.each([
  ['what was opened from a search', 'searches', 'search_clicks', 'query', 'young'],
  ['the answers of a ticket', 'tickets', 'ticket_answers', 'ticket_id', 'answered lately'],
] as const)('%s are deleted with it', async (_, what, table, name, expected) => {
  await fill(what);
  await shop.stack.scheduled();
  expect(await left(table, name)).toEqual([expected]);
});

test('audit entries of the last year cannot be deleted, by the job or otherwise', async () => {
  await insert(audit, action('of this year', ago(300)));
  await shop.stack.scheduled();
  await expect(shop.db.write.run(sql`DELETE FROM audit WHERE id = 'of this year'`)).rejects.toThrow();
});

test('the network of an online order is deleted an hour after its hold', async ({ shopper }) => {
  const pay = async (id: string, holdUntil: number) => {
    await shop.db.write.run(sql`
      INSERT INTO orders (id, reference, user_id, status, payment_method, subtotal, discount, delivery, total, address, request_hash, created_at)
      VALUES (${id}, ${id}, ${shopper.id}, 'Cancelled', 'stripe', 100, 0, 0, 100, '{}', '', ${Date.now()})`);
    await shop.db.write.run(sql`
      INSERT INTO payments (order_id, method, amount, hold_until, origin, network)
      VALUES (${id}, 'stripe', 100, ${holdUntil}, '', 'fingerprint')`);
  };
  await pay('over', Date.now() - 2 * hour);
  await pay('young', Date.now() - hour / 2);
  await shop.stack.scheduled();
  const kept = sql`SELECT order_id AS id FROM payments WHERE network IS NOT NULL`;
  expect(await select(shop.db, kept)).toEqual([{ id: 'young' }]);
});

test('flags: what is over is resolved after a month, and what was resolved is deleted later', async () => {
  function flag(id: string, kind: FlagKind, createdAt: number, resolvedAt: number | null = null) {
    return { id, kind, about: id, detail: '', createdAt, resolvedAt };
  }
  await insert(
    flags,
    flag('script', 'page_script_blocked', ago(31)),
    flag('young script', 'page_script_blocked', ago(29)),
    flag('refund', 'refund_due', ago(1000)),
    flag('resolved', 'refund_due', ago(1000), ago(keptDays('auditLog') + 1)),
    flag('resolved lately', 'refund_due', ago(1000), ago(keptDays('auditLog') - 1)),
  );
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
  function code(name: string, email: string | null, days: number) {
    return { code: name, percent: 10, email, validUntil: ago(days), createdAt: ago(1000) };
  }
  await insert(
    coupons,
    code('OVER', 'a@example.in', keptDays('unconfirmed') + 1),
    code('LATELY', 'a@example.in', keptDays('unconfirmed') - 1),
    code('SHOP', null, 999),
  );
  await insert(
    subscribers,
    { email: 'gone@example.in', createdAt: 0, token: 'a', unsubscribedAt: ago(keptDays('auditLog') + 1) },
    { email: 'left@example.in', createdAt: 0, token: 'b', unsubscribedAt: ago(10) },
    { email: 'here@example.in', createdAt: 0, token: 'c' },
  );
  await shop.stack.scheduled();
  expect(await left('coupons', 'code')).toEqual(['LATELY', 'SHOP']);
  expect(await left('subscribers', 'email')).toEqual(['here@example.in', 'left@example.in']);
});

test('from 13 May 2027, what names a person is kept for a year, and what names nobody is not', async () => {
  const midnight = Date.UTC(2027, 4, 12, 18, 30);
  const before = (days: number) => midnight - days * oneDay;
  await insert(
    outbox,
    email('half a year', before(200)),
    email('a year', before(364)),
    email('more', before(366)),
  );
  await insert(searches, { day: dayOf(before(200)), query: 'glow', count: 1, empty: 0 });
  await deleteExpired(shop.db, midnight + hour, readStore(), undefined);
  expect(await left('outbox')).toEqual(['a year', 'half a year']);
  expect(await left('searches', 'query')).toEqual([]);
  await deleteExpired(shop.db, midnight - hour, readStore(), undefined);
  expect(await left('outbox')).toEqual([]);
});
