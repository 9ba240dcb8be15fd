/**
 * npm test: builds what is out of date, then checks types, lint and house rules, and runs every test. `npm run
 * verify` adds format, dead code and the deploy dry run. All steps run, even after a failure; the last line
 * counts checks and tests together.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildEditor } from '#tools/edit/build-editor.ts';
import { buildIfNeeded } from '#tools/lib/build.ts';
import { nodeThatExits } from '#tools/lib/child.ts';
import { readStore, root } from '#tools/lib/content.ts';
import { describeError, logError, logInfo } from '#tools/lib/log.ts';

type Step = { name: string; command: string[] };

const report = join(root, '.cache', 'tests.json');
const verify = process.argv.includes('--verify');

const steps: Step[] = [
  {
    name: 'types of pages (astro check)',
    command: ['astro', 'check', '--minimumFailingSeverity', 'warning'],
  },
  { name: 'types (tsc)', command: ['tsc', '--noEmit'] },
  { name: 'lint', command: ['biome', 'lint', '--error-on-warnings'] },
  { name: 'house rules', command: ['tools/rules/index.ts'] },
];
const more: Step[] = [
  { name: 'format', command: ['biome', 'check', '--linter-enabled=false', '--error-on-warnings'] },
  { name: 'dead code (knip)', command: ['knip'] },
  { name: 'deploy, dry run', command: ['tools/deploy.ts', '--dry-run'] },
];
const tests = ['vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`];

function run({ name, command }: Step): boolean {
  logInfo(`\n${name}`);
  const [program = '', ...args] = command;
  const script = program.endsWith('.ts') ? program : join(root, 'node_modules', '.bin', program);
  const [node, ...flags] = nodeThatExits;
  const { status } = spawnSync(node, [...flags, script, ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) logError(`${name}: failed`);
  return status === 0;
}

/** The part of vitest's report that is read here (its reporter `json`). */
type Report = {
  numPassedTests: number;
  numFailedTests: number;
  numFailedTestSuites: number;
  success: boolean;
  testResults: { assertionResults: { fullName: string; status: string; failureMessages: string[] }[] }[];
};

/** Vitest's counts; a run without a report counts as one failure, never as none. */
function counted(): { passed: number; failed: number; secondTries: string[] } {
  if (!existsSync(report)) return { passed: 0, failed: 1, secondTries: [] };
  const { numPassedTests, numFailedTests, numFailedTestSuites, success, testResults } = JSON.parse(
    readFileSync(report, 'utf8'),
  ) as Report;
  return {
    passed: numPassedTests,
    failed: numFailedTests || (success ? 0 : Math.max(1, numFailedTestSuites)),
    // Passed, but with the failure of the first try.
    secondTries: testResults
      .flatMap((file) => file.assertionResults)
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName, failureMessages }) => `${fullName}\n${failureMessages.join('\n')}`),
  };
}

async function all(): Promise<void> {
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(report, { force: true });
  await buildIfNeeded({ log: logInfo });
  await buildEditor({ log: logInfo, site: readStore().url });
  const results = [...steps, ...(verify ? more : [])].map(run);
  const right = run({ name: 'tests (vitest)', command: tests });
  const { passed, failed, secondTries } = counted();
  for (const one of secondTries) logError(`\nPassed on the second try only, to be fixed: ${one}`);
  const wrong = results.filter((ok) => !ok).length + failed + (right || failed ? 0 : 1);
  logInfo(`\n${results.filter(Boolean).length + passed} passed, ${wrong} failed`);
  process.exitCode = wrong ? 1 : 0;
}

try {
  await all();
} catch (error) {
  logError(describeError(error));
  logInfo('\n0 passed, 1 failed');
  process.exitCode = 1;
}
