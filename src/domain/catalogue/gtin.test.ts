import { expect, test } from 'vitest';
import { isGtin } from './gtin.ts';

test.each(['4006381333931', '96385074', '036000291452', '10012345678902'])('%s is a GTIN', (code) =>
  expect(isGtin(code)).toBe(true),
);

test.each([
  '4006381333932',
  '036000291453',
  '123',
  '',
  'ABC',
  '40063813339311',
  '４００６３８１３３３９３１',
])('"%s" is none', (code) => expect(isGtin(code)).toBe(false));
