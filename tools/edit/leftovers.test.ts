import { expect, test } from 'vitest';
import { makeSnapshot } from './build-editor.ts';
import { leftovers } from './leftovers.ts';

const { texts } = makeSnapshot();
const products = Object.keys(texts).filter((name) => name.startsWith('products/'));

test('a duplicate is told which fields still are those of the other product', () => {
  const text = (texts['products/matte-shield-spf-50/index.md'] ?? '')
    .replace(/^name: .*$/m, 'name: Neem Shield')
    .replace(/^description: .*$/m, 'description: null')
    .replace(/^ingredients: .*\n/m, '')
    .replace(/alt: .*/, 'alt: A green tube');
  const all = ['labelLine', 'features', 'benefits', 'keyIngredients', 'spf', 'howToUse', 'faqs', 'body'];
  const found = leftovers('products/neem-shield/index.md', text, {
    ...texts,
    'products/broken/index.md': '---\nname: "no end\n---\n',
  });
  expect(found).toEqual([{ of: 'Matte Shield', fields: ['pictures', ...all] }]);
});

test.each(products)('%s has nothing of another product', (name) =>
  expect(leftovers(name, texts[name] ?? '', texts)).toEqual([]),
);
