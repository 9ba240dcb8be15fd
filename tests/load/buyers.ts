/**
 * Buyers as a good client is: one key for an order until it has an answer, whatever happens in between;
 * who is asked to come later comes later, and not all at the same moment.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PaymentMethod } from '#features/orders/order.ts';
import { toRupees } from '#lib/money.ts';
import { type Client, newClient } from '../support/client.ts';
import { addressOf, itemsOf } from '../support/orders.ts';
import type { Account } from '../support/rows.ts';
import type { Asked } from './expected.ts';
import type { Random } from './random.ts';

/** One request and what came of it. @property ms until then */
export type Try =
  | { status: number; code?: string; ms: number }
  | { status: 'no answer'; code: string; ms: number };

/** An order that somebody wants, and all that has come of it. */
export type Purchase = {
  client: Client;
  asked: Asked;
  tries: Try[];
  /** Done at the provider: paid there, or not to be paid. */
  paid: boolean;
  /** Nothing is left to do for the buyer of an order that is paid online. */
  over: boolean;
};

export const newPurchase = (
  client: Client,
  wanted: Omit<Asked, 'acknowledged' | 'payments' | 'refused'>,
): Purchase => ({
  client,
  asked: { ...wanted, acknowledged: [], payments: [], refused: false },
  tries: [],
  paid: false,
  over: false,
});

/**
 * What one account wants: a piece of a product, on delivery, under a key of its own.
 * @param url of the shop @param total paise, at the shop's own price
 */
export function onePiece(url: string, account: Account, product: string, total: number): Purchase {
  const { id: userId, email, token } = account;
  const wanted = { userId, method: 'cod', items: { [product]: 1 }, saveInfo: false, total } as const;
  const client = { ...newClient(url, token), email };
  return newPurchase(client, { key: `order-of-${userId}`, ...wanted });
}

/** Whether there is a final answer: placed, or refused by a rule of the shop. */
export const isSettled = ({ asked }: Purchase): boolean => asked.refused || asked.acknowledged.length > 0;

/** The shop's own no: that of a rule, which stays. */
const isRefusal = ({ status }: { status: number | string }): boolean => status === 409 || status === 422;

/** What became of it, in a word. */
export function outcomeOf({ asked, tries }: Purchase): string {
  if (asked.acknowledged.length) return asked.method === 'cod' ? 'placed' : 'begun';
  return asked.refused ? (tries.findLast(isRefusal)?.code ?? 'refused') : 'unknown';
}

const reason = (error: unknown): string => {
  const { cause, name } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? name;
};

type Sending = { headers?: Record<string, string>; signal?: AbortSignal | undefined };

/**
 * Sends something once, and notes what came of it.
 * @returns the answer, or nothing; and seconds after which it may be sent again, if it has to be
 */
export async function send({ client, tries }: Purchase, path: string, json: unknown, sending: Sending = {}) {
  const { headers: given = {}, signal } = sending;
  const began = Date.now();
  try {
    const answer = await client.send('POST', path, { json, headers: given, ...(signal && { signal }) });
    const { status, body, headers } = answer;
    tries.push({ status, code: body?.code, ms: Date.now() - began });
    return { answer, seconds: Number(headers.get('retry-after') ?? 1) };
  } catch (error) {
    tries.push({ status: 'no answer', code: reason(error), ms: Date.now() - began });
    return { seconds: 0.2 };
  }
}

/**
 * Does it until it is over, as often as it says.
 * @param once does it once, and says after how many seconds it may be done again
 * @param random spreads those who were told the same: up to a quarter later
 */
export async function insist(
  once: () => Promise<number>,
  isOver: () => boolean,
  mostTries: number,
  random: Random,
): Promise<void> {
  for (let count = 1; count <= mostTries && !isOver(); count++) {
    const seconds = await once();
    if (!isOver() && count < mostTries) await sleep(seconds * 1000 * (1 + random.next() / 4));
  }
}

/**
 * Sends the order once.
 * @param leave ends the wait for the answer; the buyer then does not know what became of the order
 * @returns seconds after which it may be sent again, if it has to be
 */
export async function ask(purchase: Purchase, leave?: AbortSignal): Promise<number> {
  const { asked } = purchase;
  const { key, method, items, total, coupon, saveInfo } = asked;
  const json = {
    address: { ...addressOf(purchase.client), saveInfo },
    items: itemsOf(items),
    amount: toRupees(total),
    couponCode: coupon,
  };
  const { answer, seconds } = await send(
    purchase,
    `/api/order/${method === 'cod' ? 'place' : method}`,
    json,
    { headers: { 'Idempotency-Key': key }, signal: leave },
  );
  if (answer && isRefusal(answer)) asked.refused = true;
  if (answer?.status !== 200) return seconds;
  const { body } = answer;
  asked.acknowledged.push(method === 'cod' ? body.order._id : body.orderId);
  const payment = paymentOf(method, body);
  if (payment) asked.payments.push(payment);
  return seconds;
}

/** What the order is to be paid as at its provider's; nothing when it is paid already, or at the door. */
function paymentOf(method: PaymentMethod, body: { session_url: string; order: object }): string | undefined {
  if (method === 'stripe') return /cs_\w+$/.exec(body.session_url)?.[0];
  return method === 'razorpay' ? (body.order as { id: string }).id : undefined;
}

/** Sends the order until there is a final answer. @param patience ms to wait for each answer; 20 s when left out */
export const buy = (
  purchase: Purchase,
  mostTries: number,
  random: Random,
  patience?: number,
): Promise<void> =>
  insist(
    () => ask(purchase, patience === undefined ? undefined : AbortSignal.timeout(patience)),
    () => isSettled(purchase),
    mostTries,
    random,
  );
