/** What an entry of the table of actions says (index.ts has the table), and the orders that the actions change. */

import { eq } from 'drizzle-orm';
import { orders, refunds } from '#db/schema/index.ts';
import type { OrderStatus } from '#domain/orders/order.ts';
import { password } from '../accounts.ts';
import type { ApiResponse, Client } from '../client.ts';
import { attachTracking } from '../desk.ts';
import { move } from '../moves.ts';
import { orderOf, placed, serum, toner } from '../orders.ts';
import { paidOrder } from '../payments.ts';
import {
  approvedReturn as approvedReturnOf,
  lastReturn,
  moveReturn,
  requestReturn,
  returning,
} from '../returns.ts';
import { deliver } from '../reviews.ts';
import { setStatus } from '../rows.ts';
import type { Person, TestShop } from '../shop.ts';
import { plum, rose } from '../variants.ts';

/** The shop, and those who act in it. */
export type Acting = { shop: TestShop; operator: Person; shopper: Person };

/** What an action changes. @property id of the refund or the return, if it changes one */
export type Target = { orderId: string; id?: string };

export type Action = {
  /** Of a POST, below /api, as the table of routes has it. */
  route: string;
  /** Default: an operator, who says which history of the order they have read. */
  by?: 'shopper';
  /** Makes what it changes. */
  on: (acting: Acting) => Promise<Target>;
  /** The request, but for its target and the version of that. */
  json?: object | ((target: Target) => object);
  /** What a request of several orders says of each. */
  each?: object;
  /** The state of the refund or the return that it names instead of the history, and another state. */
  states?: readonly [now: string, other: string];
  /**
   * The answer to an exact repetition: success, the code of the refusal, or of one order of several its message. Default:
   * success if the version may be left out, else `changed`; `anew` if it is done once more.
   */
  again?: string;
  /** The answer to the second of two that are sent at once; default: `changed` if it names a version, else that of `again`. */
  second?: string;
};

/** The answer of {@link outcomeOf} to a request that succeeds. */
export const success = '200';

/**
 * Rows of the order's history, or the state of the refund or the return, that somebody has read; undefined for no check.
 */
export type Version = number | string | undefined;

/** What a request says of its target. */
function subjectOf({ route, each }: Action, { orderId, id }: Target, seen: Version): object {
  if (route.includes(':id')) return { seen };
  if (route.startsWith('desk/bulk')) return { orders: [{ orderId, seen, ...each }] };
  if (route.endsWith('confirm-many')) return { refunds: [{ refundId: id, seen }] };
  if (route.startsWith('desk/refunds')) return { refundId: id, seen };
  return /returns\/(move|check|postage|cancel)$/.test(route) ? { returnId: id, seen } : { orderId, seen };
}

type Result = { ok: boolean; message?: string; seen?: number };
export type Answer = {
  code?: string;
  message: string;
  status?: string;
  seen?: number;
  changes?: object[];
  results?: Result[];
};

/** Sends the request of an action about a version of its target. */
export function act(by: Client, action: Action, target: Target, seen: Version): Promise<ApiResponse<Answer>> {
  const { route, json } = action;
  const more = typeof json === 'function' ? json(target) : json;
  const body = { ...subjectOf(action, target, seen), ...more };
  return by.post<Answer>(`/api/${route.replace(':id', target.orderId)}`, body);
}

/** An answer as the table writes it. */
export function outcomeOf({ status, body }: ApiResponse<Answer>): string {
  const [result] = body.results ?? [];
  if (result && !result.ok)
    return /\bchanged\b/.test(result.message ?? '') ? 'changed' : (result.message ?? '');
  return status === 200 ? success : (body.code ?? `${status}`);
}

/** Orders, refunds and returns in the states in which actions begin. */
export const placedOrder = async ({ shopper }: Acting): Promise<Target> => ({
  orderId: (await placed(shopper))._id,
});

export const orderAt = (status: OrderStatus) => async (acting: Acting) => {
  const target = await placedOrder(acting);
  await setStatus(acting.shop.db, target.orderId, status);
  return target;
};

/** An order with other columns. */
export const orderWith = (columns: Partial<typeof orders.$inferInsert>) => async (acting: Acting) => {
  const target = await placedOrder(acting);
  await acting.shop.db.write.update(orders).set(columns).where(eq(orders.id, target.orderId));
  return target;
};

export const unconfirmed = orderWith({ confirmReason: 'large' });

export async function packedByOperator(acting: Acting) {
  const target = await placedOrder(acting);
  await move(acting.operator, target.orderId, 'Packing');
  return target;
}

/** It was packed before. */
export async function cancelledByOperator(acting: Acting) {
  const target = await packedByOperator(acting);
  await acting.operator.post('/api/order/cancel', { ...target, reason: 'Lost' });
  return target;
}

export async function shippedOrder(acting: Acting) {
  const target = await placedOrder(acting);
  await attachTracking(acting.operator, target.orderId);
  return target;
}

export async function deliveredOrder(acting: Acting) {
  const target = await placedOrder(acting);
  await deliver(acting.operator, target.orderId);
  return target;
}

export const paid = (
  { shop, shopper }: Acting,
  quantities: Record<string, number> = { [serum]: 2, [toner]: 1 },
): Promise<Target> => paidOrder(shop, shopper, 'razorpay', quantities);

export async function paidAndDelivered(acting: Acting, quantities?: Record<string, number>) {
  const { orderId } = await paid(acting, quantities);
  await deliver(acting.operator, orderId);
  return { orderId };
}

/** An order that waits for its bank transfer: a serum. */
export async function unpaidOrder({ shopper }: Acting) {
  const { body } = await shopper.post('/api/order/transfer', await orderOf(shopper, { [serum]: 1 }));
  return { orderId: body.order._id };
}

async function refundOf({ shop }: Acting, { orderId }: Target): Promise<Target> {
  const [refund] = await shop.db.read.select().from(refunds).where(eq(refunds.orderId, orderId));
  if (!refund) throw new Error('no refund is due');
  return { orderId, id: refund.id };
}

/** The refund of a card payment. */
export async function dueRefund(acting: Acting) {
  const { orderId } = await paid(acting);
  await acting.shopper.post('/api/order/cancel', { orderId });
  return refundOf(acting, { orderId });
}

/** The refund of cash. */
export async function dueByHand(acting: Acting) {
  const { orderId } = await deliveredOrder(acting);
  await move(acting.operator, orderId, 'Delivered', { collected: true, password });
  await move(acting.operator, orderId, 'Returned');
  return refundOf(acting, { orderId });
}

/** A return of a piece that waits for an operator. */
export async function requestedReturn(acting: Acting) {
  const { orderId } = await paidAndDelivered(acting);
  await requestReturn(acting.shopper, orderId, [returning(serum)]);
  return { orderId, id: (await lastReturn(acting.shopper, orderId))._id };
}

const approved = async ({ operator, shopper }: Acting, orderId: string, line: object) => ({
  orderId,
  id: await approvedReturnOf(operator, shopper, orderId, [line]),
});

export const approvedReturn = async (acting: Acting) =>
  approved(acting, (await paidAndDelivered(acting)).orderId, returning(serum));

/** Of a shade that is exchanged for another one. */
export const approvedExchange = async (acting: Acting) => {
  const { orderId } = await paidAndDelivered(acting, { [rose]: 1 });
  return approved(acting, orderId, returning(rose, 1, 'does_not_suit', { exchangeFor: plum }));
};

export async function returnOnItsWay(acting: Acting) {
  const target = await approvedReturn(acting);
  await moveReturn(acting.operator, target.id, 'Approved', 'In Transit');
  return target;
}
