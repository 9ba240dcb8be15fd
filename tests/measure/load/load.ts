/**
 * npm run test:load: 500 buyers order the last ten pieces of a product at the same moment. Exactly ten get one; the
 * others are refused, or asked to try later and do so. Afterwards the shop must accept the next order, and orders while
 * strangers try to sign in (sign-in-flood.ts). SEED=… repeats the buyers' pauses; BUYERS=… and PIECES=… change the
 * numbers, ISOLATES=… the number of workerd processes.
 */
import '#tools/lib/test-content.ts';
import { toPaise } from '#lib/money.ts';
import { readProducts, readStore } from '#tools/lib/content.ts';
import { logInfo } from '#tools/lib/log.ts';
import { newClient } from '../../support/client.ts';
import { quoteWith } from '../../support/coupons.ts';
import { numberFrom, randomFrom } from '../../support/random.ts';
import { type Account, insertAccounts, makeKnown, setStock } from '../../support/rows.ts';
import type { MeasuredShop } from '../shop.ts';
import { onePiece, orderUntilSettled, outcomeOf, type Purchase } from './buyers.ts';
import { checkInvariants } from './invariants.ts';
import { isolates } from './isolates.ts';
import { readLedger } from './ledger.ts';
import { letTimePass } from './pass-time.ts';
import { counts, peakMemory, percentiles, printVerdict, statusOf, table } from './report.ts';
import { runWithShop, unexpectedErrors } from './shop.ts';
import { floodOrders, orderDuringFlood } from './sign-in-flood.ts';

const buyers = numberFrom('BUYERS', 500);
const pieces = numberFrom('PIECES', 10);
const mostTries = 30;
const allowed: readonly (number | string)[] = [200, 409, 429, 503];
/** The longest wait of a buyer for a response, ms; the time is reported, not asserted. */
const patience = 120_000;
/** Time after the rush within which the next order must be accepted, ms. */
const recovery = 10_000;

const [scarce, other] = [...readProducts().keys()] as [string, string];
const sold = Math.min(buyers, pieces);

async function priceOf({ stack }: MeasuredShop, product: string): Promise<number> {
  const { body } = await quoteWith(newClient(stack.url), { [product]: 1 });
  return toPaise(body.quote.amount) ?? 0;
}

/** The time of each buyer, ms: from the start of the rush until the final answer. */
async function rush(purchases: readonly Purchase[], seed: number): Promise<number[]> {
  const began = Date.now();
  const one = async (purchase: Purchase, n: number): Promise<number> => {
    await orderUntilSettled(purchase, mostTries, randomFrom(seed + n), patience);
    return Date.now() - began;
  };
  return Promise.all(purchases.map(one));
}

function findProblems(
  shop: MeasuredShop,
  purchases: readonly Purchase[],
  next: Purchase,
  nextMs: number,
): string[] {
  const tries = [...purchases, next].flatMap((purchase) => purchase.attempts);
  const placed = purchases.filter(({ requested }) => requested.acknowledged.length).length;
  return [
    ...(placed === sold ? [] : [`${placed} orders of ${buyers} buyers for ${pieces} pieces`]),
    ...(next.requested.acknowledged.length && nextMs <= recovery
      ? []
      : [`the next order was not taken within ${recovery / 1000} s`]),
    ...tries
      .filter(({ status }) => !allowed.includes(status))
      .map(({ status, code }) => `an answer was ${status} ${code}`),
    ...unexpectedErrors(shop.stack),
  ];
}

async function run(seed: number, shop: MeasuredShop): Promise<boolean> {
  const { db, simulators } = shop;
  await setStock(db, scarce, pieces);
  await setStock(db, other, pieces + floodOrders);
  const accounts = await insertAccounts(db, buyers + 1);
  await makeKnown(db, accounts);
  const price = await priceOf(shop, scarce);
  const otherPrice = await priceOf(shop, other);
  const purchases = accounts.slice(1).map((account) => onePiece(shop.stack.url, account, scarce, price));
  const next = onePiece(shop.stack.url, accounts[0] as Account, other, otherPrice);

  const waits = await rush(purchases, seed);
  const memory = peakMemory();
  const began = Date.now();
  await orderUntilSettled(next, mostTries, randomFrom(seed));
  const nextMs = Date.now() - began;
  const flooded = await orderDuringFlood(shop, other, otherPrice);
  await letTimePass(shop);

  const ledger = await readLedger(db);
  const found = checkInvariants(ledger, {
    stockBefore: { [scarce]: pieces, [other]: pieces + floodOrders },
    requested: [...purchases, next, ...flooded.purchases].map(({ requested }) => requested),
    cashOnDelivery: readStore().cashOnDelivery,
    unpaid: readStore().limits.unpaid.person,
    captured: [],
    mailed: simulators.mailbox.messages.map(({ idempotencyKey = '' }) => idempotencyKey),
  });
  const well = printVerdict(found, [...findProblems(shop, purchases, next, nextMs), ...flooded.wrong]);
  const tries = purchases.flatMap((purchase) => purchase.attempts);
  logInfo(
    table([
      ['seed', String(seed)],
      ['isolates', String(isolates)],
      ['buyers', counts(purchases.map(outcomeOf))],
      ['requests', counts(tries.map(statusOf))],
      ['most tries of one buyer', String(Math.max(...purchases.map((one) => one.attempts.length)))],
      ['time for an answer', percentiles(tries.map(({ ms }) => ms))],
      ['time until the final answer', percentiles(waits)],
      ['the next order', `${nextMs} ms, ${counts(next.attempts.map(statusOf))}`],
      ['most memory', memory],
      ...flooded.rows,
    ]),
  );
  return well;
}

await runWithShop(run);
