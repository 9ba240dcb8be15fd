/** The declarations of personal data cover every table and column of the database's schema. */
import { getTableColumns, is } from 'drizzle-orm';
import { getTableConfig, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { describe, expect, test } from 'vitest';
import * as schema from '#db/schema/index.ts';
import { storeContent } from '#domain/store/store.ts';
import { columnsOf, personalData } from './personal-data.ts';

type Name = keyof typeof personalData;
type Declared = (typeof personalData)[Name];
const tables = Object.entries(schema).flatMap(([name, table]) =>
  is(table, SQLiteTable) ? [{ name: name as Name, table }] : [],
);
const declared: Record<string, Declared | undefined> = personalData;

/** Tables whose rows are deleted with a row of this one. */
const parentsOf = (table: SQLiteTable): SQLiteTable[] =>
  getTableConfig(table).foreignKeys.flatMap((key) =>
    key.onDelete === 'cascade' ? [key.reference().foreignTable as SQLiteTable] : [],
  );

test('exactly the tables of the schema are declared', () => {
  expect(Object.keys(declared).sort()).toEqual(tables.map(({ name }) => name).sort());
});

describe.each(tables)('$name', ({ name, table }) => {
  const one = declared[name];
  if (!one || 'notPersonal' in one) {
    test('gives a reason for not being personal, and has no personal column', () => {
      expect(one?.notPersonal).toBeTruthy();
      const names = Object.keys(getTableColumns(table));
      expect(names.filter((column) => /userId|email|recipient|address/i.test(column))).toEqual([]);
    });
    return;
  }

  test('every column is exported, or withheld with a reason', () => {
    const columns = columnsOf(name);
    expect(Object.keys(columns).sort()).toEqual(Object.keys(getTableColumns(table)).sort());
    for (const how of Object.values(columns))
      if (typeof how !== 'function') expect(how.withheld).toMatch(/\w+ \w+/);
    const exported = Object.values(columns).some((how) => typeof how === 'function');
    expect('list' in one && 'of' in one).toBe(exported);
  });

  test('every exception is a column; a number that is not a time by its name, and what may be a secret, is one', () => {
    if (!('columns' in one)) return;
    const columns = getTableColumns(table);
    expect(Object.keys(columns)).toEqual(expect.arrayContaining(Object.keys(one.columns)));
    const byDefault = Object.entries(columns).filter(([column]) => !(column in one.columns));
    const numbers = byDefault.filter(([, { dataType }]) => dataType === 'number').map(([column]) => column);
    expect(numbers.filter((column) => !/^at$|At$|Until$/.test(column))).toEqual([]);
    const secret = /hash|token|secret|password|key|network|actorId|by$/i;
    expect(byDefault.map(([column]) => column).filter((column) => secret.test(column))).toEqual([]);
  });

  test('the declared deletion matches the schema', () => {
    const { deletion } = one;
    expect(deletion === 'cascades').toBe(parentsOf(table).includes(schema.users));
    if (typeof deletion === 'string') return;
    expect(deletion.kept).toMatch(/\w+ \w+/);
    const without: readonly string[] = 'without' in deletion ? deletion.without : [];
    expect(Object.keys(getTableColumns(table))).toEqual(expect.arrayContaining([...without]));
  });

  test('each text of a row that stays is cleared, or kept with a reason, or names nobody', () => {
    const { deletion } = one;
    if (typeof deletion === 'string') return;
    const texts = Object.entries(getTableColumns(table)).flatMap(([column, { dataType }]) =>
      /string|json/.test(dataType) ? [column] : [],
    );
    const words: Record<string, string> = 'words' in deletion ? deletion.words : {};
    const listed = [
      ...('without' in deletion ? deletion.without : []),
      ...Object.keys(words),
      ...deletion.nobodys,
    ];
    expect(texts.filter((column) => !listed.some((name) => name === column))).toEqual([]);
    expect(new Set(listed).size).toBe(listed.length);
    for (const reason of Object.values(words)) expect(reason).toMatch(/\w+ \w+/);
  });
});

test('tables kept for the time of `retention` have a setting there', () => {
  const kept = Object.entries(declared).flatMap(([name, one]) =>
    one && 'deletion' in one && JSON.stringify(one.deletion).includes('`retention`') ? [name] : [],
  );
  const settings: Record<string, string> = {
    audit: 'auditLog',
    outbox: 'sentEmails',
    reviewReports: 'tickets',
  };
  for (const name of kept) expect(storeContent.shape.retention.shape).toHaveProperty(settings[name] ?? name);
});
