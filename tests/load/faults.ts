/**
 * npm run test:faults: 200 orders while the database and the Worker are killed (kill -9) ten times and the
 * database is stopped once for 15 s; afterwards nothing may be lost, doubled or crooked. SEED=… repeats
 * what buyers want and what breaks when; how it then falls out is up to the machine.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { products } from '#db/schema.ts';
import { readStore } from '#tools/content.ts';
import { say } from '#tools/log.ts';
import type { Stack } from '#tools/stack.ts';
import { newClient } from '../support/client.ts';
import { type Account, insertAccounts } from '../support/rows.ts';
import { ask, buy, isSettled, newPurchase, outcomeOf, type Purchase } from './buyers.ts';
import { testChecker } from './corrupt.ts';
import { type Expected, examine } from './invariants.ts';
import { readLedger } from './ledger.ts';
import { type PlannedFault, type PlannedOrder, planRun } from './plan.ts';
import { type Random, randomFrom, seedFrom } from './random.ts';
import { counts, percentiles, printVerdict, statusOf, table } from './report.ts';
import { type Shop, unforeseen, withShop } from './shop.ts';

const orders = 200;
/** Less than a third of the orders: some accounts want a fourth one, which cash on delivery refuses. */
const accounts = 60;
/** Buyers at a time. */
const atOnce = 16;
/** Tries while things break; who then knows nothing yet asks again when it is quiet. */
const triesInTrouble = 3;
const triesInPeace = 30;
/** The refusals that the plan leads to. */
const foreseen = /^(out_of_stock|cod_limit)$/;

/** Counts the orders that were begun, and tells who waits for one. */
class Progress {
  begun = 0;
  #waiting: { count: number; go(): void }[] = [];

  step(): void {
    this.begun += 1;
    for (const { count, go } of this.#waiting) if (this.begun >= count) go();
  }

  reached(count: number): Promise<void> {
    return new Promise((go) => {
      if (this.begun >= count) go();
      else this.#waiting.push({ count, go });
    });
  }
}

async function bring(stack: Stack, { what, lasts }: PlannedFault): Promise<void> {
  if (what === 'kill workerd') return stack.killWorker();
  if (what === 'stop sqld') {
    stack.database.pause();
    await sleep(lasts);
    return stack.database.resume();
  }
  await stack.database.kill();
  await sleep(lasts);
  return stack.database.start();
}

async function breakThings(stack: Stack, faults: readonly PlannedFault[], progress: Progress): Promise<void> {
  for (const fault of faults) {
    await progress.reached(fault.after);
    await sleep(fault.delay);
    const began = Date.now();
    await bring(stack, fault);
    say(
      `  ${fault.what.padEnd(12)} when ${progress.begun} orders were begun; back after ${Date.now() - began} ms`,
    );
  }
}

async function place(planned: PlannedOrder, purchase: Purchase, random: Random): Promise<void> {
  if (planned.twice) await Promise.all([ask(purchase), ask(purchase)]);
  else if (planned.leaves) await ask(purchase, AbortSignal.timeout(planned.leaves));
  await buy(purchase, triesInTrouble, random);
}

/** Every order that was placed, asked for once more: the same order must be the answer. */
async function askAgain(purchases: readonly Purchase[]): Promise<void> {
  const placed = purchases.filter(({ asked }) => asked.acknowledged.length);
  for (const purchase of placed) await ask(purchase);
}

const strange = ({ tries }: Purchase): string[] =>
  tries
    .filter(({ status, code }) =>
      status === 409 ? !foreseen.test(code ?? '') : !['no answer', 200, 429, 503].includes(status),
    )
    .map(({ status, code }) => `an answer was ${status} ${code}`);

async function run(seed: number, { stack, db, prices }: Shop): Promise<boolean> {
  const began = Date.now();
  const plan = planRun(randomFrom(seed), orders, accounts, Object.keys(prices));
  for (const [id, stock] of Object.entries(plan.stock))
    await db.write.update(products).set({ stock }).where(eq(products.id, id));
  const people = await insertAccounts(db, accounts);
  const purchases = plan.orders.map(({ buyer, items }, n) => {
    const { id: userId, token } = people[buyer] as Account;
    const total = Object.entries(items).reduce((sum, [id, pieces]) => sum + (prices[id] ?? 0) * pieces, 0);
    return newPurchase(newClient(stack.url, token), { key: `order-${n}`, userId, items, total });
  });

  const progress = new Progress();
  const queue = [...plan.orders.entries()];
  const shopper = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const [n, planned] = next;
      await sleep(planned.pause);
      progress.step();
      await place(planned, purchases[n] as Purchase, randomFrom(seed + n));
    }
  };
  await Promise.all([breakThings(stack, plan.faults, progress), ...Array.from({ length: atOnce }, shopper)]);

  const open = purchases.filter((purchase) => !isSettled(purchase));
  say(`  ${open.length} orders without an answer are asked for again`);
  await Promise.all(open.map((purchase, n) => buy(purchase, triesInPeace, randomFrom(seed - n))));
  await askAgain(purchases);

  const expected: Expected = {
    stockBefore: plan.stock,
    asked: purchases.map(({ asked }) => asked),
    cashOnDelivery: readStore().cashOnDelivery,
  };
  const found = examine(await readLedger(db), expected);
  const tries = purchases.flatMap((purchase) => purchase.tries);
  const left = await readLedger(db);
  const well = printVerdict(found, [...purchases.flatMap(strange), ...unforeseen(stack)]);
  say(
    table([
      ['seed', String(seed)],
      ['orders', counts(purchases.map(outcomeOf))],
      ['requests', counts(tries.map(statusOf))],
      ['time for an answer', percentiles(tries.map(({ ms }) => ms))],
      ['products sold out', String(Object.values(left.stock).filter((stock) => stock === 0).length)],
      ['time in all', `${Math.round((Date.now() - began) / 1000)} s`],
    ]),
  );

  say('\nThe checker, with the database corrupted on purpose:');
  const checker = await testChecker(db, expected);
  for (const line of checker.lines) say(`  ${line}`);
  return well && checker.all;
}

const seed = seedFrom();
say(`SEED=${seed}`);
await withShop((shop) => run(seed, shop));
