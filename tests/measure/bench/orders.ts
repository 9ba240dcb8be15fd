/**
 * Measures orders in shops of different age, and what a database server alone can do: a bare insert of an order and its
 * lines, into tables that have a primary key and nothing else. And orders with the database in another building.
 */
import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { connect, type Db, withOwnToken } from '#db/client.ts';
import { type Database, startDatabase } from '#tools/lib/database.ts';
import { Failure, logInfo } from '#tools/lib/log.ts';
import { medianBy } from '#tools/lib/numbers.ts';
import { newClient } from '../../support/client.ts';
import { startProxy } from '../../support/database-proxy.ts';
import { type Account, insertAccount } from '../../support/rows.ts';
import { type LoadRequest, type LoadResult, runLoad } from './drive.ts';
import { newAccounts, patient } from './fill.ts';
import { benchFolder } from './project.ts';
import { itemsFrom, orderBody } from './routes.ts';
import { type OldShop, openOldShop } from './shop.ts';

/** Past orders of the shops; `AGES=1000,20000` for a short run. */
const ages = (process.env.AGES?.split(',') ?? ['1000', '100000', '1000000']).map(Number);
/** Round trip to the database, ms. */
const distances = [0, 20, 50, 200];
export const clientsAtOnce = 16;
export const distantBuyers = 40;
/**
 * Rounds of orders to each shop and to the bare database in turn, so that changes of the machine's speed affect all alike;
 * the median round of each counts.
 */
const rounds = 15;
const inRound = { warmUp: 60, alone: 80, busy: 200 };
/** Orders with a distant database. */
const distantOrders = 600;
/** Orders that are weighed. */
const weighed = 400;
/** Different carts. */
const carts = 50;
/** The server writes one batch after the other: a second writer keeps it busy, more make it no quicker. */
const bareWriters = 2;

/** Orders one after the other, and by many clients at once. */
export type Speed = { alone: LoadResult; busy: LoadResult };

/**
 * @property load of the machine at the beginning
 * @property bytes of an order in its own tables, and in all of them with its account, emails and invoice
 */
export type OrderFigures = {
  day: string;
  load: number;
  bytes: { own: number; all: number };
  /**
   * @property size of the database, bytes @property rows that an order reads, on average
   * @property share of the smallest shop's speed in the same round, the median of all rounds
   */
  shops: { orders: number; size: number; rows: number; speed: Speed; share: Record<keyof Speed, number> }[];
  bare: Speed;
  distant: { ms: number; result: LoadResult }[];
};

/** Where orders go, and order n, each by another buyer. */
type Side = { url: string; atOnce: number; next: (n: number) => LoadRequest };

/** Rupees, by cart. */
async function amounts({ stack, productIds }: OldShop): Promise<number[]> {
  const client = newClient(stack.url);
  const answers = Array.from({ length: carts }, (_, n) =>
    client.post('/api/order/quote', { items: itemsFrom(productIds, n) }),
  );
  return (await Promise.all(answers)).map(({ body }) => body.quote.amount);
}

/** Cash orders through the shop, each by an account without orders, with its own address and phone. */
async function throughShop(shop: OldShop, orders: number): Promise<Side> {
  const amountOf = await amounts(shop);
  const buyers = await newAccounts(connect({ url: shop.stack.databaseUrl }), orders);
  let used = 0;
  const next = (n: number): LoadRequest => {
    const { token, id, email } = buyers[used % buyers.length] as Account;
    used += 1;
    return {
      method: 'POST',
      path: '/api/order/place',
      token,
      key: `order-of-${id}`,
      body: orderBody(shop.productIds, n % carts, amountOf[n % carts] ?? 0, email),
    };
  };
  return { url: shop.stack.url, atOnce: clientsAtOnce, next };
}

type Row = Record<string, string | number | null>;

