/**
 * npm run bench [-- build | changes | search | reads | memory | orders]: what growth costs, measured on this machine and written into
 * docs/performance.md. Each part can be measured alone.
 */
import '#tools/lib/test-content.ts';
import { writePart } from '#tools/lib/generated-docs.ts';
import { runToEnd } from '#tools/lib/lifetime.ts';
import { Failure, logInfo } from '#tools/lib/log.ts';
import { measureBuilds } from './build.ts';
import { measureChanges } from './changes.ts';
import { measureMemory } from './memory.ts';
import { measureOrders } from './orders.ts';
import { measureReads } from './reads.ts';
import { measureSearches } from './search.ts';

/** Each returns its part of the page. */
const parts: Record<string, () => Promise<string>> = {
  build: measureBuilds,
  changes: measureChanges,
  search: measureSearches,
  reads: measureReads,
  memory: measureMemory,
  orders: measureOrders,
};

async function bench(): Promise<void> {
  const names = process.argv.slice(2);
  const unknown = names.find((name) => !(name in parts));
  if (unknown)
    throw new Failure(`There is no part "${unknown}": npm run bench -- [${Object.keys(parts).join(' | ')}]`);
  for (const [name, measure] of Object.entries(parts)) {
    if (names.length && !names.includes(name)) continue;
    logInfo(`${name}:`);
    writePart('performance.md', name, await measure());
  }
  logInfo('Written: docs/performance.md');
}

await runToEnd(bench);
