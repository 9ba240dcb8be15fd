/**
 * npm run test:load: 500 buyers order the last ten pieces of a product at the same moment. Exactly ten get one; the
 * others are refused, or asked to try later and do so. Afterwards the shop must accept the next order, and orders while
 * strangers try to sign in (sign-in-flood.ts). BUYERS=… and PIECES=… change the numbers, ISOLATES=… the number of workerd
 * processes; GATE=on turns the order gate on, and HOT=on hot stock, with the product hot from the start.
 */
import '#tools/lib/test-content.ts';
import { makeHot } from '#functions/catalogue/hot-stock.ts';
import { toPaise } from '#lib/money.ts';
import { readProducts } from '#tools/lib/content.ts';
import { newClient } from '../../support/client.ts';
import { quoteWith } from '../../support/coupons.ts';
import { numberFrom } from '../../support/random.ts';
import { type Account, insertAccounts, makeKnown, setStock } from '../../support/rows.ts';
import type { MeasuredShop } from '../shop.ts';
import { onePiece, orderUntilSettled, outcomeOf } from './buyers.ts';
import { checkInvariants, writeExpected } from './invariants.ts';
import { letTimePass } from './pass-time.ts';
import { counts, peakMemory, percentiles, printTable, printVerdict, statuses } from './report.ts';
import { isHotOn, isolates, partsOn, runWithShop, unexpectedErrors } from './shop.ts';
import { floodOrders, orderDuringFloods } from './sign-in-flood.ts';

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

async function run(shop: MeasuredShop): Promise<boolean> {
  const { db, stack, simulators } = shop;
  const stock = { [scarce]: pieces, [other]: pieces + floodOrders };
  for (const [id, count] of Object.entries(stock)) await setStock(db, id, count);
  if (isHotOn) await makeHot(db, scarce, Date.now() + 60 * 60_000);
  const [first, ...accounts] = await insertAccounts(db, buyers + 1);
  await makeKnown(db, [first as Account, ...accounts]);
  const priceOf = async (product: string): Promise<number> =>
    toPaise((await quoteWith(newClient(stack.url), { [product]: 1 })).body.quote.amount) ?? 0;
  const [price, otherPrice] = [await priceOf(scarce), await priceOf(other)];
  const purchases = accounts.map((account) => onePiece(stack.url, account, scarce, price));
  const next = onePiece(stack.url, first as Account, other, otherPrice);

  let began = Date.now();
  const waits = await Promise.all(
    purchases.map(async (purchase) => {
      await orderUntilSettled(purchase, mostTries, patience);
      return Date.now() - began;
    }),
  );
  const memory = peakMemory();
  began = Date.now();
  await orderUntilSettled(next, mostTries);
  const nextMs = Date.now() - began;
  const flooded = await orderDuringFloods(shop, other, otherPrice);
  await letTimePass(shop);

  const attempts = purchases.flatMap((purchase) => purchase.attempts);
  const placed = purchases.filter(({ acknowledged }) => acknowledged.length).length;
  const wrong = [...attempts, ...next.attempts]
    .filter(({ status }) => !allowed.includes(status))
    .map(({ status, code }) => `an answer was ${status} ${code}`);
  if (placed !== sold) wrong.push(`${placed} orders of ${buyers} buyers for ${pieces} pieces`);
  if (!next.acknowledged.length || nextMs > recovery)
    wrong.push(`the next order was not taken within ${recovery / 1000} s`);
  await writeExpected(db, [...purchases, next, ...flooded.purchases], stock, simulators);
  const well = printVerdict(await checkInvariants(db), [
    ...wrong,
    ...flooded.wrong,
    ...unexpectedErrors(stack),
  ]);
  const refused = attempts.filter(({ status }) => status === 409).map(({ ms }) => ms);
  printTable({
    isolates,
    'parts on': partsOn,
    buyers: counts(purchases.map(outcomeOf)),
    requests: statuses(attempts),
    'most tries of one buyer': Math.max(...purchases.map((one) => one.attempts.length)),
    'time for an answer': percentiles(attempts.map(({ ms }) => ms)),
    'time for a refusal': percentiles(refused),
    'time until the final answer': percentiles(waits),
    'the next order': `${nextMs} ms, ${statuses(next.attempts)}`,
    'most memory': memory,
    ...flooded.rows,
  });
  return well;
}

await runWithShop(run);
