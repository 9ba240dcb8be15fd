import { expect, test } from 'vitest';
import { parseFilters } from './filters.ts';

test('only filters with a value that they know are read from an address', () => {
  const valid = { status: 'unshipped', paid: 'no', to: '2026-11-21' };
  expect(parseFilters({ ...valid, q: '', method: 'toString', ids: 'x' })).toEqual(valid);
  expect(parseFilters({ q: 'x'.repeat(300) })).toEqual({ q: 'x'.repeat(254) });
});
