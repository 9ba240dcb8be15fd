import { expect, test } from 'vitest';
import { amountInWords, inWords } from './words.ts';

test.each([
  [0, 'Rupees Zero Only'],
  [1, 'Rupees Zero and One Paise Only'],
  [59_900, 'Rupees Five Hundred Ninety-Nine Only'],
  [1_00_000_50, 'Rupees One Lakh and Fifty Paise Only'],
  [
    12_34_56_789_10,
    'Rupees Twelve Crore Thirty-Four Lakh Fifty-Six Thousand Seven Hundred Eighty-Nine and Ten Paise Only',
  ],
  [10_00_00_00_000_00, 'Rupees One Thousand Crore Only'],
])('%d paise', (paise, words) => expect(amountInWords(paise)).toBe(words));

const values: Record<string, number> = { Hundred: 100, Thousand: 1000, Lakh: 100_000, Crore: 10_000_000 };
for (let number = 0; number < 100; number += 1) values[inWords(number)] = number;

/** Reads a number in words back: each scale multiplies what stands before it and since the last larger scale. */
function readBack(words: string): number {
  const parts: number[] = [];
  for (const word of words.split(' ')) {
    const value = values[word] ?? Number.NaN;
    if (value < 100) {
      parts.push(value);
      continue;
    }
    let scaled = 0;
    while ((parts.at(-1) ?? value) < value) scaled += parts.pop() ?? 0;
    parts.push(scaled * value);
  }
  return parts.reduce((sum, part) => sum + part, 0);
}

test('the words of a hundred thousand numbers read back as the number', () => {
  const wrong: number[] = [];
  for (let step = 0; step < 100_000; step += 1) {
    // Every number below 50,000, then numbers of up to ten digits.
    const number = step < 50_000 ? step : (step * 2_654_435_761) % 9_999_999_999;
    if (readBack(inWords(number)) !== number) wrong.push(number);
  }
  expect(wrong).toEqual([]);
});
