/** References from comments and documents. */
import { describe, expect, test } from 'vitest';
import { brokenReferences, proseOf } from '#tools/lib/references.ts';

const targets = {
  files: new Set([
    'functions/orders/move.ts',
    'src/pages/product/[id].astro',
    'docs/decisions/1-one-write-batch.md',
  ]),
  scripts: new Set(['build', 'test:load']),
};
const broken = (comment: string, file = 'src/x.ts') => brokenReferences(file, comment, targets);

describe('references to existing things', () => {
  test.each([
    ['// functions/orders/move.ts, functions/orders, move.ts'],
    ['// src/pages/product/[id].astro'],
    ['// docs/decisions/1-one-write-batch.md (decision 1)'],
    ['// npm run build, `npm run test:load`: measures'],
    ['// functions/<folder>/x.tsx, functions/*.ts, https://example.com/src/none'],
    ["const text = 'functions/none.ts';"],
  ])('%s', (comment) => expect(broken(comment)).toEqual([]));
});

describe('broken references', () => {
  test.each([
    ['/* functions/orders/gone.ts */', 'functions/orders/gone.ts'],
    ['<!-- functions/gone -->', 'functions/gone'],
    ['// as in gone.ts', 'gone.ts'],
    ['// docs/decisions/2-gone', 'docs/decisions/2-gone'],
    ['// decision 14', 'decision 14'],
    ['// npm run gone', 'npm run gone'],
    ['// spec section 5', 'spec section'],
    ['// decisions, "One write batch"', 'decisions, "'],
  ])('%s', (comment, reference) => expect(broken(comment)).toContain(reference));
});

test('only comments of code count, and all of a document', () => {
  expect(proseOf('a.ts', "const a = 'x'; // one\n/* two */ const b = 1;")).toBe('// one\n/* two */');
  expect(proseOf('a.md', 'text')).toBe('text');
  expect(proseOf('a.toml', 'a = 1 # one')).toBe(' # one');
  expect(proseOf('a.sql', 'SELECT 1; -- one')).toBe('-- one');
});
