/**
 * npm run trace < FILE: the lines of a production log, with the source files in their stacks. Cloudflare finds these for
 * errors that nothing has caught, but not in what the Worker itself logs. The checkout must be the commit of the deployment.
 */
import { createInterface } from 'node:readline';
import { buildPartsIfNeeded, parts } from '#tools/lib/build.ts';
import { runCommand } from '#tools/lib/command.ts';
import { logError, logInfo } from '#tools/lib/log.ts';
import { sourceMapper } from '#tools/lib/source-map.ts';

await runCommand(async () => {
  await buildPartsIfNeeded(['worker'], { log: logError });
  const toSources = sourceMapper(parts.worker.folder);
  for await (const line of createInterface({ input: process.stdin })) logInfo(toSources(line));
});
