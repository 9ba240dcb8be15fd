import { expect, test } from 'vitest';
import { theme } from '#settings';
import { pairings, themeContent } from './theme.ts';
import { fontFamily, themeCss } from './theme-css.ts';

const messages = (colours: object) =>
  themeContent
    .safeParse({ ...theme, colours: { ...theme.colours, ...colours } })
    .error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

test('a colour that is hard to read is refused, with the ground and what it reaches', () =>
  expect(messages({ inkFaint: '#777777', paper: '#ffffff', cream: '#ffffff' })).toEqual([
    'colours.inkFaint: #777777 on paper (#ffffff) has a contrast of 4.47; it needs 4.5 (WCAG 2.2)',
    'colours.inkFaint: #777777 on cream (#ffffff) has a contrast of 4.47; it needs 4.5 (WCAG 2.2)',
  ]));

test.each(pairings.flatMap(({ front, grounds }) => grounds.map((ground) => [front, ground] as const)))(
  '%s on %s is checked',
  (front, ground) =>
    expect(messages({ [front]: theme.colours[ground] }).join('\n')).toContain(` on ${ground} `),
);

test('a colour has six digits', () =>
  expect(messages({ gold: 'gold' })).toEqual([
    expect.stringMatching(/^colours\.gold: must be a colour such as/),
  ]));

test('CSS has each colour by its name, what is made of them, and the fonts', () => {
  const css = themeCss({ ...theme, colours: { ...theme.colours, inkSoft: '#123456', greenDeep: '#abcdef' } });
  expect(css).toContain('--ink-soft: #123456;');
  expect(css).toContain('--veil: #abcdef73;');
  expect(fontFamily(['Cormorant Garamond', 'Jost', 'serif'])).toBe("'Cormorant Garamond',Jost,serif");
});
