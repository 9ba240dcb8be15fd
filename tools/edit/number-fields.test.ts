import { expect, test } from 'vitest';
import { typedNumber } from './number-fields.ts';

test.each([
  ['1,299', '1299'],
  ['1,00,000', '100000'],
  ['₹ 1,299.00', '1299.00'],
  ['Rs. 1,299/-', '1299'],
  ['१,२९९', '1299'],
  [' 1 299.5 ', '1299.5'],
  ['1,', '1'],
  ['649.', '649.'],
  ['', ''],
])('%j is %j', (typed, number) => expect(typedNumber(typed)).toBe(number));

test.each(['12a', '1.2.3', 'free', '1o99', '5-6'])('%j is no number', (typed) =>
  expect(typedNumber(typed)).toBeUndefined(),
);
