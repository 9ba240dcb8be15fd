/**
 * npm run architecture: writes the value imports between folders into docs/architecture.md. With `--check`, as a
 * part of `npm run lint`, it fails when the page is not current or folders import each other in a ring.
 */
import { readdirSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';
import { root } from '#tools/lib/content.ts';
import { table, withPart, writePart } from '#tools/lib/generated-docs.ts';
import { logError, logInfo } from '#tools/lib/log.ts';
import { readSource, sourceFiles } from '#tools/lib/source-files.ts';

/** Folders by name, with those that each imports. */
type Graph = Map<string, Set<string>>;

/** `src/features/cart`, `functions/cart`, `src/lib`, `db/schema`; a file directly in `functions` belongs to that. */
const folderOf = (file: string): string => {
  const folders = posix.dirname(file).split('/');
  return folders.slice(0, folders[1] === 'features' ? 3 : folders[0] === 'content' ? 1 : 2).join('/');
};

/** The code of an Astro file: its front matter and its scripts. */
const codeOf = (file: string): string => {
  const text = readSource(file);
  if (!file.endsWith('.astro')) return text;
  const scripts = [...text.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g)].map(([, script]) => script);
  return [/^\s*---\n([\s\S]*?)\n---/.exec(text)?.[1], ...scripts].join('\n');
};

/** What is imported when the code runs: not what `import type` and `export type` name. */
function importsOf(file: string): string[] {
  const code = codeOf(file);
  return ts.preProcessFile(code).importedFiles.flatMap(({ fileName, pos }) => {
    // The statement from its keyword on, the last one before the name of the file.
    const keyword = [...code.slice(0, pos).matchAll(/\b(?:import|export)\b/g)].at(-1)?.index;
    return /^\w+\s+type\b(?!\s+from\b)/.test(code.slice(keyword)) ? [] : fileName.replace(/\?.*$/, '');
  });
}

const { imports: aliases } = JSON.parse(readSource('package.json')) as { imports: Record<string, string> };

/** Names of the workspaces. */
const packages = new Set(readdirSync(join(root, 'packages')));

function resolve(file: string, name: string): string | undefined {
  if (name.startsWith('.')) return posix.join(posix.dirname(file), name);
  if (packages.has(name)) return `packages/${name}/src/index.ts`;
  const [alias, target = ''] =
    Object.entries(aliases).find(([one]) => name.startsWith(one.slice(0, -1))) ?? [];
  return alias && posix.join(target.slice(0, -1), name.slice(alias.length - 1));
}

const isCode = (file: string): boolean =>
  /^(content|src|db|functions|packages|tools)\/.*\.(ts|tsx|astro|js)$/.test(file) &&
  !/\.(test|d)\.tsx?$/.test(file);

/** The folders of the project. Tests do not count. */
function readGraph(): Graph {
  const graph: Graph = new Map();
  for (const file of sourceFiles().filter(isCode)) {
    const folder = folderOf(file);
    const imported = graph.get(folder) ?? new Set();
    graph.set(folder, imported);
    for (const name of importsOf(file)) {
      const target = resolve(file, name);
      if (target && isCode(target) && folderOf(target) !== folder) imported.add(folderOf(target));
    }
  }
  return graph;
}

/** The folders, each behind those that it imports. @throws Error that names the folders of a ring */
export function bottomUp(graph: Graph): string[] {
  const sorted: string[] = [];
  const left = new Set([...graph.keys()].sort());
  while (left.size) {
    const next = [...left].find((folder) => [...(graph.get(folder) ?? [])].every((one) => !left.has(one)));
    if (next === undefined) throw new Error(`Folders import each other in a ring: ${[...left].join(', ')}`);
    left.delete(next);
    sorted.push(next);
  }
  return sorted;
}

/** The table of docs/architecture.md, from the bottom. @throws as {@link bottomUp} */
function graphTable(graph: Graph): string {
  const order = bottomUp(graph);
  return table(
    ['Folder', 'Imports'],
    order.map((folder) => [
      `\`${folder}\``,
      order
        .filter((one) => graph.get(folder)?.has(one))
        .map((one) => `\`${one}\``)
        .join(', ') || '–',
    ]),
  );
}

/** Whether the page has the graph of the project as it is now. */
export function isPageCurrent(): boolean {
  const page = readSource('docs/architecture.md');
  return page === withPart(page, 'imports', graphTable(readGraph()));
}

if (import.meta.main) {
  if (!process.argv.includes('--check')) {
    writePart('architecture.md', 'imports', graphTable(readGraph()));
    logInfo('docs/architecture.md has the imports.');
  } else if (!isPageCurrent()) {
    logError('docs/architecture.md is not up to date. Run: npm run architecture');
    process.exitCode = 1;
  }
}
