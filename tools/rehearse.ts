/**
 * npm run rehearse -- --orders 10000 [--minutes 2] [--cash 60] [--pieces 12000] [--url URL]: plays the start of a sale against a
 * copy of the shop, and says where it breaks. The copy is this project's own build with its catalogue and the simulators of the
 * payment providers, in a folder that is gone afterwards; or a preview with a database of its own (npm run preview).
 */
import { parseArgs } from 'node:util';
import { eq } from 'drizzle-orm';
import { connect } from '#db/client.ts';
import { products } from '#db/schema/index.ts';
import { syncCatalogue } from '#db/sync.ts';
import { soldProducts } from '#domain/catalogue/publication.ts';
import { loopback } from '#lib/loopback.ts';
import { buildIfNeeded } from '#tools/lib/build.ts';
import { runCommand } from '#tools/lib/command.ts';
import { readProducts, readSales, readStore } from '#tools/lib/content.ts';
import { temporaryFolder } from '#tools/lib/fixture.ts';
import { Failure, logInfo } from '#tools/lib/log.ts';
import { payBy, rehearse } from '#tools/lib/rehearsal.ts';
import { reportOf } from '#tools/lib/rehearsal-report.ts';
import { startShopSimulators } from '#tools/lib/simulators.ts';
import { startStack } from '#tools/lib/stack.ts';

const usage =
  'Usage: npm run rehearse -- --orders 10000 [--minutes 2] [--cash 60] [--pieces 12000] [--product ID] [--url URL of a preview]';

type Parameters = {
  orders: number;
  minutes: number;
  cash: number;
  pieces: number;
  product: string | undefined;
  url: string | undefined;
};

/** The parameters of the command. @throws Failure */
export function readParameters(args: readonly string[]): Parameters {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: Object.fromEntries(
        ['orders', 'minutes', 'cash', 'pieces', 'product', 'url'].map((name) => [
          name,
          { type: 'string' as const },
        ]),
      ),
    });
    const number = (name: string, otherwise: number) =>
      values[name] === undefined ? otherwise : Number(values[name]);
    const orders = number('orders', 1_000);
    const parameters = {
      orders,
      minutes: number('minutes', Math.max(0.1, orders / 5_000)),
      cash: number('cash', 60),
      pieces: number('pieces', orders),
      product: values.product as string | undefined,
      url: values.url as string | undefined,
    };
    const isWhole = (value: number, most: number) => Number.isInteger(value) && value >= 1 && value <= most;
    const { minutes, cash, pieces } = parameters;
    if (
      isWhole(orders, 200_000) &&
      isWhole(pieces, 10_000_000) &&
      minutes > 0 &&
      minutes <= 60 &&
      cash >= 0 &&
      cash <= 100
    )
      return parameters;
  } catch {
    // An unknown option.
  }
  throw new Failure(usage);
}

/**
 * The origin of a copy: of this machine, or of a preview, whose address is one of workers.dev with a name before `-preview`.
 * @param shop the origin of the shop itself @throws Failure for any other address, since orders are placed there
 */
export function copyOrigin(url: string, shop: string): string {
  const parsed = URL.parse(url);
  const isLocal = parsed && [...loopback].includes(parsed.hostname);
  const isPreview =
    parsed?.protocol === 'https:' && /^[a-z0-9-]+-preview\.[a-z0-9-]+\.workers\.dev$/.test(parsed.hostname);
  if (!parsed || parsed.origin === new URL(shop).origin || !(isLocal || isPreview))
    throw new Failure(
      `${url}: this is no preview. A rehearsal places orders, so it runs on this machine or on a preview (npm run preview).`,
    );
  return parsed.origin;
}

/** Starts a copy on this machine. @returns its URL, and what ends it */
async function startCopy(product: string, pieces: number) {
  await buildIfNeeded({ log: logInfo });
  const folder = temporaryFolder();
  const simulators = await startShopSimulators();
  const stack = await startStack({
    dataDir: folder.path,
    vars: Object.assign({}, ...Object.values(simulators.vars)),
    dev: simulators.host,
    prepare: async (database) => {
      await syncCatalogue(database, readProducts(), readSales());
      await connect(database).write.update(products).set({ stock: pieces }).where(eq(products.id, product));
    },
  });
  simulators.connect(stack.url);
  return {
    url: stack.url,
    pay: payBy(simulators),
    async stop() {
      await stack.stop();
      await simulators.stop();
      folder.remove();
    },
  };
}

/** Runs the command. */
async function run(): Promise<void> {
  const { orders, minutes, cash, pieces, product: named, url } = readParameters(process.argv.slice(2));
  const [first] = soldProducts(readProducts(), Date.now()).keys();
  const product = named ?? first;
  if (!product) throw new Failure('There is no product that is sold.');
  const copy = url
    ? { url: copyOrigin(url, readStore().url), pay: undefined, stop: async () => {} }
    : await startCopy(product, pieces);
  try {
    const seconds = 60 * minutes;
    logInfo(`${orders} buyers come to ${copy.url} within ${seconds} s, for ${product}.`);
    // The first request compiles the Worker.
    await fetch(`${copy.url}/api/health`);
    const bought = await rehearse(
      { url: copy.url, orders, seconds, cash, product, network: 5, ...(copy.pay && { pay: copy.pay }) },
      (done) => {
        if (process.stdout.isTTY) process.stdout.write(`\r${done} of ${orders} have an answer `);
      },
    );
    const report = reportOf(bought);
    const width = Math.max(...Object.keys(report.rows).map((name) => name.length));
    logInfo('');
    for (const [name, value] of Object.entries(report.rows)) logInfo(`  ${name.padEnd(width)}  ${value}`);
    logInfo(`\n${report.first}`);
    for (const sentence of report.advice) logInfo(`- ${sentence}`);
  } finally {
    await copy.stop();
  }
}

if (import.meta.main) await runCommand(run);
