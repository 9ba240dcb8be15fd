/**
 * Buyers and operators who behave as a good client does: they use one key for an order until it has an answer, and respect
 * `Retry-After`, with some random delay.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Simulators } from 'payment-simulators';
import type { PaymentMethod } from '#domain/payments/payment-methods.ts';
import { toRupees } from '#lib/money.ts';
import { type Client, newClient } from '../../support/client.ts';
import { addressOf, itemsOf } from '../../support/orders.ts';
import type { Account } from '../../support/rows.ts';

/** One request and its result. @property ms how long it took */
export type Attempt = { status: number | 'no answer'; code?: string | undefined; ms: number };

/** An order as its buyer wants it. */
type RequestedOrder = {
  /** Its Idempotency-Key. */
  key: string;
  userId: string;
  method: PaymentMethod;
  /** Pieces by product. */
  items: Record<string, number>;
  coupon?: string | undefined;
  saveInfo: boolean;
  /** paise */
  total: number;
};

/** An order of one buyer, with all its requests and what came of them. */
export type Purchase = RequestedOrder & {
  client: Client;
  attempts: Attempt[];
  /** The order's id, once for every response that said it was placed or started. */
  acknowledged: string[];
  /** The provider's payment id, once for every response that had one. */
  payments: string[];
  /** Whether the final answer was a refusal. */
  refused: boolean;
  /** Whether it was paid at the provider; whether an operator has handed the parcel over, and taken it back. */
  paid: boolean;
  shipped: boolean;
  returned: boolean;
  /** Whether the buyer has nothing left to do for an order that is paid online. */
  over: boolean;
};

export const newPurchase = (client: Client, order: RequestedOrder): Purchase => ({
  ...order,
  client,
  attempts: [],
  acknowledged: [],
  payments: [],
  refused: false,
  paid: false,
  shipped: false,
  returned: false,
  over: false,
});

/**
 * An order of one piece, cash on delivery.
 * @param url of the shop @param total paise, at the shop's own price
 */
export function onePiece(url: string, account: Account, product: string, total: number): Purchase {
  const { id: userId, email, token } = account;
  const client = { ...newClient(url, token), email };
  const items = { [product]: 1 };
  return newPurchase(client, {
    key: `order-of-${userId}`,
    userId,
    method: 'cod',
    items,
    saveInfo: false,
    total,
  });
}

/** Whether there is a final answer: placed, or refused by a rule of the shop. */
export const isSettled = ({ refused, acknowledged }: Purchase): boolean => refused || acknowledged.length > 0;

/** A refusal by a rule of the shop, which is final. */
const isRefusal = ({ status }: { status: number | string }): boolean => status === 409 || status === 422;

/** The result of the order, in a word. */
export function outcomeOf({ method, acknowledged, refused, attempts }: Purchase): string {
  if (acknowledged.length) return method === 'cod' ? 'placed' : 'begun';
  return refused ? (attempts.findLast(isRefusal)?.code ?? 'refused') : 'unknown';
}

type Sending = { by?: Client; headers?: Record<string, string>; signal?: AbortSignal | undefined };

/**
 * Sends a request once and records the result.
 * @param sending `by`: who sends it; default: the buyer
 * @returns the response, if there was one, and the seconds after which it may be repeated
 */
async function send(purchase: Purchase, path: string, json: unknown, sending: Sending = {}) {
  const { by = purchase.client, headers = {}, signal } = sending;
  const began = Date.now();
  const record = (status: Attempt['status'], code?: string) =>
    purchase.attempts.push({ status, code, ms: Date.now() - began });
  try {
    const answer = await by.send('POST', path, { json, headers, ...(signal && { signal }) });
    record(answer.status, answer.body?.code);
    return { answer, seconds: Number(answer.headers.get('retry-after') ?? 1) };
  } catch (error) {
    const { cause, name } = error as Error & { cause?: { code?: string } };
    record('no answer', cause?.code ?? name);
    return { seconds: 0.2 };
  }
}

/** Repeats an action until it is over. @param once the action; it returns the seconds until the next try */
async function repeatUntil(
  isOver: () => boolean,
  mostTries: number,
  once: () => Promise<number>,
): Promise<void> {
  for (let count = 1; count <= mostTries && !isOver(); count++) {
    const seconds = await once();
    if (!isOver() && count < mostTries) await sleep(seconds * 1000 * (1 + Math.random() / 4));
  }
}

