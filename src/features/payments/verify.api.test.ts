/** /verify reads `success` and `orderId` (docs/behaviour.md, "After paying"). */
import { expect, test } from 'vitest';
import { readReturn } from './verify.api.ts';

const orderId = '0b6a8d8e-1c1c-4a53-8a44-2f0e5f3d5a11';

test.each([
  ['success=true', true],
  ['success=false', false],
  // Only the exact word `false` ends a payment; any other value asks about it.
  ['success=', true],
  ['', true],
])('?%s', (said, success) => expect(readReturn(`?${said}&orderId=${orderId}`)).toEqual({ orderId, success }));

test.each([
  '',
  '?success=true',
  '?success=true&orderId=',
  '?orderId=1',
  `?orderId=${orderId}x`,
  '?orderId=../x',
])('%j has no order id', (search) => expect(readReturn(search)).toBeUndefined());
