/** The files of the project, and the imports between them, as they are on the disk. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './content.ts';
import { type FileImport, type Graph, graphOf, importsOf } from './import-graph.ts';

/** Every file that Git tracks or would add, as sorted paths from the root. */
export const sourceFiles = (): string[] =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter((file) => file && existsSync(join(root, file)))
    .sort();

/** @param file its path from the root */
export const readSource = (file: string): string => readFileSync(join(root, file), 'utf8');

/** All value imports of these files, and the graph of folders that they make. */
export function projectImports(files = sourceFiles()): { imports: FileImport[]; graph: Graph } {
  const { imports: aliases } = JSON.parse(readSource('package.json')) as { imports: Record<string, string> };
  const scripts = files.filter((file) => /\.(ts|tsx|astro|js|mjs)$/.test(file));
  const imports = importsOf(new Map(scripts.map((file) => [file, readSource(file)])), aliases);
  return { imports, graph: graphOf(files, imports) };
}
