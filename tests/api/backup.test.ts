/**
 * Backup and restore of a shop with orders: the copy is the shop as it was at one moment, row by row, and a Worker that
 * is started on it continues where the first one stopped (docs/operations.md, "Backups").
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { createClient } from '@libsql/client/web';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { backup } from '#tools/backup.ts';
import { parts } from '#tools/lib/build.ts';
import { root } from '#tools/lib/content.ts';
import { type Database, startDatabase } from '#tools/lib/database.ts';
import { runFile, temporaryFolder, writeTinyBuild } from '#tools/lib/fixture.ts';
import { startStack } from '#tools/lib/stack.ts';
import { restore, restoreToFile, restoreToFolder } from '#tools/restore.ts';
import { newClient, times } from '../support/client.ts';
import { placed, serum } from '../support/orders.ts';
import { countRows, stockOf } from '../support/rows.ts';
import { createActivity } from '../support/sample-activity.ts';
import { type Person, useShop } from '../support/shop.ts';

const shop = useShop({ simulators: true });
const folder = temporaryFolder();
const inFolder = (name: string) => join(folder.path, name);
const file = inFolder('shop.sql');
const original = () => ({ url: shop.stack.databaseUrl });
let shopper: Person;
let orderId: string;

/** The schema, and every row of every table in the order in which it was written. */
async function contentsOf(url: string) {
  const client = createClient({ url, intMode: 'bigint' });
  const list = async (query: string) => (await client.execute(query)).rows.map((row) => Object.values(row));
  const schema = await list('SELECT type, name, sql FROM sqlite_schema ORDER BY 1, 2');
  const tables: Record<string, unknown[]> = {};
  for (const [name, withoutRowid] of await list(
    "SELECT name, wr FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name <> 'sqlite_schema'",
  ))
    tables[`${name}`] = await list(`SELECT * FROM "${name}" ORDER BY ${withoutRowid ? '1, 2' : 'rowid'}`);
  client.close();
  return { schema, tables };
}

beforeAll(async () => {
  ({ shopper, orderId } = await createActivity(shop));
});
afterAll(async () => {
  await Promise.all(running.map((database) => database.stop()));
  folder.remove();
});

test('the fixture has rows in every table', async () => {
  const { tables } = await contentsOf(original().url);
  const empty = Object.entries(tables).flatMap(([name, rows]) => (rows.length ? [] : [name]));
  // It has rows only during a sync.
  expect(empty).toEqual(['incoming_products']);
});

/** Databases for restoring; a shop can be started from their folders afterwards. */
const running: Database[] = [];
async function startIn(name: string): Promise<Database> {
  mkdirSync(inFolder(name), { recursive: true });
  const database = await startDatabase(inFolder(name));
  running.push(database);
  return database;
}
const expectSame = async (copy: Database) =>
  expect(await contentsOf(copy.url)).toEqual(await contentsOf(original().url));

test('a restored database equals the original, row by row, and needs no migration', async () => {
  const rows = await backup(original(), file);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const copy = await startIn('copy');
  expect(await restore(copy, file)).toBe(rows);
  await expectSame(copy);
  expect(await migrate(copy)).toBe(0);
  await expect(restore(copy, file)).rejects.toThrow('not empty');
  await copy.stop();
});

test('the restored shop lists its orders, accepts new ones, and its history cannot be rewritten', async () => {
  const stack = await startStack({
    dataDir: inFolder('copy'),
    build: { worker: parts.worker.folder, pages: writeTinyBuild(folder.path).pages },
  });
  const db = connect({ url: stack.databaseUrl });
  try {
    const again = newClient(stack.url, shopper.token);
    const { orders } = (await again.post('/api/order/userorders')).body;
    const shipped = { status: 'Shipped', trackingId: 'AWB100200' };
    expect(orders.find(({ _id }) => _id === orderId)).toMatchObject(shipped);
    const before = (await stockOf(db, serum)) ?? 0;
    await placed(again, { [serum]: 1 });
    expect(await stockOf(db, serum)).toBe(before - 1);
    for (const table of ['order_events', 'audit', 'stock_changes'])
      for (const change of [`DELETE FROM ${table}`, `UPDATE ${table} SET id = 'other'`])
        await expect(db.write.run(sql.raw(change))).rejects.toMatchObject({
          cause: { message: expect.stringContaining('append-only') },
        });
  } finally {
    await stack.stop();
  }
});

/** A backup of a release that wrote none: libSQL's dump as it is. */
const withoutChecksum = (backupText: string): string => backupText.replace(/-- \d+ rows, SHA-256 \w+\n$/, '');

test('a changed byte is noticed wherever it is, in the checksum too', async () => {
  const whole = readFileSync(file);
  const target = inFolder('flipped.db');
  // An amount, and bytes all over the file.
  const amount = whole.indexOf('59900');
  expect(amount).toBeGreaterThan(0);
  const places = times(40, (n) => Math.floor((whole.length * (n + 0.5)) / 40));
  for (const place of [amount, ...places, whole.length - 3, whole.length - 70]) {
    const flipped = Buffer.from(whole);
    flipped[place] = (flipped[place] ?? 0) ^ 1;
    writeFileSync(inFolder('damaged.sql'), flipped);
    const restoring = restoreToFile(target, inFolder('damaged.sql'), () => {});
    await expect(restoring, `byte ${place}`).rejects.toThrow(/is damaged|not a complete backup/);
  }
  expect(readdirSync(folder.path)).not.toContain('flipped.db');
});

