/** node tools/rules/index.ts (part of `npm run lint`): checks every file, and the imports between folders. */
import { ringsOf } from '#tools/lib/import-graph.ts';
import { layerViolations } from '#tools/lib/layers.ts';
import { projectImports, readSource, sourceFiles } from '#tools/lib/source-files.ts';
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

/** Rings between folders, each with the imports that close it, and imports of functions/ that go upwards. */
function importProblems(files: string[]): string[] {
  const { imports, graph } = projectImports(files);
  const rings = ringsOf(graph, imports).map(({ folders, imports: inside }) =>
    [
      `These folders import each other in a ring: ${folders.join(', ')}`,
      ...inside.map(({ from, to }) => `  ${from} imports ${to}`),
    ].join('\n'),
  );
  return [...rings, ...layerViolations(imports)];
}

const sources = sourceFiles();
const files = sources.filter((file) => file !== 'package-lock.json' && isText(file));
const problems = files.flatMap((file) => {
  const text = readSource(file);
  return [...rules.flatMap((rule) => checkFile(rule, file, text)), ...tooLong(file, text)];
});
problems.push(...importProblems(sources));

for (const problem of problems) console.error(problem);
console.log(`House rules: ${rules.length + 2} rules, ${files.length} files, ${problems.length} problems`);
process.exitCode = problems.length ? 1 : 0;
