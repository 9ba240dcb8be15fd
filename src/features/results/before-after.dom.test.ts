import { expect, test } from 'vitest';
import { positionLabel } from './before-after.dom.ts';

test.each([
  [0, 'All after'],
  [1, '1% before, 99% after'],
  [50, 'Half before, half after'],
  [100, 'All before'],
])('a line at %d is heard as %s', (at, words) => expect(positionLabel(at)).toBe(words));
