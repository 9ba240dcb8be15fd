import { describe, expect, test } from 'vitest';
import {
  consonantsOf,
  distanceLimit,
  leastDistance,
  normalizeText,
  soundDistance,
  soundOf,
} from './sounds.ts';

const sound = (text: string): string => soundOf(...normalizeText(text).split(' '));

describe('words that sound alike', () => {
  test.each([
    ['rukhi', 'rookhi', 'rukha', 'रूखी', 'रूखा'],
    ['haldi', 'haldee', 'हल्दी'],
    ['chandan', 'चंदन', 'चन्दन'],
    ['twacha', 'tvacha', 'त्वचा'],
    ['vitamin', 'विटामिन'],
    ['daag', 'dag', 'दाग'],
    ['phunsi', 'funsi', 'फुंसी'],
    ['face wash', 'facewash', 'FaceWash', 'ＦＡＣＥ ｗａｓｈ'],
    ['pimple', 'pimples', 'Pimplés'],
    ['niasinamide', 'niacinamide'],
    ['झुर्रियाँ'.normalize('NFC'), 'झुर्रियाँ'.normalize('NFD'), 'झुर्रियां', 'jhurriyan'],
    ['क़लम', '\u0958लम', 'qalam'],
  ])('%s', (first, ...others) => {
    for (const other of others) expect(sound(other), other).toBe(sound(first));
  });
});

describe('words that do not', () => {
  test.each([
    ['cream', 'creamy'],
    ['vitamin c', 'vitamin e'],
    ['tan', 'toner'],
    ['500', '50'],
  ])('%s and %s', (a, b) => expect(sound(a)).not.toBe(sound(b)));
});

test('digits of Devanagari are digits; invisible characters are none', () => {
  expect(normalizeText('५००')).toBe('500');
  expect(normalizeText('se\u200drum\u0000')).toBe('serum');
});

test('apostrophes and accents do not count', () => {
  for (const sign of "'’‘ʼ′＇`´") expect(normalizeText(`L${sign}Oréal`)).toBe('loreal');
  expect(normalizeText('Crème Brûlée Łódź Søren Straße Æsop')).toBe('creme brulee lodz soren strasse aesop');
});

describe('the distance', () => {
  const distance = (a: string, b: string) => soundDistance(sound(a), sound(b), 9);
  test('is the same both ways, and 0 for the same', () => {
    for (const [a, b] of [
      ['sunscreen', 'सनस्क्रीन'],
      ['muhase', 'munhase'],
      ['serum', 'toner'],
    ] as const)
      expect(distance(a, b)).toBeCloseTo(distance(b, a));
    expect(distance('serum', 'serum')).toBe(0);
  });
  test('a vowel costs less than a consonant, swapped letters less than two changes', () => {
    expect(distance('serum', 'sarum')).toBeLessThan(distance('serum', 'sekum'));
    expect(soundDistance('abcd', 'acbd', 9)).toBe(0.8);
  });
  test('an error at the start costs more', () =>
    expect(soundDistance('tomer', 'romer', 9)).toBeGreaterThan(soundDistance('romet', 'romer', 9)));
  test('is Infinity above the limit', () =>
    expect(soundDistance('serum', 'toner', 1)).toBe(Number.POSITIVE_INFINITY));
  test('short words must be right', () => expect([1, 3, 4, 12].map(distanceLimit)).toEqual([0, 0, 0.5, 1.9]));
  test('the quick estimate is never larger', () => {
    const words = 'serum toner sunscreen moisturizer niacinamide muhase rukhi twacha haldi kesar cleanser'
      .split(' ')
      .map(sound);
    for (const a of words)
      for (const b of words)
        expect(leastDistance(consonantsOf(a), consonantsOf(b)), `${a} ${b}`).toBeLessThanOrEqual(
          soundDistance(a, b, 99) + 1e-9,
        );
  });
});
