import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { colours } from './theme.ts';

const tokens = readFileSync(new URL('../../src/styles/tokens.css', import.meta.url), 'utf8');

test.each(Object.entries(colours))('%s is the colour of tokens.css', (name, value) => {
  const token = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  expect(new RegExp(`--${token}: ([^;]+);`).exec(tokens)?.[1]).toBe(value);
});
