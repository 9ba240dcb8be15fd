import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openDirectory } from './pincodes.ts';
import { stateProblem } from './state-problem.ts';

const directory = openDirectory(readFileSync(new URL('./pincodes.txt', import.meta.url), 'utf8'));
const problem = (pincode: string, state: string) => stateProblem(pincode, directory?.find(pincode), state);

test('a state that the directory contradicts is named, with the right one', () =>
  expect(problem('110001', 'Karnataka')).toEqual({
    message: 'The pincode 110001 is in Delhi, not in Karnataka. Please choose Delhi, or correct the pincode.',
    states: ['Delhi'],
  }));

test.each([
  ['560001', 'Karnataka'],
  // In two states.
  ['110025', 'Delhi'],
  ['110025', 'Uttar Pradesh'],
  ['605007', 'Puducherry'],
  // An office without a state, the army, unknown to the directory.
  ['160001', 'Goa'],
  ['999998', 'Punjab'],
  ['199999', 'Kerala'],
  // Not chosen yet.
  ['560001', ''],
])('%s fits %j', (pincode, state) => expect(problem(pincode, state)).toBeUndefined());

test('in two states it is one of the two', () =>
  expect(problem('396235', 'Karnataka')?.states).toEqual([
    'Dadra and Nagar Haveli and Daman and Diu',
    'Gujarat',
  ]));

test.each([undefined, 'unlisted'])('without an answer of the directory (%j) nothing is refused', (area) =>
  expect(stateProblem('110001', area, 'Karnataka')).toBeUndefined(),
);