/** Inserts copies of an order and its lines, each in a batch of its own on a connection of its own. */
async function bareInserts(database: Database, db: Db): Promise<Side> {
  const [order] = await db.read.all<Row>('SELECT * FROM orders ORDER BY rowid DESC LIMIT 1');
  const lines = await db.read.all<Row>(
    'SELECT * FROM order_lines WHERE order_id = (SELECT id FROM orders ORDER BY rowid DESC LIMIT 1)',
  );
  const [line] = lines;
  if (!order || !line) throw new Error('there is no order to copy');
  const { url, authToken } = withOwnToken({ url: database.url });
  const bare = connect({ url: database.url });
  const create = (table: string, row: Row, key: string) =>
    bare.write.run(`CREATE TABLE ${table} (${Object.keys(row)}, PRIMARY KEY (${key}))`);
  await create('orders', order, 'id');
  await create('order_lines', line, 'order_id, position');
  const insert = (table: string, row: Row) => {
    const values = Object.values(row).map((value) =>
      typeof value === 'number'
        ? { type: 'integer', value: String(value) }
        : { type: value === null ? 'null' : 'text', value },
    );
    return { sql: `INSERT INTO ${table} VALUES (${values.map(() => '?')})`, args: values };
  };
  const next = (): LoadRequest => {
    const id = randomUUID();
    const statements = [
      { sql: 'BEGIN IMMEDIATE' },
      insert('orders', { ...order, id, reference: id }),
      ...lines.map((row) => insert('order_lines', { ...row, order_id: id })),
      { sql: 'COMMIT' },
    ];
    const steps = statements.map((stmt, n) => ({
      stmt: { ...stmt, want_rows: false },
      ...(n && { condition: { type: 'ok', step: n - 1 } }),
    }));
    const body = { requests: [{ type: 'batch', batch: { steps } }, { type: 'close' }] };
    return { method: 'POST', path: '/v2/pipeline', authToken, body };
  };
  return { url, atOnce: bareWriters, next };
}

const send = ({ url, next }: Side, connections: number, amount: number): Promise<LoadResult> =>
  runLoad(url, { connections, amount }, next);

/** The median round by responses per second. */
const middle = (driven: readonly LoadResult[]): LoadResult =>
  medianBy(driven, ({ rate }) => rate) as LoadResult;

const middles = (driven: readonly Speed[]): Speed => ({
  alone: middle(driven.map(({ alone }) => alone)),
  busy: middle(driven.map(({ busy }) => busy)),
});

/** The tables of an order, as docs/operations.md counts them. */
const tables = [
  'orders',
  'order_lines',
  'order_words',
  'order_events',
  'payments',
  'refunds',
  'disputes',
  'reductions',
  'stock_changes',
];

/** The bytes of tables with their indexes. */
async function bytesOf(db: Db): Promise<{ own: number; all: number }> {
  const [row] = await db.read.all<{ own: number; all: number }>(sql`
    SELECT sum(iif(part.tbl_name IN ${tables}, pgsize, 0)) AS own, sum(pgsize) AS "all"
    FROM dbstat JOIN sqlite_schema AS part ON part.name = dbstat.name`);
  return row ?? { own: 0, all: 0 };
}

/** What an order from its buyer's account to its delivery adds to the database, bytes, on average. */
async function weighOrders(shop: OldShop, db: Db): Promise<OrderFigures['bytes']> {
  const before = await bytesOf(db);
  const newest = sql`(SELECT max(created_at) FROM orders)`;
  const [last] = await db.read.all<{ at: number }>(sql`SELECT ${newest} AS at`);
  await send(await throughShop(shop, weighed + 20), 4, weighed);
  const placed = await db.read.all<{ id: string }>(
    sql`SELECT id FROM orders WHERE created_at > ${last?.at ?? 0}`,
  );
  const operator = newClient(shop.stack.url, (await insertAccount(db, 'operator')).token);
  for (const { id: orderId } of placed) {
    const tracking = { orderId, trackingId: `AWB${orderId.slice(0, 8)}`, courierPartner: 'DTDC' };
    await operator.post('/api/order/update-tracking', tracking);
    await operator.post('/api/order/move', { orderId, status: 'Out for Delivery' });
    const { status, text } = await operator.post('/api/order/move', { orderId, status: 'Delivered' });
    if (status !== 200) throw new Failure(`An order was not delivered: ${text}`);
  }
  const after = await bytesOf(db);
  return { own: (after.own - before.own) / placed.length, all: (after.all - before.all) / placed.length };
}

