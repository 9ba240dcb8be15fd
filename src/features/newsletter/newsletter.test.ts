import { describe, expect, test } from 'vitest';
import { isEmail } from './newsletter.ts';

describe('isEmail', () => {
  test.each(['asha@example.com', ' asha.rao+news@mail.example.in '])('accepts %j', (text) =>
    expect(isEmail(text)).toBe(true),
  );
  test.each([
    '',
    ' ',
    'asha',
    'asha@example',
    '@example.com',
    'asha @example.com',
    'asha@example.',
    'a@b@c.de',
  ])('refuses %j', (text) => expect(isEmail(text)).toBe(false));
});
