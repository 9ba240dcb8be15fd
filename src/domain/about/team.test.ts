import { expect, it } from 'vitest';
import { monogram } from './team.ts';

it.each([
  ['Meera Iyer', 'MI'],
  ['Dr. Kabir Sethi', 'KS'],
  ['ananya devi rao', 'AR'],
  ['Meera', 'M'],
])('%s is %s', (name, letters) => expect(monogram(name)).toBe(letters));
