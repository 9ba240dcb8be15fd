import { expect, test } from 'vitest';
import { storedQuery } from './count-search.ts';

test.each([
  ['  Glow   SERUM ', 'glow serum'],
  ['Crème', 'creme'],
  ['ｓｅｒｕｍ', 'serum'],
  ['se\u200brum\0', 'serum'],
  ['a\u00a0b\tc', 'a b c'],
  ['बिना खुशबू', 'बिना खुशबू'],
  ['सीरम ५०० से कम', 'सीरम 500 से कम'],
  ['SPF 50+', 'spf 50+'],
  ['under ₹1,499', 'under ₹1,499'],
  ['300 to 600', '300 to 600'],
  ['300-600', '300-600'],
  ['under 10,000', 'under 10,000'],
  ['vit.c', 'vit.c'],
  ['<b>glow</b>', '<b>glow</b>'],
  ['a b c d e f g h', 'a b c d e f g h'],
  ['🌿'.repeat(70), '🌿'.repeat(60)],
  [`${'x'.repeat(59)} y`, 'x'.repeat(59)],
])('%j is stored as %j', (typed, stored) => expect(storedQuery(typed)).toBe(stored));

test.each([
  ['nothing', ''],
  ['only invisible characters', ' \u200b\u0007\u2060 '],
  ['an email address', 'asha@example.in'],
  ['an email address in wide letters', 'asha＠example.in'],
  ['a UPI id', 'asha@okaxis'],
  ['a phone number', 'call 9876543210'],
  ['a phone number with spaces', '98 76 54 32 10'],
  ['a phone number with hyphens', '98765-43210'],
  ['a phone number with brackets', '(022) 4567-890'],
  ['a phone number in Devanagari', '९८७६५४३२१०'],
  ['a phone number in Bengali', '৯৮৭৬৫৪৩২১০'],
  ['an order number', 'ORD-123456'],
  ['a number with invisible characters', '98\u200b76\u200b5'],
  ['an address of a page', 'https://example.in/a'],
  ['a host', 'www.example'],
  ['a domain', 'example.in'],
  ['nine words', 'my name is asha and my skin is dry'],
])('%s is not stored', (_, typed) => expect(storedQuery(typed)).toBeUndefined());
