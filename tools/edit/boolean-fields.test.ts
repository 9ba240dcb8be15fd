import { expect, test } from 'vitest';
import * as z from 'zod';
import { fieldsOf } from './fields.ts';

test('a switch that is on unless the file says otherwise is on in the form too', () => {
  const shape = z.toJSONSchema(
    z.strictObject({
      on: z.boolean().default(true).meta({ title: 'On' }),
      off: z.boolean().default(false).meta({ title: 'Off' }),
      asked: z.boolean().meta({ title: 'Asked' }),
    }),
    { io: 'input' },
  );
  expect(fieldsOf(shape as Parameters<typeof fieldsOf>[0])).toMatchObject([
    { name: 'on', default: true },
    { name: 'off', default: false },
    { name: 'asked', default: false },
  ]);
});
