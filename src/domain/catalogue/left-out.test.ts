import { expect, test } from 'vitest';
import { withoutBlocks, withoutMissing } from './left-out.ts';

const exists = (id: string) => id === 'rose-toner';
const gone = 'Cheaper than {{ price.neem-wash }}.';

test('a product loses what it says of missing products, and nothing else', () => {
  const product = {
    description: gone,
    benefits: ['Costs {{price}}.', gone, 'Beside {{price.rose-toner}}.'],
    faqs: [{ question: 'Why?', answer: 'You save {{saving}}.' }],
    order: 10,
    parts: ['rose-toner', 'neem-wash'],
  };
  expect(withoutMissing(product, exists)).toEqual({
    description: '',
    benefits: ['Costs {{price}}.', 'Beside {{price.rose-toner}}.'],
    faqs: [],
    order: 10,
    parts: ['rose-toner', 'neem-wash'],
  });
});

test('a kit whose parts exist keeps what it says, also what is wrong in it', () => {
  const kit = { benefits: ['You save {{saving}}.'], parts: ['rose-toner'] };
  expect(withoutMissing(kit, exists)).toEqual(kit);
});

test('a text loses the blocks that name such an amount', () =>
  expect(withoutBlocks(`<p>One.</p>\n<ul><li>${gone}</li><li>{{price}}</li></ul>`, {}, exists)).toBe(
    '<p>One.</p>\n<ul><li>{{price}}</li></ul>',
  ));
