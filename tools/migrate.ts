/** npm run db:migrate: applies the new migrations of db/migrations. */
import { migrate } from '#db/migrate.ts';
import { addressFromEnvironment, runCommand } from '#tools/lib/command.ts';
import { logInfo } from '#tools/lib/log.ts';

await runCommand(async () => logInfo(`Migrations applied: ${await migrate(addressFromEnvironment())}`));
