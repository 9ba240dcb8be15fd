/** The commands and `sql>` lines that a page of `docs/` has, so that a test can run them as they are written. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '#tools/lib/content.ts';

/** @property marked with a dagger: it needs an account, and nobody has run it */
type WrittenCommand = { text: string; marked: boolean };

/** What a command may begin with, after its variables. */
const programs = 'sql>|npm|npx|turso|git|openssl|curl|gpg|umask|sha256sum';
const isCommand = new RegExp(`^(?:[A-Z_]+=\\S+ )*(?:${programs}) `);

const fences = /^ *```(\w*)\n([\s\S]*?)^ *```$/gm;

/** Lines of a block; a line that continues the one before is joined to it. */
const splitLines = (block: string): string[] =>
  block
    .replace(/^ {0,3}(?=\S)/gm, '')
    .replace(/ \\\n\s*/g, ' ')
    .replace(/\n\s{4,}/g, ' ')
    .split('\n')
    .filter((line) => line.trim());

/** Every line of the fenced blocks of a language. @param language empty: of the blocks without one */
export const fencedLines = (markdown: string, language: string): string[] =>
  [...markdown.matchAll(fences)].flatMap(([, name, block = '']) =>
    name === language ? splitLines(block) : [],
  );

/** The commands of a page: every line of a fenced block that names no language, and what stands between backticks. */
export function commandsOf(markdown: string): WrittenCommand[] {
  const prose = markdown.replace(fences, '');
  const inline = [...prose.matchAll(/`([^`]+)`(\s†)?/g)].map(([, text = '', dagger]) => ({
    text: text.replace(/\s+/g, ' '),
    marked: Boolean(dagger),
  }));
  return [
    ...fencedLines(markdown, '').map((text) => ({ text, marked: false })),
    ...inline.filter(({ text }) => isCommand.test(`${text} `)),
  ];
}

/** A page of `docs/`, or a section of it. @param heading of the section, without its `#` */
export function readDocs(name: string, heading?: string): string {
  const text = readFileSync(join(root, 'docs', name), 'utf8');
  if (!heading) return text;
  const [, section] = text.split(`\n## ${heading}\n`);
  if (section === undefined) throw new Error(`${name} has no section ${heading}`);
  return section.split('\n## ')[0] ?? '';
}

/** Replaces the placeholders of a command. @throws Error when one is not there */
export function fillIn(
  command: string,
  values: readonly (readonly [placeholder: string, value: string])[],
): string {
  return values.reduce((text, [placeholder, value]) => {
    if (!text.includes(placeholder)) throw new Error(`"${text}" has no ${placeholder}`);
    return text.replace(placeholder, () => value);
  }, command);
}
