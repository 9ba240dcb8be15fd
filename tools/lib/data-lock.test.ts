import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { root } from '#tools/lib/content.ts';
import { checkNotInUse, lockFolder } from '#tools/lib/data-lock.ts';
import { pollUntil, runFile, temporaryFolder } from '#tools/lib/fixture.ts';

const folder = temporaryFolder();
const data = join(folder.path, 'data');
mkdirSync(data);
afterAll(() => folder.remove());

test('a folder is taken once, until its lock is closed', async () => {
  const first = await lockFolder(data);
  await expect(lockFolder(data)).rejects.toThrow(/^The data folder \S+ is in use: /);
  first.close();
  (await lockFolder(data)).close();
});

test('a folder is in use until its server has ended, although what had started it was killed with -9', {
  timeout: 30_000,
}, async () => {
  const script = `import { startDatabase } from ${JSON.stringify(join(root, 'tools/lib/database.ts'))};
await startDatabase(${JSON.stringify(data)});
console.log('runs');`;
  writeFileSync(join(folder.path, 'parent.mjs'), script);
  const parent = runFile(folder.path, 'parent.mjs', []);
  await pollUntil(() => parent.output.text.includes('runs'), 20_000, 'the server runs');
  const [server] = execFileSync('pgrep', ['-x', 'sqld'], { encoding: 'utf8' })
    .split('\n')
    .filter((pid) => pid && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(data));
  // It notices nothing until it is killed, three seconds later.
  process.kill(Number(server), 'SIGSTOP');
  parent.process.kill('SIGKILL');
  await parent.exited;
  await expect(checkNotInUse(data)).rejects.toThrow(/ is in use: /);
  const isFree = () =>
    checkNotInUse(data).then(
      () => true,
      () => false,
    );
  await pollUntil(isFree, 10_000, 'the server has ended');
});
