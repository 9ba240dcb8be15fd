/**
 * npm run test:load: 500 buyers at the same moment for the last ten pieces of a product. Exactly ten get
 * one; everybody else is told so or asked to come later, and comes later; and when it is over, the shop
 * takes the next order. Then it takes orders while strangers try to sign in (sign-ins.ts). SEED=… repeats how long
 * buyers wait; BUYERS=… and PIECES=… change how many there are, ISOLATES=… on how many workerd processes.
 */
import { toPaise } from '#lib/money.ts';
import { readProducts, readStore } from '#tools/lib/content.ts';
import { say } from '#tools/lib/log.ts';
import { newClient } from '../support/client.ts';
import { quoteWith } from '../support/coupons.ts';
import { type Account, insertAccounts, setStock } from '../support/rows.ts';
import { letTimePass } from './afterwards.ts';
import { buy, onePiece, outcomeOf, type Purchase } from './buyers.ts';
import { examine } from './invariants.ts';
import { isolates } from './isolates.ts';
import { readLedger } from './ledger.ts';
import { numberFrom, randomFrom, seedFrom } from './random.ts';
import { counts, peakMemory, percentiles, printVerdict, statusOf, table } from './report.ts';
import { type Shop, unforeseen, withShop } from './shop.ts';
import { soldMeanwhile, whileOthersSignIn } from './sign-ins.ts';

const buyers = numberFrom('BUYERS', 500);
const pieces = numberFrom('PIECES', 10);
const mostTries = 30;
const allowed: readonly (number | string)[] = [200, 409, 429, 503];
/** ms that a buyer waits for an answer: how long it takes is told, and is not what is asked here. */
const patience = 120_000;
/** ms after the rush within which the next order must be taken. */
const recovery = 10_000;

const [scarce, other] = [...readProducts().keys()] as [string, string];
const sold = Math.min(buyers, pieces);

async function priceOf({ stack }: Shop, product: string): Promise<number> {
  const { body } = await quoteWith(newClient(stack.url), { [product]: 1 });
  return toPaise(body.quote.amount) ?? 0;
}

/** A buyer's whole time: ms from the start of the rush until the final answer. */
async function rush(purchases: readonly Purchase[], seed: number): Promise<number[]> {
  const began = Date.now();
  const one = async (purchase: Purchase, n: number): Promise<number> => {
    await buy(purchase, mostTries, randomFrom(seed + n), patience);
    return Date.now() - began;
  };
  return Promise.all(purchases.map(one));
}

function wrongs(shop: Shop, purchases: readonly Purchase[], next: Purchase, nextMs: number): string[] {
  const tries = [...purchases, next].flatMap((purchase) => purchase.tries);
  const placed = purchases.filter(({ asked }) => asked.acknowledged.length).length;
  return [
    ...(placed === sold ? [] : [`${placed} orders of ${buyers} buyers for ${pieces} pieces`]),
    ...(next.asked.acknowledged.length && nextMs <= recovery
      ? []
      : [`the next order was not taken within ${recovery / 1000} s`]),
    ...tries
      .filter(({ status }) => !allowed.includes(status))
      .map(({ status, code }) => `an answer was ${status} ${code}`),
    ...unforeseen(shop.stack),
  ];
}

async function run(seed: number, shop: Shop): Promise<boolean> {
  const { db, standIns } = shop;
  await setStock(db, scarce, pieces);
  await setStock(db, other, pieces + soldMeanwhile);
  const accounts = await insertAccounts(db, buyers + 1);
  const price = await priceOf(shop, scarce);
  const otherPrice = await priceOf(shop, other);
  const purchases = accounts.slice(1).map((account) => onePiece(shop.stack.url, account, scarce, price));
  const next = onePiece(shop.stack.url, accounts[0] as Account, other, otherPrice);

  const waits = await rush(purchases, seed);
  const memory = peakMemory();
  const began = Date.now();
  await buy(next, mostTries, randomFrom(seed));
  const nextMs = Date.now() - began;
  const flooded = await whileOthersSignIn(shop, other, otherPrice);
  await letTimePass(shop);

  const ledger = await readLedger(db);
  const found = examine(ledger, {
    stockBefore: { [scarce]: pieces, [other]: pieces + soldMeanwhile },
    asked: [...purchases, next, ...flooded.purchases].map(({ asked }) => asked),
    cashOnDelivery: readStore().cashOnDelivery,
    unpaid: readStore().limits.unpaid,
    taken: [],
    mailed: standIns.mailbox.messages.map(({ idempotencyKey = '' }) => idempotencyKey),
  });
  const well = printVerdict(found, [...wrongs(shop, purchases, next, nextMs), ...flooded.wrong]);
  const tries = purchases.flatMap((purchase) => purchase.tries);
  say(
    table([
      ['seed', String(seed)],
      ['isolates', String(isolates)],
      ['buyers', counts(purchases.map(outcomeOf))],
      ['requests', counts(tries.map(statusOf))],
      ['most tries of one buyer', String(Math.max(...purchases.map((one) => one.tries.length)))],
      ['time for an answer', percentiles(tries.map(({ ms }) => ms))],
      ['time until the final answer', percentiles(waits)],
      ['the next order', `${nextMs} ms, ${counts(next.tries.map(statusOf))}`],
      ['most memory', memory],
      ...flooded.rows,
    ]),
  );
  return well;
}

const seed = seedFrom();
say(`SEED=${seed}`);
await withShop((shop) => run(seed, shop));
