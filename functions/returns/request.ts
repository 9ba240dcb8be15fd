/** A shopper asks for a return of a delivered order. */
import { eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { orders, returnLines, returns } from '#db/schema/index.ts';
import { unitsText } from '#domain/orders/cancellation.ts';
import type { OrderStatus } from '#domain/orders/order.ts';
import type { Payout } from '#domain/returns/payout.ts';
import {
  needsPhoto,
  photoMissingMessage,
  type ReturnMethod,
  type ReturnProblem,
  type ReturnReason,
  returnProblem,
  returnReference,
} from '#domain/returns/return.ts';
import { formatDay, oneDay } from '#lib/dates.ts';
import type { Call } from '../lib/call.ts';
import { hashKey, notConfigured } from '../lib/hash-key.ts';
import { notFound, type Refusal, refusal, refuses, wrongFields } from '../lib/refusal.ts';
import { store } from '../lib/store.ts';
import { changeOrder, type OrderRead, type RowsOf } from '../orders/change-order.ts';
import { type Effect, insert } from '../orders/effects.ts';
import { orderNotFound } from '../orders/history.ts';
import type { OrderCall } from '../orders/operator.ts';
import { type OrderToReduce, orderOfPurchase, readPurchase } from '../orders/purchase.ts';
import { refundRefusals } from '../orders/refund-order.ts';
import {
  deliveredAt,
  openUnits,
  type ReturnRow,
  selectReturnableLines,
  selectReturns,
} from '../orders/returns.ts';
import { areUsable, photoNotFound, selectUsable, usePhotos } from '../photos/use.ts';
import type { RequestContext } from '../providers/context.ts';
import { exchangeRefusals, planExchange, refuseExchange } from './exchange.ts';
import { encryptPayout } from './payout.ts';
import { quoteReturn, type ReturnQuote } from './plan.ts';

/** Returns of one order, so that nobody fills the list of the desk with one. */
const maxReturns = 20;

/** @property lines units by product, with the size or shade that is wanted instead @property payout where the money goes that no online payment takes back */
export type ReturnRequest = {
  orderId: string;
  lines: readonly { _id: string; quantity: number; reason: ReturnReason; exchangeFor?: string | undefined }[];
  method: ReturnMethod;
  note?: string | null | undefined;
  payout?: Payout | undefined;
  /** Ids of uploaded photos. */
  photos?: readonly string[] | undefined;
};

/** Why nothing is returned. */
export const returnRefusals = {
  /** Not delivered yet, or ended. */
  notDelivered: refusal(409, 'not_delivered', (status: OrderStatus) => ({
    message: `This order is ${status}. It can be returned once it is delivered.`,
    status,
  })),
  tooLate: refusal(409, 'too_late', (until: number) => ({
    message: `This order could be returned until ${formatDay(until - oneDay)}. Please write to us if something is wrong with it.`,
  })),
  tooMany: refusal(409, 'too_many', (name: string, left: number) => ({
    message: left ? `At most ${left} of ${name} can be returned.` : `Nothing of ${name} can be returned.`,
    left,
  })),
  excluded: refusal(409, 'excluded', (name: string) => ({
    message: `For hygiene, ${name} comes back only if it is damaged, wrong or not as described, or your skin reacts to it.`,
  })),
  ...exchangeRefusals,
  tooManyReturns: refusal(
    409,
    'too_many_returns',
    'This order has too many returns already. Please write to us.',
  ),
};

const payoutMissing = () =>
  wrongFields({ payout: 'Please say where we should send the money: no online payment takes it back.' });

/**
 * A delivered order, as it is read for a return. @property deliveredAt UTC ms
 */
export type OrderToReturn = OrderToReduce & {
  returns: ReturnRow[];
  returnable: Awaited<ReturnType<typeof selectReturnableLines>>;
  deliveredAt: number;
};

/** Statements that read an order for a return. */
export const readToReturn = (db: Db, orderId: string) =>
  [
    db.read.select({ deliveredAt }).from(orders).where(eq(orders.id, orderId)),
    selectReturns(db, [orderId]),
    selectReturnableLines(db, [orderId]),
    ...readPurchase(db, orderId),
  ] as const;

/** @returns undefined if there is no such order */
export function orderToReturn(
  { order }: OrderRead,
  [[delivered], listed, returnable, ...rows]: RowsOf<ReturnType<typeof readToReturn>>,
): OrderToReturn | undefined {
  const purchase = orderOfPurchase(order.id, rows);
  return purchase && delivered && { ...purchase, ...delivered, returns: listed, returnable };
}

/** Units of a line that are asked to be returned. */
type AskedUnits = {
  position: number;
  quantity: number;
  reason: ReturnReason;
  exchangeFor?: string | undefined;
};

/** What units of an order would give back now. */
function quoteUnits(read: OrderToReturn, units: readonly AskedUnits[], now: number) {
  const exchange = planExchange(
    units.map(({ position, quantity, exchangeFor }) => ({
      position,
      accepted: quantity,
      restock: false,
      exchange: exchangeFor !== undefined,
    })),
    units,
    read.returnable,
    now,
  );
  if ('ok' in exchange) return exchange;
  return quoteReturn(
    read,
    units.map(({ exchangeFor, ...unit }) => ({ ...unit, isExchanged: exchangeFor !== undefined })),
    exchange.lineOf,
  );
}

/** What the shopper would get back for units of a delivered order, before they ask for the return. */
export function quoteRequest(
  call: OrderCall & RequestContext,
  { orderId, lines: wanted }: Pick<ReturnRequest, 'orderId' | 'lines'>,
): Promise<({ ok: true } & ReturnQuote) | Refusal> {
  const reads = readToReturn(call.db, orderId);
  return changeOrder<{ ok: true } & ReturnQuote, typeof reads>(
    call,
    { owner: call.owner, as: 'either' },
    { orderId },
    reads,
    (order, ...rows) => {
      const read = orderToReturn(order, rows);
      if (!read) return orderNotFound();
      const { status } = read.order;
      if (status !== 'Delivered') return returnRefusals.notDelivered(status);
      const units = wanted.map(({ _id, ...unit }) => ({
        ...unit,
        position: read.lines.find(({ productId }) => productId === _id)?.position ?? -1,
      }));
      return quoteUnits(read, units, call.now);
    },
  );
}
refuses(quoteRequest, notFound, refundRefusals, returnRefusals);

const photoMissing = () => wrongFields({ photos: photoMissingMessage });

/** The refusal of units that cannot be returned. @param lines of the order */
export function refuseReturn(problem: ReturnProblem, lines: OrderToReduce['lines']): Refusal {
  if ('position' in problem && problem.position === -1)
    return wrongFields({ lines: 'A product is not in this order.' });
  if (problem.code === 'too_late') return returnRefusals.tooLate(problem.until);
  const name = lines.find(({ position }) => position === problem.position)?.name ?? 'this product';
  return problem.code === 'excluded'
    ? returnRefusals.excluded(name)
    : returnRefusals.tooMany(name, problem.left);
}

/** @property reference `ORD-123456-R1` */
type Requested = { ok: true; reference: string };

/** Asks for a return. Nothing is promised before an operator has approved it. @throws Refusal 503 without a key for the payout */
export function requestReturn(
  call: OrderCall & Pick<Call, 'keys'>,
  { orderId, lines: wanted, method, note = null, payout, photos = [] }: ReturnRequest,
): Promise<Requested | Refusal> {
  const key = hashKey(call);
  const { db, now } = call;
  const reads = [selectUsable(db, photos, call.owner), ...readToReturn(db, orderId)] as const;
  const caller = { owner: call.owner, as: 'either' } as const;
  return changeOrder<Requested, typeof reads>(call, caller, { orderId }, reads, (order, usable, ...rows) => {
    const read = orderToReturn(order, rows);
    if (!read) return orderNotFound();
    const { lines, returnable } = read;
    if (order.order.status !== 'Delivered') return returnRefusals.notDelivered(order.order.status);
    if (read.returns.length >= maxReturns) return returnRefusals.tooManyReturns();
    const units = wanted.map(({ _id, ...unit }) => ({
      ...unit,
      position: lines.find(({ productId }) => productId === _id)?.position ?? -1,
      productId: _id,
      name: lines.find(({ productId }) => productId === _id)?.name ?? _id,
    }));
    const { deliveredAt } = read;
    const open = openUnits(read.returns);
    const problem = returnProblem(returnable, open, units, store.returns, { deliveredAt, now });
    if (problem) return refuseReturn(problem, lines);
    const noExchange = refuseExchange(units, returnable, now);
    if (noExchange) return noExchange;
    if (!photos.length && units.some(({ reason }) => needsPhoto(reason))) return photoMissing();
    if (usable.length < photos.length) return photoNotFound();
    const quote = quoteUnits(read, units, now);
    const needsPayout = quote.ok && quote.toAccount > 0;
    if (needsPayout && !payout) return payoutMissing();
    const id = crypto.randomUUID();
    const what = unitsText(units);
    const encrypted = needsPayout && payout ? encryptPayout(key, id, payout) : null;
    const asked = { id, status: 'Requested', method, payout: encrypted, note } as const;
    const { reference, effects } = newReturn(read, asked, units, now);
    return {
      event: { kind: 'return', text: `Return ${reference} requested: ${what}` },
      when: areUsable(photos, call.owner),
      effects: [
        ...effects,
        { effect: 'also', statements: (db) => [usePhotos(db, photos, call.owner, id)] },
        { effect: 'email', email: { kind: 'return_requested', orderId, what } },
      ],
      result: { ok: true, reference },
    };
  });
}
refuses(requestReturn, notFound, returnRefusals, notConfigured);

/** The rows of a new return, and its reference. */
export function newReturn(
  { order, returns: earlier }: OrderToReturn,
  asked: Pick<typeof returns.$inferInsert, 'id' | 'status' | 'method' | 'payout' | 'note' | 'decidedAt'>,
  units: readonly AskedUnits[],
  now: number,
): { reference: string; effects: Effect[] } {
  const number = earlier.length + 1;
  return {
    reference: returnReference(order.reference, number),
    effects: [
      ...insert(returns, { ...asked, orderId: order.id, number, createdAt: now }),
      ...insert(
        returnLines,
        ...units.map(({ position, quantity, reason, exchangeFor = null }) => ({
          returnId: asked.id,
          position,
          quantity,
          reason,
          exchangeFor,
        })),
      ),
    ],
  };
}
