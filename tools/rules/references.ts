/**
 * References from comments and documents to files, decisions and scripts of the project. What a reference names must exist:
 * a file that is moved, renamed or deleted must not leave one behind. Not checked: a placeholder (`x.ts`, `X.tsx`,
 * `functions/<folder>/x.ts`), what the project makes or another one holds (folders of .gitignore, kinds of files that the
 * project does not have), and names in a document's blocks of commands. Pure.
 */

/** What references may lead to. */
export type Targets = {
  /** Paths of all files and folders from the root. */
  paths: ReadonlySet<string>;
  /** The same, and what each of them ends with: `orders/move.ts` and `move.ts` of `functions/orders/move.ts`. */
  endings: ReadonlySet<string>;
  /** Extensions of the project's files, such as `ts`. */
  extensions: ReadonlySet<string>;
  /** Folders that Git ignores. */
  ignored: ReadonlySet<string>;
  /** Names of the scripts of package.json. */
  scripts: ReadonlySet<string>;
};

const extensionOf = (path: string): string | undefined => /[\w\]]\.(\w+)$/.exec(path)?.[1];

/** @param files their paths from the root @param gitignore the text of .gitignore @param scripts of package.json */
export function targetsOf(files: readonly string[], gitignore: string, scripts: object): Targets {
  const parts = files.map((file) => file.split('/'));
  return {
    paths: new Set(parts.flatMap((names) => names.map((_, n) => names.slice(0, n + 1).join('/')))),
    endings: new Set(parts.flatMap((names) => names.map((_, n) => names.slice(n).join('/')))),
    extensions: new Set(files.flatMap((file) => extensionOf(file) ?? [])),
    ignored: new Set([...gitignore.matchAll(/^(.+)\/$/gm)].map(([, folder = '']) => folder)),
    scripts: new Set(Object.keys(scripts)),
  };
}

/** A path or a name. `#` begins an import of the project; `../` and `./` are left out, since the end of a path is enough. */
const pathOrName =
  /(?<![\w/.@<>*…{}$-])#?(?:\.{1,2}\/)*((?:\.?[\w-]|\[\.{0,3}\w+\])(?:[\w./-]|\[\.{0,3}\w+\])*(?:\w|\[\w+\]))(?![\w/<*{…$-])/g;
/** A file that may be cited by its name alone or by the end of its path. Names with other extensions are mostly URLs. */
const codeFile = /^[\w[].*\.(ts|tsx|astro|css|mjs|sql|md|yaml|toml)$/;
const placeholder = /(^|\/)(use)?x\.[^/]+$/i;

/** References to documents that are not in the repository. */
const foreign = /\bspec(ification)? section|\bthe spec\b|\bdecisions, ["“']/gi;

/** The comments of a code file, or the whole text of a document. */
export function proseOf(file: string, text: string): string {
  if (file.endsWith('.md')) return text;
  if (/\.(toml|ya?ml)$|^\.ci\//.test(file)) return (text.match(/(^|\s)#.*$/gm) ?? []).join('\n');
  if (file.endsWith('.sql')) return (text.match(/--.*$/gm) ?? []).join('\n');
  return (text.match(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$|<!--[\s\S]*?-->/gm) ?? []).join('\n');
}

/** The text in one line, since a line break may be inside a reference. */
export const joined = (prose: string): string => prose.replace(/\s*\n\s*(?:\*(?!\/)|\/\/|#|--)?\s*/g, ' ');

const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, part = '']) => part);

/** @returns the paths from the root in a text that lead nowhere */
function brokenPaths(text: string, { paths, extensions }: Targets): string[] {
  const isOurs = (path: string) => path.includes('/') && paths.has(path.replace(/\/.*/, ''));
  const isMade = (path: string) => {
    const extension = extensionOf(path);
    return extension !== undefined && !extensions.has(extension);
  };
  return all(text, pathOrName).filter(
    (path) => isOurs(path) && !isMade(path) && !placeholder.test(path) && !paths.has(path),
  );
}

/** @returns the names, and ends of paths, of files of code in a text that no file has */
const brokenNames = (text: string, { paths, endings, ignored }: Targets): string[] =>
  all(text, pathOrName).filter((name) => {
    const first = name.replace(/\/.*/, '');
    const isElsewhere = name !== first && (paths.has(first) || ignored.has(first));
    return codeFile.test(name) && !isElsewhere && !placeholder.test(name) && !endings.has(name);
  });

/** @returns a line for each reference in the file to something that does not exist */
export function brokenReferences(file: string, text: string, targets: Targets): string[] {
  const prose = proseOf(file, text);
  const line = joined(prose);
  const decisions = all(line, /\bdecisions? (\d+)\b/g).filter(
    (number) => ![...targets.paths].some((path) => path.startsWith(`docs/decisions/${number}-`)),
  );
  const scripts = all(line, /\bnpm run ([a-z]+(?:[:-][a-z]+)*)/g).filter(
    (name) => !targets.scripts.has(name),
  );
  return [
    ...decisions.map((number) => `decision ${number}`),
    ...brokenPaths(line, targets),
    // The files of commands are those of the machine where they run.
    ...brokenNames(joined(prose.replace(/^```[\s\S]*?^```/gm, '')), targets),
    ...scripts.map((name) => `npm run ${name}`),
    ...(line.match(foreign) ?? []),
  ].map((reference) => `${file}: ${reference} does not exist (references)`);
}
