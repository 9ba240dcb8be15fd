/** Measures the heap of an isolate while shoppers, operators and strangers use the shop at the same time. */
import { describeMachine, table } from '#tools/lib/generated-docs.ts';
import { Runner } from '#tools/lib/worker.ts';
import { type Client, newClient } from '../../support/client.ts';
import { addressOf, itemsOf, orderOf, serum, toner } from '../../support/orders.ts';
import { takePhoto } from '../../support/photos.ts';
import { insertAccounts, makeKnown, setStock } from '../../support/rows.ts';
import { counts } from '../load/report.ts';
import { type MeasuredShop, openShop } from '../shop.ts';

/** Visitors at the same time, one row of the table each. */
const crowds = [10, 50, 200];
/** Requests of each row. */
const requests = 4_000;
/** Pause between two readings of the heap, ms. */
const pause = 50;
/** What Workers allow an isolate, MiB. */
const most = 128;

type Visit = (n: number, shopper: Client, operator: Client) => Promise<{ status: number }>;

/** What visitors do, by how many of a hundred do it. */
const visits = (
  url: string,
  photo: Uint8Array<ArrayBuffer>,
  order: object,
): [share: number, visit: Visit][] => [
  [20, (_, shopper) => shopper.get('/api/product/list')],
  [15, (_, shopper) => shopper.get(`/api/reviews/${serum}`)],
  [15, (_, shopper) => shopper.post('/api/cart/add', { itemId: toner, quantity: 1 })],
  [
    15,
    (_, shopper) => shopper.post('/api/order/quote', { items: itemsOf({ [serum]: 1 }), pincode: '560001' }),
  ],
  [8, (_, shopper) => shopper.post('/api/order/place', { ...order, address: addressOf(shopper) })],
  [8, (_, shopper) => shopper.post('/api/order/userorders')],
  [
    5,
    (n) => newClient(url).post('/api/user/login', { email: `nobody-${n}@example.in`, password: 'a guess' }),
  ],
  [3, (_, shopper) => shopper.send('POST', '/api/photos', { raw: photo })],
  [2, (_, shopper) => shopper.post('/api/user/export', { password: 'none' })],
  [4, (_, __, operator) => operator.get('/api/desk/orders')],
  [3, (_, __, operator) => operator.get('/api/desk/today')],
  [2, (_, __, operator) => operator.get('/api/desk/reconcile/orders')],
];

/** Questions to V8 about the isolate of the shop. */
async function inspect(runner: Runner) {
  const { host } = await runner.inspector();
  const targets = (await (await fetch(`http://${host}/json`)).json()) as { webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '');
  await new Promise((opened) => socket.addEventListener('open', opened, { once: true }));
  let last = 0;
  const ask = (method: string) =>
    new Promise<{ usedSize: number }>((answer) => {
      last += 1;
      const id = last;
      const listen = ({ data }: MessageEvent) => {
        const message = JSON.parse(String(data));
        if (message.id !== id) return;
        socket.removeEventListener('message', listen);
        answer(message.result);
      };
      socket.addEventListener('message', listen);
      socket.send(JSON.stringify({ id, method }));
    });
  const used = async () => (await ask('Runtime.getHeapUsage')).usedSize / 1024 ** 2;
  return { used, close: () => socket.close() };
}

async function measure({ db }: MeasuredShop, runner: Runner, port: number): Promise<string> {
  const url = `http://127.0.0.1:${port}`;
  const heap = await inspect(runner);
  for (const product of [serum, toner]) await setStock(db, product, 100_000);
  const photo = await takePhoto(1600, 1200);
  const [operator, buyer] = await insertAccounts(db, 2, 'operator');
  const order = await orderOf(newClient(url, buyer?.token), { [toner]: 1 });
  const actions = visits(url, photo, order).flatMap(([share, visit]) =>
    Array.from({ length: share }, () => visit),
  );
  await newClient(url).get('/api/health');
  const rows = [['0', '', (await heap.used()).toFixed(1), '', '']];
  for (const crowd of crowds) {
    const people = await insertAccounts(db, crowd);
    await makeKnown(db, people);
    const shoppers = people.map(({ token, email }) => Object.assign(newClient(url, token), { email }));
    let [peak, lowest, working] = [0, Number.POSITIVE_INFINITY, true];
    const watching = (async () => {
      while (working) {
        const now = await heap.used();
        peak = Math.max(peak, now);
        lowest = Math.min(lowest, now);
        await new Promise((done) => setTimeout(done, pause));
      }
    })();
    let next = 0;
    const statuses: number[] = [];
    const visitor = async (shopper: Client) => {
      while (next < requests) {
        next += 1;
        const n = next;
        // 37 and 100 have no common divisor: neighbours do different things.
        const visit = actions[(n * 37) % actions.length] as Visit;
        statuses.push((await visit(n, shopper, newClient(url, operator?.token))).status);
      }
    };
    await Promise.all(shoppers.map(visitor));
    working = false;
    await watching;
    rows.push([
      String(crowd),
      statuses.length.toLocaleString('en'),
      lowest.toFixed(1),
      peak.toFixed(1),
      counts(statuses),
    ]);
  }
  heap.close();
  return `Measured ${new Date().toISOString().slice(0, 10)} on ${describeMachine()}, by \`npm run bench -- memory\`: the heap of one isolate, as V8's inspector reports it every ${pause} ms, while visitors list products, read reviews, fill carts, ask for quotes, order, sign in with wrong passwords, send photos and export their data, and operators use the desk. Workers allow an isolate ${most} MB.

${table(['Visitors at once', 'Requests', 'Smallest heap, MiB', 'Largest heap, MiB', 'Answers'], rows)}`;
}

/** The part of the page. */
export async function measureMemory(): Promise<string> {
  const shop = await openShop();
  const runner = new Runner();
  try {
    const port = await runner.run({ ...shop.stack.settings, port: 0, isInspected: true });
    shop.simulators.connect(`http://127.0.0.1:${port}`);
    return await measure(shop, runner, port);
  } finally {
    await runner.stop();
    await shop.stop();
  }
}
