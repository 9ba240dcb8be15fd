import { execFileSync } from 'node:child_process';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#tools/lib/content.ts';

/** The home folder of the commands that we start, for a person with this one. */
const homeFor = (HOME: string): string =>
  execFileSync(
    process.execPath,
    ['--input-type=module', '-e', "await import('#tools/lib/child.ts'); console.log(process.env.HOME)"],
    { cwd: root, env: { ...process.env, HOME }, encoding: 'utf8' },
  ).trim();

test('a home folder that cannot be written is replaced by one of the project; any other stays', () => {
  expect(homeFor('/proc/none')).toBe(join(root, '.cache', 'home'));
  expect(homeFor(homedir())).toBe(homedir());
});