/** The speed of one side as a share of another's, round by round, the median. */
const shareOf = (load: keyof Speed, side: readonly Speed[], other: readonly Speed[]): number =>
  medianBy(
    side.map((speed, n) => speed[load].rate / (other[n]?.[load].rate ?? Number.NaN)),
    (share) => share,
  ) as number;

/** Rows that an order reads, on average. */
async function rowsOf(shop: OldShop): Promise<number> {
  const proxy = await startProxy(shop.stack.databaseUrl);
  try {
    await shop.stack.restartWorker({ DATABASE_URL: proxy.url });
    const side = await throughShop(shop, 100);
    proxy.takeRows();
    const { answers } = await send(side, 1, 50);
    return proxy.takeRows() / answers;
  } finally {
    await shop.stack.restartWorker();
    await proxy.stop();
  }
}

/** Many buyers at once with the database further and further away. */
async function measureDistances(shop: OldShop): Promise<OrderFigures['distant']> {
  const proxy = await startProxy(shop.stack.databaseUrl);
  try {
    await shop.stack.restartWorker({ DATABASE_URL: proxy.url });
    const side = await throughShop(shop, (distances.length + 1) * (distantOrders + distantBuyers));
    await send(side, 1, inRound.warmUp);
    const measured: OrderFigures['distant'] = [];
    for (const ms of distances) {
      proxy.moveAway(ms);
      logInfo(`  the database ${ms} ms away…`);
      measured.push({ ms, result: await send(side, distantBuyers, distantOrders) });
    }
    return measured;
  } finally {
    await shop.stack.restartWorker();
    await proxy.stop();
  }
}

/** Fills shops of all ages, and measures orders in all of them in turn. */
export async function measureOrders(): Promise<OrderFigures> {
  const [load = 0] = loadavg();
  const shops: OldShop[] = [];
  const bareFolder = join(benchFolder, 'bare-database');
  rmSync(bareFolder, { recursive: true, force: true });
  mkdirSync(bareFolder, { recursive: true });
  let bareDatabase: Database | undefined;
  try {
    for (const orders of ages) {
      logInfo(`  ${orders} orders: building the database…`);
      shops.push(await openOldShop(orders));
    }
    const [young] = shops;
    if (!young) throw new Error('there is no shop');
    bareDatabase = await startDatabase(bareFolder);
    const enough = inRound.warmUp + rounds * (inRound.alone + inRound.busy + 2 * clientsAtOnce) + 100;
    const sides: Side[] = [];
    for (const shop of shops) sides.push(await throughShop(shop, enough));
    for (const side of sides) await send(side, 1, inRound.warmUp);
    const youngDb = patient(young.stack.databaseUrl);
    sides.push(await bareInserts(bareDatabase, youngDb));
    const driven: Speed[][] = sides.map(() => []);
    for (let round = 0; round < rounds; round++) {
      logInfo(`  round ${round + 1} of ${rounds}…`);
      const alone: LoadResult[] = [];
      for (const side of sides) alone.push(await send(side, 1, inRound.alone));
      for (const [n, side] of sides.entries())
        driven[n]?.push({ alone: alone[n] as LoadResult, busy: await send(side, side.atOnce, inRound.busy) });
    }
    const speeds = driven.map(middles);
    const bare = speeds.pop() as Speed;
    const figures: OrderFigures['shops'] = [];
    for (const [n, shop] of shops.entries())
      figures.push({
        orders: ages[n] as number,
        size: shop.size,
        rows: await rowsOf(shop),
        speed: speeds[n] as Speed,
        share: {
          alone: shareOf('alone', driven[n] ?? [], driven[0] ?? []),
          busy: shareOf('busy', driven[n] ?? [], driven[0] ?? []),
        },
      });
    const distant = await measureDistances(young);
    const bytes = await weighOrders(young, youngDb);
    return { day: new Date().toISOString().slice(0, 10), load, bytes, shops: figures, bare, distant };
  } finally {
    for (const shop of shops) await shop.stop();
    await bareDatabase?.stop();
    rmSync(bareFolder, { recursive: true, force: true });
  }
}
