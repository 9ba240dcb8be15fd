/** The newsletter. */
import type { Db } from '#db/client.ts';
import { subscribers } from '#db/schema.ts';
import { type Hourly, type TooMany, takeOfHour } from '../limits/attempts.ts';

type Subscribed = { ok: true } | TooMany;

/** Subscribing twice is subscribing once, and the answer does not tell which it was. */
export async function subscribe(db: Db, email: string, from: Hourly): Promise<Subscribed> {
  const refused = await takeOfHour(db, 'subscribe', from);
  if (refused) return refused;
  await db.write.insert(subscribers).values({ email, createdAt: from.now }).onConflictDoNothing();
  return { ok: true };
}
