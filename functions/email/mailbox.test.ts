import { describe, expect, test } from 'vitest';
import { formatMailbox, readMailbox } from './mailbox.ts';

describe('MAIL_FROM', () => {
  test.each([
    ['care@harita.example', { name: '', email: 'care@harita.example' }],
    ['Harita <care@harita.example>', { name: 'Harita', email: 'care@harita.example' }],
    [' Harita Skincare  <care@harita.example> ', { name: 'Harita Skincare', email: 'care@harita.example' }],
    [
      '"Harita, Bengaluru" <care@harita.example>',
      { name: 'Harita, Bengaluru', email: 'care@harita.example' },
    ],
    ['<care@harita.example>', { name: '', email: 'care@harita.example' }],
  ])('%j', (text, expected) => expect(readMailbox(text)).toEqual(expected));

  test.each([undefined, ''])('%j is no mailbox', (text) => expect(readMailbox(text)).toBeUndefined());

  test.each([
    'Harita',
    'Harita <care>',
    'Harita <a@b.example>, Other <c@d.example>',
    'a@b.example, c@d.example',
    'Harita <care@harita.example>\r\nBcc: all@example.com',
    'Har\nita <care@harita.example>',
  ])('%j cannot be read', (text) => expect(() => readMailbox(text)).toThrow('MAIL_FROM'));
});

test.each([
  ['Harita', 'Harita <a@b.example>'],
  ['हरिता', 'हरिता <a@b.example>'],
  ['', 'a@b.example'],
  ['Harita, Bengaluru', '"Harita, Bengaluru" <a@b.example>'],
  ['The "H" <x@y.example>', '"The \\"H\\" <x@y.example>" <a@b.example>'],
])('the name %j is written %j', (name, written) =>
  expect(formatMailbox({ name, email: 'a@b.example' })).toBe(written),
);
