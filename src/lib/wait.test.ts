import { expect, it } from 'vitest';
import { waitText } from './wait.ts';

it.each([
  [0, 'in 1 second'],
  [1, 'in 1 second'],
  [45, 'in 45 seconds'],
  [60, 'in 1 minute'],
  [61, 'in 2 minutes'],
  [900, 'in 15 minutes'],
])('%d s is said as "%s"', (seconds, text) => expect(waitText(seconds)).toBe(text));
