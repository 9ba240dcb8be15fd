/** The theme as CSS. */
import type { Theme } from './theme.ts';

/** A list of fonts as CSS writes it: `'Cormorant Garamond',serif`. */
export const fontFamily = (names: readonly string[]): string =>
  names.map((name) => (name.includes(' ') ? `'${name}'` : name)).join(',');

const tokenOf = (name: string): string =>
  `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** The custom properties of all pages. Those with a colour that shines through are made from the others. */
export function themeCss({ colours, fonts }: Theme): string {
  const declarations = [
    ...Object.entries(colours).map(([name, value]) => `${tokenOf(name)}: ${value};`),
    `--veil: ${colours.greenDeep}73;`,
    `--shadow: 0 1px 2px ${colours.ink}0f, 0 12px 32px -12px ${colours.ink}2e;`,
    `--font-display: ${fontFamily(fonts.display)};`,
    `--font-text: ${fontFamily(fonts.text)};`,
  ];
  return `@layer tokens{:root{${declarations.join('')}}}`;
}
