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

test('what many products share is one line, and only long texts', () => {
  const step = 'Massage two pumps into damp skin, morning and evening, and wait a minute.';
  const many = Object.fromEntries(
    Array.from({ length: 61 }, (_, n) => [
      `products/cream-${n}/index.md`,
      `---\nname: Cream ${n}\nlabelLine: For the night\nhowToUse:\n  - ${step}\n---\n`,
    ]),
  );
  const text = `---\nname: Own\nlabelLine: For the night\nhowToUse:\n  - ${step}\n---\n`;
  expect(leftovers('products/own/index.md', text, many)).toEqual([
    { of: '61 other products', fields: ['howToUse'] },
  ]);
});

test.each(products)('%s has nothing of another product', (name) =>
  expect(leftovers(name, texts[name] ?? '', texts)).toEqual([]),
);
