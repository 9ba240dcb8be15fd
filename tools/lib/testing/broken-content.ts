/** The files of `content/` with mistakes in them, and the lines that an editor reads. */
import { beforeAll, expect, test } from 'vitest';
import { type ContentFiles, mistakesIn } from '../check-content.ts';
import { contentFiles } from '../content.ts';

const committed = contentFiles();
export const original = (file: string) => committed.read(file) ?? '';
export const article = 'journal/turmeric-and-saffron.md';
export const cream = 'products/barrier-cream/index.md';

/** Something in a file, and what takes its place. */
export type Change = [file: string, from: RegExp | string, to: string];
/** Files by their names, in place of the committed ones or besides them; `undefined` is missing. */
type Files = Record<string, string | undefined>;

/** The files of `content/` with changes. */
export function changed(changes: readonly Change[], others: Files = {}): ContentFiles {
  const texts: Files = { ...others };
  for (const [file, from, to] of changes) {
    const text = texts[file] ?? original(file);
    texts[file] = text.replace(from, to);
    expect(texts[file], `${file} holds ${from}`).not.toBe(text);
  }
  const names = [...new Set([...committed.names(), ...Object.keys(texts)])].filter(
    (name) => !(name in texts) || texts[name] !== undefined,
  );
  return {
    ...committed,
    names: () => names,
    read: (name) => (name in texts ? texts[name] : committed.read(name)),
  };
}

/** A mistake, and what an editor reads of it after the name of its file. One of another file has the whole line. */
export type Mistake = [what: string, ...Change, says: RegExp | string];

/** Makes mistakes that do not hide each other, and expects the line of each, of what is left out too. */
export function finds(
  mistakes: readonly Mistake[],
  others: readonly [what: string, file: string, text: string | undefined, says: RegExp | string][] = [],
): void {
  let found: string[] = [];
  beforeAll(() => {
    const changes = mistakes.map(([, ...change]): Change => [change[0], change[1], change[2]]);
    const files = Object.fromEntries(others.map(([, file, text]) => [file, text]));
    const { laws, advice } = mistakesIn(changed(changes, files));
    found = [...laws, ...advice];
  });
  const cases = [...mistakes, ...others].map(([what, file, ...rest]) => [what, file, rest.at(-1)] as const);
  test.each(cases)('%s', (_, file, says = '') => {
    const start = `content/${file}: `;
    const isWhole = /^\^?content/.test(typeof says === 'string' ? says : says.source);
    const read = isWhole
      ? found
      : found.flatMap((line) => (line.startsWith(start) ? line.slice(start.length) : []));
    expect(read).toContainEqual(typeof says === 'string' ? says : expect.stringMatching(says));
  });
}
