/** npm run database, and the commands that find it. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { addressFile } from '#tools/lib/command.ts';
import { root } from '#tools/lib/content.ts';
import { pollUntil, runFile, temporaryFolder } from '#tools/lib/fixture.ts';

const folder = temporaryFolder();
afterAll(() => folder.remove());

test('a command with the same DATA_DIR can use it; only its owner can read the file with its URL', async () => {
  const env = { DATA_DIR: join(folder.path, 'data') };
  const server = runFile(root, 'tools/database-server.ts', [], env);
  const file = join(env.DATA_DIR, addressFile);
  try {
    await pollUntil(
      () => existsSync(file) || server.process.exitCode !== null,
      30_000,
      'the database is open',
    );
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const migrate = runFile(root, 'tools/migrate.ts', [], env);
    expect(await migrate.exited).toEqual({ exitCode: 0 });
    expect(migrate.output.text).toMatch(/^Migrations applied: [1-9]/);
  } finally {
    server.process.kill('SIGTERM');
  }
  expect(await server.exited).toEqual({ exitCode: 0 });
});
