/** The shop of one run, with as many isolates as requested. */
import { runToEnd } from '#tools/lib/lifetime.ts';
import { logInfo } from '#tools/lib/log.ts';
import type { Stack } from '#tools/lib/stack.ts';
import { newClient } from '../../support/client.ts';
import { seedFrom } from '../../support/random.ts';
import { type MeasuredShop, openShop } from '../shop.ts';
import { isolates, withIsolates } from './isolates.ts';

/**
 * Errors of an overloaded machine, answered with 503: no answer of the database or a provider, or a full hash queue.
 */
const expectedErrors =
  /DatabaseUnavailable|The payment provider does not answer|The shop is busy for a moment/;

/** Log lines of any other error. */
export const unexpectedErrors = ({ workerLogs }: Stack): string[] =>
  workerLogs
    .filter((line) => line.includes('"error"') && !expectedErrors.test(line))
    .map((line) => line.replace(/"requestId":"[^"]*",/, ''));

/** Runs a program with a shop of its own, and with the seed of `SEED=`. @param program returns whether all is well */
export const runWithShop = (program: (seed: number, shop: MeasuredShop) => Promise<boolean>): Promise<void> =>
  runToEnd(async () => {
    const seed = seedFrom();
    logInfo(`SEED=${seed}`);
    const shop = await openShop();
    const stack = await withIsolates(shop.stack);
    shop.simulators.connect(stack.url);
    // The first request of an isolate compiles its Worker.
    for (let count = 0; count < isolates; count++) await newClient(stack.url).get('/api/health');
    try {
      return await program(seed, { ...shop, stack });
    } finally {
      await stack.stop();
      await shop.stop();
    }
  });
