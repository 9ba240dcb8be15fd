import { describe, expect, test } from 'vitest';
import { brokenCitations, citationsIn, headingsOf, uncitedRules } from './citations.ts';

const shop =
  '# What the shop does\n\n## Cart\n\n### Cart rules\n\nText.\n\n### Cart page\n\n## Support\n\nText.\n';
const headings = new Map([
  ['docs/behaviour.md', headingsOf(shop)],
  ['docs/deploy.md', ["When it's done, etc."]],
]);
const broken = (text: string, file = 'src/x.ts') => brokenCitations(file, text, headings);

describe('citations', () => {
  test.each([
    ['src/x.ts', '// docs/behaviour.md, "Cart rules"'],
    ['src/x.ts', '/**\n * As docs/behaviour.md,\n * "Cart rules", "Cart\n * page" and "Support" say.\n */'],
    ['src/x.ts', 'const text = \'docs/behaviour.md, "Gone"\';'],
    ['content/x.yaml', '# docs/behaviour.md, "Cart"'],
    [
      'docs/editing.md',
      'See [cart](behaviour.md#cart-rules), [deploy](deploy.md#when-its-done-etc), [web](https://a.in/#b).',
    ],
  ])('lead to headings in %s: %s', (file, text) => expect(broken(text, file)).toEqual([]));

  test.each([
    ['src/x.ts', '// docs/behaviour.md, "Cart rule"', 'docs/behaviour.md has no heading "Cart rule"'],
    ['src/x.ts', '// docs/behaviour.md, "Cart", "Gone"', 'docs/behaviour.md has no heading "Gone"'],
    ['src/x.ts', '// docs/gone.md, "Cart"', 'docs/gone.md has no heading "Cart"'],
    ['src/x.ts', '// (docs/behaviour.md 4.1)', 'docs/behaviour.md 4.1 is a number'],
    ['README.md', '[x](docs/behaviour.md#gone)', 'docs/behaviour.md has no heading with the anchor #gone'],
    ['docs/deploy.md', '[x](#gone)', 'docs/deploy.md has no heading with the anchor #gone'],
  ])('are refused in %s: %s', (file, text, problem) =>
    expect(broken(text, file)).toEqual([expect.stringContaining(`${file}: ${problem}`)]),
  );
});

test('each section without sections of its own is cited', () => {
  const citations = citationsIn(
    'src/x.ts',
    '// docs/behaviour.md, "Cart rules"\n// docs/deploy.md, "Support"',
  );
  expect(uncitedRules('docs/behaviour.md', shop, citations)).toEqual([
    expect.stringContaining('nothing cites "Cart page"'),
    expect.stringContaining('nothing cites "Support"'),
  ]);
});
