/**
 * ISOLATES=4: more than one workerd on one database, as in production, where each isolate has its own lanes, caches and
 * counters in memory. A proxy distributes the requests in turn.
 */
import type { Stack } from '#tools/lib/stack.ts';
import { Runner } from '#tools/lib/worker.ts';
import { numberFrom } from '../../support/random.ts';
import { startRoundRobin } from '../proxy.ts';

/** The number of isolates. */
export const isolates = numberFrom('ISOLATES', 1);

/**
 * The same shop with the requested number of isolates, all with the same settings. They are killed in turn and
 * restarted together. The scheduled job runs in the first one; in production, too, it runs in one.
 */
export async function withIsolates(stack: Stack): Promise<Stack> {
  if (isolates === 1) return stack;
  const logs: string[] = [];
  const others: { runner: Runner; port: number }[] = [];
  const { settings } = stack;
  const run = (runner: Runner, port: number, more: Record<string, string>) =>
    runner.run({ ...settings, port, vars: { ...settings.vars, ...more } });
  for (let count = 1; count < isolates; count++) {
    const runner = new Runner();
    runner.log = (line) => logs.push(line);
    others.push({ runner, port: await run(runner, 0, {}) });
  }
  const front = await startRoundRobin(() => [
    stack.url,
    ...others.map(({ port }) => `http://127.0.0.1:${port}`),
  ]);
  let kills = 0;
  return {
    ...stack,
    url: front.url,
    get workerLogs() {
      return [...stack.workerLogs, ...logs];
    },
    async restartWorker(more = {}) {
      await Promise.all([
        stack.restartWorker(more),
        ...others.map(({ runner, port }) => run(runner, port, more)),
      ]);
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
