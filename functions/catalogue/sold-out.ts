/** What cannot be bought now, for the filter "In stock". */
import { and, eq } from 'drizzle-orm';
import type { Db } from '#db/client.ts';
import { products } from '#db/schema/index.ts';
import { soldOutProducts } from '#domain/catalogue/sold-out.ts';
import { versionOf } from './cached.ts';
import { selectVersion } from './read.ts';

/** What was read last in this isolate, and of which version of the catalogue. */
let known: { content: number; ids: string[] } | undefined;

/** The ids of the products of which nothing can be bought. While the catalogue stays the same, it reads only its version. */
export async function readSoldOut(db: Db): Promise<string[]> {
  if (known && known.content === versionOf(await selectVersion(db)).content) return known.ids;
  const { id, stock, paused, retired, hidden } = products;
  const rows = db.read
    .select({ _id: id, stock, paused, retired })
    .from(products)
    .where(and(eq(retired, false), eq(hidden, false)));
  const [version, sold] = await db.read.batch([selectVersion(db), rows]);
  known = { content: versionOf(version).content, ids: soldOutProducts(sold) };
  return known.ids;
}
