/**
 * The state machine of orders (docs/behaviour.md, "States and moves"). The Worker and the screens allow only these
 * moves.
 */
import type { OrderStatus } from './order.ts';

/** Who moves an order: its shopper, an operator, a payment provider, or a scheduled job of the shop. */
export const movers = ['shopper', 'operator', 'provider', 'shop'] as const;
export type Mover = (typeof movers)[number];

/** @property needs what the mover has to give */
type Move = { by: readonly Mover[]; needs?: 'tracking' | 'reason' };

const cancelled: Move = { by: ['shopper', 'operator'] };
/** A tracking number ships an order, from either of two states. */
const shipped: Move = { by: ['operator'], needs: 'tracking' };
const returned: Move = { by: ['operator'], needs: 'reason' };

const moves: Readonly<Record<OrderStatus, Readonly<Partial<Record<OrderStatus, Move>>>>> = {
  'Payment Pending': {
    // Only the provider knows that an order was paid.
    'Order Placed': { by: ['provider'] },
    Cancelled: { by: ['shopper', 'operator', 'provider', 'shop'] },
  },
  'Order Placed': {
    Packing: { by: ['operator'] },
    Shipped: shipped,
    // The shop cancels an order that nobody has confirmed.
    Cancelled: { by: ['shopper', 'operator', 'shop'] },
  },
  Packing: { Shipped: shipped, Cancelled: cancelled },
  Shipped: { 'Out for Delivery': { by: ['operator'] }, Returned: returned },
  'Out for Delivery': { Delivered: { by: ['operator'] }, Returned: returned },
  Delivered: { Returned: returned },
  Cancelled: {},
  Returned: {},
};

/** The parcel is with the courier: an operator may correct its number, and it may come back undelivered. */
export const correctable: readonly OrderStatus[] = ['Shipped', 'Out for Delivery'];

/** The cash of an order may be recorded. */
export const collectable: readonly OrderStatus[] = ['Out for Delivery', 'Delivered'];

/** Whether parts of an order of this status can be refunded: before it is handed over they are cancelled instead. */
export const canBeRefunded = (status: OrderStatus): boolean =>
  moveOf(status, 'Returned', 'operator') !== undefined;

/** The move, or undefined if that mover may not make it, or the status is unknown. */
export function moveOf(from: OrderStatus, to: OrderStatus, by: Mover): Move | undefined {
  const move = moves[from]?.[to];
  return move?.by.includes(by) ? move : undefined;
}

/** The states from which that mover may move an order to `to`. */
export const sourcesOf = (to: OrderStatus, by: Mover): OrderStatus[] =>
  (Object.keys(moves) as OrderStatus[]).filter((from) => moveOf(from, to, by));

/** The states to which that mover may move an order. */
export const targetsOf = (from: OrderStatus, by: Mover): OrderStatus[] =>
  (Object.keys(moves[from] ?? {}) as OrderStatus[]).filter((to) => moveOf(from, to, by));
