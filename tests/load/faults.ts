/**
 * npm run test:faults: 200 orders while the database and the Worker are killed (kill -9) ten times and the
 * database is stopped once for 15 s; afterwards nothing may be lost, doubled or crooked. SEED=… repeats
 * what buyers want and what breaks when; how it then falls out is up to the machine.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { toPaise } from '#lib/money.ts';
import { readProducts, readStore } from '#tools/lib/content.ts';
import { say } from '#tools/lib/log.ts';
import { newClient } from '../support/client.ts';
import { insertCoupon, quoteWith } from '../support/coupons.ts';
import { insertAccounts, setStock } from '../support/rows.ts';
import { letTimePass } from './afterwards.ts';
import { ask, buy, isSettled, newPurchase, outcomeOf, type Purchase } from './buyers.ts';
import { testChecker } from './corrupt.ts';
import type { Expected } from './expected.ts';
import { examine } from './invariants.ts';
import { isolates } from './isolates.ts';
import { type Ledger, readLedger } from './ledger.ts';
import { endOrder, taken } from './payers.ts';
import { type Plan, type PlannedOrder, planRun } from './plan.ts';
import { type Random, randomFrom, seedFrom } from './random.ts';
import { counts, percentiles, printVerdict, statusOf, table } from './report.ts';
import { type Shop, unforeseen, withShop } from './shop.ts';
import { breakThings, Progress } from './trouble.ts';

/** Fewer than a third as many accounts as orders by cash: some want a fourth one, which is refused. */
const size = { cash: 140, cashBuyers: 42, online: 60 };
/** More orders want the code than may have it. */
const codeUses = 20;
/** Buyers at a time. */
const atOnce = 16;
/** Tries while things break; who then knows nothing yet asks again when it is quiet. */
const triesInTrouble = 3;
const triesInPeace = 30;
/** The refusals that the plan leads to. */
const foreseen = /^(out_of_stock|cod_limit|too_many_at_once|coupon|payment_pending)$/;

type Wish = { planned: PlannedOrder; purchase: Purchase };

/** Fills the shelves, and gives everybody an account and a wish at the shop's own price. */
async function prepare({ stack, db }: Shop, plan: Plan): Promise<Wish[]> {
  for (const [id, stock] of Object.entries(plan.stock)) await setStock(db, id, stock);
  const code = await insertCoupon(db, { maxUses: codeUses });
  const people = await insertAccounts(db, size.cashBuyers + size.online);
  const wishes: Wish[] = [];
  for (const [n, planned] of plan.orders.entries()) {
    const { method, items, saveInfo } = planned;
    const person = people[planned.buyer];
    const client = { ...newClient(stack.url, person?.token), email: person?.email };
    const coupon = planned.coupon ? code : undefined;
    const { body } = await quoteWith(client, items, coupon);
    const total = toPaise(body.quote.amount) ?? 0;
    const key = `order-${String(n).padStart(4, '0')}`;
    const wanted = { key, userId: person?.id ?? '', method, items, coupon, saveInfo, total };
    wishes.push({ planned, purchase: newPurchase(client, wanted) });
  }
  return wishes;
}

/** Everything that one buyer does, as far as it gets. */
async function pursue(shop: Shop, wish: Wish, mostTries: number, random: Random): Promise<void> {
  const { planned, purchase } = wish;
  await buy(purchase, mostTries, random);
  await endOrder(purchase, planned.ending, shop.standIns, mostTries, random);
}

async function whileThingsBreak(
  shop: Shop,
  plan: Plan,
  wishes: readonly Wish[],
  seed: number,
): Promise<void> {
  const progress = new Progress();
  const queue = [...wishes.entries()];
  const shopper = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [n, wish] = next;
      const { pause, twice, leaves } = wish.planned;
      await sleep(pause);
      progress.step();
      if (twice) await Promise.all([ask(wish.purchase), ask(wish.purchase)]);
      else if (leaves) await ask(wish.purchase, AbortSignal.timeout(leaves));
      await pursue(shop, wish, triesInTrouble, randomFrom(seed + n));
    }
  };
  const shoppers = Array.from({ length: atOnce }, shopper);
  await Promise.all([breakThings(shop.stack, plan.faults, progress), ...shoppers]);
}

/** Who knows nothing yet asks again; and who knows asks once more, which must give the same answer. */
async function whenItIsQuiet(shop: Shop, wishes: readonly Wish[], seed: number): Promise<void> {
  const open = wishes.filter(({ purchase }) => !isSettled(purchase));
  const unpaid = wishes.filter(({ purchase }) => isSettled(purchase) && !purchase.over);
  const ends = unpaid.filter(({ purchase: { asked } }) => asked.method !== 'cod').length;
  say(`  ${open.length} orders without an answer are asked for again, ${ends} payments are ended`);
  await Promise.all(wishes.map((wish, n) => pursue(shop, wish, triesInPeace, randomFrom(seed - n))));
  // An order that was given up has no payment to begin any more.
  const again = wishes.filter(({ planned, purchase }) =>
    planned.ending === 'gives it up' ? false : purchase.asked.acknowledged.length,
  );
  for (const { purchase } of again) await ask(purchase);
}

const strange = ({ tries }: Purchase): string[] =>
  tries
    .filter(({ status, code }) =>
      status === 409 || status === 422
        ? !foreseen.test(code ?? '')
        : !['no answer', 200, 429, 503].includes(status),
    )
    .map(({ status, code }) => `an answer was ${status} ${code}`);

function report(seed: number, began: number, purchases: readonly Purchase[], ledger: Ledger): string {
  const tries = purchases.flatMap((purchase) => purchase.tries);
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

async function run(seed: number, shop: Shop): Promise<boolean> {
  const began = Date.now();
  const plan = planRun(randomFrom(seed), size, [...readProducts().keys()]);
  const wishes = await prepare(shop, plan);
  await whileThingsBreak(shop, plan, wishes, seed);
  await whenItIsQuiet(shop, wishes, seed);
  await letTimePass(shop);

  const purchases = wishes.map(({ purchase }) => purchase);
  const expected: Expected = {
    stockBefore: plan.stock,
    asked: purchases.map(({ asked }) => asked),
    cashOnDelivery: readStore().cashOnDelivery,
    unpaid: readStore().limits.unpaid,
    taken: taken(shop.standIns),
    mailed: shop.standIns.mailbox.messages.map(({ idempotencyKey = '' }) => idempotencyKey),
  };
  const ledger = await readLedger(shop.db);
  const wrong = [...purchases.flatMap(strange), ...unforeseen(shop.stack)];
  const well = printVerdict(examine(ledger, expected), wrong);
  say(report(seed, began, purchases, ledger));

  say('\nThe checker, with its data corrupted on purpose:');
  const checker = await testChecker(shop.db, expected);
  for (const line of checker.lines) say(`  ${line}`);
  return well && checker.all;
}

const seed = seedFrom();
say(`SEED=${seed}`);
await withShop((shop) => run(seed, shop));
