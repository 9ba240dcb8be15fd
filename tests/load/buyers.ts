/**
 * Buyers as a good client is: one key for an order until it has an answer, whatever happens in between;
 * who is asked to come later comes later, and not all at the same moment.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { toRupees } from '#lib/money.ts';
import type { Client } from '../support/client.ts';
import { address, itemsOf } from '../support/orders.ts';
import type { Asked } from './invariants.ts';
import type { Random } from './random.ts';

/** One request and what came of it. @property ms until then */
export type Try =
  | { status: number; code?: string; ms: number }
  | { status: 'no answer'; code: string; ms: number };

/** An order that somebody wants, and all that has come of it. */
export type Purchase = { client: Client; asked: Asked; tries: Try[] };

/** @param total paise */
export const newPurchase = (
  client: Client,
  wanted: Pick<Asked, 'key' | 'userId' | 'items' | 'total'>,
): Purchase => ({ client, asked: { ...wanted, acknowledged: [], refused: false }, tries: [] });

/** Whether there is a final answer: placed, or refused by a rule of the shop. */
export const isSettled = ({ asked }: Purchase): boolean => asked.refused || asked.acknowledged.length > 0;

/** What became of it, in a word. */
export function outcomeOf({ asked, tries }: Purchase): string {
  if (asked.acknowledged.length) return 'placed';
  return asked.refused ? (tries.findLast(({ status }) => status === 409)?.code ?? 'refused') : 'unknown';
}

const reason = (error: unknown): string => {
  const { cause, name } = error as Error & { cause?: { code?: string } };
  return cause?.code ?? name;
};

/**
 * Sends the order once.
 * @param leave ends the wait for the answer; the buyer then does not know what became of the order
 * @returns seconds after which it may be sent again, if it has to be
 */
export async function ask({ client, asked, tries }: Purchase, leave?: AbortSignal): Promise<number> {
  const { key, items, total } = asked;
  const json = { address, items: itemsOf(items), amount: toRupees(total) };
  const began = Date.now();
  try {
    const { status, body, headers } = await client.send('POST', '/api/order/place', {
      json,
      headers: { 'Idempotency-Key': key },
      ...(leave && { signal: leave }),
    });
    tries.push({ status, code: body?.code, ms: Date.now() - began });
    if (status === 200) asked.acknowledged.push(body.order._id);
    if (status === 409) asked.refused = true;
    return Number(headers.get('retry-after') ?? 1);
  } catch (error) {
    tries.push({ status: 'no answer', code: reason(error), ms: Date.now() - began });
    return 0.2;
  }
}

/**
 * Sends the order until there is a final answer, as often as it says.
 * @param random spreads those who were told the same: up to a quarter later
 */
export async function buy(purchase: Purchase, mostTries: number, random: Random): Promise<void> {
  for (let count = 1; count <= mostTries && !isSettled(purchase); count++) {
    const seconds = await ask(purchase);
    if (!isSettled(purchase) && count < mostTries) await sleep(seconds * 1000 * (1 + random.next() / 4));
  }
}
