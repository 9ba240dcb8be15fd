/** npm run db:sync: writes the products of content/products into the database. */
import { syncCatalogue } from '#db/sync.ts';
import { addressFromEnvironment, runCommand } from '#tools/lib/command.ts';
import { readProducts, readSales } from '#tools/lib/content.ts';
import { Failure, logInfo } from '#tools/lib/log.ts';

await runCommand(async () => {
  const products = readProducts();
  if (!products.size)
    throw new Failure('content/products: there is no product: a sync would end the sale of all.');
  const { added, changed, retired, unchanged } = await syncCatalogue(
    addressFromEnvironment(),
    products,
    readSales(),
  );
  logInfo(`Catalogue: ${added} added, ${changed} changed, ${retired} retired, ${unchanged} unchanged`);
});
