import { expect, test } from 'vitest';
import { localVars } from '#tools/lib/vars.ts';

test('the environment may ask for the second factor on this machine too', () =>
  expect(localVars({ OPERATOR_SECOND_FACTOR: 'required', OTHER: '1' })).toMatchObject({
    OPERATOR_SECOND_FACTOR: 'required',
  }));
