import { expect, test } from 'vitest';
import { barsOf } from './code128.ts';

/** The widths of bars and spaces, as the standard's table has them. */
function widthsOf(text: string): string {
  const { bars, width } = barsOf(text);
  return bars.map(({ x, width: bar }, n) => `${bar}${(bars[n + 1]?.x ?? width) - x - bar || ''}`).join('');
}

test('a reference is letters in set B, digits in pairs of set C, a checksum and the stop', () =>
  expect(widthsOf('ORD-123456')).toBe(
    [
      '211214',
      '133121',
      '231131',
      '112313',
      '122132', // start B, O, R, D, -
      '113141',
      '112232',
      '131123',
      '331121', // set C, 12, 34, 56
      '123122',
      '2331112', // (104 + 47 + 2·50 + 3·36 + 4·13 + 5·99 + 6·12 + 7·34 + 8·56) mod 103 = 16, stop
    ].join(''),
  ));

test('a reference of seven digits ends in set B', () => {
  const widths = widthsOf('ORD-1234567');
  expect(widths.startsWith('211214')).toBe(true);
  expect(widths.endsWith('2331112')).toBe(true);
  expect(barsOf('ORD-1234567').width % 11).toBe(2);
});
