import { expect, test } from 'vitest';
import { readTheme } from '#tools/lib/content.ts';
import { randomFrom } from '../../../tests/support/random.ts';
import { paletteOf } from './palette.ts';
import { themeContent } from './theme.ts';

const { fonts } = readTheme();
const mistakesOf = (colour: string) =>
  themeContent.safeParse({ colours: paletteOf(colour), fonts }).error?.issues ?? [];

// rule: colours - examples
test.each(['#000000', '#ffffff', '#ffff00', '#00ff00', '#7f7f7f', '#ff00ff', '#234D38'])(
  '%s gives a theme whose texts can be read',
  (colour) => expect(mistakesOf(colour)).toEqual([]),
);

test('so does any other colour', () => {
  const dice = randomFrom(11);
  for (let n = 0; n < 400; n += 1) {
    const colour = `#${dice.between(0, 0xff_ff_ff).toString(16).padStart(6, '0')}`;
    expect(mistakesOf(colour), colour).toEqual([]);
  }
});

// rule: colours - examples
test('a dark colour is the main colour as it is; a light one is darkened, and is the accent', () => {
  expect(paletteOf('#5a1f57').green).toBe('#5a1f57');
  const light = paletteOf('#f2c14e');
  expect(light.gold).toBe('#f2c14e');
  expect(light.green).not.toBe('#f2c14e');
});
