import { expect, test } from 'vitest';
import { asSentence } from './sentence.ts';

test.each([
  ['It has come back to us', 'It has come back to us.'],
  ['It has come back to us. ', 'It has come back to us.'],
  ['Is it right?', 'Is it right?'],
  ['They said “no.”', 'They said “no.”'],
  ['Wait…', 'Wait…'],
  ['', ''],
])('%j ends once', (text, sentence) => expect(asSentence(text)).toBe(sentence));
