import { expect, test } from 'vitest';
import { randomFrom } from '../../../tests/support/random.ts';
import { contrastOf, faintColours } from './contrast.ts';

test.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  // The examples of WebAIM: the lightest grey that texts on white may have, and the next one.
  ['#767676', '#ffffff', 4.54],
  ['#777777', '#ffffff', 4.48],
  ['#0000ff', '#ffffff', 8.59],
])('%s on %s has a contrast of %d', (one, other, contrast) =>
  expect(contrastOf(one, other)).toBeCloseTo(contrast, 2),
);

test('names each colour that is too near to one of its grounds, and no other', () => {
  const colours = { ink: '#777777', edge: '#777777', paper: '#ffffff', night: '#000000' };
  const grounds = ['paper', 'night'] as const;
  expect(
    faintColours(colours, [
      { front: 'ink', use: 'text', grounds },
      { front: 'edge', use: 'control', grounds },
    ]),
  ).toEqual([{ front: 'ink', ground: 'paper', contrast: contrastOf('#777777', '#ffffff'), least: 4.5 }]);
});

test('of random colours: the same both ways, from 1 to 21, and highest against black or white', () => {
  const { between } = randomFrom(1);
  const colour = () => `#${between(0, 0xffffff).toString(16).padStart(6, '0')}`;
  for (let n = 0; n < 5000; n++) {
    const [one, other] = [colour(), colour()];
    const contrast = contrastOf(one, other);
    expect(contrast).toBe(contrastOf(other, one));
    expect(contrast).toBeGreaterThanOrEqual(1);
    const most = Math.max(contrastOf(one, '#000000'), contrastOf(one, '#ffffff'));
    expect(contrast).toBeLessThanOrEqual(most);
    // On black or on white each colour can be read: √21 is 4.58.
    expect(most).toBeGreaterThan(4.5);
    const faint = faintColours({ one, other }, [{ front: 'one', use: 'text', grounds: ['other'] }]);
    expect(faint).toHaveLength(contrast < 4.5 ? 1 : 0);
  }
});
