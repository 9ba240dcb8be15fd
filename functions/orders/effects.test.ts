import { expect, test } from 'vitest';
import { orders } from '#db/schema/index.ts';
import { type Effect, reverse, update } from './effects.ts';

const at = Date.UTC(2026, 10, 29);

test.each<Effect>([
  update(orders, 'a', { status: 'Packing', paid: true }, { status: 'Order Placed', paid: false }),
  { effect: 'stock', how: 'give', pieces: 'all' },
  { effect: 'stock', how: 'take', pieces: [{ productId: 'serum', quantity: 2 }] },
  { effect: 'code', code: 'SAMPLE15', uses: -1 },
])('the reverse of $effect is another effect, and its reverse is itself', (effect) => {
  const back = reverse(effect, at);
  expect(back).not.toEqual(effect);
  expect(back && reverse(back, at)).toEqual(effect);
});

test('an email is taken back by its cause, a refund by the time of its change; what has happened stays', () => {
  const email = { kind: 'order_shipped', orderId: 'a' } as const;
  expect(reverse({ effect: 'email', email, cause: 'order_shipped:a' }, at)).toEqual({
    effect: 'no email',
    cause: 'order_shipped:a',
  });
  const refund = { id: 'r', reason: 'cancelled', note: null, detail: '' } as const;
  expect(reverse({ effect: 'refund', ...refund }, at)).toEqual({ effect: 'no refund', since: at });
  expect(reverse({ effect: 'event', event: { kind: 'note', text: 'x' } }, at)).toBeUndefined();
  expect(reverse(update(orders, 'a', { paid: true }), at)).toBeUndefined();
});
