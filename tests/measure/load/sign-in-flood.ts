/**
 * Orders while strangers try to sign in: ten times a second from one address, then fifty times a second from as many
 * networks. Each order must be accepted at the first try, and the median time of an order must stay within three times
 * that without sign-ins.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { percentile } from '#tools/lib/numbers.ts';
import { newClient } from '../../support/client.ts';
import { insertAccounts, makeKnown } from '../../support/rows.ts';
import type { MeasuredShop } from '../shop.ts';
import { onePiece, type Purchase, sendOrder } from './buyers.ts';
import { counts, statuses } from './report.ts';

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

/** Pieces that {@link orderDuringFloods} sells. */
export const floodOrders = orders * (1 + floods.length);

let invented = 0;

/** Signs in with invented addresses until it is stopped. @returns a function that stops it and counts the statuses */
function startFlood({ stack }: MeasuredShop, { perSecond, from }: Flood): () => Promise<string> {
  const answers: Promise<string | number>[] = [];
  const timer = setInterval(() => {
    invented += 1;
    const client = newClient(stack.url, undefined, from(invented));
    const json = { email: `nobody-${invented}@example.in`, password: 'a guess of somebody' };
    const answer = client.post('/api/user/login', json);
    answers.push(answer.then(({ status }) => status).catch(() => 'no answer'));
  }, 1000 / perSecond);
  return async () => {
    clearInterval(timer);
    return counts(await Promise.all(answers));
  };
}

/** Places one order for each of new accounts, at fixed intervals. @returns the orders, and their median time, ms */
async function placeAll({ db, stack }: MeasuredShop, product: string, total: number) {
  const people = await insertAccounts(db, orders);
  await makeKnown(db, people);
  const purchases = people.map((account) => onePiece(stack.url, account, product, total));
  const sent: Promise<number>[] = [];
  for (const purchase of purchases) {
    sent.push(sendOrder(purchase));
    await sleep(every);
  }
  await Promise.all(sent);
  const attempts = purchases.flatMap((purchase) => purchase.attempts);
  const times = attempts.map(({ ms }) => ms);
  return { purchases, attempts, median: percentile(times, 0.5) };
}

type FloodResult = { rows: Record<string, string>; wrong: string[]; purchases: Purchase[] };

/** @param product with at least {@link floodOrders} pieces @param total paise of an order of one */
export async function orderDuringFloods(
  shop: MeasuredShop,
  product: string,
  total: number,
): Promise<FloodResult> {
  const calm = await placeAll(shop, product, total);
  const rows: FloodResult['rows'] = { 'orders in calm': `median ${calm.median} ms` };
  const wrong: string[] = [];
  const purchases = [...calm.purchases];
  for (const flood of floods) {
    const end = startFlood(shop, flood);
    await sleep(before);
    const placed = await placeAll(shop, product, total);
    const answers = await end();
    const ratio = placed.median / calm.median;
    rows[flood.name] =
      `orders ${statuses(placed.attempts)}, median ${placed.median} ms (${ratio.toFixed(1)} times); sign-ins ${answers}`;
    if (placed.attempts.some(({ status }) => status !== 200))
      wrong.push(`an order was not accepted: ${flood.name}`);
    if (ratio > most) wrong.push(`orders took ${ratio.toFixed(1)} times as long: ${flood.name}`);
    purchases.push(...placed.purchases);
  }
  return { rows, wrong, purchases };
}
