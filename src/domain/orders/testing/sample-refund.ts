import type { ApiRefund } from '../refund.ts';

/** The refund of a returned unit, which was sent back to a card. */
export const sampleRefund: ApiRefund = {
  amount: 599,
  status: 'done',
  reason: 'returned',
  note: 'The pump was broken',
  at: '2026-11-24T09:00:00.000Z',
  doneAt: '2026-11-25T09:00:00.000Z',
  transfer: null,
  reference: null,
  items: [{ name: 'Rose Toner', quantity: 1, kind: 'returned' }],
};
