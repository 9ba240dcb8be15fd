/** What the documents point at is there. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '#tools/content.ts';

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

test.each(documents)('%s links and shows only what there is', (document) => {
  expect(targetsOf(document).filter((target) => !existsSync(join(root, target)))).toEqual([]);
});

test('documents with links and with pictures are among them', () => {
  const targets = documents.flatMap(targetsOf);
  expect(targets).toContain('docs/operations.md');
  expect(targets).toContain('docs/editing/price.jpg');
});
