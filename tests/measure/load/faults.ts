/**
 * npm run test:faults: 200 orders, of which some are shipped and come back, while the database and the Worker are killed (kill -9) ten
 * times and the database is suspended once for 15 s. Afterwards nothing may be lost, duplicated or inconsistent. SEED=…
 * repeats the orders and the faults; the exact timing still depends on the machine.
 */
import '#tools/lib/test-content.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { toPaise } from '#lib/money.ts';
import { readProducts, readStore } from '#tools/lib/content.ts';
import { logInfo } from '#tools/lib/log.ts';
import { type Client, newClient } from '../../support/client.ts';
import { insertCoupon, quoteWith } from '../../support/coupons.ts';
import { type Random, randomFrom } from '../../support/random.ts';
import { insertAccounts, makeKnown, setStock } from '../../support/rows.ts';
import type { MeasuredShop } from '../shop.ts';
import { isSettled, newPurchase, orderUntilSettled, outcomeOf, type Purchase, sendOrder } from './buyers.ts';
import { testChecker } from './corrupt.ts';
import { injectFaults, Progress } from './inject-faults.ts';
import { checkInvariants, type Expected } from './invariants.ts';
import { isolates } from './isolates.ts';
import { type Ledger, readLedger } from './ledger.ts';
import { letTimePass } from './pass-time.ts';
import { capturedPayments, endOrder } from './pay-orders.ts';
import { type Plan, type PlannedOrder, planRun } from './plan.ts';
import { counts, percentiles, printVerdict, statusOf, table } from './report.ts';
import { shipOrder, takeBack } from './ship-orders.ts';
import { runWithShop, unexpectedErrors } from './shop.ts';

/** Fewer than a third as many accounts as cash orders: some place a fourth open order, which is refused. */
const size = { cash: 140, cashBuyers: 42, online: 60 };
/** Fewer uses than orders with the code. */
const codeUses = 20;
/** Concurrent buyers. */
const atOnce = 16;
/** Tries during the faults; buyers without a final answer try again afterwards. */
const triesInTrouble = 3;
const triesInPeace = 30;
/** Refusals that the plan expects. */
const foreseen = /^(out_of_stock|cod_limit|pay_online|not_reserved|coupon|payment_pending|not_open)$/;

type PlannedPurchase = { planned: PlannedOrder; purchase: Purchase; operator: Client };

/** Sets the stock, and creates the accounts and the planned orders at the shop's quoted price. */
async function prepare({ stack, db }: MeasuredShop, plan: Plan): Promise<PlannedPurchase[]> {
  for (const [id, stock] of Object.entries(plan.stock)) await setStock(db, id, stock);
  const code = await insertCoupon(db, { maxUses: codeUses });
  const people = await insertAccounts(db, size.cashBuyers + size.online);
  await makeKnown(db, people);
  const [shipper] = await insertAccounts(db, 1, 'operator');
  const operator = newClient(stack.url, shipper?.token);
  const wishes: PlannedPurchase[] = [];
  for (const [n, planned] of plan.orders.entries()) {
    const { method, items, saveInfo } = planned;
    const person = people[planned.buyer];
    const client = { ...newClient(stack.url, person?.token), email: person?.email };
    const coupon = planned.coupon ? code : undefined;
    const { body } = await quoteWith(client, items, coupon, method);
    const total = toPaise(body.quote.amount) ?? 0;
    const key = `order-${String(n).padStart(4, '0')}`;
    const order = { key, userId: person?.id ?? '', method, items, coupon, saveInfo, total };
    wishes.push({ planned, purchase: newPurchase(client, order), operator });
  }
  return wishes;
}

/**
 * Places and ends one order, as far as it succeeds within the tries. That of a buyer who pays and comes back is handed
 * over at once; the others wait, so that they count towards the limits.
 */
async function pursue(
  shop: MeasuredShop,
  plannedPurchase: PlannedPurchase,
  mostTries: number,
  random: Random,
): Promise<void> {
  const { planned, purchase, operator } = plannedPurchase;
  await orderUntilSettled(purchase, mostTries, random);
  await endOrder(purchase, planned.ending, shop.simulators, mostTries, random);
  if (planned.ending === 'pays and comes back' && purchase.over && !purchase.shipped)
    await shipOrder(purchase, operator, mostTries, random);
  if (planned.comesBack && purchase.shipped && !purchase.returned)
    await takeBack(purchase, operator, mostTries, random);
}