test('a folder is restored without a server, says first what it needs, and a shop starts in it', async () => {
  const lines: string[] = [];
  const rows = await restoreToFolder(inFolder('drill'), file, (line) => lines.push(line));
  expect(lines[0]).toMatch(new RegExp(`^The file is complete: ${rows} rows, `));
  expect(lines[1]).toMatch(/^Needed on the disk of .*: about \d+ MB; free: [\d,]+ MB\.$/);
  await expectSame(await startIn('drill'));
  await expect(restoreToFolder(inFolder('drill'), file, () => {})).rejects.toThrow('has a database already');
});

test('a dump of the last release, which has no checksum, is restored, and that is said', async () => {
  writeFileSync(inFolder('last.sql'), withoutChecksum(readFileSync(file, 'utf8')));
  const lines: string[] = [];
  await restoreToFolder(inFolder('last'), inFolder('last.sql'), (line) => lines.push(line));
  expect(lines[1]).toMatch(/earlier release and has no checksum/);
  await expectSame(await startIn('last'));
});

test('the oldest format, compressed lines of JSON, is read, and a change of it is noticed', async () => {
  const header = JSON.stringify({
    header: {
      backup: 'libsql',
      version: 1,
      takenAt: '2026-11-20T00:00:00.000Z',
      schema: [
        { type: 'table', name: 'a', sql: 'CREATE TABLE a (x text, y real, z blob)' },
        { type: 'index', name: 'a_x', sql: 'CREATE INDEX a_x ON a (x)' },
      ],
      tables: [{ name: 'a', key: ['rowid'], columns: ['rowid', 'x', 'y', 'z'], shadow: false }],
    },
  });
  const row = JSON.stringify([7, "Asha's\nroses", { real: '5' }, { blob: 'AQI=' }]);
  const sum = (value: string) => createHash('sha256').update(value).digest('hex');
  const end = JSON.stringify({
    end: { header: sum(header), tables: { a: { rows: 1, sha256: sum(`${row}\n`) } } },
  });
  const write = (...lines: string[]) => writeFileSync(inFolder('old.gz'), gzipSync(`${lines.join('\n')}\n`));
  write(header, '{"table":"a"}', row, end);
  const target = await startIn('oldest');
  expect(await restore(target, inFolder('old.gz'))).toBe(1);
  const { tables } = await contentsOf(target.url);
  expect(tables.a).toMatchObject([["Asha's\nroses", 5, expect.anything()]]);
  for (const [lines, problem] of [
    [[row.replace('7', '8'), end], 'is damaged'],
    [[row], 'not a complete backup'],
  ] as const) {
    write(header, '{"table":"a"}', ...lines);
    await expect(restoreToFile(inFolder('new.db'), inFolder('old.gz'), () => {})).rejects.toThrow(problem);
  }
});

test('a damaged file, a missing one or a wrong token changes nothing', async () => {
  const whole = readFileSync(file, 'utf8');
  const middle = whole.indexOf('\n', whole.length / 2);
  const target = await startIn('empty');
  const wrong = withoutChecksum(whole.replace('VALUES(', 'VALUES(('));
  for (const [damaged, problem] of [
    [whole.slice(0, middle + 1), /not a complete backup/],
    [whole.slice(0, middle - 1), /not a complete backup/],
    ['', /not a complete backup/],
    [wrong, /^Nothing was restored: .*syntax error/],
  ] as const) {
    writeFileSync(inFolder('damaged.sql'), damaged);
    await expect(restore(target, inFolder('damaged.sql'))).rejects.toThrow(problem);
  }
  await expect(restore(target, inFolder('none.sql'))).rejects.toThrow('no such file');
  const withoutToken = { url: new URL(target.url).origin };
  await expect(restore(withoutToken, file)).rejects.toThrow(/^Nothing was restored: .*401/);
  expect((await contentsOf(target.url)).schema).toEqual([]);
});

test('of two restores at once, one is refused and the other is complete', async () => {
  const target = await startIn('twice');
  const done = await Promise.allSettled([restore(target, file), restore(target, file)]);
  expect(done.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await contentsOf(target.url)).tables.orders).toHaveLength(await countRows(shop.db, 'orders'));
});

test('an existing file is not overwritten, and a refused or interrupted backup leaves no file', async () => {
  const before = readFileSync(file);
  await expect(backup(original(), file)).rejects.toThrow('already exists');
  expect(readFileSync(file)).toEqual(before);
  const { origin, search } = new URL(original().url);
  const refused = backup({ url: origin, authToken: 'wrong' }, inFolder('new.sql'));
  await expect(refused).rejects.toThrow('The database refuses DATABASE_AUTH_TOKEN.');
  const half = createServer(async (request, response) => {
    if (request.url === '/dump') {
      response.end(before.subarray(0, before.length / 2));
      return;
    }
    const body = await text(request);
    const headers = { authorization: `${request.headers.authorization}` };
    response.end(await (await fetch(`${origin}${request.url}`, { method: 'POST', headers, body })).text());
  });
  await new Promise<void>((done) => half.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(half.address() as AddressInfo).port}${search}`;
  await expect(backup({ url }, inFolder('new.sql'))).rejects.toThrow('The dump was interrupted');
  half.close();
  expect(readdirSync(folder.path).filter((name) => name.startsWith('new.sql'))).toEqual([]);
});

test('both commands report the rows in one line', async () => {
  const run = async (program: string, { url }: { url: string }) => {
    const env = { DATABASE_URL: url };
    const { exited, output } = runFile(root, `tools/${program}.ts`, [inFolder('command.sql')], env);
    expect((await exited).exitCode, output.text).toBe(0);
    return output.text;
  };
  const [, rows] = /: (\d+) rows\n$/.exec(await run('backup', original())) ?? [];
  const restored = await run('restore', await startIn('command'));
  expect(restored).toMatch(new RegExp(`\nRestored: ${rows} rows\n$`));
});
