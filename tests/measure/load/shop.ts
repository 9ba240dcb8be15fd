/**
 * The shop of one run. ISOLATES=4: more than one workerd on one database, as in production, where each isolate has its own
 * lanes, caches and counters in memory; a proxy distributes the requests in turn.
 */
import { runToEnd } from '#tools/lib/lifetime.ts';
import type { Stack } from '#tools/lib/stack.ts';
import { Runner } from '#tools/lib/worker.ts';
import { newClient } from '../../support/client.ts';
import { numberFrom } from '../../support/random.ts';
import { startRoundRobin } from '../proxy.ts';
import { type MeasuredShop, openShop } from '../shop.ts';

export const isolates = numberFrom('ISOLATES', 1);

/** The parts for many orders at once, off by default: `GATE=on` and `HOT=on`. */
export const isHotOn = process.env.HOT === 'on';
const parts = { ORDER_GATE: process.env.GATE === 'on' ? 'on' : 'off', HOT_STOCK: isHotOn ? 'on' : 'off' };
/** Which of them are on, for the report. */
export const partsOn =
  Object.entries(parts)
    .flatMap(([name, value]) => (value === 'on' ? [name] : []))
    .join(', ') || 'none';

/** Errors of an overloaded machine, answered with 503: no answer of the database or a provider, or a full hash queue. */
const expectedErrors =
  /DatabaseUnavailable|SemaphoreTimeout|The payment provider does not answer|The shop is busy for a moment/;

/** Log lines of any other error. */
export const unexpectedErrors = ({ workerLogs }: Stack): string[] =>
  workerLogs
    .filter((line) => line.includes('"error"') && !expectedErrors.test(line))
    .map((line) => line.replace(/"requestId":"[^"]*",/, ''));

/**
 * The same shop with more isolates, which have the same settings. They are killed in turn and restarted together. The
 * scheduled job runs in the first one; in production, too, it runs in one.
 */
async function withIsolates(stack: Stack): Promise<Stack> {
  const { settings } = stack;
  const logs: string[] = [];
  const others = Array.from({ length: isolates - 1 }, () => ({ runner: new Runner(), port: 0 }));
  const startOthers = async (vars: Record<string, string> = {}) => {
    for (const other of others) {
      other.runner.log = (line) => logs.push(line);
      const { port, runner } = other;
      other.port = await runner.run({ ...settings, port, vars: { ...settings.vars, ...vars } });
    }
  };
  await startOthers();
  const urls = [stack.url, ...others.map(({ port }) => `http://127.0.0.1:${port}`)];
  const front = await startRoundRobin(urls);
  let kills = 0;
  return {
    ...stack,
    url: front.url,
    get workerLogs() {
      return [...stack.workerLogs, ...logs];
    },
    async restartWorker(vars) {
      await stack.restartWorker(vars);
      await startOthers(vars);
    },
    async killWorker() {
      const other = others[(kills % isolates) - 1];
      kills += 1;
      await (other ? other.runner.kill() : stack.killWorker());
    },
    async stop() {
      front.stop();
      await stack.stop();
    },
  };
}

/** Runs a program with a shop of its own. @param program returns whether all is well */
export const runWithShop = (program: (shop: MeasuredShop) => Promise<boolean>): Promise<void> =>
  runToEnd(async () => {
    const shop = await openShop(parts);
    const stack = isolates > 1 ? await withIsolates(shop.stack) : shop.stack;
    shop.simulators.connect(stack.url);
    // The first request of an isolate compiles its Worker.
    for (let count = 0; count < isolates; count++) await newClient(stack.url).get('/api/health');
    try {
      return await program({ ...shop, stack });
    } finally {
      await stack.stop();
      await shop.stop();
    }
  });
