import { cpSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addressFile } from '#tools/lib/command.ts';
import { type CommandResult, pollUntil, runFile } from '#tools/lib/fixture.ts';
import { projectForStarts } from '#tools/lib/start-fixture.ts';

const { folder, start, refused } = projectForStarts();

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

test('shows what is saved in content, and a mistake leaves it as it is', { timeout: 120_000 }, async () => {
  writeFileSync(
    join(folder.path, 'src/pages/index.astro'),
    `---
import { readFileSync } from 'node:fs';
const [, name] = /^name: (.*)$/m.exec(readFileSync('content/store.yaml', 'utf8'));
---
<title>{name}</title>`,
  );
  const run = start();
  const url = await open(run);
  const file = join(folder.path, 'content/store.yaml');
  const rename = (name: string) =>
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^name: .*$/m, `name: ${name}`));
  // A request during a restart may stay without an answer: it is repeated.
  const page = () =>
    fetch(url).then(
      (response) => response.text(),
      () => '',
    );
  rename('Neem');
  await pollUntil(async () => (await page()).includes('<title>Neem</title>'), 60_000, 'the new name');
  rename("''");
  await pollUntil(
    () => run.output.text.includes('content/store.yaml: name: must not be empty'),
    60_000,
    'the mistake is reported',
  );
  expect(await page()).toContain('<title>Neem</title>');
  run.process.kill('SIGTERM');
  await run.exited;
});
