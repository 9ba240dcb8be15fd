/** What cannot be bought now, for the filter "In stock". */
import { and, eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { products } from '#db/schema/index.ts';
import { soldOutProducts } from '#domain/catalogue/sold-out.ts';
import { versionOf } from './cached.ts';
import { selectVersion } from './read.ts';

/** What was read last in this isolate, and of which version of the catalogue. */
let known: { content: number; ids: string[] } | undefined;

/** The ids of the products of which nothing can be bought. It costs two rows while the catalogue does not change. */
export async function readSoldOut(db: Db): Promise<string[]> {
  const { content } = versionOf(await selectVersion(db));
  if (known?.content === content) return known.ids;
  const { id, stock, paused } = products;
  const rows = await db.read
    .select({ id, stock, paused, retired: products.retired })
    .from(products)
    .where(and(eq(products.retired, false), eq(products.hidden, false)));
  known = { content, ids: soldOutProducts(rows.map(({ id, ...row }) => ({ ...row, _id: id }))) };
  return known.ids;
}
