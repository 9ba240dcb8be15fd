/** Letters as a reader sees them, for tests of what they say. */
import { expect } from 'vitest';
import { store } from '../../lib/store.ts';
import { type LetterData, writeLetter } from '../email.ts';

export const shop = { store, url: 'https://shop.example' };

const decoded = (html: string): string =>
  html
    .replace(/<(style|title)\b.*?<\/\1>/gs, '')
    .replace(/<!--.*?-->/gs, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'");
const flat = (text: string): string => text.replace(/\s+/g, ' ').replace(/ ([.,])/g, '$1');
export const linksOf = (html: string): string[] =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, to = '']) => to);

/** Both forms as a reader sees them, lines and marks taken away. */
export function read(data: LetterData) {
  const letter = writeLetter(data, shop);
  return { ...letter, forms: [flat(letter.text.replace(/^> ?/gm, '')), flat(decoded(letter.html))] };
}
export function says(data: LetterData, ...wanted: string[]): void {
  for (const form of read(data).forms) for (const words of wanted) expect(form).toContain(flat(words));
}
export function saysNot(data: LetterData, ...unwanted: (string | RegExp)[]): void {
  for (const form of read(data).forms) for (const words of unwanted) expect(form).not.toMatch(words);
}
