/** Parts of documents that commands write. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '#tools/lib/content.ts';
import { table, withPart } from '#tools/lib/generated-docs.ts';

const page = 'Before\n<!-- audit: begin -->\nold\n<!-- audit: end -->\nAfter\n';

describe('a part is replaced', () => {
  test('and nothing else changes', () =>
    expect(withPart(page, 'audit', 'new\n')).toBe(
      'Before\n<!-- audit: begin -->\n\nnew\n\n<!-- audit: end -->\nAfter\n',
    ));
  test('writing the same again changes nothing', () => {
    const once = withPart(page, 'audit', 'new');
    expect(withPart(once, 'audit', 'new')).toBe(once);
  });
  test('a page without the part is refused', () =>
    expect(() => withPart(page, 'bench', 'new')).toThrow('the page has no <!-- bench: begin -->'));
  test.each(['audit', 'build', 'search', 'reads', 'upgrade'])(
    'the page has a place for the part "%s"',
    (part) => {
      const real = readFileSync(join(root, 'docs', 'performance.md'), 'utf8');
      expect(() => withPart(real, part, '')).not.toThrow();
    },
  );
});

test('a table', () =>
  expect(table(['Page', 'KiB'], [['home', 31.5]])).toBe('| Page | KiB |\n| --- | --: |\n| home | 31.5 |'));
