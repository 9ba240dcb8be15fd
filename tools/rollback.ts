/** npm run rollback: gives the traffic to the version that had it before (docs/operations.md). */
import { readMigrations } from '#db/migrate.ts';
import { addressFromEnvironment, runCommand } from '#tools/lib/command.ts';
import { readStore } from '#tools/lib/content.ts';
import { logInfo } from '#tools/lib/log.ts';
import { readNewWork } from '#tools/lib/new-work.ts';
import { readSwitches } from '#tools/lib/options.ts';
import { releasedMigrations } from '#tools/lib/record-release.ts';
import { rollBack } from '#tools/lib/release.ts';

await runCommand(async () => {
  readSwitches('npm run rollback');
  const released = releasedMigrations();
  // Before the traffic moves, so that somebody can still end it under this release.
  const waiting =
    process.env.DATABASE_URL && released ? await readNewWork(addressFromEnvironment(), released) : [];
  if (waiting.length)
    logInfo(
      `The version before does not know these. They wait until this release is deployed again: ${waiting.join(', ')}.`,
    );
  await rollBack(readStore().url, logInfo, readMigrations(), released);
});