async function orderDuringFaults(
  shop: MeasuredShop,
  plan: Plan,
  wishes: readonly PlannedPurchase[],
  seed: number,
): Promise<void> {
  const progress = new Progress();
  const queue = [...wishes.entries()];
  const shopper = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [n, plannedPurchase] = next;
      const { pause, twice, leaves } = plannedPurchase.planned;
      await sleep(pause);
      progress.step();
      if (twice)
        await Promise.all([sendOrder(plannedPurchase.purchase), sendOrder(plannedPurchase.purchase)]);
      else if (leaves) await sendOrder(plannedPurchase.purchase, AbortSignal.timeout(leaves));
      await pursue(shop, plannedPurchase, triesInTrouble, randomFrom(seed + n));
    }
  };
  const shoppers = Array.from({ length: atOnce }, shopper);
  await Promise.all([injectFaults(shop.stack, plan.faults, progress), ...shoppers]);
}

/** Repeats orders without a final answer, then sends every placed order once more: the answer must be the same. */
async function finishAfterFaults(
  shop: MeasuredShop,
  wishes: readonly PlannedPurchase[],
  seed: number,
): Promise<void> {
  const open = wishes.filter(({ purchase }) => !isSettled(purchase));
  const unpaid = wishes.filter(({ purchase }) => isSettled(purchase) && !purchase.over);
  const ends = unpaid.filter(({ purchase: { requested } }) => requested.method !== 'cod').length;
  logInfo(`  ${open.length} orders without an answer are sent again, ${ends} payments are ended`);
  await Promise.all(
    wishes.map((plannedPurchase, n) => pursue(shop, plannedPurchase, triesInPeace, randomFrom(seed - n))),
  );
  // A cancelled order has no payment to start any more.
  const again = wishes.filter(({ planned, purchase }) =>
    planned.ending === 'gives it up' ? false : purchase.requested.acknowledged.length,
  );
  for (const { purchase } of again) await sendOrder(purchase);
}

const unexpectedResponses = ({ attempts }: Purchase): string[] =>
  attempts
    .filter(({ status, code }) =>
      status === 409 || status === 422
        ? !foreseen.test(code ?? '')
        : !['no answer', 200, 429, 503].includes(status),
    )
    .map(({ status, code }) => `an answer was ${status} ${code}`);

function report(seed: number, began: number, purchases: readonly Purchase[], ledger: Ledger): string {
  const tries = purchases.flatMap((purchase) => purchase.attempts);
  return table([
    ['seed', String(seed)],
    ['isolates', String(isolates)],
    ['orders', counts(purchases.map(outcomeOf))],
    ['in the end', counts(ledger.orders.map(({ paymentMethod, status }) => `${paymentMethod}: ${status}`))],
    ['requests', counts(tries.map(statusOf))],
    ['time for an answer', percentiles(tries.map(({ ms }) => ms))],
    ['products sold out', String(Object.values(ledger.stock).filter((stock) => stock === 0).length)],
    ['code used', `${ledger.coupons[0]?.uses} of ${codeUses} times`],
    ['time in all', `${Math.round((Date.now() - began) / 1000)} s`],
  ]);
}

async function run(seed: number, shop: MeasuredShop): Promise<boolean> {
  const began = Date.now();
  const plan = planRun(randomFrom(seed), size, [...readProducts().keys()]);
  const wishes = await prepare(shop, plan);
  await orderDuringFaults(shop, plan, wishes, seed);
  await finishAfterFaults(shop, wishes, seed);
  await letTimePass(shop);

  const purchases = wishes.map(({ purchase }) => purchase);
  const expected: Expected = {
    stockBefore: plan.stock,
    requested: purchases.map(({ requested }) => requested),
    cashOnDelivery: readStore().cashOnDelivery,
    unpaid: readStore().limits.unpaid.person,
    captured: capturedPayments(shop.simulators),
    mailed: shop.simulators.mailbox.messages.map(({ idempotencyKey = '' }) => idempotencyKey),
  };
  const ledger = await readLedger(shop.db);
  const wrong = [...purchases.flatMap(unexpectedResponses), ...unexpectedErrors(shop.stack)];
  const well = printVerdict(checkInvariants(ledger, expected), wrong);
  logInfo(report(seed, began, purchases, ledger));

  logInfo('\nThe checker, with its data corrupted on purpose:');
  const checker = await testChecker(shop.db, expected);
  for (const line of checker.lines) logInfo(`  ${line}`);
  return well && checker.all;
}

await runWithShop(run);
