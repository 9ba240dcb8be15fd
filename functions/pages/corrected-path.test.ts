import { expect, test } from 'vitest';
import { correctPath } from './corrected-path.ts';

test.each([
  ['/product/Rose-Toner', '/product/rose-toner'],
  ['/product/rose-toner.', '/product/rose-toner'],
  ['/product/rose-toner).', '/product/rose-toner'],
  ['/Collection,', '/collection'],
  ['/about/team/', '/about/team'],
  ['/about%E2%80%9D', '/about'],
  ['/journal/turmeric-and-saffron%29%0A', '/journal/turmeric-and-saffron'],
  ['/cart%20', '/cart'],
  ['/track%E2%80%8B', '/track'],
  ['/policies/refund%3E', '/policies/refund'],
  ['/product/rose-toner%E0%A5%A4', '/product/rose-toner'],
  ['//evil.example.', '/evil.example'],
])('%s means %s', (path, corrected) => expect(correctPath(path)).toBe(corrected));

test.each([
  '/product/rose-toner',
  '/',
  '/.',
  '/%E0%A4',
  '/<script>',
  '/\\evil.example.',
  '/ingredients/हल्दी',
])('%s stays', (path) => expect(correctPath(path)).toBeUndefined());
