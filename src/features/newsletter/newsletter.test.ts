import { describe, expect, test } from 'vitest';
import { isEmail } from './newsletter.ts';

describe('isEmail', () => {
  test.each([
    'asha@example.com',
    ' asha.rao+news@mail.example.in ',
    'asha＠example．in',
    'Asha <asha@example.in>',
    'mailto:asha@example.in',
    'asha@example. in',
  ])('accepts %j', (text) => expect(isEmail(text)).toBe(true));
  test.each([
    '',
    ' ',
    'asha',
    'asha@example',
    '@example.com',
    'asha @example.com',
    'asha@example.',
    'asha rao@example.com',
    'asha@.',
    'asha@.com',
    'asha@ ',
    'asha@@example.com',
    'a@b@c.de',
  ])('refuses %j', (text) => expect(isEmail(text)).toBe(false));
});
