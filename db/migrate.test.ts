import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { breaksLastRelease, readMigrations, transactionsOf } from './migrate.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

describe('the first line of a migration', () => {
  test('says that the Worker of the last release can run on the new schema, or why not', () => {
    const rest = '\nCREATE TABLE `x` (`y` text);';
    expect(breaksLastRelease('a', `-- The last release runs on this schema: yes.${rest}`)).toBeUndefined();
    expect(
      breaksLastRelease('a', `-- The last release runs on this schema: no, because it reads x.${rest}`),
    ).toBe('it reads x.');
    for (const line of [
      '',
      '-- The last release runs on this schema: yes',
      '-- The last release runs on this schema: no',
      '-- The last release runs on this schema: no, because ',
      '-- the last release runs on this schema: yes.',
      '\n-- The last release runs on this schema: yes.',
    ])
      expect(() => breaksLastRelease('0099_wrong', line + rest), line).toThrow(/0099_wrong\.sql must begin/);
  });

  test('is in every file', () => {
    const files = readdirSync(new URL('./migrations', import.meta.url)).filter((name) =>
      name.endsWith('.sql'),
    );
    expect(readMigrations().map(({ name }) => `${name}.sql`)).toEqual(files.sort());
  });
});

test('of the snapshots only the newest is kept, since drizzle-kit compares the schema with no other', () => {
  const newest = `${readMigrations().at(-1)?.name.slice(0, 4)}_snapshot.json`;
  const snapshots = readdirSync(new URL('./migrations/meta', import.meta.url)).filter((name) =>
    name.endsWith('_snapshot.json'),
  );
  expect(snapshots, `delete all but ${newest} in db/migrations/meta`).toEqual([newest]);
});

/**
 * Migrations that rewrite rows of which a shop has few: orders that an exchange made, refunds that wait to be sent, and what
 * orders hold until they are shipped.
 */
const rewriting = ['0039_purchases', '0041_kits_in_unpaid_limits'];

test('no migration after 0011 fills or rewrites old rows', () => {
  for (const { name, statements } of readMigrations()
    .slice(12)
    .filter((one) => !rewriting.includes(one.name)))
    for (const statement of statements)
      expect(
        statement.replace(/^\s*--.*\n/gm, ''),
        `${name}: a job fills rows (functions/jobs/fills.ts)`,
      ).not.toMatch(
        /^\s*(UPDATE|DELETE|REPLACE|ALTER TABLE \S+ DROP)|^\s*INSERT INTO (?!`fills`)[^;]*\bSELECT\b|^\s*CREATE TABLE \S+ AS/i,
      );
});

test('a database knows each released migration by the hash that its file had then', () => {
  const released = JSON.parse(read('./released-migrations.json')) as Record<string, string>;
  const hashes = new Map(readMigrations().map(({ name, hash }) => [name, hash]));
  for (const [name, hash] of Object.entries(released)) expect([name, hashes.get(name)]).toEqual([name, hash]);
  expect(new Set(hashes.values()).size).toBe(hashes.size);
});

test('each statement is a transaction; what is dropped and made again is never missing in between', () => {
  expect(
    transactionsOf([
      '-- The last release runs on this schema: yes.\nCREATE TABLE `a` (`b` text);',
      '\nDROP INDEX `a_b`;',
      '\nALTER TABLE `a` ADD `c` text;',
      '\n-- By hand.\nCREATE UNIQUE INDEX `a_b` ON `a` (`c`);',
      '\nCREATE INDEX `a_c` ON `a` (`c`);',
      '\nDROP INDEX `a_gone`;',
      '\nDROP TRIGGER `t`;',
      '\nCREATE TRIGGER `t` BEFORE DELETE ON `a` BEGIN SELECT 1; END;',
      '\nDROP TABLE `old`;',
      '\nALTER TABLE `__new_old` RENAME TO `old`;',
    ]).map(({ length }) => length),
  ).toEqual([1, 3, 1, 1, 2, 2]);
});
