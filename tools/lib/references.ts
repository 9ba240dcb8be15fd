/** References from comments and documents to documents and files of the project. Pure. */

/** The data against which references are checked. */
export type Targets = {
  /** Paths of all files from the root. */
  files: ReadonlySet<string>;
  /** Names of the scripts of package.json. */
  scripts: ReadonlySet<string>;
};

/** A file or folder by its path from the root, such as `src/pages/product/[id].astro`. */
const projectPath =
  /(?<![\w/.#@<>*-])((?:functions|src|tools|tests|db|docs|\.github)\/(?:[\w./-]|\[\w+\])*(?:\w|\[\w+\]))(?![\w/<*{…-])/g;
/** A file by its name alone, such as `write.ts`; `x.ts`, `X.tsx` and `useX.ts` stand for any file. */
const fileName = /(?<![\w/.#@<>*…-])(?!(?:use)?x\.)([a-z][\w.-]*\.(?:ts|tsx|astro))\b(?![/.])/gi;

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
export const joined = (prose: string): string => prose.replace(/\s*\n\s*(?:\*(?!\/)|\/\/|#)?\s*/g, ' ');

const exists = (path: string, { files }: Targets): boolean =>
  files.has(path) || [...files].some((file) => file.startsWith(`${path}/`));

const hasFileNamed = (name: string, { files }: Targets): boolean =>
  files.has(name) || [...files].some((file) => file.endsWith(`/${name}`));

const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, part = '']) => part);

/** @returns every reference in the text to something that does not exist, as it is written there */
export function brokenReferences(file: string, text: string, targets: Targets): string[] {
  const prose = joined(proseOf(file, text));
  const decisions = all(prose, /\bdecisions?[ /](\d+)\b/g).filter(
    (number) => ![...targets.files].some((name) => name.startsWith(`docs/decisions/${number}-`)),
  );
  const paths = all(prose, projectPath);
  const names = all(prose, fileName);
  return [
    ...decisions.map((number) => `decision ${number}`),
    ...paths.filter((path) => !exists(path, targets)),
    ...names.filter((name) => !hasFileNamed(name, targets)),
    ...all(prose, /\bnpm run ([a-z]+(?::[a-z]+)*)/g)
      .filter((script) => !targets.scripts.has(script))
      .map((script) => `npm run ${script}`),
    ...(prose.match(foreign) ?? []),
  ];
}
