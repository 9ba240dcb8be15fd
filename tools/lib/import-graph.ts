/**
 * The graph of value imports between folders. Pure: it works on file texts and never reads the disk.
 * Imports of types are left out, since they are gone when the code runs.
 */
import { posix } from 'node:path';
import ts from 'typescript';

/** A value import of one file by another, both by their path from the root. */
export type FileImport = { from: string; to: string };

/** Folders by name, with the folders that each imports. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** A ring of folders, with the imports that close it. */
export type Ring = { folders: string[]; imports: FileImport[] };

const isCode = (file: string): boolean => /\.(ts|tsx|astro|js|mjs)$/.test(file) && !file.endsWith('.d.ts');
const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file) || file.startsWith('tests/');

/**
 * The node of a file: `functions/cart`, `src/features/cart`, `src/lib`, `db/schema`, `tools/lib`, `content`; files
 * directly in `functions`, `src`, `db` or `tools` belong to that folder itself.
 * @returns undefined for files outside these folders
 */
export function folderOf(file: string): string | undefined {
  const [top = '', second, third, ...rest] = file.split('/');
  if (top === 'content') return top;
  if (!['functions', 'src', 'db', 'tools'].includes(top) || second === undefined) return undefined;
  if (third === undefined) return top;
  if (top === 'src' && second === 'features' && rest.length) return `${top}/${second}/${third}`;
  return `${top}/${second}`;
}

/** The scripts of an Astro file as one text each: the front matter, then every `<script>`. */
function astroScripts(text: string): string[] {
  const [whole = '', frontMatter = ''] = /^\s*---\r?\n([\s\S]*?)\r?\n---/.exec(text) ?? [];
  const scripts = text.slice(whole.length).matchAll(/<script\b[^>]*>([\s\S]*?)<\/script>/g);
  return [frontMatter, ...[...scripts].map(([, script = '']) => script)];
}

/** Whether an import or export declaration remains when types are removed. */
function hasValue(statement: ts.ImportDeclaration | ts.ExportDeclaration): boolean {
  if (ts.isExportDeclaration(statement)) {
    const { exportClause, isTypeOnly } = statement;
    if (isTypeOnly) return false;
    return !(exportClause && ts.isNamedExports(exportClause)) || isAnyValue(exportClause.elements);
  }
  const { importClause } = statement;
  if (!importClause) return true;
  if (importClause.isTypeOnly) return false;
  const { name, namedBindings } = importClause;
  return !namedBindings || name !== undefined || !ts.isNamedImports(namedBindings)
    ? true
    : isAnyValue(namedBindings.elements);
}

const isAnyValue = (names: readonly { isTypeOnly: boolean }[]): boolean =>
  !names.length || names.some(({ isTypeOnly }) => !isTypeOnly);

/** The specifiers that a file imports as values, in their order. @param file decides how `text` is parsed */
export function valueSpecifiers(file: string, text: string): string[] {
  const scripts = file.endsWith('.astro') ? astroScripts(text) : [text];
  const kind = /\.(tsx|jsx)$/.test(file) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  return scripts.flatMap((script) => {
    const found: string[] = [];
    const visit = (node: ts.Node): void => {
      if (
        (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) &&
        node.moduleSpecifier &&
        ts.isStringLiteral(node.moduleSpecifier) &&
        hasValue(node)
      )
        found.push(node.moduleSpecifier.text);
      const [argument] = ts.isCallExpression(node) ? node.arguments : [];
      if (
        ts.isCallExpression(node) &&
        node.expression.kind === ts.SyntaxKind.ImportKeyword &&
        argument &&
        ts.isStringLiteralLike(argument)
      )
        found.push(argument.text);
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(file, script, ts.ScriptTarget.Latest, false, kind));
    return found;
  });
}

/**
 * The path from the root that a specifier stands for.
 * @param aliases `imports` of package.json, such as `{ '#lib/*': './src/lib/*' }`
 * @returns undefined for a package
 */
export function resolveSpecifier(
  file: string,
  specifier: string,
  aliases: Readonly<Record<string, string>>,
): string | undefined {
  const path = specifier.replace(/\?.*$/, '');
  if (path.startsWith('.')) return posix.join(posix.dirname(file), path);
  for (const [alias, target] of Object.entries(aliases)) {
    const prefix = alias.slice(0, -1);
    if (path.startsWith(prefix)) return posix.join(target.slice(0, -1), path.slice(prefix.length));
  }
  return undefined;
}

