/** node tools/build.ts (`npm run build`): the pages into `dist/`, the Worker into `.cache/worker/`. */
import { buildIfNeeded } from '#tools/lib/build.ts';
import { describeError, logError, logInfo } from '#tools/lib/log.ts';

try {
  await buildIfNeeded({ log: logInfo, force: true });
  logInfo('Built: pages in dist, Worker in .cache/worker.');
} catch (error) {
  logError(describeError(error));
  process.exitCode = 1;
}
