/**
 * npm run database: the database server alone until Ctrl-C, with DATA_DIR (.data) as for `npm start`. Other commands
 * find its address there, as they find that of a shop: so a backup can be restored into a new folder.
 */
import { writeAddress } from '#tools/lib/command.ts';
import { startDatabase } from '#tools/lib/database.ts';
import { fail, runUntilStopped } from '#tools/lib/lifetime.ts';
import { logInfo } from '#tools/lib/log.ts';
import { checkDataFolder, readServerOptions, readSwitches } from '#tools/lib/options.ts';

await runUntilStopped(async () => {
  readSwitches('npm run database');
  const { dataDir } = readServerOptions();
  await checkDataFolder(dataDir);
  const { url } = await startDatabase(dataDir, {
    onEnd: (how) => fail(`The database server has ended (${how}).`),
  });
  writeAddress(dataDir, url);
  logInfo(`The database of ${dataDir} is open to commands with the same DATA_DIR.`);
});
