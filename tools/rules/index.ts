/** node tools/rules/index.ts (part of `npm run lint`): checks every file. */
import { isProse, readSource, sourceFiles } from '#tools/lib/source-files.ts';
import { brokenCitations, citationsIn, documentsOfRules, headingsOf, uncitedRules } from './citations.ts';
import { brokenReferences, targetsOf } from './references.ts';
import { checkFile } from './rule.ts';
import { maxLines, rules } from './rules.ts';

const isText = (file: string): boolean =>
  /\.(ts|tsx|astro|css|mjs|js|json|toml|yaml|yml|md|sql|svg|html)$|^\.[a-z]+|_headers$/.test(file);
const isCode = (file: string): boolean => /\.(ts|tsx|astro|css|mjs)$/.test(file);

function tooLong(file: string, text: string): string[] {
  const lines = text.split('\n').length;
  return isCode(file) && lines > maxLines && !/rule: long - \S/.test(text)
    ? [`${file}: ${lines} lines: split it, or say why it is one thing ("rule: long - why")`]
    : [];
}

const allFiles = sourceFiles();
const files = allFiles.filter((file) => file !== 'package-lock.json' && isText(file) && !isProse(file));
const texts = files.map((file) => ({ file, text: readSource(file) }));
const headings = new Map(
  texts.filter(({ file }) => file.endsWith('.md')).map(({ file, text }) => [file, headingsOf(text)]),
);
const { scripts } = JSON.parse(readSource('package.json')) as { scripts: object };
const targets = targetsOf(allFiles, readSource('.gitignore'), scripts);
// Tests of these rules name what does not exist, and an applied migration is never edited.
const citing = texts.filter(({ file }) => !/^tools\/rules\/.*\.test\.ts$|^db\/migrations\//.test(file));
const citations = citing
  .filter(({ file }) => !file.endsWith('.md'))
  .flatMap(({ file, text }) => citationsIn(file, text));
const problems = [
  ...texts.flatMap(({ file, text }) => [
    ...rules.flatMap((rule) => checkFile(rule, file, text)),
    ...tooLong(file, text),
  ]),
  ...citing.flatMap(({ file, text }) => [
    ...brokenCitations(file, text, headings),
    ...brokenReferences(file, text, targets),
  ]),
  ...documentsOfRules.flatMap((document) => uncitedRules(document, readSource(document), citations)),
];

for (const problem of problems) console.error(problem);
console.log(`House rules: ${rules.length + 3} rules, ${files.length} files, ${problems.length} problems`);
process.exitCode = problems.length ? 1 : 0;
