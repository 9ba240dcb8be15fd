/** Every character that contacts, chats, keyboards and spreadsheets put into what people paste. */
import { describe, expect, test } from 'vitest';
import { cleanLine } from './clean-line.ts';
import {
  breaks,
  charactersWith,
  dashes,
  invisible,
  mixedTexts,
  spaces,
  within,
  wrong,
} from './testing/characters.ts';

/** The digits of every script, ten by ten. */
const digits = Array.from({ length: 10 }, (_, n) => String(n));

test('nothing invisible stays, wherever it is', () =>
  expect(invisible.flatMap((character) => wrong(within('Asha', character), cleanLine, 'Asha'))).toEqual([]));

test('spaces and dashes of every kind become one kind', () => {
  for (const space of spaces)
    expect(wrong([`${space}Asha${space}${space}Rao${space}`], cleanLine, 'Asha Rao')).toEqual([]);
  for (const dash of dashes) expect(wrong([`Anne${dash}Marie`], cleanLine, 'Anne-Marie')).toEqual([]);
});

test('the digits of every script are 0 to 9', () => {
  const every = charactersWith(/^\p{Nd}$/u);
  const zeros = every.filter((digit) => cleanLine(digit) === '0');
  expect(zeros.length).toBeGreaterThan(60);
  for (const zero of zeros) {
    const own = digits.map((digit) => String.fromCodePoint((zero.codePointAt(0) ?? 0) + Number(digit)));
    expect(own.map((digit) => cleanLine(digit))).toEqual(digits);
  }
  expect(every.filter((digit) => !/^[0-9]$/.test(cleanLine(digit)))).toEqual([]);
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
});

test('what is clean stays as it is', () => {
  for (const typed of mixedTexts())
    for (const clean of [cleanLine, (text: string) => cleanLine(text, ', ')]) {
      const once = clean(typed);
      expect(clean(once), JSON.stringify(typed)).toBe(once);
    }
});
