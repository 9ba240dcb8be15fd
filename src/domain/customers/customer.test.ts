/** Customers at the desk (docs/desk.md, "Customers"). */
import { expect, test } from 'vitest';
import { countText } from './customer.ts';

test.each([
  [0, '0'],
  [100, '100'],
  [101, '100+'],
])('%d counted up to 100 is %s', (count, text) => expect(countText(count, 100)).toBe(text));
