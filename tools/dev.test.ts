import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freePort } from '#tools/lib/database.ts';
import { pollUntil, runFile, temporaryFolder, writeTinyProject } from '#tools/lib/fixture.ts';

test('serves pages and API, takes up changes of both, ends on SIGTERM', { timeout: 120_000 }, async () => {
  const folder = temporaryFolder();
  writeTinyProject(folder.path);
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const run = runFile(folder.path, 'tools/dev.ts', [], { PORT: `${port}`, EDIT: 'off' });
  try {
    await pollUntil(
      () => {
        if (run.process.exitCode !== null) throw new Error(run.output.text);
        return run.output.text.includes('is open for changes');
      },
      60_000,
      'the shop is open',
    );
    // A request during a restart may stay without an answer: it is repeated.
    const text = (path: string) =>
      fetch(url + path, { signal: AbortSignal.timeout(5_000) }).then(
        (response) => response.text(),
        () => '',
      );
    await pollUntil(
      async () => (await text('/api/health')).includes('"database":"ok"'),
      10_000,
      'the Worker answers',
    );

    const page = join(folder.path, 'src', 'pages', 'index.astro');
    writeFileSync(page, '<!doctype html><title>another page</title>');
    await pollUntil(async () => (await text('/')).includes('another page'), 10_000, 'the changed page');

    const worker = join(folder.path, 'functions', 'index.ts');
    writeFileSync(worker, readFileSync(worker, 'utf8').replace('from the Worker', 'from the changed Worker'));
    await pollUntil(
      async () => (await text('/api/x')) === 'from the changed Worker',
      20_000,
      'the changed Worker',
    );

    run.process.kill('SIGTERM');
    expect(await run.exited).toEqual({ code: 0, signal: null });
  } finally {
    run.process.kill('SIGKILL');
    await run.exited;
    folder.remove();
  }
});
