import { describe, expect, test } from 'vitest';
import { readCode } from '#domain/pricing/coupon-code.ts';
import { isLinkToken, newCode, newLinkToken } from './welcome-code.ts';

const many = <T>(make: () => T): T[] => Array.from({ length: 2000 }, make);

describe('a welcome code', () => {
  test('is the shop’s name and eight characters that do not look alike', () => {
    for (const code of many(() => newCode('Harita'))) expect(code).toMatch(/^HARITA-[2-9A-HJ-NP-Z]{8}$/);
  });
  test('uses the whole alphabet, and does not repeat', () => {
    const tails = many(() => newCode('Harita').slice(-8));
    expect(new Set(tails).size).toBe(tails.length);
    expect(new Set(tails.join('')).size).toBe(32);
  });
  test.each([
    ['Ayur & Veda', 'AYURVEDA-'],
    ['हरित', 'WELCOME-'],
    ['A very long name of a shop, really', 'AVERYLONGNAMEOFASHOP-'],
  ])('of a shop called %s is valid when typed', (name, prefix) => {
    const code = newCode(name);
    expect(code.slice(0, -8)).toBe(prefix);
    expect(readCode(code)).toBe(code);
  });
});

test('a link’s token has 128 bits, and is recognised by its format', () => {
  const tokens = many(newLinkToken);
  expect(new Set(tokens).size).toBe(tokens.length);
  for (const token of tokens)
    expect([isLinkToken(token), Buffer.from(token, 'base64url').length]).toEqual([true, 16]);
  expect(['', 'a'.repeat(21), 'a'.repeat(23), `${'a'.repeat(21)}!`].filter(isLinkToken)).toEqual([]);
});
