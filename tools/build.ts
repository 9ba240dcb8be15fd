/** node tools/build.ts (`npm run build`): the pages into `dist/`, the Worker into `.cache/worker/`. */
import { buildIfNeeded } from '#tools/lib/build.ts';
import { complain, describe, say } from '#tools/lib/log.ts';

try {
  await buildIfNeeded({ log: say, force: true });
  say('Built: pages in dist, Worker in .cache/worker.');
} catch (error) {
  complain(describe(error));
  process.exitCode = 1;
}
