/** Steps of a return: approve, decline, on its way, cancel. Checking it, which moves money, is in check.ts. */
import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { returns } from '#db/schema/index.ts';
import { unitsText } from '#domain/orders/cancellation.ts';
import { type ReturnStatus, returnReference, returnTargets } from '#domain/returns/return.ts';
import { notFound, type Refusal, refusal, refuses } from '../lib/refusal.ts';
import {
  type Caller,
  type Change,
  changeOrder,
  type OrderRead,
  type Queries,
  type RowsOf,
} from '../orders/change-order.ts';
import { update } from '../orders/effects.ts';
import type { OrderCall } from '../orders/operator.ts';
import { type ReturnRow, type StoredUnits, selectReturns } from '../orders/returns.ts';

/** Why a return is not moved. */
export const returnMoveRefusals = {
  notFound,
  /** It has changed since it was read, or this step does not follow. */
  changed: refusal(409, 'changed', (status: ReturnStatus) => ({
    message: `This return has changed since you opened it. It is now: ${status}.`,
    status,
  })),
};

/** @property answer the shop's words to the shopper */
export type ReturnMove = SeenReturn & { to: ReturnStatus; answer?: string | null | undefined };

type Moved = { ok: true; status: ReturnStatus; reference: string };

const verbs: Record<Exclude<ReturnStatus, 'Requested' | 'Checked'>, string> = {
  Approved: 'approved',
  'In Transit': 'on its way to us',
  Declined: 'declined',
  Cancelled: 'cancelled',
};

const emails: Partial<Record<ReturnStatus, 'return_approved' | 'return_declined'>> = {
  Approved: 'return_approved',
  Declined: 'return_declined',
};

/** The columns that a step sets. @param now UTC ms */
function columnsOf(
  { decidedAt, answer: earlier }: ReturnRow['one'],
  { to, answer }: ReturnMove,
  now: number,
): Partial<ReturnRow['one']> {
  switch (to) {
    case 'Approved':
      return { status: to, decidedAt: now, answer };
    case 'In Transit':
      return { status: to, sentAt: now };
    case 'Declined':
      // Where it had been approved, the time of that stays.
      return { status: to, decidedAt: decidedAt ?? now, endedAt: now, answer, payout: null };
    default:
      return { status: to, endedAt: now, payout: null, answer: answer ?? earlier };
  }
}

/** A return of an order that was read. @property reference `ORD-123456-R1` */
export type FoundReturn = { one: ReturnRow['one']; units: StoredUnits[]; reference: string };

/** A return, as somebody has read it. @property seen its status then */
export type SeenReturn = { id: string; seen: ReturnStatus };

/** A query for the order of a return. */
export const orderOfReturn = (id: string): SQL =>
  sql`(SELECT order_id FROM ${returns} WHERE ${returns.id} = ${id})`;

/**
 * Changes an order by a step of one of its returns. The return's status says whether the step still follows, so a change of the
 * order that leaves it as it is refuses nothing.
 * @param reads further queries, for which {@link orderOfReturn} names the order
 */
export async function changeReturn<Result extends { ok: boolean }, const Q extends Queries = readonly []>(
  context: { db: Db; now: number },
  caller: Caller,
  { id, seen }: SeenReturn,
  reads: Q,
  decide: (read: OrderRead, found: FoundReturn, rows: RowsOf<Q>) => Result | Refusal | Change<Result>,
): Promise<Result | Refusal> {
  const orderId = orderOfReturn(id);
  const all = [selectReturns(context.db, orderId), ...reads] as const;
  const done = await changeOrder<Result, typeof all>(
    context,
    caller,
    { orderId },
    all,
    (read, listed, ...rows) => {
      const row = listed.find(({ one }) => one.id === id);
      if (!row) return notFound('This return');
      const { one, units } = row;
      if (one.status !== seen) return returnMoveRefusals.changed(one.status);
      const reference = returnReference(read.order.reference, one.number);
      return decide(read, { one, units, reference }, rows as unknown as RowsOf<Q>);
    },
  );
  return !done.ok && 'code' in done && done.code === 'not_found' ? notFound('This return') : done;
}

/** Moves a return: its shopper cancels it, or an operator takes the other steps. */
function moveReturn(
  call: OrderCall,
  as: 'shopper' | 'operator',
  { answer = null, ...step }: ReturnMove,
): Promise<Moved | Refusal> {
  return changeReturn<Moved>(
    call,
    { owner: call.owner, as },
    step,
    [],
    ({ order }, { one, units, reference }) => {
      const { to } = step;
      const move = { answer, ...step };
      if (!returnTargets(one.status, as).includes(to)) return returnMoveRefusals.changed(one.status);
      const kind = emails[to];
      const email = kind && { kind, orderId: order.id, what: unitsText(units), reason: answer };
      return {
        event: { kind: 'return', text: textOf(reference, move, units) },
        effects: [
          update(returns, one.id, columnsOf(one, move, call.now)),
          ...(email ? [{ effect: 'email', email } as const] : []),
        ],
        result: { ok: true, status: to, reference },
      };
    },
  );
}

/** Its shopper cancels a return that has not been sent. */
export const cancelReturn = (call: OrderCall, version: SeenReturn) =>
  moveReturn(call, 'shopper', { ...version, to: 'Cancelled' });
refuses(cancelReturn, returnMoveRefusals);

/** An operator takes a step. */
export const moveReturnAsOperator = (call: OrderCall, move: ReturnMove) => moveReturn(call, 'operator', move);
refuses(moveReturnAsOperator, returnMoveRefusals);

/** The line of the order's history, which the shopper reads too. */
function textOf(reference: string, { to, answer }: ReturnMove, units: readonly StoredUnits[]): string {
  const what = verbs[to as keyof typeof verbs] ?? to.toLowerCase();
  const text = `Return ${reference} ${what}: ${unitsText(units)}`;
  return answer ? `${text}. ${answer}` : text;
}
