/** What cannot be bought now, for the filter "In stock". */
import type { Db } from '#db/client.ts';
import { soldOutProducts } from '#domain/catalogue/sold-out.ts';
import { cachedCatalogue } from './cached.ts';

/** The ids of the products of which nothing can be bought. It costs one row while the catalogue does not change. */
export async function readSoldOut(db: Db, now: number): Promise<string[]> {
  const { body } = await cachedCatalogue(
    db,
    'sold-out',
    (products) => JSON.stringify(soldOutProducts(products)),
    now,
  );
  return JSON.parse(new TextDecoder().decode(body));
}
