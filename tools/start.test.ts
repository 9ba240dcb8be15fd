/** `npm start` and `npm run dev` in one small project, one after the other. */
import { execFileSync } from 'node:child_process';
import { cpSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { addressFile } from '#tools/lib/command.ts';
import { root } from '#tools/lib/content.ts';
import { type CommandResult, pollUntil, runFile } from '#tools/lib/fixture.ts';
import { checkDataFolder } from '#tools/lib/options.ts';
import { projectForStarts } from '#tools/lib/start-fixture.ts';
import manifest from '../package.json' with { type: 'json' };

const { folder, start, dev, refused } = projectForStarts();
const dataFolder = join(folder.path, '.data');

/** Waits until its last line names the shop's URL. */
const open = (run: CommandResult, line = /is open at (\S+) \(database: ok\)/) =>
  pollUntil(
    () => {
      if (run.process.exitCode !== null) throw new Error(run.output.text);
      return line.exec(run.output.text)?.[1];
    },
    120_000,
    'the shop is open',
  );
const databaseUrl = () => readFileSync(join(dataFolder, addressFile), 'utf8');
const isDown = (url: string) =>
  fetch(url).then(
    () => false,
    () => true,
  );
/** A request during a restart may stay without an answer: it is repeated. */
const textAt = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(5_000) })
    .then((response) => response.text())
    .catch(() => '');

describe('npm start', () => {
  let run: CommandResult;
  let url: string;
  const rename = (title: string) => {
    const file = join(folder.path, 'content/team.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^title: .*$/m, `title: ${title}`));
  };

  beforeAll(() =>
    writeFileSync(
      join(folder.path, 'src/pages/index.astro'),
      `---
import { readFileSync } from 'node:fs';
const [, title] = /^title: (.*)$/m.exec(readFileSync('content/team.yaml', 'utf8'));
---
<title>{title}</title>`,
    ),
  );

  test('builds, opens, and guards its data folder', { timeout: 90_000 }, async () => {
    run = start();
    url = await open(run);
    expect(run.output.text).toMatch(/^Building the pages/);
    expect((await fetch(url)).headers.get('x-frame-options')).toBe('DENY');
    await expect(checkDataFolder(dataFolder)).rejects.toThrow(/^The data folder .* is in use/);
  });

  test('gives commands its database, whose token only its user can read', async () => {
    expect(statSync(join(dataFolder, addressFile)).mode & 0o777).toBe(0o600);
    const operator = runFile(folder.path, 'tools/operator.ts', ['add', '--email', 'priya@example.com']);
    expect(await operator.exited).toEqual({ exitCode: 0 });
    expect(operator.output.text).toContain('priya@example.com');
    expect(await isDown(databaseUrl())).toBe(false);
    expect(run.output.text).not.toContain(new URL(databaseUrl()).searchParams.get('authToken'));
  });

  test('starts a database server that has ended again, and takes orders of commands as before', async () => {
    const address = databaseUrl();
    const [pid] = execFileSync('pgrep', ['-x', 'sqld'], { encoding: 'utf8' })
      .split('\n')
      .filter((one) => one && readFileSync(`/proc/${one}/cmdline`, 'utf8').includes(dataFolder));
    process.kill(Number(pid), 'SIGKILL');
    await pollUntil(
      () => run.output.text.includes('The database server runs again.') || undefined,
      30_000,
      'it is back',
    );
    expect(run.output.text).toContain('It is started again.');
    expect(databaseUrl()).toBe(address);
    expect(await textAt(`${url}/api/health`)).toContain('"database":"ok"');
  });

  test('shows what is saved in content, and a mistake leaves it as it is', { timeout: 120_000 }, async () => {
    rename('Neem');
    await pollUntil(async () => (await textAt(url)).includes('<title>Neem</title>'), 60_000, 'the new title');
    rename("''");
    const mistake = 'content/team.yaml: title: must not be empty';
    await pollUntil(() => run.output.text.includes(mistake), 60_000, 'the mistake is reported');
    // The mistake may be reported while the Worker restarts with the new pages.
    await pollUntil(
      async () => (await textAt(url)).includes('<title>Neem</title>'),
      10_000,
      'it is as it was',
    );
    expect(await refused()).toEqual({ code: 1, lines: [mistake] });
  });

  test('ends on SIGTERM, without a word', async () => {
    const said = run.output.text;
    run.process.kill('SIGTERM');
    expect(await run.exited).toEqual({ exitCode: 0 });
    expect([await isDown(url), await isDown(databaseUrl())]).toEqual([true, true]);
    expect(run.output.text).toBe(said);
  });

  test('does not build again what is current, and prints no sign-in when the Worker does not start', {
    timeout: 60_000,
  }, async () => {
    rename('Neem');
    const file = join(folder.path, '.cache/worker/index.js');
    const right = readFileSync(file, 'utf8');
    writeFileSync(file, `throw new Error('broken');\n${right}`);
    try {
      const { code, lines } = await refused(['--demo']);
      expect(code).toBe(1);
      expect(lines.join('\n')).toContain('broken');
      expect(lines.join('\n')).not.toMatch(/Building|Sign in as|@|SAMPLE15/);
    } finally {
      writeFileSync(file, right);
    }
  });
});

test('npm run dev serves pages and API, takes up changes of both, and leaves nothing behind when npm is killed with -9', {
  timeout: 480_000,
}, async () => {
  cpSync(join(root, 'src/content.config.ts'), join(folder.path, 'src/content.config.ts'));
  const run = dev();
  const url = await open(run, /runs at (\S+)/);
  await pollUntil(
    async () => (await textAt(`${url}/api/health`)).includes('"database":"ok"'),
    10_000,
    'the Worker answers',
  );

  const page = join(folder.path, 'src/pages/index.astro');
  writeFileSync(
    page,
    `---
import { getEntry } from 'astro:content';
const team = await getEntry('team', 'team');
---
<!doctype html><title>another page</title>{team.data.title} {team.data.motto}`,
  );
  await pollUntil(async () => (await textAt(url)).includes('another page'), 10_000, 'the changed page');

  const schema = join(folder.path, 'src/domain/about/team.ts');
  const text = readFileSync(schema, 'utf8');
  const motto = (type: string) =>
    writeFileSync(schema, text.replace('strictObject({', `strictObject({ motto: ${type},`));
  motto('text(60)');
  await pollUntil(() => run.output.text.includes('motto: must be a text'), 30_000, 'the mistake is reported');
  motto("z.string().default('a new field')");
  await pollUntil(
    async () => (await textAt(url)).includes('a new field'),
    180_000,
    'the new field of the content',
  );
  // From then on it follows changes again.
  await pollUntil(
    () => run.output.text.split(' runs at ').length === 3,
    60_000,
    'the shop says again that it runs',
  );

  const worker = join(folder.path, 'functions/index.ts');
  writeFileSync(worker, readFileSync(worker, 'utf8').replace('from the Worker', 'from the changed Worker'));
  await pollUntil(
    async () => (await textAt(`${url}/api/x`)) === 'from the changed Worker',
    20_000,
    'the changed Worker',
  );

  run.process.kill('SIGKILL');
  await pollUntil(
    async () => (await isDown(url)) && (await isDown(databaseUrl())),
    10_000,
    'Astro’s server, Worker and database have ended',
  );
});

test.each(['start', 'dev', 'database'])(
  'npm run %s has no shell between, which would outlive npm',
  (name) => {
    expect(Object.entries(manifest.scripts)).toContainEqual([name, expect.stringMatching(/^exec node /)]);
  },
);
