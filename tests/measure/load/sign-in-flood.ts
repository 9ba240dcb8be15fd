/**
 * Orders while strangers try to sign in: ten times a second from one address, then fifty times a second from as many
 * networks. Each order must be accepted at the first try, and the median time of an order must stay within three times
 * that without sign-ins.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '#tools/lib/numbers.ts';
import { newClient } from '../../support/client.ts';
import { type Account, insertAccounts, makeKnown } from '../../support/rows.ts';
import type { MeasuredShop } from '../shop.ts';
import { onePiece, type Purchase, sendOrder } from './buyers.ts';
import { counts, statusOf } from './report.ts';

/** Orders of each part, and ms from one to the next. */
const orders = 60;
const every = 200;
/** How long a flood lasts before the first order, ms: the burst that limits allow is then used up. */
const before = 4_000;
/** How many times as long an order may take during a flood. */
const most = 3;

type Flood = { name: string; perSecond: number; from(n: number): string };

const floods: readonly Flood[] = [
  { name: 'ten sign-ins a second from one address', perSecond: 10, from: () => '198.51.100.7' },
  {
    name: 'fifty sign-ins a second from many networks',
    perSecond: 50,
    from: (n) => `2001:db8:${(n >> 8).toString(16)}:${(n & 255).toString(16)}::1`,
  },
];

let invented = 0;

/** Signs in with invented addresses until it is stopped. @returns a function that stops it and counts the statuses */
function startFlood({ stack }: MeasuredShop, { perSecond, from }: Flood): () => Promise<string> {
  const answers: Promise<string>[] = [];
  const one = async (n: number): Promise<string> => {
    const client = newClient(stack.url, undefined, from(n));
    const json = { email: `nobody-${n}@example.in`, password: 'a guess of somebody' };
    const answer = await client.post('/api/user/login', json).catch(() => undefined);
    return String(answer?.status ?? 'no answer');
  };
  const timer = setInterval(() => {
    invented += 1;
    answers.push(one(invented));
  }, 1000 / perSecond);
  return async () => {
    clearInterval(timer);
    return counts(await Promise.all(answers));
  };
}

/** Places one order for each account, at fixed intervals. */
async function placeAll(
  shop: MeasuredShop,
  people: readonly Account[],
  product: string,
  total: number,
): Promise<Purchase[]> {
  const purchases = people.map((account) => onePiece(shop.stack.url, account, product, total));
  const sent: Promise<number>[] = [];
  for (const purchase of purchases) {
    sent.push(sendOrder(purchase));
    await sleep(every);
  }
  await Promise.all(sent);
  return purchases;
}

const median = (purchases: readonly Purchase[]): number =>
  percentile(
    purchases.flatMap(({ attempts }) => attempts.map(({ ms }) => ms)),
    0.5,
  );

type FloodResult = { rows: [string, string][]; wrong: string[]; purchases: Purchase[] };

/** Pieces that {@link orderDuringFlood} sells. */
export const floodOrders = orders * (1 + floods.length);

/** @param product with at least {@link floodOrders} pieces @param total paise of an order of one */
export async function orderDuringFlood(
  shop: MeasuredShop,
  product: string,
  total: number,
): Promise<FloodResult> {
  const people = await insertAccounts(shop.db, floodOrders);
  await makeKnown(shop.db, people);
  const calm = await placeAll(shop, people.splice(0, orders), product, total);
  const found: FloodResult = {
    rows: [['orders in calm', `median ${median(calm)} ms`]],
    wrong: [],
    purchases: calm,
  };
  for (const flood of floods) {
    const end = startFlood(shop, flood);
    await sleep(before);
    const purchases = await placeAll(shop, people.splice(0, orders), product, total);
    const answers = await end();
    const ratio = median(purchases) / median(calm);
    const tries = purchases.flatMap((purchase) => purchase.attempts);
    found.rows.push([
      flood.name,
      `orders ${counts(tries.map(statusOf))}, median ${median(purchases)} ms (${ratio.toFixed(1)} times); sign-ins ${answers}`,
    ]);
    if (tries.some(({ status }) => status !== 200))
      found.wrong.push(`an order was not accepted: ${flood.name}`);
    if (ratio > most) found.wrong.push(`orders took ${ratio.toFixed(1)} times as long: ${flood.name}`);
    found.purchases.push(...purchases);
  }
  return found;
}
