import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('the example of the README prints what stands below it', () => {
  const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8');
  const [, example = '', printed] = /```ts\n(.*?)```.*?```text\n(.*?)```/s.exec(readme) ?? [];
  const output = execFileSync(process.execPath, ['--input-type=module-typescript', '--eval', example], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  expect(output).toBe(printed);
});
