import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { LockedError, startChild, stopChildren } from '#tools/lib/child.ts';
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

/** A parent that starts the command under a guard, prints the command's process id, and stays. */
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
  const script = `const child = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    child.on('spawn', () => { console.log(child.pid); process.exit(0); });`;
  const lines: string[] = [];
  const child = await startChild([process.execPath, '-e', script], { onLine: (line) => lines.push(line) });
  expect(await child.exited).toBe(0);
  await pollUntil(() => !isAlive(Number(lines[0])), 5000, 'the grandchild has ended');
});

test('the exit code is the command’s, or 128 and the signal', async () => {
  const failing = await startChild([process.execPath, '-e', 'process.exit(7)']);
  expect(await failing.exited).toBe(7);
  const killed = await startChild([...forever]);
  killed.signal('SIGKILL');
  expect(await killed.exited).toBe(128 + 9);
});

test('messages go through in both directions', async () => {
  const messages: unknown[] = [];
  const echo = "process.on('message', (message) => process.send({ echo: message.word }))";
  const child = await startChild([process.execPath, '-e', echo], {
    onMessage: (message) => messages.push(message),
  });
  child.send({ word: 'hello' });
  await pollUntil(() => messages.length, 5000, 'an answer');
  expect(messages).toEqual([{ echo: 'hello' }]);
});

test('a lock keeps a second command out until the first has ended', async () => {
  const lock = `harita-test-${process.pid}`;
  const first = await startChild([...forever], { lock });
  await expect(startChild([...forever], { lock })).rejects.toThrow(LockedError);
  first.signal('SIGKILL');
  await first.exited;
  const next = await startChild([...forever], { lock });
  expect(isAlive(next.pid)).toBe(true);
});

test('a command that does not exist is refused with a clear message', async () => {
  await expect(startChild(['/nowhere/at-all'])).rejects.toThrow('/nowhere/at-all could not be started');
});
