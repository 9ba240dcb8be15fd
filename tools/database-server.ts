/**
 * npm run database: the database server alone until Ctrl-C, with DATA_DIR (.data) as for `npm start`. Other commands
 * find its address there, as they find that of a shop: so a backup can be restored into a new folder.
 */
import { writeAddress } from '#db/command.ts';
import { checkDataFolder, readPlace, readSwitches } from '#tools/checks.ts';
import { startDatabase } from '#tools/database.ts';
import { giveUp, live } from '#tools/lifetime.ts';
import { say } from '#tools/log.ts';

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
