/** A shopper asks for a return of a delivered order. */
import { sql } from 'drizzle-orm';
import { returnLines, returns } from '#db/schema/index.ts';
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
import type { KeyRing } from '../lib/email-hash.ts';
import type { Owner } from '../lib/owner.ts';
import { type Refusal, refusal, wrongFields } from '../lib/refusal.ts';
import { store } from '../lib/store.ts';
import { type EditableOrder, editOrder } from '../orders/edit.ts';
import { openUnits } from '../orders/returns.ts';
import { changeCause, enqueueOrderEmail } from '../outbox/enqueue.ts';
import type { RequestContext } from '../payments/context.ts';
import { areUsable, photoNotFound, usePhotos } from '../photos/use.ts';
import { exchangeRefusals, planExchange, refuseExchange } from './exchange.ts';
import { encryptPayout } from './payout.ts';
import { type ApiReturnQuote, quoteReturn } from './plan.ts';

/** Returns of one order, so that nobody fills the list of the desk with one. */
const maxReturns = 20;

/** @property lines units by product, with the size or shade that is wanted instead @property payout where the money goes that no online payment takes back */
export type ReturnRequest = {
  orderId: string;
  lines: readonly { _id: string; quantity: number; reason: ReturnReason; exchangeFor?: string | undefined }[];
  method: ReturnMethod;
  note: string | null;
  payout: Payout | undefined;
  /** Ids of uploaded photos. */
  photos: readonly string[];
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

/** What units of an order would give back now. */
function quoteUnits(
  read: EditableOrder,
  units: readonly {
    position: number;
    quantity: number;
    reason: ReturnReason;
    exchangeFor?: string | undefined;
  }[],
  now: number,
) {
  const exchange = planExchange(
    units.map(({ position, quantity, exchangeFor }) => ({
      position,
      accepted: quantity,
      restock: false,
      exchange: exchangeFor !== undefined,
    })),
    units,
    read.returnable.lines,
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
export async function quoteRequest(
  context: RequestContext,
  owner: Owner,
  { orderId, lines: wanted }: Pick<ReturnRequest, 'orderId' | 'lines'>,
): Promise<({ ok: true } & ApiReturnQuote) | Refusal> {
  return editOrder<({ ok: true } & ApiReturnQuote) | Refusal>(context, owner, { orderId }, (read) => {
    const units = wanted.map(({ _id, ...unit }) => ({
      ...unit,
      position: read.lines.find(({ productId }) => productId === _id)?.position ?? -1,
    }));
    return quoteUnits(read, units, context.now);
  });
}

const photoMissing = () => wrongFields({ photos: photoMissingMessage });

/** The refusal of units that cannot be returned. @param lines of the order */
export function refuseReturn(problem: ReturnProblem, lines: EditableOrder['lines']): Refusal {
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

/** Asks for a return. Nothing is promised before an operator has approved it. @param key encrypts the payout */
export function requestReturn(
  context: RequestContext,
  owner: Owner,
  { orderId, lines: wanted, method, note, payout, photos }: ReturnRequest,
  key: KeyRing,
): Promise<Requested | Refusal> {
  const { db, now } = context;
  return editOrder<Requested | Refusal>(context, owner, { orderId, photos }, (read) => {
    const { order, lines, returnable } = read;
    if (order.status !== 'Delivered') return returnRefusals.notDelivered(order.status);
    if (read.returns.length >= maxReturns) return returnRefusals.tooManyReturns();
    const units = wanted.map(({ _id, ...unit }) => ({
      ...unit,
      position: lines.find(({ productId }) => productId === _id)?.position ?? -1,
      productId: _id,
      name: lines.find(({ productId }) => productId === _id)?.name ?? _id,
    }));
    const problem = returnProblem(returnable.lines, openUnits(read.returns), units, store.returns, {
      deliveredAt: returnable.deliveredAt,
      now,
    });
    if (problem) return refuseReturn(problem, lines);
    const noExchange = refuseExchange(units, returnable.lines, now);
    if (noExchange) return noExchange;
    if (!photos.length && units.some(({ reason }) => needsPhoto(reason))) return photoMissing();
    if (read.usablePhotos.length < photos.length) return photoNotFound();
    const quote = quoteUnits(read, units, now);
    if (quote.ok && quote.toAccount > 0 && !payout) return payoutMissing();
    const keepsPayout = quote.ok && quote.toAccount > 0;
    const id = crypto.randomUUID();
    const number = read.returns.length + 1;
    const reference = returnReference(order.reference, number);
    const what = unitsText(units);
    return {
      kind: 'return',
      text: `Return ${reference} requested: ${what}`,
      when: areUsable(photos, owner),
      statements: (done, eventId) => [
        db.write.run(sql`
          INSERT INTO ${returns} (id, order_id, number, status, method, payout, note, created_at)
          SELECT ${id}, ${order.id}, ${number}, 'Requested', ${method},
                 ${keepsPayout && payout ? encryptPayout(key, id, payout) : null}, ${note}, ${now} WHERE ${done}`),
        db.write.run(sql`
          INSERT INTO ${returnLines} (return_id, position, quantity, reason, exchange_for)
          SELECT ${id}, value ->> 'position', value ->> 'quantity', value ->> 'reason', value ->> 'exchangeFor'
          FROM json_each(${JSON.stringify(units)}) WHERE ${done}`),
        usePhotos(db, photos, owner, id, done),
        enqueueOrderEmail(
          db,
          { kind: 'return_requested', orderId: order.id, what },
          changeCause(eventId),
          now,
          done,
        ),
      ],
      result: { ok: true, reference },
    };
  });
}
