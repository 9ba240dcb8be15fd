import { describe, expect, test } from 'vitest';
import { searchWords } from './search-words.ts';

describe('the words of a search for', () => {
  test.each([
    ['', []],
    ['   ', []],
    ['ORD-123456', ['123456']],
    [' ord-12 ', ['12']],
    ['ord123456', ['123456']],
    ['ORD', []],
    ['7', ['7']],
    ['5678', ['5678']],
    ['9876543210', ['9876543210']],
    ['+91 98765 43210', ['9876543210']],
    ['+91-98765-43210', ['9876543210']],
    ['919876543210', ['9876543210']],
    ['09876543210', ['9876543210']],
    // Ten digits that begin with 91 are a complete number.
    ['9198765432', ['9198765432']],
    ['98765 43210', ['9876543210']],
    ['482913 400001', ['482913', '400001']],
    ['Asha.Rao@Example.in', ['Asha.Rao@Example.in']],
    ['asha  rao', ['asha', 'rao']],
    ['\u202a+91\u00a098765\u00a043210\u202c', ['9876543210']],
    ['९८७६५ ४३२१०', ['9876543210']],
    ['0091-98765-43210', ['9876543210']],
    ['560–001', ['560001']],
    ['ORD‑123456\u200b', ['123456']],
    ['rao rao', ['rao']],
    ['pimpri-chinchwad (west)', ['chinchwad', 'pimpri', 'west']],
    ['asha pune 5678', ['5678', 'asha', 'pune']],
    ['DL-1452-IN', ['DL-1452-IN']],
    ['09bae979…', ['09bae979']],
    ['09bae979-8d36-4b1f-9c60-0f6f5b1f2c3d', ['09bae979']],
    ['a b c d e f g h i', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
    ['+', ['+']],
  ])('%j', (typed, words) => expect(searchWords(typed)).toEqual(words));
});
