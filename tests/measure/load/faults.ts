/**
 * npm run test:faults: 200 orders, of which some are shipped and come back, while the database and the Worker are killed (kill -9) ten
 * times and the database is suspended once for 15 s. Afterwards nothing may be lost, duplicated or inconsistent. SEED=…
 * repeats the orders and the faults; GATE=on turns the order gate on, and HOT=on hot stock; the exact timing still depends on the machine.
 */
import '#tools/lib/test-content.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PaymentMethod } from '#domain/payments/payment-methods.ts';
import { makeHot } from '#functions/catalogue/hot-stock.ts';
import { toPaise } from '#lib/money.ts';
import { readProducts } from '#tools/lib/content.ts';
import { logInfo } from '#tools/lib/log.ts';
import { type Client, newClient } from '../../support/client.ts';
import { insertCoupon, quoteWith } from '../../support/coupons.ts';
import { randomFrom, seedFrom } from '../../support/random.ts';
import { insertAccounts, makeKnown, setStock } from '../../support/rows.ts';
import type { MeasuredShop } from '../shop.ts';
import {
  type Ending,
  endOrder,
  isSettled,
  newPurchase,
  orderUntilSettled,
  outcomeOf,
  type Purchase,
  sendOrder,
  shipOrder,
  takeBack,
} from './buyers.ts';
import { type Fault, injectFaults, Progress } from './inject-faults.ts';
import { checkInvariants, testInvariants, writeExpected } from './invariants.ts';
import { letTimePass } from './pass-time.ts';
import { counts, percentiles, printTable, printVerdict, statuses } from './report.ts';
import { isHotOn, isolates, partsOn, runWithShop, unexpectedErrors } from './shop.ts';

/** Fewer than a third as many accounts as cash orders: some place a fourth open order, which is refused. */
const size = { cash: 140, cashBuyers: 42, online: 60 };
/** Fewer uses than orders with the code. */
const codeUses = 20;
/** Concurrent buyers. */
const atOnce = 16;
/** Tries during the faults; buyers without a final answer try again afterwards. */
const tries = { inTrouble: 3, inPeace: 30 };
const kills = 10;
/** ms, longer than the Worker waits for its database, and than a client waits for the Worker twice. */
const stopLasts = 15_000;
/** Refusals that the plan expects. */
const foreseen = /^(out_of_stock|cod_limit|pay_online|coupon|payment_pending|not_open)$/;
const endings: readonly Ending[] = [
  'pays and comes back',
  'pays and comes back',
  'pays and goes away',
  'gives it up',
  'leaves it',
];

const seed = seedFrom();
const random = randomFrom(seed);
const products = random.shuffled([...readProducts().keys()]);
/**
 * Three products run out and the code is used up, but only by cash orders, of which none is cancelled, so that a refusal
 * stays valid. Online orders are for products with enough stock, one order an account, so that none may be refused.
 */
const plenty = products.slice(3);
const stock = Object.fromEntries(
  products.map((id) => [id, plenty.includes(id) ? random.between(100, 150) : random.between(15, 30)]),
);

/** An order of account number `buyer`. */
function planOrder(buyer: number, method: PaymentMethod, from: readonly string[]) {
  const chosen = random.shuffled(from).slice(0, random.between(2, 4));
  return {
    buyer,
    method,
    items: Object.fromEntries(chosen.map((id) => [id, random.between(1, 3)])),
    ending: method === 'cod' ? undefined : endings[random.between(0, endings.length - 1)],
    /** Whether it uses the run's code, and saves the address to the account. */
    coupon: method === 'cod' && random.chance(0.25),
    saveInfo: random.chance(0.3),
    /** Pause before the order, ms. */
    pause: random.between(0, 400),
    /** Whether the parcel comes back, if it is handed over. */
    comesBack: random.chance(0.4),
    /** Whether it is sent twice at the same moment; else the ms after which the buyer aborts the first try. */
    twice: random.chance(0.1),
    leaves: random.chance(0.1) ? random.between(5, 80) : undefined,
  };
}

const planned = random.shuffled([
  ...Array.from({ length: size.cash }, (_, n) => planOrder(n % size.cashBuyers, 'cod', products)),
  ...Array.from({ length: size.online }, (_, n) =>
    planOrder(size.cashBuyers + n, n % 2 ? 'stripe' : 'razorpay', plenty),
  ),
]);

/** One in each equal part of the run, anywhere in it. */
function planFaults(): Fault[] {
  const faults = Array.from(
    { length: kills },
    (_, n): Pick<Fault, 'what' | 'lasts'> =>
      n % 2 ? { what: 'kill workerd', lasts: 0 } : { what: 'kill sqld', lasts: random.between(0, 1500) },
  );
  faults.splice(random.between(1, kills - 1), 0, { what: 'stop sqld', lasts: stopLasts });
  const part = planned.length / (faults.length + 1);
  return faults.map((fault, n) => ({
    ...fault,
    after: Math.floor(part * (n + random.next())) + 1,
    delay: random.between(0, 300),
  }));
}

type PlannedPurchase = { plan: ReturnType<typeof planOrder>; purchase: Purchase; operator: Client };

