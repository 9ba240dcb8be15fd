/** Changes of several orders: one that fails stops no other, and its error is logged without personal data. */
import { expect, test, vi } from 'vitest';
import { DatabaseUnavailable } from '#db/client.ts';
import { changeEach } from './bulk.ts';

test('an order whose change fails is reported, and those after it are changed', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const failures: Record<string, Error> = {
    b: new Error('Failed query: update orders\nparams: Asha', { cause: new TypeError('no such column') }),
    c: new DatabaseUnavailable('the database did not answer'),
  };
  const orders = ['a', 'b', 'c', 'd'].map((orderId) => ({ orderId }));
  const results = await changeEach(orders, async ({ orderId }) => {
    if (failures[orderId]) throw failures[orderId];
    return { ok: true };
  });
  const codes = results.map(({ done }) => ('code' in done ? done.code : done.ok));
  expect(codes).toEqual([true, 'unavailable', 'unavailable', true]);
  const lines = logged.mock.calls.map(([line]) => JSON.parse(line));
  expect(lines).toEqual([
    {
      level: 'error',
      order: 'b',
      error: 'Error: Failed query: update orders <- TypeError: no such column',
      stack: expect.stringContaining('bulk.test.ts'),
    },
  ]);
  expect(JSON.stringify(lines)).not.toContain('Asha');
});
