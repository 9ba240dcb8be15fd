/**
 * Backups of any libSQL database: every kind of value and table is restored unchanged. An incomplete file, a wrong
 * target or a wrong token is refused before anything is changed.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { type Client, createClient } from '@libsql/client/web';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { backup } from '#db/backup/backup.ts';
import { checkFile } from '#db/backup/file.ts';
import { restore } from '#db/backup/restore.ts';
import { migrate } from '#db/migrate.ts';
import { root } from '#tools/lib/content.ts';
import type { Database } from '#tools/lib/database.ts';
import { runFile } from '#tools/lib/fixture.ts';
import { databaseContents, rowsOf } from '../support/database-contents.ts';
import { startProxy } from '../support/database-proxy.ts';
import { useDatabases } from '../support/databases.ts';

const databases = useDatabases();
const inFolder = (name: string) => join(databases.folder, name);
const whole = inFolder('whole.backup');
let source: Database;
let client: Client;

/** Tables of every kind, foreign keys against the order of names, and tables that SQLite creates itself. */
const odd = [
  'CREATE TABLE a_child (id TEXT PRIMARY KEY, parent INTEGER REFERENCES z_parent (id), self TEXT REFERENCES a_child (id))',
  'CREATE TABLE z_parent (id INTEGER PRIMARY KEY AUTOINCREMENT, v)',
  'CREATE TABLE "odd ""name""" (rowid TEXT, n INTEGER, twice INTEGER GENERATED ALWAYS AS (n * 2) STORED)',
  'CREATE TABLE pairs (a TEXT, b INTEGER, v REAL, PRIMARY KEY (b, a)) WITHOUT ROWID',
  'CREATE TABLE wide (id INTEGER PRIMARY KEY, text TEXT) STRICT',
  'CREATE VIRTUAL TABLE words USING fts5 (body)',
  'CREATE UNIQUE INDEX pairs_v ON pairs (v) WHERE v > 1',
  'CREATE INDEX odd_lower ON "odd ""name""" (lower(rowid))',
  'CREATE VIEW few AS SELECT id FROM wide WHERE id < 3',
  "CREATE TRIGGER a_fixed BEFORE UPDATE ON a_child BEGIN SELECT RAISE(ABORT, 'fixed; for good'); END",
  'CREATE TRIGGER a_counted AFTER INSERT ON a_child BEGIN INSERT INTO pairs VALUES (new.id, 0, 0); END',
];
const values = [
  ...[null, '', 'it\'s “quoted” "twice"', 'नमस्ते 🌿', 'a\0b', 'a\r\nb\u2028c\\n', '5', 'x'.repeat(5000)],
  ...[0n, -1n, 9_007_199_254_740_991n, 9_007_199_254_740_993n, 2n ** 63n - 1n, -(2n ** 63n)],
  ...[5.0, 0.1 + 0.2, -1.5e-7, Number.MAX_VALUE, Number.MIN_VALUE],
  ...[new ArrayBuffer(0), Uint8Array.from([0, 255, 39, 10]).buffer],
];

beforeAll(async () => {
  source = await databases.empty();
  client = createClient({ url: source.url, intMode: 'bigint' });
  await client.batch(odd, 'write');
  const text = 'y'.repeat(20_000);
  await client.batch(
    [
      ...values.map((value) => ({ sql: 'INSERT INTO z_parent (v) VALUES (?)', args: [value] })),
      // Deletes a row in between and the last row, whose number SQLite does not use again.
      'DELETE FROM z_parent WHERE id = 3 OR id = (SELECT max(id) FROM z_parent)',
      { sql: 'INSERT INTO z_parent (id, v) VALUES (-7, ?)', args: ['before zero'] },
      "INSERT INTO a_child VALUES ('one', 1, NULL), ('two', 2, 'one')",
      `INSERT INTO "odd ""name""" (rowid, n) VALUES ('R', 4), (NULL, NULL)`,
      "INSERT INTO pairs VALUES ('b', 1, 2.5), ('a', 2, 3), ('a', 1, NULL)",
      // More rows than fit into one response of the server.
      { sql: 'INSERT INTO wide SELECT value, ? FROM generate_series(1, 900)', args: [text] },
      "INSERT INTO words VALUES ('neem and turmeric'), ('rose water')",
      "DELETE FROM words WHERE body = 'rose water'",
    ],
    'write',
  );
  await backup(source, whole);
});
afterAll(() => client.close());

