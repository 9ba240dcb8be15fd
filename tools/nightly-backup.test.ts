/**
 * The nightly backup never leaves a dump in plain text. `npm` and `gpg` are small scripts here, which fail as they are told;
 * where the real gpg is installed, it encrypts too.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { root } from '#tools/lib/content.ts';

const folder = mkdtempSync(join(tmpdir(), 'nightly-'));
const kept = join(folder, 'kept');
const bin = join(folder, 'bin');
const secret = "INSERT INTO users VALUES('asha@example.in');";
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  rmSync(kept, { recursive: true, force: true });
  mkdirSync(kept);
  mkdirSync(bin, { recursive: true });
});

function program(name: string, script: string): void {
  writeFileSync(join(bin, name), `#!/bin/sh\n${script}\n`);
  chmodSync(join(bin, name), 0o755);
}
const dump = `echo "${secret}"`;
/** Encrypts by changing letters. */
const encrypt = `while [ $# -gt 1 ]; do [ "$1" = --output ] && out=$2; shift; done; tr 'a-zA-Z' 'n-za-mN-ZA-M' > "$out"`;

function run(environment: NodeJS.ProcessEnv = {}, recipient = 'backup@example.in') {
  const { status, stderr } = spawnSync(join(root, 'tools', 'nightly-backup.sh'), [kept, recipient], {
    env: { ...process.env, PATH: `${bin}:${process.env.PATH}`, ...environment },
    encoding: 'utf8',
  });
  return { ok: status === 0, stderr };
}
const files = () => readdirSync(kept);
const plain = () =>
  files().filter((file) => readFileSync(join(kept, file), 'utf8').includes('asha@example.in'));

test('a run leaves one encrypted file; another one on the same day leaves its own', () => {
  program('npm', dump);
  program('gpg', encrypt);
  program('date', 'echo 2026-11-26T0315$(ls "$KEPT" | wc -l | tr -d " ")0');
  for (let runs = 1; runs <= 2; runs += 1) {
    expect(run({ KEPT: kept }).ok).toBe(true);
    expect(files()).toHaveLength(runs);
    expect(files().every((file) => file.endsWith('.sql.gpg'))).toBe(true);
    expect(plain()).toEqual([]);
  }
  rmSync(join(bin, 'date'));
});

test.each([
  ['gpg is missing', dump, 'exit 127'],
  ['gpg refuses the recipient', dump, 'exit 2'],
  ['gpg fails in the middle', dump, `${encrypt}; exit 2`],
  ['gpg reads nothing and is killed', dump, 'kill -9 $$'],
  ['the dump fails at once', 'exit 1', encrypt],
  ['the dump breaks off', `${dump}; exit 1`, encrypt],
  ['both fail', `${dump}; exit 1`, 'exit 2'],
])('nothing is left when %s', (_, npm, gpg) => {
  program('npm', npm);
  program('gpg', gpg);
  expect(run().ok).toBe(false);
  expect(files()).toEqual([]);
});

const hasGpg = !spawnSync('gpg', ['--version']).error;
test.skipIf(!hasGpg)('gpg itself encrypts it', () => {
  program('npm', dump);
  rmSync(join(bin, 'gpg'), { force: true });
  const env = { GNUPGHOME: join(folder, 'gnupg') };
  mkdirSync(env.GNUPGHOME, { mode: 0o700 });
  const gpg = (...parameters: string[]) =>
    execFileSync('gpg', ['--batch', '--passphrase', '', ...parameters], {
      env: { ...process.env, ...env },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  gpg('--quick-generate-key', 'backup@example.in', 'default', 'default', 'never');
  expect(run(env)).toMatchObject({ ok: true });
  expect(plain()).toEqual([]);
  expect(gpg('--decrypt', join(kept, files()[0] ?? ''))).toBe(`${secret}\n`);
  expect(run(env, 'nobody@example.in').ok).toBe(false);
  expect(files()).toHaveLength(1);
});
