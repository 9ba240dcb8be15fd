/** Documents link only to what exists, and docs/settings.md lists the settings of the code. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { undoTimeOf } from '#functions/http/env.ts';
import { limitsOf } from '#functions/lib/limits.ts';
import { root } from '#tools/lib/content.ts';
import { readSource, sourceFiles } from '#tools/lib/source-files.ts';
import { testVariables } from '#tools/lib/vars.ts';

const documents = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** Files that a document links or shows, by their path in the project. */
const targetsOf = (document: string): string[] =>
  [...readFileSync(join(root, document), 'utf8').matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)].map(
    ([, target = '']) => join(dirname(document), target),
  );

test.each(documents)('%s links to and shows only files that exist', (document) => {
  expect(targetsOf(document).filter((target) => !existsSync(join(root, target)))).toEqual([]);
});

test('some documents have links, and some have pictures', () => {
  const targets = documents.flatMap(targetsOf);
  expect(targets).toContain('docs/operations.md');
  expect(targets).toContain('docs/editing/price.jpg');
});

test('no document names a command that the Node of the machine cannot run: TypeScript runs by npm scripts', () => {
  const named = sourceFiles()
    .filter((file) => /^(README\.md|docs\/.*\.md)$/.test(file))
    .flatMap((file) =>
      [...readSource(file).matchAll(/\bnode [\w./-]+\.ts\b/g)].map(([command]) => `${file}: ${command}`),
    );
  expect(named).toEqual([]);
});

describe('the settings in docs/settings.md', () => {
  const settings = readFileSync(join(root, 'docs/settings.md'), 'utf8');
  const sources = readdirSync(join(root, 'functions'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => readFileSync(join(root, 'functions', name), 'utf8'))
    .join('\n');

  test('have a row for each limit, with its default', () => {
    const used = Object.entries({ ...limitsOf({}), UNDO_SECONDS: undoTimeOf({}) / 1000 }).map(
      ([name, otherwise]) => `${name} ${otherwise}`,
    );
    const rows = [...settings.matchAll(/^\| `([A-Z_]+)` \| (\d+) \|/gm)].map(
      ([, name, otherwise]) => `${name} ${otherwise}`,
    );
    expect(used.length).toBeGreaterThan(10);
    expect(rows.toSorted()).toEqual(used.toSorted());
  });

  test('name each secret and variable that is not for tests', () => {
    const declared = [...sources.matchAll(/^ +([A-Z][A-Z_]+)\?: string;/gm)].map(([, name = '']) => name);
    const forTests = Object.keys(testVariables);
    const missing = declared.filter((name) => !forTests.includes(name) && !settings.includes(name));
    expect(declared).toContain('STRIPE_SECRET_KEY');
    expect(missing).toEqual([]);
  });
});
