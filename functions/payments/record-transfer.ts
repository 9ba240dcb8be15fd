/**
 * Bank transfers of buyers, as operators find them on the shop's account (docs/behaviour.md, "Bank transfer"). The order is
 * placed when its whole amount has come. What is too much, late, or of an order whose pieces are gone goes back by hand.
 */
import { eq, sql } from 'drizzle-orm';
import { bankTransfers, payments, refunds } from '#db/schema/index.ts';
import { isTransferred } from '#domain/payments/payment-methods.ts';
import { formatPrice, type Paise } from '#lib/money.ts';
import { provenCash } from '../accounts/prove-operator.ts';
import { removeOrderedLines } from '../accounts/remove-ordered-lines.ts';
import { sessionCode } from '../accounts/second-factor.ts';
import type { Call } from '../lib/call.ts';
import { newDays } from '../lib/delivery.ts';
import {
  factorMissing,
  notFound,
  notOperator,
  type Refusal,
  refusal,
  refuses,
  signedOut,
} from '../lib/refusal.ts';
import { sessionUserId } from '../lib/session.ts';
import { changeOrder, type OrderRead } from '../orders/change-order.ts';
import { type Effect, insert, updateWhere } from '../orders/effects.ts';
import { orderChanged } from '../orders/history.ts';
import { canTakeStock, selectEnough } from '../orders/holds.ts';
import { effectsOfMove, effectsOfSoldOut, soldOut } from '../orders/move-effects.ts';
import type { OrderCall } from '../orders/operator.ts';

/** Why a transfer is not recorded. */
export const transferRefusals = {
  signedOut,
  notOperator,
  factorMissing,
  notFound,
  changed: orderChanged,
  otherMethod: refusal(409, 'not_by_transfer', 'This order is not paid by bank transfer. Nothing was done.'),
  recorded: refusal(409, 'recorded', 'A transfer with this UTR is recorded already. Nothing was done.'),
};

/** @property utr the bank's number of the transfer @property seen number of rows of the history that the operator had read */
type TransferRequest = {
  orderId: string;
  seen: number;
  utr: string;
  amount: Paise;
  password?: string | undefined;
};

/** What a recorded transfer did. `part`: the order waits for the rest. `back`: the whole of it goes back. */
type Recorded = {
  ok: true;
  outcome: 'paid' | 'part' | 'sold_out' | 'back';
  left: Paise;
  excess: Paise;
  seen: number;
};

/** Records a transfer that has come for an order. @throws Refusal as {@link provenCash} */
export async function recordTransfer(
  call: OrderCall & Pick<Call, 'limits'>,
  { orderId, seen, utr, amount, password }: TransferRequest,
): Promise<Recorded | Refusal> {
  const proven = await provenCash(call, password);
  const { db, now } = call;
  const reads = [selectEnough(db, orderId)] as const;
  const caller = { owner: call.owner, as: 'operator', proven } as const;
  const once = {
    when: sql`EXISTS (SELECT 1 FROM ${bankTransfers} WHERE utr = ${utr})`,
    refusal: transferRefusals.recorded,
  };
  return changeOrder<Recorded, typeof reads>(
    call,
    caller,
    { orderId, seen, once },
    reads,
    (read, [stock]) => {
      const { order, received } = read;
      if (!isTransferred(order.paymentMethod)) return transferRefusals.otherMethod();
      const isWaiting = order.status === 'Payment Pending';
      const left = Math.max(0, order.total - received - amount);
      const excess = isWaiting ? Math.max(0, received + amount - order.total) : amount;
      const outcome = !isWaiting ? 'back' : left ? 'part' : stock?.enough ? 'paid' : 'sold_out';
      const recordedBy = sessionUserId(call.owner.tokenHash, call.owner.now);
      const row = { id: crypto.randomUUID(), utr, orderId, amount, at: now, recordedBy };
      const text = noteOf({ amount, utr, left: isWaiting ? left : 0, excess });
      return {
        event: { kind: 'note', text },
        when: {
          paid: canTakeStock(sql`o`),
          sold_out: sql`NOT ${canTakeStock(sql`o`)}`,
          part: undefined,
          back: undefined,
        }[outcome],
        effects: [
          ...insert(bankTransfers, row),
          ...(outcome === 'paid' ? placePaid(read, utr, now) : []),
          ...(outcome === 'sold_out' ? endSoldOut(read, utr, now) : []),
          ...(excess ? sendBack({ orderId, amount: excess, isWaiting, utr, now }) : []),
        ],
        result: (rows) => ({ ok: true, outcome, left, excess, seen: rows }),
        conflict: (constraint) =>
          constraint.includes('bank_transfers.utr') ? transferRefusals.recorded() : undefined,
      };
    },
  );
}
refuses(recordTransfer, transferRefusals, sessionCode);

