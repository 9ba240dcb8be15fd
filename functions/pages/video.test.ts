import { expect, test } from 'vitest';
import { readRange } from './video.ts';

test.each([
  ['bytes=0-1', { start: 0, end: 1 }],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=40-59', { start: 40, end: 59 }],
  ['bytes=90-200', { start: 90, end: 99 }],
  ['bytes=99-99', { start: 99, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['Bytes= 5-6 ', { start: 5, end: 6 }],
])('%s of a hundred bytes is a part', (header, part) => {
  expect(readRange(header, 100)).toEqual(part);
});

test.each(['bytes=100-', 'bytes=100-200', 'bytes=-0'])('%s is outside of a hundred bytes', (header) => {
  expect(readRange(header, 100)).toBe('unsatisfiable');
});

test.each([
  undefined,
  '',
  'bytes',
  'bytes=',
  'bytes=-',
  'bytes=a-b',
  'bytes=5-4',
  'bytes=0-1,4-5',
  'lines=0-1',
])('%s returns the whole file', (header) => {
  expect(readRange(header, 100)).toBeUndefined();
});

test('an empty file has no parts', () => {
  expect(readRange('bytes=0-', 0)).toBe('unsatisfiable');
  expect(readRange('bytes=-5', 0)).toBe('unsatisfiable');
});
