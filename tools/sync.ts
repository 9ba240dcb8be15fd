/** node tools/sync.ts (`npm run db:sync`): writes the products of content/products into the database. */
import { addressFromEnvironment, runAsCommand } from '#db/command.ts';
import { syncCatalogue } from '#db/sync.ts';
import { readProducts } from '#tools/lib/content.ts';

runAsCommand(import.meta.url, async () => {
  const { added, changed, retired, unchanged } = await syncCatalogue(
    addressFromEnvironment(),
    readProducts(),
  );
  console.log(`Catalogue: ${added} added, ${changed} changed, ${retired} retired, ${unchanged} unchanged`);
});
