/** The example of the README, run as its readers do. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = import.meta.dirname;

test('the example of the README prints what it says', () => {
  const [, code = ''] = /^```js\n(.*?)^```$/ms.exec(readFileSync(join(folder, 'README.md'), 'utf8')) ?? [];
  const expected = [...code.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm)].map(([, printed]) => printed);
  const output = execFileSync(process.execPath, ['--input-type=module', '--eval', code], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(expected).toHaveLength(3);
  expect(output.trim().split('\n')).toEqual(expected);
});
