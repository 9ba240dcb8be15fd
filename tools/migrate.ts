/** npm run db:migrate: applies the new migrations of db/migrations, then fills old rows. */
import { migrate } from '#db/migrate.ts';
import { addressFromEnvironment, runCommand } from '#tools/lib/command.ts';
import { fillOldRows } from '#tools/lib/fill.ts';
import { logInfo } from '#tools/lib/log.ts';

await runCommand(async () => {
  const address = addressFromEnvironment();
  logInfo(`Migrations applied: ${await migrate(address)}`);
  await fillOldRows(address, logInfo);
});
