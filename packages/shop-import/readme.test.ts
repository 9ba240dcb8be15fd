/** The example of the README, as it is written there. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('the example of the README prints what it says', () => {
  const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
  const [, code = '', printed] =
    /```ts\n([\s\S]*?)```\n\nprints\n\n```text\n([\s\S]*?)```/.exec(readme) ?? [];
  const output = execFileSync(process.execPath, ['--input-type=module-typescript', '--eval', code], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  expect(output).toBe(printed);
});
