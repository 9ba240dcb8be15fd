/** npm run db:sync: writes the products of content/products into the database. */
import { syncCatalogue } from '#db/sync.ts';
import { addressFromEnvironment, runCommand } from '#tools/lib/command.ts';
import { readProducts, readSales } from '#tools/lib/content.ts';
import { logInfo } from '#tools/lib/log.ts';

await runCommand(async () => {
  const { added, changed, retired, unchanged } = await syncCatalogue(
    addressFromEnvironment(),
    readProducts(),
    readSales(),
  );
  logInfo(`Catalogue: ${added} added, ${changed} changed, ${retired} retired, ${unchanged} unchanged`);
});
