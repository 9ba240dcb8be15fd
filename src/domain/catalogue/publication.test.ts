import { expect, test } from 'vitest';
import { startOfDay } from '#lib/dates.ts';
import { hasBegun, isListed, isNew, isSold, newUntil, productStatuses, soldProducts } from './publication.ts';

const day = '2026-12-01';
const publishFrom = new Date(day);
const midnight = startOfDay(day) ?? 0;

test.each([
  ['draft', false, true],
  ['published', true, true],
  ['hidden', true, false],
  ['retired', false, true],
] as const)('a product that is %s', (status, sold, listed) => {
  expect(isSold({ status }, midnight)).toBe(sold);
  expect(isSold({ status, publishFrom }, midnight - 1)).toBe(false);
  expect(isSold({ status, publishFrom }, midnight)).toBe(sold);
  expect(isListed({ status })).toBe(listed);
});

test('a day of content begins at midnight in India', () => {
  expect(hasBegun(publishFrom, Date.parse('2026-11-30T18:29:59.999Z'))).toBe(false);
  expect(hasBegun(publishFrom, Date.parse('2026-11-30T18:30:00.000Z'))).toBe(true);
});

test('a product is new for its first 60 days in India; one without a first day is not', () => {
  expect(new Date(newUntil(publishFrom)).toISOString()).toBe('2027-01-29T18:30:00.000Z');
  expect(isNew({ publishFrom }, newUntil(publishFrom) - 1)).toBe(true);
  expect(isNew({ publishFrom }, newUntil(publishFrom))).toBe(false);
  expect(isNew({}, midnight)).toBe(false);
});

test('of a catalogue, only what is sold is left', () => {
  const products = new Map(productStatuses.map((status) => [`a-${status}`, { status }]));
  expect([...soldProducts(products, midnight).keys()]).toEqual(['a-published', 'a-hidden']);
});
