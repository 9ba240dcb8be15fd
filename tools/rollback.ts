/** npm run rollback: gives the traffic to the version that had it before (docs/operations.md). */
import { readMigrations } from '#db/migrate.ts';
import { runCommand } from '#tools/lib/command.ts';
import { readStore } from '#tools/lib/content.ts';
import { logInfo } from '#tools/lib/log.ts';
import { readSwitches } from '#tools/lib/options.ts';
import { releasedMigrations } from '#tools/lib/record-release.ts';
import { rollBack } from '#tools/lib/release.ts';

await runCommand(() => {
  readSwitches('npm run rollback');
  return rollBack(readStore().url, logInfo, readMigrations(), releasedMigrations());
});
