/** A database that cannot be used, made so for real: its files are overwritten, its disk is full. */
import { execFileSync } from 'node:child_process';
import { closeSync, cpSync, mkdirSync, openSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from '#db/client.ts';
import { migrate } from '#db/migrate.ts';
import { startDatabase } from '#tools/lib/database.ts';
import { recordMigrationCount, toDatabaseFailure, toServerFailure } from '#tools/lib/database-errors.ts';
import { temporaryFolder, writeTinyBuild } from '#tools/lib/fixture.ts';
import { Failure } from '#tools/lib/log.ts';
import { checkDataFolder } from '#tools/lib/options.ts';
import { startStack } from '#tools/lib/stack.ts';

const folder = temporaryFolder();
const build = writeTinyBuild(folder.path);
/** A new database: all of it is in its log. */
const small = join(folder.path, 'small');
/** One whose own file is written too. */
const large = join(folder.path, 'large');
const disks: string[] = [];

/** Makes a database with the shop's tables. */
async function makeDatabase(dataDir: string, fill?: (database: { url: string }) => Promise<void>) {
  mkdirSync(dataDir);
  const database = await startDatabase(dataDir);
  recordMigrationCount(database.folder, await migrate(database));
  await fill?.(database);
  await database.stop();
}

beforeAll(async () => {
  await makeDatabase(small);
  await makeDatabase(large, async ({ url }) => {
    const { write } = connect({ url });
    await write.run(sql`CREATE TABLE filler (n INTEGER PRIMARY KEY, noise BLOB)`);
    for (let part = 0; part < 2; part++)
      await write.run(sql`INSERT INTO filler (noise) WITH RECURSIVE numbers (n) AS
        (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 2000) SELECT randomblob(3000) FROM numbers`);
  });
});

afterAll(() => {
  for (const disk of disks) execFileSync('umount', [disk]);
  folder.remove();
});

/** The message of a start with this data folder; there must be no other line. */
async function failure(dataDir: string): Promise<string> {
  const lines: string[] = [];
  const started = startStack({ dataDir, build, onLog: (line) => lines.push(line) });
  const error = await started.then(
    (stack) => stack.stop(),
    (thrown) => thrown,
  );
  expect(error).toBeInstanceOf(Failure);
  expect(lines).toEqual([]);
  return error.message;
}

const files = 'sqld/dbs/default';
const noise = (bytes: number) => Buffer.alloc(bytes, 'no database ');
const overwrite = (file: string) => writeFileSync(file, noise(statSync(file).size));

test.each<[string, string, (data: string) => void]>([
  ['is overwritten', large, (data) => overwrite(join(data, files, 'data'))],
  [
    'is overwritten in the middle',
    large,
    (data) => {
      const file = join(data, files, 'data');
      const open = openSync(file, 'r+');
      writeSync(open, noise(20_000), 0, 20_000, Math.floor(statSync(file).size / 2));
      closeSync(open);
    },
  ],
  ['has lost its log', small, (data) => rmSync(join(data, files, 'data-wal'))],
  ['has another log', small, (data) => overwrite(join(data, files, 'data-wal'))],
  ['has another replication log', small, (data) => overwrite(join(data, files, 'wallog'))],
  ['has another list of databases', small, (data) => overwrite(join(data, 'sqld/metastore/data'))],
])('a database that %s is damaged, and a backup helps', async (name, whole, spoil) => {
  const data = join(folder.path, name.replaceAll(' ', '-'));
  cpSync(whole, data, { recursive: true });
  spoil(data);
  expect(await failure(data)).toMatch(
    /^The database in \S+sqld is damaged \(.+\): .*restore a backup \(docs\/operations\.md\).*\.$/,
  );
});

/** Mounts a disk of this size, KiB; undefined if this machine does not allow it. */
function smallDisk(kib: number): string | undefined {
  const path = join(folder.path, `disk-${kib}`);
  mkdirSync(path);
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${kib}k`, 'tmpfs', path], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  disks.push(path);
  return path;
}

const full = /^The disk of \S+ is full: free at least 32 MB, or choose a folder on another disk/;

// The server finds no room for its own files, for its log, for a table.
test.for([40, 200, 1200])(
  'a full disk of %i KiB is reported, at any point where the server notices it',
  async (kib, { skip }) => {
    const disk = smallDisk(kib) ?? skip('no disk can be mounted here');
    expect(await failure(join(disk, 'data'))).toMatch(full);
  },
);

test('a disk that is nearly full is refused before anything begins', async ({ skip }) => {
  const disk = smallDisk(2000) ?? skip('no disk can be mounted here');
  await expect(checkDataFolder(join(disk, 'data'))).rejects.toThrow(full);
});

test('read-only files are distinguished from a damaged database', () => {
  for (const said of ['Error: Permission denied (os error 13)', 'Error: unable to open database file: data'])
    expect(toServerFailure([said, '', 'Stack backtrace:'], folder.path).message).toMatch(
      /change their owner/,
    );
});

test('other errors stay unchanged', () => {
  const error = new Error('something else');
  expect(toDatabaseFailure(error, folder.path)).toBe(error);
  expect(toServerFailure(['GLIBC_2.99 not found'], folder.path).message).toBe(
    'The database server did not start: GLIBC_2.99 not found',
  );
});

test('a port that is in use is not reported as damage', async () => {
  const data = join(folder.path, 'port');
  mkdirSync(data);
  const database = await startDatabase(data);
  await database.kill();
  const server = createServer((socket) => socket.destroy());
  await new Promise<void>((done) => server.listen(Number(new URL(database.url).port), '127.0.0.1', done));
  await expect(database.start()).rejects.toThrow('The port of the database server is in use');
  await new Promise((done) => server.close(done));
});
