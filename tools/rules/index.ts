/** node tools/rules/index.ts (part of `npm run lint`): asks every house rule of every file. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tools/lib/content.ts';
import { ask } from './rule.ts';
import { longest, rules } from './rules.ts';

const isText = (file: string): boolean =>
  /\.(ts|tsx|astro|css|mjs|js|json|toml|yaml|yml|md|svg|html)$|^\.[a-z]+|_headers$/.test(file);
const isCode = (file: string): boolean => /\.(ts|tsx|astro|css|mjs)$/.test(file);

function tooLong(file: string, text: string): string[] {
  const lines = text.split('\n').length;
  return isCode(file) && lines > longest && !/rule: long - \S/.test(text)
    ? [`${file}: ${lines} lines: split it, or say why it is one thing ("rule: long - why")`]
    : [];
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file && file !== 'package-lock.json' && isText(file) && existsSync(join(root, file)));
const broken = files.flatMap((file) => {
  const text = readFileSync(join(root, file), 'utf8');
  return [...rules.flatMap((rule) => ask(rule, file, text)), ...tooLong(file, text)];
});

for (const line of broken) console.error(line);
console.log(`House rules: ${rules.length + 1} asked of ${files.length} files, ${broken.length} broken`);
process.exitCode = broken.length ? 1 : 0;
