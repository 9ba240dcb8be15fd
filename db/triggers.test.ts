import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { foreignReasons, isOwnValue, refundReasonNames } from '#domain/orders/refund.ts';
import { type Rule, readRules, ruleChanges } from './triggers.ts';

const folder = new URL('./triggers/', import.meta.url);
const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));

test.each(files)('%s: each statement has a sentence before it, and is a paragraph', (name) => {
  const [, ...paragraphs] = readFileSync(new URL(name, folder), 'utf8').split('\n\n');
  expect(paragraphs.length).toBeGreaterThan(2);
  for (const paragraph of paragraphs)
    expect(paragraph).toMatch(/^-- [A-Z].*\.\nCREATE (TRIGGER|VIEW) .*;\n?$/s);
});

test('each has a name of its own, and none that a pause uses', () => {
  const names = readRules().map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names.filter((name) => name.startsWith('paused_'))).toEqual([]);
});

test('what differs is dropped and made; what is the same, and a pause, stay', () => {
  const rule = (name: string, sql = `CREATE TRIGGER ${name} …`): Rule => ({ type: 'trigger', name, sql });
  const wanted = [rule('same'), rule('changed'), rule('missing')];
  const present = [
    rule('same'),
    rule('changed', 'CREATE TRIGGER changed, as it was'),
    rule('gone'),
    rule('paused_x'),
  ];
  expect(ruleChanges(present, wanted)).toEqual([
    'DROP trigger IF EXISTS changed',
    'DROP trigger IF EXISTS gone',
    'CREATE TRIGGER changed …',
    'CREATE TRIGGER missing …',
  ]);
  expect(ruleChanges(wanted, wanted)).toEqual([]);
});

test('bounds of refunds leave out what is no value of the order, as the table of reasons says', () => {
  const bounds = readFileSync(new URL('bounds.sql', folder), 'utf8');
  const sorted = (reasons: readonly string[]) => [...reasons].sort().join();
  const lists = [...bounds.matchAll(/reason NOT IN \(([^)]*)\)/g)].map(([, list = '']) =>
    sorted(list.replaceAll("'", '').split(', ')),
  );
  expect(new Set(lists)).toEqual(
    new Set([sorted(refundReasonNames.filter((reason) => !isOwnValue(reason))), sorted(foreignReasons)]),
  );
});
