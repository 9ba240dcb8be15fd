import { expect, test } from 'vitest';
import { needsEwayBill } from './eway-bill.ts';

const supplier = { state: 'Karnataka' as const };
const rule = { ewayBill: { above: 50_000 }, supplier };
const own = { ewayBill: { above: 50_000, withinState: 1_00_000 }, supplier };

test.each([
  ['of exactly the limit', rule, 50_000_00, 'Goa', false],
  ['of a paisa more', rule, 50_000_01, 'Goa', true],
  ['within the state, which has no limit of its own', rule, 50_000_01, 'Karnataka', true],
  ['within the state, below its own limit', own, 1_00_000_00, 'Karnataka', false],
  ['within the state, above its own limit', own, 1_00_000_01, 'Karnataka', true],
  ['to another state, which has no other limit', own, 50_000_01, 'Goa', true],
])('a parcel %s', (_, content, total, state, needs) =>
  expect(needsEwayBill(content, { total, state })).toBe(needs),
);
