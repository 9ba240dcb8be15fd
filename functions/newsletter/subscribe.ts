/** The newsletter. */
import type { Db } from '#db/client.ts';
import { subscribers } from '#db/schema.ts';
import { attemptKey, countInHour } from '../limits/attempts.ts';

type Subscribed = { ok: true } | { ok: false; code: 'too_many'; seconds: number };

/** Subscribing twice is subscribing once, and the answer does not tell which it was. */
export async function subscribe(
  db: Db,
  email: string,
  { address, perHour, now }: { address: string; perHour: number; now: number },
): Promise<Subscribed> {
  const [used] = await countInHour(db, await attemptKey('subscribe', address), now);
  if (used && used.count > perHour)
    return { ok: false, code: 'too_many', seconds: Math.ceil((used.expiresAt - now) / 1000) };
  await db.write.insert(subscribers).values({ email, createdAt: now }).onConflictDoNothing();
  return { ok: true };
}
