/** Emails as a reader sees them, for tests of their text. */
import { expect } from 'vitest';
import { store } from '../../lib/store.ts';
import type { EmailData } from '../email-data.ts';
import { renderEmail } from '../render.ts';

export const emailContext = { store, url: 'https://shop.example' };

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

/** HTML and plain text without markup, quote marks and line breaks. */
export function readEmail(data: EmailData) {
  const email = renderEmail(data, emailContext);
  return { ...email, forms: [flat(email.text.replace(/^> ?/gm, '')), flat(decoded(email.html))] };
}
/** @param expected a fact of the shop that is missing fails */
export function expectText(data: EmailData, ...expected: (string | undefined)[]): void {
  for (const form of readEmail(data).forms)
    for (const words of expected) expect(form).toContain(flat(words ?? 'a missing fact'));
}
export function expectNoText(data: EmailData, ...unwanted: (string | RegExp)[]): void {
  for (const form of readEmail(data).forms) for (const words of unwanted) expect(form).not.toMatch(words);
}
