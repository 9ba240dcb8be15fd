/**
 * Measures how many orders a second the shop takes: by the last release, by this one, with the order gate, and with the gate and
 * a hot product; with the database near and far, and with few and many buyers at once. All are measured in one run, in turn,
 * since figures of one minute say nothing about those of another on a busy machine. ROUNDS=… repeats each cell; the median
 * counts.
 */
import { makeHot } from '#functions/catalogue/hot-stock.ts';
import { toPaise } from '#lib/money.ts';
import { describeMachine, table } from '#tools/lib/generated-docs.ts';
import { logInfo } from '#tools/lib/log.ts';
import { formatNumber, medianBy, percentile } from '#tools/lib/numbers.ts';
import { Runner } from '#tools/lib/worker.ts';
import { newClient } from '../../support/client.ts';
import { quoteWith } from '../../support/coupons.ts';
import { toner } from '../../support/orders.ts';
import { numberFrom } from '../../support/random.ts';
import { type Account, insertAccounts, makeKnown, setStock } from '../../support/rows.ts';
import { buildLastRelease } from '../../upgrade/last-release.ts';
import { type Attempt, onePiece, sendOrder } from '../load/buyers.ts';
import { startDistance } from '../proxy.ts';
import { type MeasuredShop, openShop } from '../shop.ts';

/** ms of a call to the database and back, besides its work. */
const distances = [0, 50];
/** Buyers at once; each places one order after the other, every one by another account. */
const crowds = [64];
const rounds = numberFrom('ROUNDS', 3);
/** Orders of one cell: some for each buyer, so that all are at work for most of the time. */
const ordersOf = (crowd: number): number => Math.max(160, 2 * crowd);
/** Most orders in one transaction of the gate. */
const most = 50;

/** A build with its settings. @property name of its column */
type Variant = { name: string; bundle?: string; vars: Record<string, string> };

const variants = async (): Promise<Variant[]> => [
  { name: 'Last release', bundle: (await buildLastRelease(logInfo)).worker, vars: {} },
  { name: 'Now', vars: {} },
  { name: 'Gate', vars: { ORDER_GATE: 'on' } },
  { name: 'Gate, hot', vars: { ORDER_GATE: 'on', HOT_STOCK: 'on' } },
];

/** A cell in one round. @property perSecond orders placed @property p50, p99 ms @property busy share of 503 */
type Figures = { perSecond: number; p50: number; p99: number; busy: number };

/** How long the gate's transactions took. @property distance ms to the database and back */
type Transaction = { orders: number; ms: number; distance: number };

/** Orders at one shop until enough are placed. @param price of a piece, paise */
async function measure(
  url: string,
  price: number,
  crowd: number,
  accounts: readonly Account[],
): Promise<Figures> {
  const began = Date.now();
  const left = accounts.values();
  const attempts: Attempt[] = [];
  const buy = async () => {
    for (const account of left) {
      const purchase = onePiece(url, account, toner, price);
      await sendOrder(purchase);
      attempts.push(...purchase.attempts);
    }
  };
  await Promise.all(Array.from({ length: crowd }, buy));
  const times = attempts.filter(({ status }) => status === 200).map(({ ms }) => ms);
  return {
    perSecond: (times.length * 1000) / (Date.now() - began),
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    busy: 1 - times.length / attempts.length,
  };
}

/** The time of a transaction as a line: ms of its commit, and ms of each of its orders (least squares). */
export function costOf(transactions: readonly Pick<Transaction, 'orders' | 'ms'>[]) {
  const mean = (of: (one: Pick<Transaction, 'orders' | 'ms'>) => number) =>
    transactions.reduce((sum, one) => sum + of(one), 0) / transactions.length;
  const [orders, ms] = [mean((one) => one.orders), mean((one) => one.ms)];
  const spread = mean((one) => (one.orders - orders) ** 2);
  const order = spread ? mean((one) => (one.orders - orders) * (one.ms - ms)) / spread : ms / orders;
  return { commit: Math.max(0, ms - order * orders), order };
}

type Running = { name: string; runner: Runner; url: string };

