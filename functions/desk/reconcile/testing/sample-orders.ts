/** Snapshots of healthy orders, for the tests of the rules. */
import type { OrderSnapshot, SnapshotRefund } from '../snapshot.ts';

/** The time of the tests, UTC ms. */
export const now = 1_800_000_000_000;
export const minute = 60_000;
export const day = 24 * 60 * minute;

/** An order that was paid by card, and waits to be packed. */
export const card: OrderSnapshot = {
  id: 'o1',
  reference: 'ORD-000001',
  createdAt: now - day,
  status: 'Order Placed',
  paid: true,
  method: 'stripe',
  subtotal: 59_900,
  discount: 5_990,
  delivery: 4_900,
  total: 58_810,
  linesTotal: 59_900,
  linesDiscount: 5_990,
  amount: 58_810,
  received: 58_810,
  providerId: 'cs_1',
  paymentId: 'pi_1',
  holdUntil: now - day + 30 * minute,
  nextAskAt: null,
  lastStatus: 'Order Placed',
  lastStatusAt: now - day + minute,
  collected: false,
  remitted: null,
  transferred: 0,
  sentBack: 0,
  refundEventAt: null,
  refunds: [],
  elsewhere: [],
  cancelled: 0,
  given: 0,
  invoiced: false,
  credited: 0,
  raised: 0,
  debited: 0,
  taken: 0,
};

/** The order in another status, with an event of it. */
export const inStatus = (
  order: OrderSnapshot,
  status: OrderSnapshot['status'],
  over: Partial<OrderSnapshot> = {},
): OrderSnapshot => ({ ...order, status, lastStatus: status, ...over });

/** The order of {@link card} before it was paid. */
export const pending = inStatus(card, 'Payment Pending', {
  paid: false,
  paymentId: null,
  holdUntil: now + minute,
});

/** A refund of all that was paid for {@link card}. */
export const refund = (over: Partial<SnapshotRefund> = {}): SnapshotRefund => ({
  id: 'r1',
  paymentId: 'pi_1',
  amount: 58_810,
  reason: 'cancelled',
  status: 'due',
  providerId: null,
  restOf: null,
  parts: null,
  ...over,
});
