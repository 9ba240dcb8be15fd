/**
 * npm run database: the database server alone until Ctrl-C, with DATA_DIR (.data) as for `npm start`. Other commands
 * find its address there, as they find that of a shop: so a backup can be restored into a new folder.
 */
import { writeAddress } from '#db/command.ts';
import { checkDataFolder, readPlace, readSwitches } from '#tools/lib/checks.ts';
import { startDatabase } from '#tools/lib/database.ts';
import { giveUp, live } from '#tools/lib/lifetime.ts';
import { say } from '#tools/lib/log.ts';

await live(async () => {
  readSwitches('npm run database');
  const { dataDir } = readPlace();
  await checkDataFolder(dataDir);
  const { url } = await startDatabase(dataDir, {
    onEnd: (code) => giveUp(`The database server has ended (exit code ${code}).`),
  });
  writeAddress(dataDir, url);
  say(`The database of ${dataDir} is open to commands with the same DATA_DIR.`);
});
