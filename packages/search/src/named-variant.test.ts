import { expect, test } from 'vitest';
import { namedVariant } from './named-variant.ts';

const card = (name: string, ...labels: string[]) =>
  ({ name, variants: labels.map((label) => ({ id: label, label })) }) as unknown as Parameters<
    typeof namedVariant
  >[0];
const tint = card('Mineral Tint', 'Warm Beige', 'Light Beige', 'Deep Almond');

test.each([
  ['mineral tint almond', tint, 'Deep Almond'],
  ['LIGHT tint', tint, 'Light Beige'],
  ['mineral tint', tint, undefined],
  ['tint beige', tint, undefined],
  ['tint warm biege', tint, 'Warm Beige'],
  ['', tint, undefined],
  ['face oil 100 ml', card('Face Oil', '30 ml', '100 ml'), '100 ml'],
  ['face oil ml', card('Face Oil', '30 ml', '100 ml'), undefined],
  ['beige', { ...tint, variants: null }, undefined],
])('"%s" names the variant of its words', (text, product, id) => {
  expect(namedVariant(product, text)).toBe(id);
});
