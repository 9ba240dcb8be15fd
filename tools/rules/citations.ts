/**
 * Citations of a document's headings. A comment or a document cites them by name, `docs/behaviour.md, "Cart rules"`, or
 * several: `docs/behaviour.md, "Holds", "Stripe"`; a link of a document names them by its anchor. A heading that is
 * renamed or removed must not leave a citation behind. Pure.
 */
import { dirname, join } from 'node:path';
import { joined, proseOf } from './references.ts';

/** The headings of each document, by its path from the root. */
export type Headings = ReadonlyMap<string, readonly string[]>;

type Citation = { document: string; heading: string };

/** The documents whose sections are rules of the shop: each must be cited where its rule is written or tested. */
export const documentsOfRules = ['docs/behaviour.md', 'docs/desk.md'];

/** @returns the headings of a Markdown text below its title, in their order */
export const headingsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^#{2,4} (.+)$/gm)].map(([, heading = '']) => heading);

/** The anchor that GitHub gives to a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** @returns every citation by name in the comments of a code file, or in a document */
export function citationsIn(file: string, text: string): Citation[] {
  const cited = joined(proseOf(file, text)).matchAll(/\b(docs\/[\w/.-]+\.md)((?:,? (?:and )?"[^"]+")+)/g);
  return [...cited].flatMap(([, document = '', names = '']) =>
    [...names.matchAll(/"([^"]+)"/g)].map(([, heading = '']) => ({ document, heading })),
  );
}

/** @returns a line for each citation in the file, and each link to a heading, that leads nowhere */
export function brokenCitations(file: string, text: string, headings: Headings): string[] {
  const byName = citationsIn(file, text)
    .filter(({ document, heading }) => !headings.get(document)?.includes(heading))
    .map(({ document, heading }) => `${document} has no heading "${heading}"`);
  const byNumber = joined(proseOf(file, text)).match(/\bdocs\/[\w/.-]+\.md \d+(?:\.\d+)?\b/g) ?? [];
  return [
    ...byName,
    ...byNumber.map((number) => `${number} is a number: cite the heading by its name`),
    ...(file.endsWith('.md') ? brokenAnchors(file, text, headings) : []),
  ].map((problem) => `${file}: ${problem} (citations)`);
}

function brokenAnchors(file: string, text: string, headings: Headings): string[] {
  const links = text.matchAll(/\]\((?!https?:)([^)#\s]*)#([^)\s]+)\)/g);
  return [...links].flatMap(([, path = '', anchor = '']) => {
    const document = path ? join(dirname(file), path) : file;
    const isThere = headings.get(document)?.some((heading) => anchorOf(heading) === anchor);
    return isThere ? [] : [`${document} has no heading with the anchor #${anchor}`];
  });
}

/**
 * @param rules one of {@link documentsOfRules}, and its text
 * @param citations of code and tests
 * @returns a line for each section, without sections of its own, that is not cited
 */
export function uncitedRules(rules: string, markdown: string, citations: readonly Citation[]): string[] {
  const cited = new Set(citations.filter(({ document }) => document === rules).map(({ heading }) => heading));
  const sections = [...markdown.matchAll(/^(#{2,4}) (.+)$/gm)].map(([, marks = '', heading = '']) => ({
    level: marks.length,
    heading,
  }));
  return sections
    .filter(({ level, heading }, index) => level >= (sections[index + 1]?.level ?? 0) && !cited.has(heading))
    .map(
      ({ heading }) =>
        `${rules}: nothing cites "${heading}": cite it where its rule is written or tested (citations)`,
    );
}
