import { expect, test } from 'vitest';
import { unitPrice, unitPriceText } from './unit-price.ts';

test.each([
  [49_900, '30 ml', { price: 1_663, unit: 'ml' }],
  [44_900, '75 g', { price: 599, unit: 'g' }],
  [100, '3ml', { price: 33, unit: 'ml' }],
  [49_900, ' 12.5 ML ', { price: 3_992, unit: 'ml' }],
  [100_000, '1 kg', { price: 100, unit: 'g' }],
  [100_000, '1 l', { price: 100, unit: 'ml' }],
  [150_000, '1.5 l', { price: 100_000, unit: 'l' }],
  [150_000, '2000 g', { price: 75_000, unit: 'kg' }],
])('%i paise for %s', (price, netQuantity, unit) => expect(unitPrice(price, netQuantity)).toEqual(unit));

test.each(['150 ml + 30 ml + 50 ml', '2 x 30 ml', '1 piece', '0 ml', 'ml', '', '30 ml (1 fl oz)', '-5 g'])(
  '"%s" has no single quantity, so there is no unit price',
  (netQuantity) => expect(unitPrice(49_900, netQuantity)).toBeUndefined(),
);

test.each([
  [59_900, 69_900, '30 ml', '₹19.97 per ml (at the MRP ₹23.30 per ml)'],
  [59_900, 59_900, '30 ml', '₹19.97 per ml'],
  [59_900, undefined, '30 ml', '₹19.97 per ml'],
  [149_900, 169_900, '150 ml + 30 ml', 'None: several items are sold as one'],
  [59_900, 69_900, '', ''],
])('the text of %i paise, MRP %s, for "%s"', (price, mrp, netQuantity, text) =>
  expect(unitPriceText(price, mrp, netQuantity).replaceAll(String.fromCharCode(160), ' ')).toBe(text),
);
