/** Every character that contacts, chats, keyboards and spreadsheets put into what people paste. */
import { dashes, invisible, mixedTexts, spaces, within, wrong } from 'shop-import/testing/characters';
import { describe, expect, test } from 'vitest';
import { cleanCode, cleanEmail, cleanId, cleanPhone } from './clean.ts';

test.each([
  ['a phone', '9876543210', cleanPhone],
  ['a code', '27AAPFU0939F1ZV', cleanCode],
  ['a pincode', '560001', cleanCode],
  ['an identifier', 'ORD-123456', cleanId],
  ['an email', 'asha.rao@example.in', cleanEmail],
] as const)('%s: nothing invisible stays, wherever it is', (_, text, clean) =>
  expect(invisible.flatMap((character) => wrong(within(text, character), clean, text))).toEqual([]),
);

test('identifiers have no spaces, and dashes of one kind', () => {
  for (const space of spaces) {
    expect(wrong(within('9876543210', space), cleanPhone, '9876543210')).toEqual([]);
    expect(wrong(within('560001', space), cleanCode, '560001')).toEqual([]);
    expect(wrong(within('ORD-123456', space), cleanId, 'ORD-123456')).toEqual([]);
  }
  for (const dash of dashes) {
    expect(wrong([`98765${dash}43210`], cleanPhone, '9876543210')).toEqual([]);
    expect(wrong([`560${dash}001`], cleanCode, '560001')).toEqual([]);
    expect(wrong([`ORD${dash}123456`], cleanId, 'ORD-123456')).toEqual([]);
  }
});

describe('a phone', () => {
  test.each([
    '9876543210',
    '+919876543210',
    '+91 98765 43210',
    '91-98765-43210',
    '098765 43210',
    '+91 09876543210',
    '0091 98765 43210',
    '00919876543210',
    '0091 0 9876543210',
    '+91 (0) 98765-43210',
    '(+91) 98765.43210',
    '\u202a+91 98765 43210\u202c',
    '\u2068+91\u00a098765\u00a043210\u2069',
    '\u200b9876543210\ufeff',
    '९८७६५४३२१०',
    '+९१ ९८७६५ ४३२१०',
    '௯௮௭௬௫௪௩௨௧௦',
    '９８７６５４３２１０',
    '٩٨٧٦٥٤٣٢١٠',
    'tel:+91-98765-43210',
    '*9876543210*',
    '98765/43210',
    '9️⃣8️⃣7️⃣6️⃣5️⃣4️⃣3️⃣2️⃣1️⃣0️⃣',
    '98765\n43210',
  ])('%j', (typed) => expect(cleanPhone(typed)).toBe('9876543210'));
  test.each(['9191919191', '9100000000', '6000000000'])('%s stays', (typed) =>
    expect(cleanPhone(typed)).toBe(typed),
  );
  // A call to another country, letters, too many digits.
  test.each([
    '+65 9876 5432',
    '0065 98765432',
    '+1 987 654 3210',
    '98765 4321O',
    '98765432101',
    'abc9876543210',
  ])('%j is none', (typed) => expect(cleanPhone(typed)).not.toMatch(/^[6-9]\d{9}$/));
});

test('an identifier has no joiners', () => expect(cleanId('क्\u200dष')).toBe('क्ष'));

test.each([
  ' Asha.Rao@Example.in ',
  'mailto:asha.rao@example.in',
  'Asha Rao <asha.rao@example.in>,',
  'asha.rao＠example．in',
  'asha.rao @ example. in.',
  '\u2068asha.rao@example.in\u2069',
])('an email %j', (typed) => expect(cleanEmail(typed)).toBe('asha.rao@example.in'));
test('a space inside of an email stays, to be refused', () =>
  expect(cleanEmail('asha rao@example.in')).toBe('asha rao@example.in'));

test('what is clean stays as it is', () => {
  for (const typed of mixedTexts())
    for (const clean of [cleanId, cleanCode, cleanPhone]) {
      const once = clean(typed);
      expect(clean(once), JSON.stringify(typed)).toBe(once);
    }
});
