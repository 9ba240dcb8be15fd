/**
 * What the shop promises is what its rules do: every promise of policies, answers, emails and screens is in the table of
 * promises, with what keeps it. A figure that a setting or a rule decides is not typed.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { readEmail } from '#functions/email/testing/read-email.ts';
import { sampleEmails } from '#functions/email/testing/sample-emails.ts';
import { textsIn } from '#lib/text.ts';
import { contentRoot, root } from '#tools/lib/content.ts';
import { readSource, sourceFiles } from '#tools/lib/source-files.ts';
import { paths } from '../../../tests/support/api-document.ts';
import { kept, typedFigures } from './testing/promises.ts';

const verbs =
  'refund|replace|deliver|reply|answer|send|pay|cancel|arrange|acknowledge|settle|give|ship|hand|write|tell|call|ask|keep|delete|erase|correct|end|add';
const promise = new RegExp(
  String.raw`\bwe (?:(?:will|then|also|do|not|never|first|always) )*(?:${verbs})\b`,
  'i',
);
/** A time, also in words: `24 hours`, `half an hour`, `two days`. */
const figure =
  /\b(?:\d+(?:-\d+)?|one|two|three|four|six|seven|ten|half an?|a few|a|an) (?:business |working |more )?(?:hours?|days?|weeks?|months?|years?|minutes?)\b/i;

/** A text with its place. */
type Said = { file: string; sentence: string };

const sentencesOf = (file: string, text: string): Said[] =>
  text
    .split(/(?<=[.!?:])\s+|\n+/)
    .map((sentence) => ({ file, sentence: sentence.trim() }))
    .filter(({ sentence }) => sentence && !sentence.startsWith('#'));

const read = (file: string) => readFileSync(join(contentRoot, file), 'utf8');
const filesOf = (folder: string) => readdirSync(join(contentRoot, folder)).map((file) => `${folder}/${file}`);
const content = [
  ...filesOf('policies').flatMap((file) => sentencesOf(file, read(file).split(/^---$/m).slice(2).join(''))),
  ...[...filesOf('faqs'), 'contact.yaml', 'home.yaml'].flatMap((file) =>
    textsIn(parse(read(file))).flatMap((text) => sentencesOf(file, text)),
  ),
];
const emails = Object.values(sampleEmails).flatMap((data) =>
  sentencesOf(`email ${data.kind}`, readEmail(data).forms[0] ?? ''),
);
/** Texts of components, refusals and labels: a line of code each, without comments. */
const screens = sourceFiles()
  .filter(
    (file) =>
      /^(src|functions)\/.*\.(tsx?|astro)$/.test(file) &&
      !/\.test\.tsx?$|\/testing\/|^functions\/email\//.test(file),
  )
  .flatMap((file) =>
    readSource(file)
      .split('\n')
      .filter((line) => !/^\s*(\/\/|\/?\*)/.test(line) && promise.test(line.replace(/\/\*.*?\*\//g, '')))
      .map((line) => ({ file, sentence: line.trim() })),
  );

const promises = [...content, ...emails].filter(({ sentence }) => promise.test(sentence));
const isListed = ({ sentence }: Said) => kept.some(({ says }) => sentence.includes(says));

describe('promises', () => {
  test('each is in the table', () =>
    expect([...promises, ...screens].filter((one) => !isListed(one))).toEqual([]));

  test('each row of the table is said somewhere', () => {
    const all = [...content, ...emails, ...screens];
    expect(kept.filter(({ says }) => !all.some(({ sentence }) => sentence.includes(says)))).toEqual([]);
  });

  test('each row names a route, a test and files that exist', () => {
    const missing = kept.filter(({ by, test: file }) => {
      const [method = '', path = ''] = by.split(' ');
      const isRoute = /^(GET|POST|DELETE)$/.test(method);
      const exists = isRoute
        ? method.toLowerCase() in (paths[path] ?? {})
        : /^people: /.test(by) || existsSync(join(root, by));
      return !exists || !existsSync(join(root, file));
    });
    expect(missing).toEqual([]);
  });
});

describe('figures', () => {
  test('each time in policies and answers is a setting, or is in the list of those that no rule decides', () =>
    expect(
      content.filter(
        ({ sentence }) =>
          figure.test(sentence.replace(/\{\{.*?\}\}/g, '')) &&
          !typedFigures.some(({ says }) => sentence.includes(says)),
      ),
    ).toEqual([]));

  test('each row of that list names a file that exists', () =>
    expect(typedFigures.filter(({ by }) => !/^people: /.test(by) && !existsSync(join(root, by)))).toEqual(
      [],
    ));

  test('each row of that list is said somewhere', () =>
    expect(
      typedFigures.filter(({ says }) => !content.some(({ sentence }) => sentence.includes(says))),
    ).toEqual([]));
});
