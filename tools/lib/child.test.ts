import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { runAndCapture, startChild, stopChildren } from '#tools/lib/child.ts';
import { root } from '#tools/lib/content.ts';
import { isAlive, pollUntil, runFile, temporaryFolder } from '#tools/lib/fixture.ts';

afterEach(() => stopChildren());

const forever = [process.execPath, '-e', 'setInterval(() => {}, 1000)'] as const;
/** A process that prints when it is ready, and ignores SIGTERM. */
const stubborn = [
  process.execPath,
  '-e',
  "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000); console.log('deaf')",
] as const;

/** A parent that starts the command, prints the command's process id, and stays. */
async function startParent(command: readonly string[]) {
  const folder = temporaryFolder();
  const script = `
    import { startChild } from ${JSON.stringify(join(root, 'tools', 'lib', 'child.ts'))};
    const child = await startChild(${JSON.stringify(command)}, { onLine: console.log });
    console.log('pid ' + child.pid);
    setInterval(() => {}, 1000);
  `;
  writeFileSync(join(folder.path, 'parent.mjs'), script);
  const parent = runFile(folder.path, 'parent.mjs', []);
  const pid = await pollUntil(
    () => Number(/pid (\d+)/.exec(parent.output.text)?.[1]),
    10_000,
    'the command runs',
  );
  return { parent, pid, remove: folder.remove };
}

test('a command ends when its parent is killed with -9', async () => {
  const { parent, pid, remove } = await startParent(forever);
  expect(isAlive(pid)).toBe(true);
  parent.process.kill('SIGKILL');
  await pollUntil(() => !isAlive(pid), 10_000, 'the command has ended');
  remove();
});

test('a command that ignores SIGTERM is killed', { timeout: 20_000 }, async () => {
  const { parent, pid, remove } = await startParent(stubborn);
  await pollUntil(() => parent.output.text.includes('deaf'), 10_000, 'the command is deaf');
  parent.process.kill('SIGKILL');
  await pollUntil(() => !isAlive(pid), 10_000, 'the command has ended');
  remove();
});

test('the remaining processes of a command’s group end with it', async () => {
  const script = `const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
    child.on('spawn', () => { console.log(child.pid); process.exit(0); });`;
  const lines: string[] = [];
  const child = await startChild([process.execPath, '-e', script], { onLine: (line) => lines.push(line) });
  expect(await child.exited).toBe('exit code 0');
  await pollUntil(() => !isAlive(Number(lines[0])), 5000, 'the grandchild has ended');
});

test('it is said how a command ended: with its exit code, or by a signal', async () => {
  const failing = await startChild([process.execPath, '-e', 'process.exit(7)']);
  expect(await failing.exited).toBe('exit code 7');
  const killed = await startChild([...forever]);
  killed.kill('SIGKILL');
  expect(await killed.exited).toBe('SIGKILL');
});

test('a command that is stopped may end by itself; one that ignores it is killed', {
  timeout: 20_000,
}, async () => {
  const polite = await startChild([...forever]);
  await polite.stop();
  expect(await polite.exited).toBe('SIGTERM');
  let isDeaf = false;
  const deaf = await startChild([...stubborn], {
    onLine: () => {
      isDeaf = true;
    },
  });
  await pollUntil(() => isDeaf, 10_000, 'the command is deaf');
  await deaf.stop();
  expect(await deaf.exited).toBe('SIGKILL');
});

test('the output of a command is returned, and the end of it is the reason of a failure', async () => {
  const say = (exitCode: number) =>
    `for (let n = 0; n < 50; n++) console.error('\\x1b[31mline ' + n + '\\x1b[39m'); process.exitCode = ${exitCode};`;
  expect((await runAndCapture([process.execPath, '-e', say(0)])).split('\n')).toHaveLength(50);
  const reason = await runAndCapture([process.execPath, '-e', say(1)]).catch((error) => error.message);
  expect([reason.split('\n').length, reason.split('\n')[0]]).toEqual([40, 'line 10']);
  await expect(runAndCapture([process.execPath, '-e', 'process.exit(3)'])).rejects.toThrow(/exit code 3/);
});

test('a command that does not exist is refused with a clear message', async () => {
  await expect(startChild(['/nowhere/at-all'])).rejects.toThrow(
    /^\/nowhere\/at-all could not be started: .*ENOENT/,
  );
});
