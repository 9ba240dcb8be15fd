import { describe, expect, test } from 'vitest';
import { brokenReferences, proseOf, targetsOf } from './references.ts';

const targets = targetsOf(
  [
    '.dependency-cruiser.mjs',
    'README.md',
    'content/store.yaml',
    'db/triggers/stock.sql',
    'docs/decisions/1-one-write-batch.md',
    'functions/orders/move.ts',
    'src/features/cart/useOffers.ts',
    'src/pages/product/[id].astro',
  ],
  'dist/\n.cache/\n*.log\n',
  { build: '', 'test:load': '' },
);
const broken = (text: string, file = 'src/x.ts') => brokenReferences(file, text, targets);

describe('references', () => {
  test.each([
    ['src/x.ts', '// functions/orders/move.ts, functions/orders, orders/move.ts, move.ts, ../move.ts.'],
    ['src/x.ts', '// `useOffers.ts` reads content/store.yaml; #features/cart/useOffers.ts'],
    ['src/x.ts', '// src/pages/product/[id].astro, product/[id].astro'],
    ['src/x.ts', '// docs/decisions/1-one-write-batch.md (decision 1)'],
    ['src/x.ts', '// npm run build, `npm run test:load`: measures'],
    [
      'src/x.ts',
      '// functions/<folder>/x.tsx, functions/*.ts, src/{a,b}.ts, src/…, useX.ts, https://a.in/src/none.ts',
    ],
    ['src/x.ts', '// dist/none.mjs, .cache/none.ts, content/imported.jsonl, search.json'],
    ['src/x.ts', "const text = 'functions/none.ts';"],
    ['db/x.sql', "-- db/triggers/stock.sql, stock.sql\nSELECT 'none.sql';"],
    [
      'docs/x.md',
      'See [the readme](../README.md).\n```\nnpm run build drill/backup.sql\n```\n.dependency-cruiser.mjs',
    ],
  ])('lead to what exists in %s: %s', (file, text) => expect(broken(text, file)).toEqual([]));

  test.each([
    ['src/x.ts', '/* functions/orders/gone.ts */', 'functions/orders/gone.ts'],
    ['src/x.astro', '<!-- functions/gone -->', 'functions/gone'],
    ['src/x.tsx', '{/* as in gone.ts */}', 'gone.ts'],
    ['src/x.css', '/**\n * See cart/gone.css\n */', 'cart/gone.css'],
    ['src/x.ts', '// the shop (content/gone.yaml)', 'content/gone.yaml'],
    ['src/x.ts', '// #features/cart/useGone.ts', 'features/cart/useGone.ts'],
    ['db/triggers/x.sql', '-- db/triggers/gone.sql', 'db/triggers/gone.sql'],
    ['docs/x.md', '`gone.store.ts` holds it', 'gone.store.ts'],
    ['docs/x.md', '```\nnode functions/gone.ts\n```', 'functions/gone.ts'],
    ['src/x.ts', '// docs/decisions/2-gone', 'docs/decisions/2-gone'],
    ['src/x.ts', '// decision 14', 'decision 14'],
    ['src/x.ts', '// npm run gone', 'npm run gone'],
    ['src/x.ts', '// spec section 5', 'spec section'],
    ['src/x.ts', '// decisions, "One write batch"', 'decisions, "'],
  ])('are refused in %s: %s', (file, text, reference) =>
    expect(broken(text, file)).toEqual([`${file}: ${reference} does not exist (references)`]),
  );
});

test('only comments of code count, and all of a document', () => {
  expect(proseOf('a.ts', "const a = 'x'; // one\n/* two */ const b = 1;")).toBe('// one\n/* two */');
  expect(proseOf('a.md', 'text')).toBe('text');
  expect(proseOf('a.toml', 'a = 1 # one')).toBe(' # one');
  expect(proseOf('a.sql', 'SELECT 1; -- one')).toBe('-- one');
});
