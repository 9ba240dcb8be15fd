/**
 * The state machine of orders, as one table (docs/behaviour.md 8.2). Whatever changes a
 * status, in the Worker or on a screen, asks here; no other move exists.
 */
import type { OrderStatus } from './order.ts';

/** Who moves an order: its shopper, an operator, the provider's word about money, or the shop's own job. */
export const movers = ['shopper', 'operator', 'provider', 'shop'] as const;
export type Mover = (typeof movers)[number];

/** @property needs what the mover has to bring along */
type Move = { by: readonly Mover[]; needs?: 'tracking' | 'reason' };

const cancelled: Move = { by: ['shopper', 'operator'] };
/** Attaching tracking is what ships an order, from whichever of the two states it is in. */
const shipped: Move = { by: ['operator'], needs: 'tracking' };
const returned: Move = { by: ['operator'], needs: 'reason' };

const moves: Readonly<Record<OrderStatus, Readonly<Partial<Record<OrderStatus, Move>>>>> = {
  'Payment Pending': {
    // Nobody but the provider can say that something was paid.
    'Order Placed': { by: ['provider'] },
    Cancelled: { by: ['shopper', 'operator', 'provider', 'shop'] },
  },
  'Order Placed': { Packing: { by: ['operator'] }, Shipped: shipped, Cancelled: cancelled },
  Packing: { Shipped: shipped, Cancelled: cancelled },
  Shipped: { 'Out for Delivery': { by: ['operator'] }, Returned: returned },
  'Out for Delivery': { Delivered: { by: ['operator'] }, Returned: returned },
  Delivered: { Returned: returned },
  Cancelled: {},
  Returned: {},
};

/** With the courier: an operator may correct the tracking number, and the status stays as it is. */
export const correctable: readonly OrderStatus[] = ['Shipped', 'Out for Delivery'];

/** The move, if that mover may make it. */
export function moveOf(from: OrderStatus, to: OrderStatus, by: Mover): Move | undefined {
  const move = moves[from][to];
  return move?.by.includes(by) ? move : undefined;
}

/** States from which that mover may bring an order to `to`. */
export const sourcesOf = (to: OrderStatus, by: Mover): OrderStatus[] =>
  (Object.keys(moves) as OrderStatus[]).filter((from) => moveOf(from, to, by));

/** Where that mover may bring an order from here. */
export const targetsOf = (from: OrderStatus, by: Mover): OrderStatus[] =>
  (Object.keys(moves[from]) as OrderStatus[]).filter((to) => moveOf(from, to, by));
