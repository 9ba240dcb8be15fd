/**
 * Buyers that behave as a good client does: they use one key for an order until it has an answer, and respect
 * `Retry-After`, with some random delay.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { PaymentMethod } from '#domain/orders/payment-method.ts';
import { toRupees } from '#lib/money.ts';
import { type Client, newClient } from '../../support/client.ts';
import { addressOf, itemsOf } from '../../support/orders.ts';
import type { Random } from '../../support/random.ts';
import type { Account } from '../../support/rows.ts';
import type { RequestedOrder } from './invariants.ts';

/** One request and its result. @property ms how long it took */
export type Attempt =
  | { status: number; code?: string; ms: number }
  | { status: 'no answer'; code: string; ms: number };

/** An order of one buyer, with all its requests. */
export type Purchase = {
  client: Client;
  requested: RequestedOrder;
  attempts: Attempt[];
  /** Whether it was paid at the provider. */
  paid: boolean;
  /** Whether an operator has handed the parcel over. */
  shipped: boolean;
  /** Whether an operator has taken the parcel back. */
  returned: boolean;
  /** Whether the buyer has nothing left to do for an order that is paid online. */
  over: boolean;
};

export const newPurchase = (
  client: Client,
  order: Omit<RequestedOrder, 'acknowledged' | 'payments' | 'refused'>,
): Purchase => ({
  client,
  requested: { ...order, acknowledged: [], payments: [], refused: false },
  attempts: [],
  paid: false,
  shipped: false,
  returned: false,
  over: false,
});

/**
 * An order of one piece, cash on delivery, with a key of its own.
 * @param url of the shop @param total paise, at the shop's own price
 */
export function onePiece(url: string, account: Account, product: string, total: number): Purchase {
  const { id: userId, email, token } = account;
  const order = { userId, method: 'cod', items: { [product]: 1 }, saveInfo: false, total } as const;
  const client = { ...newClient(url, token), email };
  return newPurchase(client, { key: `order-of-${userId}`, ...order });
}

/** Whether there is a final answer: placed, or refused by a rule of the shop. */
export const isSettled = ({ requested }: Purchase): boolean =>
  requested.refused || requested.acknowledged.length > 0;

/** A refusal by a rule of the shop, which is final. */
const isRefusal = ({ status }: { status: number | string }): boolean => status === 409 || status === 422;

/** The result of the order, in a word. */
export function outcomeOf({ requested, attempts }: Purchase): string {
  if (requested.acknowledged.length) return requested.method === 'cod' ? 'placed' : 'begun';
  return requested.refused ? (attempts.findLast(isRefusal)?.code ?? 'refused') : 'unknown';
}

const reason = (error: unknown): string => {
  const { cause, name } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? name;
};

type Sending = { headers?: Record<string, string>; signal?: AbortSignal | undefined };

/**
 * Sends a request once and records the result.
 * @returns the response, if there was one, and the seconds after which it may be repeated
 */
export async function send(
  { client, attempts }: Purchase,
  path: string,
  json: unknown,
  sending: Sending = {},
) {
  const { headers: given = {}, signal } = sending;
  const began = Date.now();
  try {
    const answer = await client.send('POST', path, { json, headers: given, ...(signal && { signal }) });
    const { status, body, headers } = answer;
    attempts.push({ status, code: body?.code, ms: Date.now() - began });
    return { answer, seconds: Number(headers.get('retry-after') ?? 1) };
  } catch (error) {
    attempts.push({ status: 'no answer', code: reason(error), ms: Date.now() - began });
    return { seconds: 0.2 };
  }
}

/**
 * Repeats an action until it is over, with pauses.
 * @param once the action; it returns the seconds until the next try
 * @param random lengthens each pause by up to a quarter
 */
export async function repeatUntil(
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
 * @param leave aborts the request; the buyer then does not know the result
 * @returns seconds after which it may be sent again
 */
export async function sendOrder(purchase: Purchase, leave?: AbortSignal): Promise<number> {
  const { requested } = purchase;
  const { key, method, items, total, coupon, saveInfo } = requested;
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
  if (answer && isRefusal(answer)) requested.refused = true;
  if (answer?.status !== 200) return seconds;
  const { body } = answer;
  requested.acknowledged.push(method === 'cod' ? body.order._id : body.orderId);
  const payment = paymentOf(method, body);
  if (payment) requested.payments.push(payment);
  return seconds;
}

/** The id of the payment at the provider; undefined for cash on delivery or when it is paid already. */
function paymentOf(method: PaymentMethod, body: { session_url: string; order: object }): string | undefined {
  if (method === 'stripe') return /cs_\w+$/.exec(body.session_url)?.[0];
  return method === 'razorpay' ? (body.order as { id: string }).id : undefined;
}

/** Sends the order until there is a final answer. @param patience ms to wait for each response; default: 20 s */
export const orderUntilSettled = (
  purchase: Purchase,
  mostTries: number,
  random: Random,
  patience?: number,
): Promise<void> =>
  repeatUntil(
    () => sendOrder(purchase, patience === undefined ? undefined : AbortSignal.timeout(patience)),
    () => isSettled(purchase),
    mostTries,
    random,
  );
