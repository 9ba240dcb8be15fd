/** The list of periods covers every table, and nothing is deleted after a time that stands elsewhere. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { is } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { expect, test } from 'vitest';
import * as schema from '#db/schema/index.ts';
import { oneDay } from '#lib/dates.ts';
import { readStore, root } from '#tools/lib/content.ts';
import { keptSinceOf, periodsOf, retentionRules } from './periods.ts';

const { retention } = readStore();
const keptDays = (name: keyof typeof retentionRules, own: typeof retention, at: number) =>
  (at - keptSinceOf(own, at)(name)) / oneDay;
const names = Object.keys(retentionRules) as (keyof typeof retentionRules)[];
const atLeast = [
  { from: new Date('2027-05-13'), days: 365 },
  { from: new Date('2028-01-01'), days: 400 },
];
const before = Date.UTC(2027, 4, 12, 18, 29);
const from = before + 60_000;

test('a least period holds from midnight in India, for all that names somebody, and shortens nothing', () => {
  for (const name of names) {
    const usual = keptDays(name, { ...retention, atLeast: [] }, from);
    expect([name, keptDays(name, { ...retention, atLeast }, before)]).toEqual([name, usual]);
    const later = 'notPersonal' in retentionRules[name] ? usual : Math.max(usual, 365);
    expect([name, keptDays(name, { ...retention, atLeast }, from)]).toEqual([name, later]);
  }
  expect(keptSinceOf({ ...retention, atLeast }, from)('sentEmails')).toBe(from - 365 * oneDay);
});

test('the periods that will hold are named, each with its first day', () => {
  const periods = (name: keyof typeof retentionRules, now: number) =>
    periodsOf(name, { ...retention, sentEmails: 180, auditLog: 730, atLeast }, now).map(
      ({ from, days }) => `${from?.toISOString().slice(0, 10) ?? 'now'} ${days}`,
    );
  expect(periods('sentEmails', before)).toEqual(['now 180', '2027-05-13 365', '2028-01-01 400']);
  expect(periods('sentEmails', from)).toEqual(['now 365', '2028-01-01 400']);
  expect(periods('auditLog', before)).toEqual(['now 730']);
  expect(periods('searches', before)).toEqual([`now ${retention.searches}`]);
});

/** Tables without a period of their own, by why. */
const others = {
  'as long as the account or the guest':
    'addresses cartLines wishes secondFactors recoveryCodes customerNotes couponUses',
  'as long as the product or the shop':
    'products productFiles incoming withdrawnReviews reviews reviewFilters documentCounters jobs fills followed',
  '`invoices.keepMonths` (functions/jobs/delete-old-orders.ts, and documents by their own day)':
    'orders pastOrders orderLines orderWords orderEvents refunds disputes reductions stockChanges returns returnLines debits remittances remittanceTransfers bankTransfers documents',
};

test('every table has a period, or a reason for having none', () => {
  const tables = Object.entries(schema).flatMap(([name, table]) => (is(table, SQLiteTable) ? [name] : []));
  const listed = names.flatMap((name) => [...retentionRules[name].tables]);
  const known = new Set<string>([...listed, ...Object.values(others).flatMap((list) => list.split(' '))]);
  expect(tables.filter((name) => !known.has(name))).toEqual([]);
  expect([...known].filter((name) => !tables.includes(name))).toEqual([]);
});

test('each setting is the period of a rule', () => {
  const settings = Object.values(retentionRules).map(({ days }) => days);
  expect(
    Object.keys(retention).filter((name) => name !== 'atLeast' && !settings.some((one) => one === name)),
  ).toEqual([]);
});

test('no file that deletes what is old writes a period', () => {
  const files = readdirSync(join(root, 'functions'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^(jobs\/delete-.*|guests\/retention|photos\/delete|lib\/totals)\.ts$/.test(name),
  );
  expect(files.length).toBeGreaterThan(4);
  for (const file of files) {
    const source = readFileSync(join(root, 'functions', file), 'utf8');
    // `passingFlags` resolves flags, and `returns.days` is the right to return.
    const periods = source
      .replace(/now - (passingFlags|days) \* oneDay/g, '')
      .match(/(now|at) - \d[^,)}]*|now - one\w+|before\(\d+\)|\d+ \* one\w+|\b\d{2,} \* 365/g);
    expect([file, periods ?? []]).toEqual([file, []]);
  }
});