/** Sets the stock, and creates the accounts and the planned orders at the shop's quoted price. */
async function prepare({ stack, db }: MeasuredShop): Promise<PlannedPurchase[]> {
  for (const [id, pieces] of Object.entries(stock)) await setStock(db, id, pieces);
  // Those that run out are hot.
  if (isHotOn) for (const id of products.slice(0, 3)) await makeHot(db, id, Date.now() + 60 * 60_000);
  const code = await insertCoupon(db, { maxUses: codeUses });
  const people = await insertAccounts(db, size.cashBuyers + size.online);
  await makeKnown(db, people);
  const [shipper] = await insertAccounts(db, 1, 'operator');
  const operator = newClient(stack.url, shipper?.token);
  const wishes: PlannedPurchase[] = [];
  for (const [n, plan] of planned.entries()) {
    const { method, items, saveInfo } = plan;
    const { id: userId = '', token, email } = people[plan.buyer] ?? {};
    const client = { ...newClient(stack.url, token), email };
    const coupon = plan.coupon ? code : undefined;
    const { body } = await quoteWith(client, items, coupon, method);
    const total = toPaise(body.quote.amount) ?? 0;
    const order = { key: `order-${1000 + n}`, userId, method, items, coupon, saveInfo, total };
    wishes.push({ plan, purchase: newPurchase(client, order), operator });
  }
  return wishes;
}

/**
 * Places and ends one order, as far as it succeeds within the tries. That of a buyer who pays and comes back is handed
 * over at once; the others wait, so that they count towards the limits.
 */
async function pursue(
  { simulators }: MeasuredShop,
  { plan, purchase, operator }: PlannedPurchase,
  mostTries: number,
): Promise<void> {
  await orderUntilSettled(purchase, mostTries);
  await endOrder(purchase, plan.ending, simulators, mostTries);
  if (plan.ending === 'pays and comes back' && purchase.over) await shipOrder(purchase, operator, mostTries);
  if (plan.comesBack && purchase.shipped) await takeBack(purchase, operator, mostTries);
}

async function orderDuringFaults(shop: MeasuredShop, wishes: readonly PlannedPurchase[]): Promise<void> {
  const progress = new Progress();
  const queue = [...wishes];
  const shopper = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { plan, purchase } = next;
      await sleep(plan.pause);
      progress.begun += 1;
      if (plan.twice) await Promise.all([sendOrder(purchase), sendOrder(purchase)]);
      else if (plan.leaves) await sendOrder(purchase, AbortSignal.timeout(plan.leaves));
      await pursue(shop, next, tries.inTrouble);
    }
  };
  const shoppers = Array.from({ length: atOnce }, shopper);
  await Promise.all([injectFaults(shop.stack, planFaults(), progress), ...shoppers]);
}

/** Repeats orders without a final answer, then sends every placed order once more: the answer must be the same. */
async function finishAfterFaults(shop: MeasuredShop, wishes: readonly PlannedPurchase[]): Promise<void> {
  const open = wishes.filter(({ purchase }) => !isSettled(purchase)).length;
  const ends = wishes.filter(
    ({ purchase }) => isSettled(purchase) && purchase.method !== 'cod' && !purchase.over,
  );
  logInfo(`  ${open} orders without an answer are sent again, ${ends.length} payments are ended`);
  await Promise.all(wishes.map((wish) => pursue(shop, wish, tries.inPeace)));
  // A cancelled order has no payment to start any more.
  for (const { plan, purchase } of wishes)
    if (purchase.acknowledged.length && plan.ending !== 'gives it up') await sendOrder(purchase);
}

const unexpectedAnswers = ({ attempts }: Purchase): string[] =>
  attempts
    .filter(({ status, code = '' }) =>
      status === 409 || status === 422
        ? !foreseen.test(code)
        : !['no answer', 200, 429, 503].includes(status),
    )
    .map(({ status, code }) => `an answer was ${status} ${code}`);

async function run(shop: MeasuredShop): Promise<boolean> {
  const began = Date.now();
  const { db, simulators } = shop;
  logInfo(`SEED=${seed}`);
  const wishes = await prepare(shop);
  await orderDuringFaults(shop, wishes);
  await finishAfterFaults(shop, wishes);
  await letTimePass(shop);

  const purchases = wishes.map(({ purchase }) => purchase);
  await writeExpected(db, purchases, stock, simulators);
  const wrong = [...purchases.flatMap(unexpectedAnswers), ...unexpectedErrors(shop.stack)];
  const well = printVerdict(await checkInvariants(db), wrong);
  const attempts = purchases.flatMap((purchase) => purchase.attempts);
  const stored = await db.read.all<{ line: string }>(
    "SELECT payment_method || ': ' || status AS line FROM placed",
  );
  printTable({
    seed,
    isolates,
    'parts on': partsOn,
    orders: counts(purchases.map(outcomeOf)),
    'in the end': counts(stored.map(({ line }) => line)),
    requests: statuses(attempts),
    'time for an answer': percentiles(attempts.map(({ ms }) => ms)),
    'time in all': `${Math.round((Date.now() - began) / 1000)} s`,
  });
  logInfo('\nThe invariants, with the data corrupted on purpose:');
  const tested = await testInvariants(db);
  for (const line of tested.lines) logInfo(`  ${line}`);
  return well && tested.all;
}

await runWithShop(run);
