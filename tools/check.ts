/**
 * npm run check: everything that can be checked without running the shop: types, lint, house rules, dead code. They run
 * two at a time; each prints its output when it has ended.
 */
import '#tools/lib/test-content.ts';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { nodeThatExits } from '#tools/lib/child.ts';
import { root } from '#tools/lib/content.ts';
import { logError, logInfo } from '#tools/lib/log.ts';

/**
 * A program of node_modules/.bin or a script of ours, with its arguments.
 * @property own whether it is about the shop's own content: nothing else fails because of a text or a product
 */
export type Check = { name: string; command: [string, ...string[]]; own?: boolean };

export const checks: Check[] = [
  { name: 'content (npm run content)', command: ['tools/content.ts', '--mistakes'], own: true },
  {
    name: 'types of .astro files (astro check)',
    command: [
      'astro',
      'check',
      '--noSync',
      '--tsconfig',
      'tools/tsconfig.pages.json',
      '--minimumFailingSeverity',
      'warning',
    ],
  },
  { name: 'types of .ts and .tsx files (tsc)', command: ['tsc'] },
  { name: 'lint', command: ['biome', 'lint', '--error-on-warnings'] },
  { name: 'house rules', command: ['tools/rules/index.ts'] },
  {
    name: 'layers (dependency-cruiser)',
    command: [
      'depcruise',
      '--cache',
      '.cache/depcruise',
      'src',
      'functions',
      'db',
      'content',
      'tools',
      'packages',
    ],
  },
  { name: 'dead code (knip)', command: ['knip', '--cache', '--cache-location', '.cache/knip'] },
  {
    name: 'code that only tests use (knip --production)',
    command: ['knip', '--production', '--cache', '--cache-location', '.cache/knip-production'],
  },
];

export const moreChecks: Check[] = [
  { name: 'format', command: ['biome', 'check', '--linter-enabled=false', '--error-on-warnings'] },
  { name: 'deploy, dry run', command: ['tools/deploy.ts', '--dry-run'], own: true },
];

/** Runs a command. Its output is printed at once, or, with `later`, when it has ended. @returns whether it passed */
export async function run({ name, command, own }: Check, later = false): Promise<boolean> {
  const [program, ...args] = command;
  const script = program.endsWith('.ts') ? program : join(root, 'node_modules', '.bin', program);
  const [node, ...flags] = nodeThatExits;
  const { failed, all } = await execa(node, [...flags, script, ...args], {
    cwd: root,
    env: own ? { CONTENT_DIR: undefined } : {},
    stdin: 'ignore',
    stdout: later ? 'pipe' : 'inherit',
    stderr: later ? 'pipe' : 'inherit',
    all: true,
    reject: false,
  });
  if (failed) logError(`${all ?? ''}\n${name}: failed`);
  else logInfo(later ? `${name}: passed` : '');
  return !failed;
}

/** Whether Astro has written the types of the present content types: tsc and `astro check` read them. */
function knowsContentTypes(): boolean {
  const changed = (file: string) => statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  return changed('.astro/content.d.ts') > changed('content/collections.ts');
}

/** @param lanes how many run at a time @returns how many passed and failed */
export async function runChecks(
  list: readonly Check[],
  lanes: number,
): Promise<{ passed: number; failed: number }> {
  const waiting = [...list];
  let passed = 0;
  if (list.length && !knowsContentTypes())
    await run({ name: 'types of content (astro sync)', command: ['astro', 'sync'] }, true);
  const lane = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) if (await run(check, true)) passed += 1;
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return { passed, failed: list.length - passed };
}

if (import.meta.main) {
  const { failed } = await runChecks(checks, 2);
  process.exitCode = failed ? 1 : 0;
}