/**
 * Sends the order once.
 * @param leave aborts the request; the buyer then does not know the result
 * @returns seconds after which it may be sent again
 */
export async function sendOrder(purchase: Purchase, leave?: AbortSignal): Promise<number> {
  const { client, key, method, items, total, coupon, saveInfo } = purchase;
  const address = { ...addressOf(client), saveInfo };
  const json = { address, items: itemsOf(items), amount: toRupees(total), couponCode: coupon };
  const path = `/api/order/${method === 'cod' ? 'place' : method}`;
  const { answer, seconds } = await send(purchase, path, json, {
    headers: { 'Idempotency-Key': key },
    signal: leave,
  });
  if (answer && isRefusal(answer)) purchase.refused = true;
  if (answer?.status !== 200) return seconds;
  const { body } = answer;
  purchase.acknowledged.push(method === 'cod' ? body.order._id : body.orderId);
  const begun = body.order as unknown as { id: string } | undefined;
  const payment = method === 'stripe' ? /cs_\w+$/.exec(body.session_url)?.[0] : begun?.id;
  // None for an order that is paid already.
  if (method !== 'cod' && payment) purchase.payments.push(payment);
  return seconds;
}

/** Sends the order until there is a final answer. @param patience ms to wait for each response; default: 20 s */
export const orderUntilSettled = (purchase: Purchase, mostTries: number, patience?: number): Promise<void> =>
  repeatUntil(
    () => isSettled(purchase),
    mostTries,
    () => sendOrder(purchase, patience === undefined ? undefined : AbortSignal.timeout(patience)),
  );

/** What a buyer does with an order that is paid online. */
export type Ending = 'pays and comes back' | 'pays and goes away' | 'gives it up' | 'leaves it';

/** Pays at the provider, once. @returns the body of the browser's request on return */
function payAtProvider({ stripe, razorpay }: Simulators, purchase: Purchase): object {
  const [id = ''] = purchase.payments;
  const isPaid = purchase.paid;
  purchase.paid = true;
  if (purchase.method === 'stripe') {
    if (!isPaid) stripe.pay(id);
    return { orderId: purchase.acknowledged[0], success: true };
  }
  const payment = isPaid ? razorpay.payments.find(({ order_id }) => order_id === id) : razorpay.authorize(id);
  return razorpay.response(payment?.id ?? '');
}

/** Ends an order that waits for its payment. A buyer who leaves it needs no request. */
export async function endOrder(
  purchase: Purchase,
  ending: Ending | undefined,
  simulators: Simulators,
  mostTries: number,
): Promise<void> {
  if (!ending || ending === 'leaves it') purchase.over = true;
  if (!purchase.acknowledged.length) return;
  await repeatUntil(
    () => purchase.over,
    mostTries,
    async () => {
      const isCancelled = ending === 'gives it up';
      const json = isCancelled ? { orderId: purchase.acknowledged[0] } : payAtProvider(simulators, purchase);
      if (ending === 'pays and goes away') {
        purchase.over = true;
        return 0;
      }
      const verify = `verify${purchase.method === 'stripe' ? 'Stripe' : 'Razorpay'}`;
      const path = `/api/order/${isCancelled ? 'cancel' : verify}`;
      const { answer, seconds } = await send(purchase, path, json);
      purchase.over = answer?.status === 200 || answer?.status === 409;
      return seconds;
    },
  );
}

/** An operator hands the parcel over. */
export const shipOrder = (purchase: Purchase, operator: Client, mostTries: number): Promise<void> =>
  repeatUntil(
    () => purchase.shipped,
    mostTries,
    async () => {
      const [orderId] = purchase.acknowledged;
      const json = { orderId, trackingId: `AWB ${orderId}`, courierPartner: 'DTDC' };
      const { answer, seconds } = await send(purchase, '/api/order/update-tracking', json, { by: operator });
      purchase.shipped = answer?.status === 200;
      return seconds;
    },
  );

/** An operator takes the parcel back. After an answer that was lost, the repeat says that it was returned already. */
export const takeBack = (purchase: Purchase, operator: Client, mostTries: number): Promise<void> =>
  repeatUntil(
    () => purchase.returned,
    mostTries,
    async () => {
      const [orderId] = purchase.acknowledged;
      const json = { orderId, status: 'Returned', reason: 'It came back', restock: false };
      const { answer, seconds } = await send(purchase, '/api/order/move', json, { by: operator });
      purchase.returned = answer?.status === 200 || answer?.body?.status === 'Returned';
      return seconds;
    },
  );
