/** Every table has a bound and a time, which docs/operations.md says ("What grows"). */
import { readFileSync } from 'node:fs';
import { getTableName, is } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import { expect, test } from 'vitest';
import * as schema from './index.ts';

const docs = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8');
const [, section = ''] = /\n## What grows\n([\s\S]*?)\n## /.exec(docs) ?? [];
/** The tables of the first column, the growth and the bound of each row. */
const rows = [...section.matchAll(/^\| (`.*?) \| (.+) \| (.+) \|$/gm)].map(
  ([, tables = '', growth, bound]) => ({
    tables: [...tables.matchAll(/`(\w+)`/g)].map(([, name]) => name),
    growth,
    bound,
  }),
);

test('each table is listed once, with what it grows with and its bound', () => {
  const tables = Object.values(schema).flatMap((one) => (is(one, SQLiteTable) ? [getTableName(one)] : []));
  expect(rows.flatMap((row) => row.tables).sort()).toEqual(tables.sort());
  for (const { growth, bound } of rows) expect([growth, bound]).not.toContain('');
});
