/**
 * Words that shoppers, operators and editors read: one spelling, one form of numbers and dates, no text that only its writer
 * understands. Content, screens, messages, emails and built pages.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { contentFolder } from '#lib/content-folder.build.ts';
import { root } from '#tools/lib/content.ts';
import { readSource, sourceFiles } from '#tools/lib/source-files.ts';
import { htmlOf, pageFiles } from './pages.ts';

/** What nobody may read, and why. */
const banned: readonly [what: string, pattern: RegExp][] = [
  ['two full stops', /[^.]\.\.(?!\.)(?![\w/])/],
  [
    'American or mixed spelling',
    /\b(?<!Hydra )(?<!hydra )moisturiz|\bcolor\b|\bcenter\b|\bgray\b|\b[Ee]-mail|\bmold\b/,
  ],
  ['an abbreviation of pieces', /\b\d+ (pcs|nos)\b/i],
  ['a plural of one', /\b1 (pieces|products|orders|reviews|answers|days|weeks|months|items|codes)\b/],
  ['a placeholder', /\{\{|\bundefined\b|\bNaN\b|\[object /],
  [
    'a phrase that is hard to understand',
    /mortared|Spoken of here|[Ll]ook into your mailbox|wish for\?|in no link and no address|the way it came|goes back the way|off the shelf|of which there is|Nothing grows here|never was\b|moved on\b/,
  ],
];

const problemsIn = (text: string): string[] =>
  banned.flatMap(([what, pattern]) => {
    const [found] = pattern.exec(text) ?? [];
    return found === undefined ? [] : [`${what}: ${found}`];
  });

test.each([
  'sent to us.. This',
  'Two moisturizers',
  'your e-mail',
  '1 pcs',
  '1 pieces left',
  'Spoken of here',
])('it finds %s', (text) => expect(problemsIn(text)).toHaveLength(1));
test.each(['Loading…', 'Wait...', 'Hydra Moisturizer', '11 pieces', 'your email'])('it accepts %s', (text) =>
  expect(problemsIn(text)).toEqual([]),
);

describe('content', () => {
  // What people search for, and what couriers write, is not ours to spell.
  const isText = (name: string) => /^(?!search|courier-statuses|courier-exports).*\.(md|yaml)$/.test(name);
  const texts = sourceFiles().filter(
    (file) => file.startsWith(`${contentFolder}/`) && isText(file.slice(contentFolder.length + 1)),
  );
  test.each(texts)('%s', (file) => {
    // Titles of papers, ids and references to settings are not ours to spell.
    const own = readSource(file)
      .replace(
        /^ *(- )?(title: .*(Journal|Dermatology|Moisturizers:).*|(category|id|product|picture|file|url): .*)$/gm,
        '',
      )
      .replace(/\{\{[#^/]?[\w.-]+\}\}/g, (name) => (/[#^/]/.test(name) ? '' : 'x'));
    expect(problemsIn(own)).toEqual([]);
  });
});

test('the texts of screens, messages and emails', () => {
  // What the editor replaces: a summary's fields, and the facts that a hint names.
  const hint = /\{\{[^}]*\}\}/g;
  const texts = sourceFiles()
    .filter((file) => /^(src|functions)\/.*\.(tsx?|astro)$/.test(file) && !/\.test\.|\/testing\//.test(file))
    .flatMap((file) => {
      // Literals with a space, and text between tags.
      const parts =
        readFileSync(join(root, file), 'utf8').match(
          /'[^'\n]* [^'\n]*'|`[^`\n]* [^`\n]*`|>[^<>{}]*\s[^<>{}]*</g,
        ) ?? [];
      return parts.flatMap((part) =>
        problemsIn(part.replace(/\.\.\.?[/`'a-z]/g, '').replace(hint, 'x')).map(
          (problem) => `${file}: ${problem}`,
        ),
      );
    })
    .filter((problem) => !/color|undefined|center/.test(problem));
  expect(texts).toEqual([]);
});

test('built pages', () => {
  const found = pageFiles
    // Titles of papers are spelt by their journals.
    .filter((file) => !/^(ingredients\/|routine)/.test(file))
    .flatMap((file) => {
      const text = htmlOf(file)
        .replaceAll(/<(style|script|template)\b.*?<\/\1>/gs, '')
        .replaceAll(/<[^>]*>/g, ' ');
      return problemsIn(text).map((problem) => `${file}: ${problem}`);
    });
  expect(found).toEqual([]);
});
