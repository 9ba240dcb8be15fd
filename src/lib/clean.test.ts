/** Every character that contacts, chats, keyboards and spreadsheets put into what people paste. */
import { describe, expect, test } from 'vitest';
import { cleanCode, cleanEmail, cleanId, cleanLine, cleanPhone } from './clean.ts';

/** All characters of Unicode with a property. */
const all = (property: RegExp): string[] => {
  const found: string[] = [];
  for (let code = 0; code <= 0x10ffff; code += 1) {
    const character = String.fromCodePoint(code);
    if (property.test(character)) found.push(character);
  }
  return found;
};
const invisible = all(/^[\p{Cf}\p{Default_Ignorable_Code_Point}]$/u);
const spaces = [...all(/^\p{Zs}$/u), '\t', '\u2800'];
const dashes = [...all(/^\p{Pd}$/u), '\u2212', '\u2043'];
const breaks = ['\n', '\r', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'];
/** The digits of every script, ten by ten. */
const digits = Array.from({ length: 10 }, (_, n) => String(n));

/** Each character at the start, in the middle and at the end of a text, and between all of its characters. */
const within = (text: string, character: string): string[] => [
  character + text,
  text.slice(0, 4) + character + text.slice(4),
  text + character,
  [...text].join(character),
];
const wrong = (typed: string[], clean: (typed: string) => string, result: string): string[] =>
  typed.filter((one) => clean(one) !== result).map((one) => JSON.stringify(one));

test.each([
  ['a phone', '9876543210', cleanPhone],
  ['a code', '27AAPFU0939F1ZV', cleanCode],
  ['a pincode', '560001', cleanCode],
  ['an identifier', 'ORD-123456', cleanId],
  ['an email', 'asha.rao@example.in', cleanEmail],
  ['a name', 'Asha', cleanLine],
] as const)('%s: nothing invisible stays, wherever it is', (_, text, clean) =>
  expect(invisible.flatMap((character) => wrong(within(text, character), clean, text))).toEqual([]),
);

test('spaces and dashes of every kind become one kind, and identifiers have no spaces', () => {
  for (const space of spaces) {
    expect(wrong([`${space}Asha${space}${space}Rao${space}`], cleanLine, 'Asha Rao')).toEqual([]);
    expect(wrong(within('9876543210', space), cleanPhone, '9876543210')).toEqual([]);
    expect(wrong(within('560001', space), cleanCode, '560001')).toEqual([]);
    expect(wrong(within('ORD-123456', space), cleanId, 'ORD-123456')).toEqual([]);
  }
  for (const dash of dashes) {
    expect(wrong([`Anne${dash}Marie`], cleanLine, 'Anne-Marie')).toEqual([]);
    expect(wrong([`98765${dash}43210`], cleanPhone, '9876543210')).toEqual([]);
    expect(wrong([`560${dash}001`], cleanCode, '560001')).toEqual([]);
    expect(wrong([`ORD${dash}123456`], cleanId, 'ORD-123456')).toEqual([]);
  }
});

test('the digits of every script are 0 to 9', () => {
  const every = all(/^\p{Nd}$/u);
  const zeros = every.filter((digit) => cleanLine(digit) === '0');
  expect(zeros.length).toBeGreaterThan(60);
  for (const zero of zeros) {
    const own = digits.map((digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)));
    expect(own.map((digit) => cleanLine(digit))).toEqual(digits);
  }
  expect(every.filter((digit) => !/^[0-9]$/.test(cleanLine(digit)))).toEqual([]);
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

test.each([
  ['12, MG Road,\nIndiranagar\r\n\r\nNear the lake', '12, MG Road, Indiranagar, Near the lake'],
  ['\n12 MG Road \u2028 , Indiranagar\n', '12 MG Road, Indiranagar'],
  ['Plot १२, सेक्टर ५', 'Plot 12, सेक्टर 5'],
  ['№ 4 – 2‑B\t½ 12½', 'No 4 - 2-B 1/2 12 1/2'],
  ["O’Neill's, O´Neill", "O’Neill's, O´Neill"],
])('an address %j', (typed, clean) => expect(cleanLine(typed, ', ')).toBe(clean));

test('each kind of line break', () =>
  expect(breaks.map((line) => cleanLine(`1 MG Road${line}Pune`, ', '))).toEqual(
    breaks.map(() => '1 MG Road, Pune'),
  ));

describe('the joiners', () => {
  const [zwnj, zwj] = ['\u200c', '\u200d'];
  test.each([
    ['Devanagari', `क्${zwj}ष`, `क्${zwj}ष`],
    ['Devanagari, twice', `क्${zwnj}${zwnj}ष`, `क्${zwnj}ष`],
    ['Kannada', `ಶ್ರೀ ರ್${zwj}ಯ`, `ಶ್ರೀ ರ್${zwj}ಯ`],
    ['the end of a Malayalam name', `മോഹന്${zwj} നായര്${zwj}`, `മോഹന്${zwj} നായര്${zwj}`],
    ['Urdu', `می${zwnj}خواہم`, `می${zwnj}خواہم`],
    ['a start', `${zwj}आशा`, 'आशा'],
    ['an end', `आशा${zwnj}`, 'आशा'],
    ['Latin letters', `As${zwj}ha${zwnj} Rao`, 'Asha Rao'],
    ['beside a space', `आशा${zwj} ${zwj}राव`, 'आशा राव'],
    ['with other invisible characters', `क्\u200b${zwj}\u202aष`, `क्${zwj}ष`],
  ])('in %s', (_, typed, clean) => expect(cleanLine(typed)).toBe(clean));
  test('in no identifier', () => expect(cleanId(`क्${zwj}ष`)).toBe('क्ष'));
});

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
  // A fixed sequence, so that a failure comes again.
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const pool = [...invisible, ...spaces, ...dashes, ...breaks, ...'aZ9९क्ष½´<>@.,;"()+\u0301\u200c\u200d'];
  for (let n = 0; n < 3000; n += 1) {
    const typed = Array.from({ length: random(12) }, () => pool[random(pool.length)]).join('');
    for (const clean of [
      cleanLine,
      (text: string) => cleanLine(text, ', '),
      cleanId,
      cleanCode,
      cleanPhone,
    ]) {
      const once = clean(typed);
      expect(clean(once), JSON.stringify(typed)).toBe(once);
    }
  }
});