/** The contents of an empty database, which a refused restore must not change. */
const nothing = { schema: [], tables: {} };

test('every kind of table and value is restored unchanged', async () => {
  const target = await databases.empty();
  await restore(target, whole);
  expect(await databaseContents(target.url)).toEqual(await databaseContents(source.url));
  const copy = createClient({ url: target.url, intMode: 'bigint' });
  const types = 'SELECT id, typeof(v), v FROM z_parent ORDER BY id';
  expect(await rowsOf(copy, types)).toEqual(await rowsOf(client, types));
  expect(await rowsOf(copy, "SELECT body FROM words WHERE words MATCH 'turmeric'")).toEqual([
    ['neem and turmeric'],
  ]);
  await expect(copy.execute("UPDATE a_child SET parent = 2 WHERE id = 'one'")).rejects.toThrow('fixed');
  await expect(copy.execute("INSERT INTO a_child VALUES ('three', 99, NULL)")).rejects.toThrow('FOREIGN KEY');
  const next = "INSERT INTO z_parent (v) VALUES ('next') RETURNING id";
  expect(await rowsOf(copy, next)).toEqual(await rowsOf(client, next));
  copy.close();
});

describe('a damaged file', () => {
  const damaged = inFolder('damaged.backup');
  /** A small one, so that each of its bytes can be tried. */
  let small: Buffer;
  beforeAll(async () => {
    const shop = await databases.empty();
    const tiny = createClient({ url: shop.url });
    await tiny.executeMultiple("CREATE TABLE t (v); INSERT INTO t VALUES ('one'), (2), (x'03')");
    tiny.close();
    await backup(shop, inFolder('small.backup'));
    small = readFileSync(inFolder('small.backup'));
  });
  const isRefused = (bytes: Buffer) => {
    writeFileSync(damaged, bytes);
    return checkFile(damaged).then(
      () => '',
      ({ message }: Error) => message,
    );
  };

  test('is refused when it is cut off at any byte', async () => {
    for (let length = 0; length < small.length; length++)
      expect(await isRefused(small.subarray(0, length)), `${length} bytes`).toMatch('not a whole backup');
  });

  test('is refused when any significant byte is changed', async () => {
    const before = await checkFile(inFolder('small.backup'));
    let taken = 0;
    for (let place = 0; place < small.length; place++) {
      const bytes = Buffer.from(small);
      bytes[place] = (bytes[place] ?? 0) ^ 0x10;
      if (await isRefused(bytes)) continue;
      taken += 1;
      expect(await checkFile(damaged), `byte ${place}`).toEqual(before);
    }
    // The others are gzip's date, system and speed (RFC 1952), and the padding bits of its last byte.
    expect(taken).toBeLessThan(10);
  });

  const rewritten = (change: (text: string) => string) =>
    isRefused(gzipSync(change(gunzipSync(small).toString())));
  test.each<[string, (text: string) => string, string]>([
    ['a row is changed', (text) => text.replace('"one"', '"two"'), 'checksums'],
    ['a row is missing', (text) => text.replace('[1,"one"]\n', ''), 'checksums'],
    [
      'the schema is changed',
      (text) => text.replace('CREATE TABLE t (v)', 'CREATE TABLE t (w)'),
      'checksums',
    ],
    ['its last line is missing', (text) => text.replace(/\{"end".*\n/, ''), 'cut off'],
    ['something follows', (text) => `${text}[4,"four"]\n`, 'follows its end'],
    ['it is of a later version', (text) => text.replace('"version":1', '"version":2'), 'version 2'],
    ['it is something else', () => '{"hello":"world"}\n', 'something else'],
    ['it is empty', () => '', 'cut off'],
  ])('is refused when %s', async (_, change, why) => {
    expect(await rewritten((text) => text)).toBe('');
    expect(await rewritten(change)).toMatch(why);
  });

  test('changes nothing in the database', async () => {
    const target = await databases.empty();
    await isRefused(small.subarray(0, -30));
    await expect(restore(target, damaged)).rejects.toThrow('not a whole backup');
    await expect(restore(target, inFolder('none.backup'))).rejects.toThrow('no such file');
    expect(await databaseContents(target.url)).toEqual(nothing);
  });
});

describe('a database that is not empty', () => {
  test('is refused and stays unchanged', async () => {
    const before = await databaseContents(source.url);
    await expect(restore(source, whole)).rejects.toThrow('not empty');
    expect(await databaseContents(source.url)).toEqual(before);
  });

  test('of two restores at once, one is refused and the other is complete', async () => {
    const target = await databases.empty();
    const done = await Promise.allSettled([restore(target, whole), restore(target, whole)]);
    expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect((await databaseContents(target.url)).schema).toEqual((await databaseContents(source.url)).schema);
  });

  test('rows written during a restore make it fail', async () => {
    const target = await databases.empty();
    const proxy = await startProxy(target.url);
    const { promise: filled, resolve } = Promise.withResolvers<ReturnType<typeof proxy.hold>>();
    const restoring = restore(proxy, whole, (line) => {
      if (line.startsWith('Reading')) resolve(proxy.hold());
    });
    const refused = expect(restoring).rejects.toThrow('pairs is not what the file has');
    const gate = await filled;
    await gate.arrived;
    const meddler = createClient({ url: target.url });
    await meddler.execute("INSERT INTO pairs VALUES ('meanwhile', 1, NULL)");
    meddler.close();
    gate.release();
    await refused;
    await proxy.stop();
    await expect(restore(target, whole)).rejects.toThrow('broken off');
  });

  test('after an interrupted restore, another restore, a migration and a backup are refused', async () => {
    const target = await databases.empty();
    await migrate(source);
    const file = inFolder('migrated.backup');
    await backup(source, file);
    const proxy = await startProxy(target.url);
    const breaking = restore(proxy, file, (line) => {
      if (line.startsWith('pairs')) proxy.answerWith(502);
    });
    await expect(breaking).rejects.toThrow('broken off');
    await proxy.stop();
    await expect(restore(target, file)).rejects.toThrow('broken off');
    await expect(migrate(target)).rejects.toThrow('already exists');
    await expect(backup(target, inFolder('half.backup'))).rejects.toThrow('partly restored');
    expect(readdirSync(databases.folder).filter((name) => name.startsWith('half'))).toEqual([]);
  });
});

test('a wrong token is refused by backup and restore; a read-only token is enough for a backup', async () => {
  const { url, tokens } = await databases.locked();
  const right = { url, authToken: tokens.all };
  const wrong = { url, authToken: tokens.wrong };
  const refused = 'The database refuses DATABASE_AUTH_TOKEN.';
  await expect(restore(wrong, whole)).rejects.toThrow(refused);
  await expect(restore({ url }, whole)).rejects.toThrow(refused);
  const { rows, checksum } = await restore(right, whole);
  await expect(backup(wrong, inFolder('locked.backup'))).rejects.toThrow(refused);
  expect(readdirSync(databases.folder).filter((name) => name.startsWith('locked'))).toEqual([]);
  // A read-only token is enough for a backup.
  const kept = await backup({ url, authToken: tokens.reading }, inFolder('locked.backup'));
  expect(kept.rows).toBe(rows);
  expect(checksum).toMatch(/^[0-9a-f]{64}$/);
});

test('a backup overwrites no file, and an interrupted one leaves no file', async () => {
  const before = readFileSync(whole);
  await expect(backup(source, whole)).rejects.toThrow('is there already');
  expect(readFileSync(whole)).toEqual(before);
  const proxy = await startProxy(source.url);
  const breaking = backup(proxy, inFolder('broken.backup'), () => proxy.answerWith(502));
  await expect(breaking).rejects.toThrow('does not answer');
  await proxy.stop();
  expect(readdirSync(databases.folder).filter((name) => name.startsWith('broken'))).toEqual([]);
});

test('both commands report their result, or the missing setting, in one line', async () => {
  const run = async (program: string, url: string, ...parameters: string[]) => {
    const started = runFile(root, `db/backup/${program}.ts`, parameters, { DATABASE_URL: url });
    const { code } = await started.exited;
    return { code, text: started.output.text };
  };
  const target = await databases.empty();
  const file = inFolder('command.backup');
  const kept = await run('backup', source.url, file);
  const back = await run('restore', target.url, file);
  expect([kept.code, back.code]).toEqual([0, 0]);
  const checksum = /checksum ([0-9a-f]{64})/;
  expect(checksum.exec(kept.text)?.[1]).toBe(checksum.exec(back.text)?.[1] ?? 'none');
  expect(await run('restore', target.url, file)).toEqual({
    code: 1,
    text: expect.stringMatching(/^.*\nThis database is not empty \(it has a_child\): .*\n$/),
  });
  expect(await run('backup', source.url)).toEqual({ code: 1, text: 'Usage: npm run backup -- FILE\n' });
});
