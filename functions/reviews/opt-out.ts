import type { Db } from '#db/client.ts';
import { reviewOptOuts } from '#db/schema/index.ts';

/** Ends the emails that ask for reviews to an address. Again, it changes nothing. @param hash keyed hash of the address */
export async function stopAsking(db: Db, hash: string, now: number): Promise<void> {
  await db.write.insert(reviewOptOuts).values({ emailHash: hash, createdAt: now }).onConflictDoNothing();
}
