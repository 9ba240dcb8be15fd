/** Built pages are valid HTML (html-validate, `.htmlvalidate.json`), and older engines understand their CSS. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FileSystemConfigLoader, HtmlValidate, type Message } from 'html-validate';
import { expect, test } from 'vitest';
import { root } from '#tools/lib/content.ts';
import { distinctFiles, htmlOf, pageFiles } from './pages.ts';

const config = JSON.parse(readFileSync(join(root, '.htmlvalidate.json'), 'utf8'));
const validator = new HtmlValidate(new FileSystemConfigLoader(config));

/** Exceptions from the rules, with their reasons. */
const exceptions: { rule: string; message: RegExp; why: string }[] = [
  {
    rule: 'valid-autocomplete',
    message: /^autocomplete attribute cannot be used on <input type="(radio|checkbox)">$/,
    why: 'without it Firefox restores a choice on reload that the page does not know of',
  },
];
const isException = ({ ruleId, message }: Message) =>
  exceptions.some(({ rule, message: pattern }) => rule === ruleId && pattern.test(message));

const distinct = distinctFiles();

test('there are pages', () => expect(distinct.length).toBeGreaterThan(30));

test('no page has an id twice', () => {
  const repeated = pageFiles.flatMap((name) => {
    const ids: string[] = htmlOf(name).match(/\sid="[^"]+"/g) ?? [];
    return ids.filter((id, n) => ids.indexOf(id) < n).map((id) => name + id);
  });
  expect(repeated).toEqual([]);
});

test.each(distinct)('%s', async (name) => {
  const { results } = await validator.validateString(htmlOf(name), join(root, name));
  const messages = results.flatMap(({ messages: found }) => found).filter((message) => !isException(message));
  expect(
    messages.map(({ ruleId, message, line, column }) => `${line}:${column} ${ruleId}: ${message}`),
  ).toEqual([]);
});

test('no page uses syntax that WebKit ignores or reads differently', () => {
  const written = pageFiles.map(htmlOf).join('\n');
  expect(written).toContain(' sizes="');
  expect(written.match(/ sizes="[^"]*max\([^"]*"/g)).toBeNull();
  expect(written).toContain('text-decoration:underline');
  expect(written.match(/text-decoration:underline [^;}]*/g)).toBeNull();
});

test('scripts load with low priority', () => {
  const tags = pageFiles.flatMap((name) => htmlOf(name).match(/<script\b[^>]*\ssrc=[^>]*>/g) ?? []);
  expect(tags.length).toBeGreaterThan(30);
  expect(tags.filter((tag) => !tag.includes('fetchpriority="low"'))).toEqual([]);
});

test('an invalid page is detected', async () => {
  const page =
    '<!doctype html><html lang="en"><head><title>a</title></head><body><p><div></div></p><img src="a.png"></body></html>';
  const { valid } = await validator.validateString(page, join(root, 'broken.html'));
  expect(valid).toBe(false);
});
