/** node tools/rules/index.ts (part of `npm run lint`): checks every file. */
import { readSource, sourceFiles } from '#tools/lib/source-files.ts';
import { checkFile } from './rule.ts';
import { maxLines, rules } from './rules.ts';

const isText = (file: string): boolean =>
  /\.(ts|tsx|astro|css|mjs|js|json|toml|yaml|yml|md|svg|html)$|^\.[a-z]+|_headers$/.test(file);
const isCode = (file: string): boolean => /\.(ts|tsx|astro|css|mjs)$/.test(file);

function tooLong(file: string, text: string): string[] {
  const lines = text.split('\n').length;
  return isCode(file) && lines > maxLines && !/rule: long - \S/.test(text)
    ? [`${file}: ${lines} lines: split it, or say why it is one thing ("rule: long - why")`]
    : [];
}

const files = sourceFiles().filter((file) => file !== 'package-lock.json' && isText(file));
const problems = files.flatMap((file) => {
  const text = readSource(file);
  return [...rules.flatMap((rule) => checkFile(rule, file, text)), ...tooLong(file, text)];
});

for (const problem of problems) console.error(problem);
console.log(`House rules: ${rules.length + 1} rules, ${files.length} files, ${problems.length} problems`);
process.exitCode = problems.length ? 1 : 0;
