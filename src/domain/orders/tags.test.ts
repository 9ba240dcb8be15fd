/** Tags of an order (docs/desk.md, "Orders at the desk"). */
import { expect, test } from 'vitest';
import { cleanTags, isTag, maxTagLength } from './tags.ts';

test('tags are cleaned, and each is kept once', () =>
  expect(cleanTags([' #Gift ', 'call  first', 'GIFT', 'दिवाली'])).toEqual(['gift', 'call-first', 'दिवाली']));

test.each(['', '-gift', 'a,b', 'a/b', 'a#b', 'x'.repeat(maxTagLength + 1), 'a\u0007'])(
  '%j is no tag',
  (tag) => expect(isTag(tag)).toBe(false),
);
