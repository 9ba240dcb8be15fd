import { expect, test } from 'vitest';
import { oneLine, someLines } from './text.ts';

test.each(['Asha Rao', 'आशा राव', 'क्‍ष', '👩🏽‍🔬', 'O’Neill-Das, 3rd', ''])('%j is one line', (text) => {
  expect([oneLine.test(text), someLines.test(text)]).toEqual([true, true]);
});

test.each(['\n', '\r', '\t'])('%j is allowed only in text of several lines', (char) => {
  expect([oneLine.test(`a${char}b`), someLines.test(`a${char}b`)]).toEqual([false, true]);
});

test.each(['\0', '\u001b', '\u007f', '\u0085', '\u2028', '\u2029', '\u202a', '\u202e', '\u2066', '\u2069'])(
  '%j is never allowed',
  (char) => {
    expect([oneLine.test(`a${char}b`), someLines.test(`a${char}b`)]).toEqual([false, false]);
  },
);