/** The whole amount has come. The row says, as of any paid order, when. */
const placePaid = (read: OrderRead, utr: string, now: number): Effect[] => [
  movedTo(read, 'Order Placed', 'provider', null),
  ...effectsOfMove(
    { ...read, by: 'provider' },
    { to: 'Order Placed', set: { paid: true, ...newDays(read.order.address, now) } },
    now,
  ),
  recordUtr(read, utr),
  { effect: 'also', statements: (db) => removeOrderedLines(db, read.order.id) },
];

/** The whole amount has come, and the pieces are gone. */
const endSoldOut = (read: OrderRead, utr: string, now: number): Effect[] => [
  movedTo(read, 'Cancelled', 'shop', soldOut),
  ...effectsOfSoldOut(read, now),
  recordUtr(read, utr),
];

const movedTo = (
  { order }: OrderRead,
  to: 'Order Placed' | 'Cancelled',
  by: 'provider' | 'shop',
  text: string | null,
): Effect => ({ effect: 'event', event: { by, kind: 'status', from: order.status, to, text } });

const recordUtr = ({ order }: OrderRead, utr: string): Effect =>
  updateWhere(payments, eq(payments.orderId, order.id), { providerId: utr, nextAskAt: null });

/** What the operator reads. */
export function recordedMessage({ outcome, left, excess }: Omit<Recorded, 'ok'>): string {
  const rest = excess && outcome === 'paid' ? ` ${formatPrice(excess)} too much waits under Refunds.` : '';
  switch (outcome) {
    case 'paid':
      return `The order is paid, and placed.${rest}`;
    case 'part':
      return `Recorded. ${formatPrice(left)} is missing: the order waits for it.`;
    case 'sold_out':
      return 'The last pieces were sold meanwhile: the order is cancelled, and its refund waits under Refunds.';
    case 'back':
      return `The order does not wait for it: ${formatPrice(excess)} waits under Refunds to be sent back.`;
  }
}

/** What shopper and operators read in the history. */
function noteOf({
  amount,
  utr,
  left,
  excess,
}: {
  amount: Paise;
  utr: string;
  left: Paise;
  excess: Paise;
}): string {
  const came = `${formatPrice(amount)} has come by bank transfer (UTR ${utr}).`;
  if (left) return `${came} ${formatPrice(left)} is missing.`;
  return excess ? `${came} ${formatPrice(excess)} of it goes back.` : came;
}

/** A due refund of what the order does not need. */
function sendBack({
  orderId,
  amount,
  isWaiting,
  utr,
  now,
}: {
  orderId: string;
  amount: Paise;
  isWaiting: boolean;
  utr: string;
  now: number;
}): Effect[] {
  const detail = `${formatPrice(amount)} of the bank transfer ${utr} must be sent back.`;
  const reason = isWaiting ? 'mismatch' : 'late_payment';
  return [
    ...insert(refunds, { id: crypto.randomUUID(), orderId, amount, reason, status: 'due', createdAt: now }),
    { effect: 'flag', kind: 'late_payment', about: `transfer:${utr}`, detail },
  ];
}