/** Starts all variants at one database that can be moved away. */
async function startAll(
  { stack: { settings } }: MeasuredShop,
  databaseUrl: string,
  onTransaction: (orders: number, ms: number) => void,
): Promise<Running[]> {
  const running: Running[] = [];
  for (const { name, bundle = settings.bundle, vars } of await variants()) {
    const runner = new Runner();
    runner.log = (line) => {
      const [, orders, ms] = /written together.*"orders":(\d+).*"ms":(\d+)/.exec(line) ?? [];
      if (orders) onTransaction(Number(orders), Number(ms));
    };
    // Emails are written after the answer: without a mail service they wait.
    const all = { ...settings.vars, MAIL_API_KEY: '', ...vars, DATABASE_URL: databaseUrl };
    const port = await runner.run({ ...settings, bundle, port: 0, vars: all });
    running.push({ name, runner, url: `http://127.0.0.1:${port}` });
  }
  return running;
}

const cell = ({ perSecond, p50, p99, busy }: Figures, base: Figures): string =>
  `${(perSecond / base.perSecond).toFixed(2)} (${formatNumber(perSecond)}; ${formatNumber(p50)}, ${formatNumber(p99)}; ${Math.round(busy * 100)} %)`;

/** All cells of one distance and crowd: each variant in turn. */
async function measureRow(
  shop: MeasuredShop,
  running: readonly Running[],
  crowd: number,
): Promise<Figures[]> {
  const figures = running.map((): Figures[] => []);
  const quote = await quoteWith(newClient(running[0]?.url ?? ''), { [toner]: 1 });
  const price = toPaise(quote.body.quote.amount) ?? 0;
  for (let round = 0; round < rounds; round++)
    for (const [index, { url }] of running.entries()) {
      const accounts = await insertAccounts(shop.db, ordersOf(crowd));
      await makeKnown(shop.db, accounts);
      figures[index]?.push(await measure(url, price, crowd, accounts));
    }
  return figures.map((all) => medianBy(all, ({ perSecond }) => perSecond) as Figures);
}

/** The part of the page. */
export async function measureOrders(): Promise<string> {
  const shop = await openShop();
  const far = await startDistance(shop.stack.databaseUrl);
  const transactions: Transaction[] = [];
  let distance = 0;
  const running = await startAll(shop, far.url, (orders, ms) => transactions.push({ orders, ms, distance }));
  try {
    await setStock(shop.db, toner, 1_000_000);
    await makeHot(shop.db, toner, Date.now() + 24 * 3_600_000);
    // The first orders compile the Workers, and tell them that the product is hot.
    await measureRow(shop, running, crowds[0] ?? 1);
    transactions.length = 0;
    const rows: string[][] = [];
    for (distance of distances) {
      far.moveAway(distance);
      for (const crowd of crowds) {
        const figures = await measureRow(shop, running, crowd);
        const base = figures[1] as Figures;
        rows.push([`${distance} ms, ${crowd} buyers`, ...figures.map((one) => cell(one, base))]);
        logInfo(`  ${rows.at(-1)?.join(' | ')}`);
      }
    }
    const { commit, order } = costOf(transactions.filter((one) => one.distance === 0));
    const onPaper = (1000 * most) / (50 + commit + most * order);
    return `Measured ${new Date().toISOString().slice(0, 10)} on ${describeMachine()}, by \`ROUNDS=${rounds} npm run bench -- orders\`; buyers, Workers and database share the processors, so compare the columns, not the numbers with those of another day. Each cell: orders a second as a ratio to “Now”, and in brackets orders a second; p50 and p99 of an order, ms; share of other answers than 200. The mail service is off. “Gate, hot”: the product is hot, and in stock.

${table(['Way to the database, buyers at once', ...running.map(({ name }) => name)], rows)}

A transaction of the gate takes ${formatNumber(commit)} ms and ${formatNumber(order)} ms for each of its orders. So at 50 ms, with ${most} orders in each and one after the other, there would be ${formatNumber(onPaper)} orders a second.`;
  } finally {
    for (const { runner } of running) await runner.stop();
    far.stop();
    await shop.stop();
  }
}