/** Every value import between files of the project; tests do not count. @param files texts by path */
export const importsOf = (
  files: ReadonlyMap<string, string>,
  aliases: Readonly<Record<string, string>>,
): FileImport[] =>
  [...files]
    .filter(([file]) => isCode(file) && !isTest(file) && folderOf(file) !== undefined)
    .flatMap(([from, text]) =>
      valueSpecifiers(from, text).flatMap((specifier) => {
        const to = resolveSpecifier(from, specifier, aliases);
        return to !== undefined && folderOf(to) !== undefined ? [{ from, to }] : [];
      }),
    );

/** The folders of these files, and what each imports from the others. */
export function graphOf(files: readonly string[], imports: readonly FileImport[]): Graph {
  const nodes = files
    .filter((file) => isCode(file) && !isTest(file))
    .flatMap((file) => folderOf(file) ?? [])
    .sort();
  const graph = new Map(nodes.map((folder) => [folder, new Set<string>()]));
  for (const { from, to } of imports) {
    const [importing, imported] = [folderOf(from) ?? '', folderOf(to) ?? ''];
    if (importing === imported) continue;
    graph.get(importing)?.add(imported);
    // A folder without code, such as `src/assets`.
    if (!graph.has(imported)) graph.set(imported, new Set());
  }
  return graph;
}

/** Every folder that can be reached from this one. */
function reachableFrom(graph: Graph, start: string): Set<string> {
  const reached = new Set<string>();
  const queue = [...(graph.get(start) ?? [])];
  for (let folder = queue.pop(); folder !== undefined; folder = queue.pop()) {
    if (reached.has(folder)) continue;
    reached.add(folder);
    queue.push(...(graph.get(folder) ?? []));
  }
  return reached;
}

/** Sets of folders that import each other, directly or through others; empty when there are none. */
export function ringsOf(graph: Graph, imports: readonly FileImport[]): Ring[] {
  const reach = new Map([...graph.keys()].map((folder) => [folder, reachableFrom(graph, folder)]));
  const reaches = (one: string, other: string) => reach.get(one)?.has(other) ?? false;
  const seen = new Set<string>();
  return [...graph.keys()].flatMap((start) => {
    if (seen.has(start) || !reaches(start, start)) return [];
    const folders = [...graph.keys()].filter((other) => reaches(start, other) && reaches(other, start));
    for (const folder of folders) seen.add(folder);
    const inside = imports.filter(({ from, to }) => {
      const [importing, imported] = [folderOf(from) ?? '', folderOf(to) ?? ''];
      return importing !== imported && folders.includes(importing) && folders.includes(imported);
    });
    return [{ folders, imports: inside }];
  });
}

/** Tops of the tree, in the order of the page. */
const tops = ['content', 'src', 'db', 'functions', 'tools'];
const topOf = (folder: string): number => tops.indexOf(folder.split('/')[0] ?? '');

/**
 * Folders bottom-up: each imports only folders before it. Within a top folder, those that import fewer folders,
 * directly or through others, come first; then the alphabet decides.
 * @throws Error when there is a ring
 */
export function bottomUp(graph: Graph): string[] {
  const below = new Map([...graph.keys()].map((folder) => [folder, reachableFrom(graph, folder).size]));
  const height = (folder: string): number => below.get(folder) ?? 0;
  const left = [...graph.keys()].sort(
    (a, b) => topOf(a) - topOf(b) || height(a) - height(b) || (a < b ? -1 : 1),
  );
  const sorted: string[] = [];
  while (left.length) {
    const next = left.findIndex((folder) =>
      [...(graph.get(folder) ?? [])].every((imported) => sorted.includes(imported)),
    );
    if (next < 0) throw new Error(`there is a ring among ${left.join(', ')}`);
    sorted.push(...left.splice(next, 1));
  }
  return sorted;
}

/** The graph as a Markdown table, bottom-up: one row a folder with the folders that it imports. */
export function graphTable(graph: Graph): string {
  const order = bottomUp(graph);
  const rows = order.map((folder) => {
    const imported = order.filter((other) => graph.get(folder)?.has(other));
    return `| \`${folder}\` | ${imported.map((other) => `\`${other}\``).join(', ') || '–'} |`;
  });
  return ['| Folder | imports |', '| --- | --- |', ...rows].join('\n');
}
