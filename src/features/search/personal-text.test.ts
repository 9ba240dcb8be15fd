import { expect, test } from 'vitest';
import { isPersonal } from './personal-text.ts';

test.each(['asha@example.com', 'serum 98765', '+91 98765 43210', 'order 1234-5678'])(
  '%s may be about a person',
  (q) => expect(isPersonal(q)).toBe(true),
);

test.each(['serum', 'spf 50', 'vitamin c under 600'])('%s is counted', (q) =>
  expect(isPersonal(q)).toBe(false),
);
