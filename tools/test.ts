/**
 * npm run verify: builds what is out of date and runs every test but those of the night, with the checks of
 * `npm run check`, format and the deploy dry run beside them. All of it runs, even after a failure; the last line counts
 * checks and tests together.
 *
 * npm test: the same in nine minutes, for the time before: without most of the browser tests (`mainWay` in
 * vitest.config.ts), format and the dry run.
 *
 *     npm test -- tests/api/cart.test.ts   only this file, with what it needs
 *     npm test -- -t "adds a product"      only tests with these words in their names
 *     npm test -- --project api            only these: unit, tools, built, api, browser, nightly or upgrade
 */
import '#tools/lib/test-content.ts';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { checks, moreChecks, run, runChecks } from '#tools/check.ts';
import { buildEditor } from '#tools/edit/build-editor.ts';
import { buildIfNeeded } from '#tools/lib/build.ts';
import { readStore, root } from '#tools/lib/content.ts';
import { describeError, logError, logInfo } from '#tools/lib/log.ts';

const report = join(root, '.cache', 'tests.json');
/** More tests than this that pass only on the second try fail the run. */
const mostSecondTries = 3;

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

/**
 * @param selection arguments for vitest; empty for all tests but those of the night
 * @param verify without a selection: all browser tests and all checks @returns whether all passed
 */
async function test(selection: string[], verify: boolean): Promise<boolean> {
  mkdirSync(join(root, '.cache'), { recursive: true });
  rmSync(report, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const isWhole = selection.length === 0;
  const namesProject = selection.some((one) => /^--project|tests\/(nightly|upgrade)/.test(one));
  if (isWhole) {
    await buildIfNeeded({ log: logInfo });
    await buildEditor({ log: logInfo, site: readStore().url });
  }
  if (isWhole && !verify) process.env.BROWSER_TESTS = 'main';
  const wanted = isWhole ? [...checks, ...(verify ? moreChecks : [])] : [];
  const [checked, isRight] = await Promise.all([
    runChecks(wanted, 1),
    run({
      name: 'tests',
      command: [
        'vitest',
        'run',
        ...reporters,
        ...selection,
        ...(namesProject ? [] : ['--project=!nightly', '--project=!upgrade']),
      ],
    }),
  ]);
  const tests = counted();
  for (const one of tests.secondTries) logError(`\nPassed on the second try only, to be fixed: ${one}`);
  const tooMany = tests.secondTries.length > mostSecondTries;
  if (tooMany)
    logError(`\n${tests.secondTries.length} tests needed a second try; at most ${mostSecondTries} may.`);
  const failed = checked.failed + tests.failed + Number(tooMany) + Number(!isRight && !tests.failed);
  logInfo(`\n${checked.passed + tests.passed} passed, ${failed} failed`);
  return failed === 0;
}

try {
  const [first, ...rest] = process.argv.slice(2);
  const verify = first === '--verify';
  const selection = first === undefined || verify ? rest : [first, ...rest];
  process.exitCode = (await test(selection, verify)) ? 0 : 1;
} catch (error) {
  logError(describeError(error));
  logInfo('\n0 passed, 1 failed');
  process.exitCode = 1;
}
